import Application
import AudioDevices
import Configuration
import MixEngine
import Player
import Plugins
import SystemBase
import TerminalKit
import TerminalUI
import TrackTags

/// How other threads reach the main thread.
@MainActor
struct MainThreadServices {
  let queue = MainQueue()
  let calls: MainThread
  /// Messages of other threads to the user.
  let notices: MainThreadChannel<Notice>
  let kitEvents: MainThreadChannel<KitEvent>

  init() {
    calls = queue.mainThread
    notices = MainThreadChannel(calls)
    kitEvents = MainThreadChannel(calls, kind: \.kind)
  }
}

/// The small files of the state and configuration folders.
struct Storage {
  let files: FileSaver
  let memory: DeviceMemory
  let latencies: InputLatencies
  /// The place of the session among those of several players.
  let place: SessionPlace
}

/// What applies the events of the engine, and those of outputs and devices.
struct EventServices {
  let engine: EngineEventDispatcher
  let outputs: OutputEventHandler
}

/// Other programs: over D-Bus, and over sockets.
struct ClientServices {
  let desktop: DesktopServices
  let remote: RemoteServices
}

/// What runs in other processes, and what computes on other threads, until the program ends.
struct WorkerServices {
  let tags: TagWorkerPool
  let exports: ExportWorker
  let sound: SoundServices
  /// Notes the plug-ins that are made, until the program ends in order.
  let plugins = PluginMarker(in: BaseFolders.pluginMarkers)
}

/// The screen: its session, its view and its theme.
struct ShownScreen {
  let session: ScreenSession
  /// The view; nil until a terminal shows it.
  var view: PlayerScreen?
  /// The theme; nil if its file cannot be read.
  var theme: ThemeFile?
  let themes = SerialWorker(name: "theme")
  /// The number of colours of the terminal that shows the screen.
  var colours = 0
  /// The ground of that terminal; `default` if it is not known.
  var ground = Colour.default

  @MainActor var shownTheme: Theme { theme?.theme(colours: colours, on: ground) ?? .monochrome }
}

/// What is written for reports of faults.
struct Diagnostics {
  /// The trace of `--trace-hits`; nil without it.
  var trace: HitTraceWriter?
  /// The log of `--log`; nil without it.
  var log: SessionLog?
}

import Application
import Configuration
import KitEditing
import Player
import Plugins
import SystemBase
import TakeExchange
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
  /// A picture or a waveform has arrived.
  let views: MainThreadChannel<Void>

  init() {
    calls = queue.mainThread
    notices = MainThreadChannel(calls)
    kitEvents = MainThreadChannel(calls, kind: \.kind)
    views = MainThreadChannel(calls) { _ in .value("views") }
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

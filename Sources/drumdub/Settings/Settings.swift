import Application
import AudioBase
import AudioDevices
import Controls
import Desktop
import MixEngine
import MusicLibrary
import MusicQuery
import Percussion
import Player
import Remote
import SystemBase
import TerminalKit
import TerminalUI

/// The values of all settings, from the configuration file and the command line, which overrides it.
struct Settings: Sendable {
  /// Whether the program reorders right-to-left text; `auto` does so if the terminal does not.
  enum Bidi: String, CaseIterable, Sendable { case auto, yes, no }

  /// What the music does after Ctrl-Z.
  enum Suspend: String, CaseIterable, Sendable { case pause, play }

  /// What the music does when its device is removed.
  enum Unplug: String, CaseIterable, Sendable {
    case pause
    case goOn = "continue"
  }

  /// What the program does when its terminal is closed.
  enum Hangup: String, CaseIterable, Sendable { case quit, detach }

  var output = OutputChoice.automatic
  /// The device of the metronome; nil: the output.
  var clickOutput: OutputChoice?
  var input = InputChoice.alsa(pcm: "default")
  /// Whether the input is heard while it is on.
  var monitorsInput = false
  /// Seconds by which the input is late; nil: as calibrated.
  var inputLatency: Double?
  var midi = MIDIChoice.auto
  var pipeFormat = PCMSampleFormat.float
  /// The name or the path of a kit.
  var kit = FilePath("Default")
  /// The most bytes for the samples of a kit.
  var kitMemory = KitLoader.usualMemory
  var period = FrameCount(256)
  var timing = HitTiming.even
  /// The name of a theme file.
  var theme = "dark"
  var direction = LayoutDirection.leftToRight
  var bidi = Bidi.auto
  var suspend = Suspend.pause
  var unplug = Unplug.pause
  var hangup = Hangup.quit
  /// Whether the program starts in the background, without a terminal.
  var isDetached = false
  /// Whether lines are printed instead of a screen.
  var isPlain = false
  var wantsMouse = true
  var wantsArtwork = true
  var graphics = GraphicsChoice.auto
  var keyLayout = KeyLayout.usual
  var heldKey = HeldKeyMode.ignore
  /// The file to which each hit is written; nil for none.
  var hitTrace: FilePath?
  /// The file to which the counters are written at exit; nil for none.
  var statistics: FilePath?
  /// The file to which the output is recorded from the start; nil for none.
  var recording: RecordingFile?
  /// The format of recordings that the user starts.
  var recordFormat = RecordingFile.Format.flac
  /// The other player that plays the music; nil if this program plays.
  var system: SystemChoice?
  /// What happens to other players while this program plays.
  var others = OthersMode.mix
  /// Whether the desktop shows each new track.
  var notifications = false
  /// The address at which programs of the network control the player; nil for none.
  var listen: NetworkAddress?
  /// The password that they must give.
  var remotePassword: String?
  /// Nil: 48 kHz, or the nearest rate of the card.
  var rate: SampleRate?
  var resume = ResumeMode.yes
  var padKeys = PadKeys.qwerty
  var velocities = StrikeVelocities()
  var musicLevel = Decibels(0)
  var padsLevel = Decibels(-6)
  /// Nil: the speed of the saved session, or 1.
  var speed: Double?
  /// Seconds.
  var crossfade = 0.0
  var replayGain = ReplayGainMode.auto
  /// The library index; nil: `BaseFolders.libraryFile`.
  var library: FilePath?
  /// The columns of the queue and of the library's lists of tracks.
  var columns = LibraryColumn.standard
  /// The order of the library's lists; none for the default order of each list.
  var sort: [SearchQuery.SortTerm] = []
  /// Whether ratings that are set in the player are written to the files too.
  var writesRatings = false
  /// Beats before a recording while no music plays.
  var countIn = 4
  var recordStart = RecordStart.countIn
  var metronome = MetronomeSettings()
  /// The `bind` and `unbind` lines of the configuration file, in order.
  var bindings: [Binding] = []
  /// Those of the keys file, which apply after them.
  var savedBindings: [Binding] = []

  /// Which other player of the desktop plays the music.
  enum SystemChoice: Hashable, Sendable {
    /// The one that runs; the user chooses among several.
    case any
    case named(String)

    var name: String? { if case .named(let name) = self { name } else { nil } }
  }

  enum Binding: Hashable, Sendable {
    case bind(key: String, command: String)
    case unbind(key: String)
  }

  /// The key map of these settings. Bindings were checked when they were read.
  var keyMap: KeyMap { map(bindings + savedBindings) }

  /// The key map without the bindings that were made while the program ran.
  var defaultKeyMap: KeyMap { map(bindings) }

  private func map(_ bindings: [Binding]) -> KeyMap {
    var map = KeyMap(padKeys: padKeys, layout: keyLayout)
    for binding in bindings {
      switch binding {
      case .bind(let key, let command): try? map.bind(key, to: command)
      case .unbind(let key): try? map.unbind(key)
      }
    }
    return map
  }
}

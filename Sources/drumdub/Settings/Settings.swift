import Application
import Controls
import AudioBase
import MixEngine
import Player
import SystemBase
import TerminalKit
import TerminalUI

/// The values of all settings: the configuration file's, overridden by the command line's.
struct Settings: Sendable {
  /// What a pad's key does while it is held down.
  enum HeldKey: String, CaseIterable, Sendable { case ignore, `repeat` }

  typealias Resume = ResumeMode

  /// Whether the program reorders right-to-left text; `auto` does so where the terminal does not.
  enum Bidi: String, CaseIterable, Sendable { case auto, yes, no }

  /// What the music does after Ctrl-Z.
  enum Suspend: String, CaseIterable, Sendable { case pause, play }

  var output = OutputChoice.alsa(pcm: "default")
  /// The name or the path of a kit.
  var kit = FilePath("Default")
  var period = FrameCount(256)
  var timing = HitTiming.even
  /// The name of a theme's file.
  var theme = "dark"
  var direction = LayoutDirection.leftToRight
  var bidi = Bidi.auto
  var suspend = Suspend.pause
  /// One line for each event, and no screen.
  var isPlain = false
  var wantsMouse = true
  var wantsArtwork = true
  var graphics = GraphicsChoice.auto
  var keyLayout = KeyMap.Layout.usual
  var heldKey = HeldKey.ignore
  /// Where each hit is written down; nil writes nothing.
  var hitTrace: FilePath?
  /// Where the run's counters are written at its end; nil writes nothing.
  var statistics: FilePath?
  /// Nil: 48 kHz, or what the card has nearest to it.
  var rate: SampleRate?
  var resume = Resume.yes
  var padKeys = PadKeys.qwerty
  var musicLevel = Decibels(0)
  var padsLevel = Decibels(-6)
  /// Nil: the saved session's, or 1.
  var speed: Double?
  /// Seconds.
  var crossfade = 0.0
  var replayGain = ReplayGainMode.auto
  /// Where the index of the music lies; nil: `BaseFolders.libraryFile`.
  var library: FilePath?
  /// Beats before the music, where a recording begins paused.
  var countIn = 4
  var recordStart = RecordStart.countIn
  /// `bind` and `unbind` lines, in their order.
  var bindings: [Binding] = []

  enum Binding: Hashable, Sendable {
    case bind(key: String, command: String)
    case unbind(key: String)
  }

  /// The keys that follow from all this. The bindings have been checked when they were read.
  var keyMap: KeyMap {
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

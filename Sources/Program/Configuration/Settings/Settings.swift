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

/// The values of all settings, from the configuration file and the command line, which overrides it. `Setting.all` explains
/// each.
package struct Settings: Sendable {
  /// Where values come from that were given, by the names of the settings.
  package var sources: [String: SettingLine.Source] = [:]
  /// The names of the settings that the configuration file or the command line gives.
  var given: Set<String> = []

  package enum Bidi: String, CaseIterable, Sendable { case auto, yes, no }
  package enum Suspend: String, CaseIterable, Sendable { case pause, play }
  package enum Unplug: String, CaseIterable, Sendable {
    case pause
    case goOn = "continue"
  }

  package enum Hangup: String, CaseIterable, Sendable { case quit, detach }
  package enum SecondStartMode: String, CaseIterable, Sendable { case ask, play, add, new }

  package var output = OutputChoice(.automatic)
  /// The device of the metronome; nil: the output.
  package var clickOutput: OutputChoice?
  package var input = InputChoice(.alsa, FilePath("default"))
  package var monitorsInput = false
  /// Seconds by which the input is late; nil: as calibrated.
  package var inputLatency: Double?
  package var midi = MIDIChoice(.auto)
  package var transport = TransportLink.Mode.off
  package var midiOutput = MIDIChoice(.off)
  package var pipeFormat = PCMSampleFormat.float
  /// The name or the path of a kit; nil for the kit that was chosen in the list of kits, or without one for DrumDub.
  package var kit: FilePath?
  package var chosenKit: FilePath { kit ?? KitFolders.chosen ?? KitFolders.usual }
  /// The most bytes for the samples of a kit.
  package var kitMemory = KitLoader.usualMemory
  package var period = FrameCount(256)
  package var timing = HitTiming.even
  package var theme = "dark"
  /// The layout of the screen; nil for that of the saved session, or both.
  package var layout: ScreenLayout?
  /// The panes of the screen; nil for those of the saved session, or library and queue.
  package var panes: ScreenPanes?
  package var direction = LayoutDirection.leftToRight
  package var bidi = Bidi.auto
  package var setsTitle = true
  package var speech = Speech.symbols
  package var suspend = Suspend.pause
  package var unplug = Unplug.pause
  package var hangup = Hangup.quit
  /// Whether the program starts in the background, without a terminal.
  package var isDetached = false
  /// Whether the program starts without session, takes, mixer and plug-ins.
  package var isSafe = false
  package var isPlain = false
  package var wantsMouse = true
  package var wantsArtwork = true
  package var graphics = GraphicsChoice.auto
  var keyLayout = KeyLayout.usual
  package var heldKey = HeldKeyMode.ignore
  package var hitTrace: FilePath?
  package var statistics: FilePath?
  package var log: FilePath?
  package var recording: RecordingFile?
  package var recordFormat = RecordingFile.Format.flac
  /// The other player that plays the music; nil if this program plays.
  package var system: SystemChoice?
  package var others = OthersMode.mix
  package var notifications = false
  package var listen: NetworkAddress?
  package var remotePassword: String?
  /// The rate; nil for 48 kHz, or the nearest rate of the card.
  package var rate: SampleRate?
  /// The program that is run at each new track; nil if none is.
  package var onTrack: FilePath?
  package var resume = ResumeMode.yes
  package var secondStart = SecondStartMode.ask
  /// The seconds that a track lasts at least that is continued where it was left; nil: none is.
  package var resumeLong: Double? = 1_200
  package var padKeys = PadKeys.qwerty
  package var padOrder = PadOrder.Choice.role
  package var velocities = StrikeVelocities()
  /// The response to strikes of MIDI devices, unless the pad or the device has its own.
  package var strikeResponse = StrikeResponse(
    curve: .shape(.linear), threshold: 0, mask: 0, crosstalk: .off)
  package var midiClock = MIDIClockMode.off
  package var musicLevel = Decibels(0)
  package var limiter = LimiterSettings.standard
  package var padsLevel = Decibels(-6)
  /// The speed; nil for the speed of the saved session, or 1.
  package var speed: Double?
  /// Seconds.
  package var crossfade = 0.0
  package var replayGain = ReplayGainMode.auto
  /// The tracks of the radio before one of them may play again.
  package var radioGap = 100
  /// The library index; nil: `BaseFolders.libraryFile`.
  package var library: FilePath?
  /// The most bytes on the disk for files of servers that were heard; 0 keeps none.
  package var webCache = 256 << 20
  package var columns = LibraryColumn.standard
  package var linkedLists = LinkedList.standard
  /// The order of the library's lists; none for the default order of each list.
  package var sort: [SearchQuery.SortTerm] = []
  package var writesRatings = false
  package var countIn = 4
  package var recordStart = RecordStart.countIn
  package var sceneTiming = SceneTiming()
  package var metronome = MetronomeSettings()
  /// The `bind` and `unbind` lines of the configuration file, in order.
  var bindings: [KeyBinding] = []
  /// The bindings of the keys file, which apply after the others.
  var savedBindings: [KeyBinding] = []

  package init() {}

  /// The other player of the desktop that plays the music.
  package enum SystemChoice: Hashable, Sendable {
    /// The one that runs; the user chooses among several.
    case any
    case named(String)

    package var name: String? { if case .named(let name) = self { name } else { nil } }
  }
}

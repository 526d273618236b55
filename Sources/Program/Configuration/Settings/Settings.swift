import Application
import AudioBase
import AudioDevices
import Controls
import Desktop
import MixEngine
import MusicQuery
import Percussion
import Player
import Remote
import SystemBase
import TerminalUI
import TerminalKit

/// The values of all settings, from the configuration file and the command line, which overrides it.
package struct Settings: Sendable {
  /// Where values come from that were given, by the names of the settings.
  package var sources: [String: SettingLine.Source] = [:]
  /// The names of the settings that the configuration file or the command line gives.
  var given: Set<String> = []

  /// Whether the program reorders right-to-left text; `auto` does so if the terminal does not.
  package enum Bidi: String, CaseIterable, Sendable { case auto, yes, no }

  /// The effect of Ctrl-Z on the music.
  package enum Suspend: String, CaseIterable, Sendable { case pause, play }

  /// The effect of the removal of the device on the music.
  package enum Unplug: String, CaseIterable, Sendable {
    case pause
    case goOn = "continue"
  }

  /// The effect of the end of the terminal on the program.
  package enum Hangup: String, CaseIterable, Sendable { case quit, detach }
  /// What a start does while a player of the user runs: asks, if there is a terminal; plays or adds the files there; or
  /// starts another player.
  package enum SecondStartMode: String, CaseIterable, Sendable { case ask, play, add, new }

  package var output = OutputChoice.automatic
  /// The device of the metronome; nil: the output.
  package var clickOutput: OutputChoice?
  package var input = InputChoice.alsa(pcm: "default")
  /// Whether the input is heard while it is on.
  package var monitorsInput = false
  /// Seconds by which the input is late; nil: as calibrated.
  package var inputLatency: Double?
  package var midi = MIDIChoice.auto
  /// What the player has to do with the transport of JACK.
  package var transport = TransportLink.Mode.off
  /// Whether pads and instrument are sent to other programs.
  package var midiOutput = MIDIChoice.off
  package var pipeFormat = PCMSampleFormat.float
  /// The name or the path of a kit; nil for the kit that was chosen in the list of kits, or without one for DrumDub.
  package var kit: FilePath?
  package var chosenKit: FilePath { kit ?? KitFolders.chosen ?? KitFolders.usual }
  /// The most bytes for the samples of a kit.
  package var kitMemory = KitLoader.usualMemory
  package var period = FrameCount(256)
  package var timing = HitTiming.even
  /// The name of a theme file.
  package var theme = "dark"
  /// The layout of the screen; nil for that of the saved session, or both.
  package var layout: ScreenLayout?
  /// The panes of the screen; nil for those of the saved session, or library and queue.
  package var panes: ScreenPanes?
  package var direction = LayoutDirection.leftToRight
  package var bidi = Bidi.auto
  /// Whether the title of the terminal is that of the track.
  package var setsTitle = true
  package var suspend = Suspend.pause
  package var unplug = Unplug.pause
  package var hangup = Hangup.quit
  /// Whether the program starts in the background, without a terminal.
  package var isDetached = false
  /// Whether the program starts without session, takes, mixer and plug-ins.
  package var isSafe = false
  /// Whether lines are printed instead of a screen.
  package var isPlain = false
  package var wantsMouse = true
  package var wantsArtwork = true
  package var graphics = GraphicsChoice.auto
  var keyLayout = KeyLayout.usual
  package var heldKey = HeldKeyMode.ignore
  /// The file to which each hit is written; nil for none.
  package var hitTrace: FilePath?
  /// The file to which the counters are written at exit; nil for none.
  package var statistics: FilePath?
  /// The file to which a line is appended for each event; nil for none.
  package var log: FilePath?
  /// The file to which the output is recorded from the start; nil for none.
  package var recording: RecordingFile?
  /// The format of recordings that the user starts.
  package var recordFormat = RecordingFile.Format.flac
  /// The other player that plays the music; nil if this program plays.
  package var system: SystemChoice?
  package var others = OthersMode.mix
  /// Whether the desktop shows each new track.
  package var notifications = false
  /// The address at which programs of the network control the player; nil for none.
  package var listen: NetworkAddress?
  /// The password that they must give.
  package var remotePassword: String?
  /// The rate; nil for 48 kHz, or the nearest rate of the card.
  package var rate: SampleRate?
  package var resume = ResumeMode.yes
  package var secondStart = SecondStartMode.ask
  /// The seconds that a track lasts at least that is continued where it was left; nil: none is.
  package var resumeLong: Double? = 1_200
  package var padKeys = PadKeys.qwerty
  package var velocities = StrikeVelocities()
  /// The response to strikes of MIDI devices, unless the pad or the device has its own.
  package var strikeResponse = StrikeResponse(
    curve: .shape(.linear), threshold: 0, mask: 0, crosstalk: .off)
  package var midiClock = MIDIClockMode.off
  package var musicLevel = Decibels(0)
  package var padsLevel = Decibels(-6)
  /// The speed; nil for the speed of the saved session, or 1.
  package var speed: Double?
  /// Seconds.
  package var crossfade = 0.0
  package var replayGain = ReplayGainMode.auto
  /// The library index; nil: `BaseFolders.libraryFile`.
  package var library: FilePath?
  /// The columns of the queue and of the library's lists of tracks.
  package var columns = LibraryColumn.standard
  /// The order of the library's lists; none for the default order of each list.
  package var sort: [SearchQuery.SortTerm] = []
  /// Whether ratings that are set in the player are written to the files too.
  package var writesRatings = false
  /// Beats before a recording while no music plays.
  package var countIn = 4
  package var recordStart = RecordStart.countIn
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

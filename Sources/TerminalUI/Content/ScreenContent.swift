import Application
import TerminalKit

/// All that the main screen shows, as values: made anew when something has changed.
///
/// Texts may hold anything that files hold; drawing takes out what a terminal must not be sent.
package struct ScreenContent: Hashable, Sendable {
  package enum Playback: Hashable, Sendable {
    case stopped, playing, paused, interrupted, seekingForward, seekingBackward
  }

  package enum RepeatMode: Hashable, Sendable {
    case off, one, all
  }

  /// A list at the bottom of the screen.
  package enum Panel: CaseIterable, Hashable, Sendable {
    case library, queue
  }

  /// What lies over the screen.
  package enum Overlay: Hashable, Sendable {
    case help(HelpContent)
    case notices(NoticesContent)
    case takes(TakeListContent)
    case picker(ListContent)
  }

  /// The track at hand.
  package struct Song: Hashable, Sendable {
    /// The title, or the file's name where it has none.
    package var title: String
    package var artist: String?
    package var album: String?
    /// What else its tags tell, ready to be shown: `track 7/12`, `1883`, `classical`.
    package var details: [String]

    package init(title: String, artist: String? = nil, album: String? = nil, details: [String] = []) {
      self.title = title
      self.artist = artist
      self.album = album
      self.details = details
    }
  }

  package struct Message: Hashable, Sendable {
    package var text: String
    package var severity: Severity
    /// Seconds since it came up; nil is not shown.
    package var age: Int?

    package init(_ text: String, _ severity: Severity = .info, age: Int? = nil) {
      self.text = text
      self.severity = severity
      self.age = age
    }
  }

  /// Gains of the two sides, in dB.
  package struct Balance: Hashable, Sendable {
    package var music: Double
    package var pads: Double

    package init(music: Double, pads: Double) {
      self.music = music
      self.pads = pads
    }
  }

  /// Nil where there is none.
  package var song: Song?
  package var playback = Playback.stopped
  package var isQueueEmpty = true
  /// How music comes into it.
  package var emptyHint = ""
  /// Seconds, rounded down; nil where nobody knows.
  package var elapsed: Int?
  package var total: Int?
  /// dB.
  package var volume = 0.0
  package var isMuted = false
  package var isShuffled = false
  package var repeatMode = RepeatMode.off
  package var balance: Balance?
  package var speed = 1.0
  package var pads: [PadContent] = []
  package var queue = ListContent(heading: ["Queue"])
  /// The library's browser; nil where there is none.
  package var library: ListContent?
  package var panel = Panel.queue
  /// The key that shows the other panel.
  package var panelKey = ""
  package var direction = LayoutDirection.leftToRight
  package var artwork: Picture?
  /// Whether a picture has its place, there or still to come.
  package var hasArtwork = false
  package var waveform: WaveformContent?
  package var meters: MeterContent?
  /// The loudness of each band in dB, low ones first; nil shows the waveform.
  package var spectrum: [Float]?
  /// Whether the keys are locked to the pads.
  package var isLocked = false
  /// The sound device's figures, ready to be shown: `48 kHz · 5.3 ms · 0 xruns`.
  package var device = ""
  package var message: Message?
  package var hints: [KeyHint] = []
  /// What is being typed; nil when nothing is.
  package var prompt: String?
  /// What the prompt asks for: `filter`.
  package var promptName = "filter"
  /// What the keys do while it is typed.
  package var promptHints: [KeyHint] = []
  /// Why what is typed cannot be used yet.
  package var promptNote: String?
  /// Nil while nothing is scanned.
  package var scan: ScanContent?
  package var overlay: Overlay?
  /// Nil where there are no takes.
  package var take: TakeContent?

  package init() {}
}

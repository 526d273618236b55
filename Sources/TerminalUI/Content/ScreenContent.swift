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

  package enum Severity: Hashable, Sendable {
    case info, warning, error
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
  package var queue = QueueContent()
  /// The sound device's figures, ready to be shown: `48 kHz · 5.3 ms · 0 xruns`.
  package var device = ""
  package var message: Message?
  package var hints: [KeyHint] = []
  /// What is being typed to find; nil when nothing is.
  package var prompt: String?
  /// Nil where there are no takes.
  package var take: TakeContent?
  /// The list of takes, while it is open.
  package var takeList: TakeListContent?
  /// Whether what is typed is a name.
  package var isNaming = false
  /// The help, while it is open.
  package var help: HelpContent?

  package init() {}
}

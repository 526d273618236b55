import Application
import AudioBase
import Percussion
import Player
import TerminalKit

/// The content of the main screen as values, made again after each change.
///
/// Texts may contain any characters; drawing removes those that must not be sent to a terminal.
package struct ScreenContent: Sendable {
  package struct Song: Hashable, Sendable {
    /// The title, or else the file name.
    package var title: String
    package var artist: String?
    package var album: String?
    /// More tags as text: `track 7/12`, `1883`, `classical`.
    package var details: [String] = []
  }

  /// The gains of music and pads in dB.
  package struct Balance: Hashable, Sendable {
    package var music: Double
    package var pads: Double
    /// Whether neither side was lowered. A listener sees the balance only if one was.
    package var isCentred = false
  }

  /// The song; nil if the queue is empty.
  package var song: Song?
  package var playback = PlaybackState.stopped
  /// The server that has not sent sound yet; nil if there is none.
  package var awaitedHost: String?
  package var isQueueEmpty = true
  /// The hint for adding music to an empty queue.
  package var emptyHint = ""
  /// Seconds, rounded down; nil if unknown.
  package var elapsed: Int?
  package var total: Int?
  /// The number of the bar of the music; nil if it is not known.
  package var bar: Int?
  /// The chapter that is heard, `3/12 The Storm`, or the mark of the song; nil if there is none.
  package var chapter: String?
  package var timeDisplay = ScreenState.TimeDisplay.elapsed
  package var volume = Decibels.unity
  package var isMuted = false
  package var isShuffled = false
  package var shufflesAlbums = false
  package var stopsAfterCurrent = false
  package var isConsuming = false
  /// The minutes to the pause; nil if the sleep timer is off.
  package var sleepMinutes: Int?
  /// The repeated range, in shares of the track; nil if there is none.
  package var loop: ClosedRange<Double>?
  package var marks: [SongTick] = []
  package var repeatMode = RepeatMode.off
  package var balance: Balance?
  package var speed = 1.0
  package var transposition = Transposition.none
  /// Nil while the trainer is off.
  package var trainer: TrainerProgress?
  /// The pads of the chosen bank.
  package var pads: [PadContent] = []
  package var bank = PadBank()
  /// The reason why the pads cannot be heard; nil if they can.
  package var padsNote: String?
  package var queue = ListContent(heading: ["Queue"])
  package var isQueueFiltered = false
  package var library: ListContent?
  /// The visible linked lists, from left to right; empty if there are none.
  package var linkedLists: [ListContent] = []
  package var panel = ScreenState.Panel.queue
  /// The key that shows the other panel.
  package var panelKey = ""
  package var direction = LayoutDirection.leftToRight
  package var artwork: Picture?
  /// Whether there is a place for a picture.
  package var hasArtwork = false
  /// Whether the track has a picture of its own.
  package var hasCover = false
  package var waveform: WaveformContent?
  package var meters: MeterContent?
  /// The loudness of each band in dB, low ones first; nil shows the waveform.
  package var spectrum: [Float]?
  /// The seconds of the recording of the output, rounded down; nil if none runs.
  package var recordedSeconds: Int?
  package var mode = ScreenMode()
  /// The sound device and its state in texts, the longest one first: the first one that fits is shown.
  package var device: [String] = []
  /// The text about the mixer of the take in the header; nil if there is none.
  package var mixerNote: String?
  /// Whether nothing is heard, which `device` explains then.
  package var isSilent = false
  package var message: MessageContent?
  package var unreadErrors = 0
  /// The key that lists the messages; nil if there is none.
  package var noticesKey: String?
  package var hints: [KeyHint] = []
  /// The text that is typed; nil if keys are commands.
  package var prompt: String?
  /// The number of characters before the cursor; nil: it is behind the text.
  package var promptCursor: Int?
  package var isPromptSelected = false
  /// The name in front of the text: `filter`.
  package var promptName = "filter"
  /// The keys while text is typed.
  package var promptHints: [KeyHint] = []
  /// Completions of the text, or an error in it.
  package var promptNote: String?
  package var isPromptNoteError = false
  /// The scan; nil if none runs.
  package var scan: ScanContent?
  package var arrangedPanes = ScreenPanes()
  /// The panes that are layers when they are open, by their places.
  package var panes: [MainLayout.Place: any LayerContent] = [:]
  /// The layer that is drawn over the panels or has a pane; nil if there is none.
  package var overlay: (any LayerContent)?
  /// The take; nil if the front end has no takes.
  package var take: TakeContent?
}

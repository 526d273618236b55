import Player
import SystemBase

/// State that all front ends share and that belongs to no controller: selections, questions, notices.
package struct ApplicationState: Sendable {
  /// A list that can have the focus.
  package enum Panel: Hashable, Sendable { case queue, library }

  /// A change of the keys that waits for a key.
  package enum KeyEdit: Hashable, Sendable {
    case bind(Command)
    /// Removes one of the keys of a command.
    case remove(Command)
    /// Teaches a note or a controller the command of the key; nil until one has come.
    case midi(MIDISource?)
  }

  /// The number of rows of each list that the front end shows.
  package struct VisibleRows: Hashable, Sendable {
    package var queue = 0
    package var library = 0
    package var picker = 0
    package var help = 0
    package var lyrics = 0
    /// The number of columns of the timeline.
    package var timelineColumns = 0
    /// Whether the timeline always shows the steps of a bar, by which its cursor finds hits where columns are not seen.
    package var timelineHasStepsOnly = false
    /// The largest first row of the list of pads and places of practice.
    package var lastPracticeRow = 0
    /// The number of all rows of the tags of a track.
    package var trackInfo = 0

    package init() {}
  }

  /// The times beside the position in the track: that of the part that was played, of the rest, or both.
  package enum TimeDisplay: Hashable, Sendable, CaseIterable {
    case elapsed, remaining, both

    var following: TimeDisplay {
      switch self {
      case .elapsed: .remaining
      case .remaining: .both
      case .both: .elapsed
      }
    }
  }

  /// The selected track of the queue; nil selects the current track.
  package internal(set) var selection: QueueItem.ID?
  /// The filter; nil shows the whole queue.
  package internal(set) var filter: QueueFilter?
  /// The selection before the filter was typed.
  var filterOrigin: QueueItem.ID?
  /// The time at which the rows of the filter were published last.
  var filterShown = HostTime(nanoseconds: 0)
  package internal(set) var marks: Set<QueueItem.ID> = []
  /// Seconds; nil if the length of a track is not known.
  package internal(set) var queueDuration: Double?
  package internal(set) var rows = VisibleRows()
  /// The index of the selected `EmptyLibraryRow`.
  package internal(set) var emptyLibrarySelection = 0
  package internal(set) var panel = Panel.queue
  /// The use of the next key; nil if no key is awaited.
  package internal(set) var keyEdit: KeyEdit?
  package internal(set) var notices = NoticeLog()
  package internal(set) var lyrics = LyricsState()
  package internal(set) var chapters = ChaptersState()
  /// The sources that were warned of a running recording or unsaved takes, so that their next `quit` ends the program.
  var warnedOfQuitting: Set<CommandSource> = []
  /// The text of the last filter, for `find-next` and `find-previous`.
  package internal(set) var lastSearch = ""
  /// The time at which `clear` was given, while it can be confirmed.
  var clearTime: HostTime?
  package internal(set) var question: Question?
  /// Questions that are asked after the open one.
  var laterQuestions: [Question] = []
  package internal(set) var showsSpectrum = false
  package internal(set) var timeDisplay = TimeDisplay.elapsed
  /// The bank of pads that the keys strike.
  package internal(set) var bank = PadBank()
  package internal(set) var mode = ScreenMode()
  package internal(set) var panes = ScreenPanes()
  /// Whether a notice names panes without room when the screen is drawn.
  var tellsHiddenPanes = false
  package internal(set) var options = ClientOptions()

  package init() {}
}

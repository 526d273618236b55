import Player
import SystemBase

/// What front ends show besides the player and its controllers: selections, what is open, what is asked. A value.
package struct ApplicationState: Sendable {
  /// A list that commands move in.
  package enum Panel: Hashable, Sendable { case queue, library }

  /// What lies over the lists and has the keys.
  package enum Overlay: Hashable, Sendable { case help, notices, takes, picker }

  /// How many rows the front end shows of each list.
  package struct VisibleRows: Hashable, Sendable {
    package var queue = 0
    package var library = 0
    package var picker = 0
    package var help = 0

    package init() {}
  }

  /// The selected track; nil follows the one that plays.
  package internal(set) var selection: QueueItem.ID?
  /// What of the queue is shown; nil shows all of it.
  package internal(set) var filter: QueueFilter?
  /// What was selected before the filter was typed.
  var filterOrigin: QueueItem.ID?
  /// When the filter's rows were shown last.
  var filterShown = HostTime(nanoseconds: 0)
  package internal(set) var marks: Set<QueueItem.ID> = []
  /// Seconds of the whole queue; nil where a track's length is not known.
  package internal(set) var queueDuration: Double?
  package internal(set) var rows = VisibleRows()
  /// The selected one of what is offered where there is no library.
  package internal(set) var offer = 0
  package internal(set) var panel = Panel.queue
  package internal(set) var overlay: Overlay?
  package internal(set) var helpSelection = 0
  package internal(set) var helpSearch = ""
  /// The command that waits for its new key.
  package internal(set) var rebinding: Command?
  /// The first notice that is shown.
  package internal(set) var firstNotice = 0
  package internal(set) var notices = NoticeLog()
  package internal(set) var prompt: Prompt?
  /// The row of the list of takes.
  package internal(set) var takeSelection = 0
  /// Whether quitting was warned of.
  var wasAskedToQuit = false
  /// What was looked for last, for the next place that has it.
  package internal(set) var lastSearch = ""
  /// When emptying the queue was asked for and not yet confirmed.
  var clearTime: HostTime?
  package internal(set) var question: Question?
  package internal(set) var showsSpectrum = false
  /// Whether keys strike pads and do nothing else.
  package internal(set) var isLocked = false

  package init() {}

  /// The words that stand out in the queue.
  package var searched: [String] {
    filter?.words ?? lastSearch.split(separator: " ").map(String.init)
  }

  // MARK: Rows of the queue

  package func rowCount(of queue: PlayQueue) -> Int { filter?.rows.count ?? queue.items.count }

  package func track(atRow row: Int, of queue: PlayQueue) -> QueueItem.ID {
    filter?.rows[row] ?? queue.items[row].id
  }

  /// The row in which a track is shown; of one that is not, where it would be.
  package func row(of id: QueueItem.ID?, in queue: PlayQueue) -> Int? {
    guard let filter else { return id.flatMap { queue.index(of: $0) } }
    return filter.row(of: id, in: queue)
  }
}

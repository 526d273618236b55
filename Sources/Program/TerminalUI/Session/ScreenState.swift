import Application
import Player
import SystemBase

/// The selection, the filters and the arrangement of the screen.
package struct ScreenState: Sendable {
  /// A list that can have the focus.
  package enum Panel: Hashable, Sendable { case queue, library }

  /// The sizes of the lists as the front end shows them: numbers of rows, unless stated otherwise.
  package struct VisibleRows: Hashable, Sendable {
    package var queue = 0
    package var library = 0
    package var picker = 0
    package var help = 0
    package var lyrics = 0
    package var timelineColumns = 0
    /// Whether the timeline always shows the steps of a bar, by which its cursor finds hits where columns are not seen.
    package var timelineHasStepsOnly = false
    /// The largest first row of the list of pads and places of practice.
    package var lastPracticeRow = 0
  }

  /// The times beside the position in the track: that of the part that was played, of the rest, or both.
  package enum TimeDisplay: Hashable, Sendable, CaseIterable {
    case elapsed, remaining, both
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
  /// The range that is being marked; nil if none is.
  var markRange: MarkRange<QueueItem.ID>?
  /// Seconds; nil if the length of a track is not known.
  package internal(set) var queueDuration: Double?
  /// A track whose length was not known when `queueDuration` was computed.
  var unknownDuration: QueueItem.ID?
  package internal(set) var rows = VisibleRows()
  /// The index of the selected `EmptyLibraryRow`.
  package internal(set) var emptyLibrarySelection = 0
  package internal(set) var panel = Panel.queue
  /// The text of the last filter, for `find-next` and `find-previous`.
  package internal(set) var lastSearch = ""
  /// The first line of the lyrics that is shown; nil follows the music.
  package internal(set) var lyricsLine: Int?
  package internal(set) var showsSpectrum = false
  package internal(set) var timeDisplay = TimeDisplay.elapsed
  package internal(set) var mode = ScreenMode()
  /// The form for an export; nil if nothing is exported and the form is not open.
  package internal(set) var exportForm: ExportForm?
  package internal(set) var panes = ScreenPanes()
  /// Whether a notice names panes without room when the screen is drawn.
  var tellsHiddenPanes = false
}

/// The rows of the queue that front ends show.
extension ScreenState {
  /// Whether the screen shows the queue or the library.
  var showsLists: Bool {
    mode.shown != .drum || panes[.drum]?.panes.contains(where: \.isList) ?? false
  }

  /// The words that are highlighted in the queue.
  package var searched: [String] {
    filter?.words ?? lastSearch.split(separator: " ").map(String.init)
  }

  package func rowCount(of queue: PlayQueue) -> Int { filter?.rows.count ?? queue.items.count }

  package func track(atRow row: Int, of queue: PlayQueue) -> QueueItem.ID {
    filter?.rows[row] ?? queue.items[row].id
  }

  package func tracks(from first: Int, rows: Int, of queue: PlayQueue) -> [QueueItem] {
    let end = min(first + max(rows, 0), rowCount(of: queue))
    return (first < end ? first..<end : 0..<0).compactMap { queue[track(atRow: $0, of: queue)] }
  }

  /// Returns the row of a track; of a track that is filtered out, the row that follows.
  package func row(of id: QueueItem.ID?, in queue: PlayQueue) -> Int? {
    guard let filter else { return id.flatMap { queue.index(of: $0) } }
    return filter.row(of: id, in: queue)
  }
}

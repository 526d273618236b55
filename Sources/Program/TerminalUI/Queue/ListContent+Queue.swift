import MusicLibrary
import Player

extension ListContent {
  /// Creates the visible rows of the queue. The total length is shown only if all lengths are known.
  ///
  /// - Parameters:
  ///   - columns: the columns that `fit` then chooses from; none shows title, artist and length.
  ///   - next: the track that plays next, which the heading names unless it is in the row below the current one.
  ///   - entry: returns what the library has of a track.
  init(
    _ queue: PlayQueue, _ state: ScreenState, _ columns: [LibraryColumn] = [], first: Int,
    rows height: Int, next: QueueItem? = nil, entry: (QueueItem) -> LibraryTrack? = { _ in nil }
  ) {
    let all = state.rowCount(of: queue)
    self.init(
      heading: ["Queue"] + ListContent.headings(queue, state, next), count: all, first: first,
      rows: state.tracks(from: first, rows: height, of: queue).map { item in
        var row = Row(item, isCurrent: item.id == queue.currentID)
        row.number = queue.index(of: item.id).map { $0 + 1 }
        row.isMarked = state.marks.contains(item.id)
        let known = columns.contains(where: \.isHistory) ? entry(item) : nil
        row.cells = columns.map { $0.text(item, known) }
        return row
      },
      selection: state.row(of: state.selection ?? queue.currentID, in: queue))
    words = state.searched
    highestNumber = queue.items.count
    if let filter = state.filter {
      note = "/\(filter.text)"
      if all == 0 {
        (rows, count) = ([Row(title: filter.isWorking ? "looking…" : "nothing found", kind: .away)], 1)
      }
    }
  }

  private static func headings(
    _ queue: PlayQueue, _ state: ScreenState, _ next: QueueItem?
  ) -> [String] {
    if queue.isEmpty { return [] }
    let tracks = ShownText.count(queue.items.count, "track", "tracks")
    let marked = state.marks.isEmpty ? [] : ["\(state.marks.count) marked"]
    if let filter = state.filter { return ["\(filter.rows.count) of \(tracks)"] + marked }
    var parts = [tracks] + (state.queueDuration.map { [ShownText.clock($0)] } ?? []) + marked
    if let next, next.id != queue.currentID, let current = queue.currentIndex,
      queue.index(of: next.id) != current + 1
    {
      parts.append("next: \(next.title)")
    }
    return parts
  }
}

extension ListContent.Row {
  fileprivate init(_ item: QueueItem, isCurrent: Bool) {
    self.init(
      title: item.title, kind: item.problem != nil ? .failed : (isCurrent ? .current : .usual),
      detail: item.artist, end: item.problem.map(ErrorText.shortReason) ?? ShownText.clock(item.duration))
  }
}

import Application
import Player

extension ListContent {
  /// The visible rows of the queue. The total length is shown only if all lengths are known.
  ///
  /// - Parameters:
  ///   - first: the index of the first visible row.
  ///   - height: the number of visible rows.
  init(_ queue: PlayQueue, _ state: ApplicationState, first: Int, rows height: Int) {
    let all = state.rowCount(of: queue)
    let end = min(first + height, all)
    let shown = first < end ? first..<end : 0..<0
    self.init(
      heading: ["Queue"] + ListContent.headings(queue, state), count: all, first: first,
      rows: shown.compactMap { row in
        let id = state.track(atRow: row, of: queue)
        guard let index = queue.index(of: id) else { return nil }
        var row = Row(queue.items[index], isCurrent: id == queue.currentID)
        row.number = index + 1
        row.isMarked = state.marks.contains(id)
        return row
      },
      selection: state.row(of: state.selection ?? queue.currentID, in: queue))
    words = state.searched
    highestNumber = queue.items.count
    if let filter = state.filter {
      note = "/\(filter.text)"
      if all == 0 { (rows, count) = ([Row(filter.isWorking ? "looking…" : "nothing found", kind: .away)], 1) }
    }
  }

  private static func headings(_ queue: PlayQueue, _ state: ApplicationState) -> [String] {
    if queue.isEmpty { return [] }
    let tracks = ShownText.count(queue.items.count, "track", "tracks")
    if let filter = state.filter { return ["\(filter.rows.count) of \(tracks)"] }
    return [tracks] + (state.queueDuration.map { [ShownText.clock($0)] } ?? [])
  }
}

extension ListContent.Row {
  fileprivate init(_ item: QueueItem, isCurrent: Bool) {
    self.init(
      item.title, kind: item.failure != nil ? .failed : (isCurrent ? .current : .usual), detail: item.artist,
      end: item.failure.map(ErrorText.shortReason) ?? ShownText.clock(item.duration))
  }
}

import Player

/// The rows of the queue that front ends show.
extension ApplicationState {
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

  /// Returns the tracks of this many rows.
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

/// Where marked rows of a list go as one block, which keeps their order.
package enum BlockMove: Hashable, Sendable {
  /// One row up from the first, or down from the last of them.
  case up, down
  case start, end
  /// To the place of a row, counted from 0: in front of it, if it is not marked itself.
  case row(Int)

  /// Returns the number of unmarked rows in front of the block.
  ///
  /// - Parameters:
  ///   - marked: the indices of the marked rows in ascending order; at least one.
  ///   - count: the number of all rows.
  package func place(of marked: [Int], count: Int) -> Int {
    let others = count - marked.count
    return switch self {
    case .up: max(marked[0] - 1, 0)
    case .down: min(marked[marked.count - 1] - marked.count + 2, others)
    case .start: 0
    case .end: others
    case .row(let row): min(max(row - marked.count { $0 < row }, 0), others)
    }
  }
}

extension PlayerModel {
  /// Moves tracks of the queue as one block, and records it as one step. A shuffled order of playback is not changed.
  ///
  /// - Returns: whether the order of the queue has changed.
  @discardableResult
  package func move(_ ids: Set<QueueItem.ID>, _ move: BlockMove) -> Bool {
    let all = queue.items.map(\.id)
    let marked = all.indices.filter { ids.contains(all[$0]) }
    if marked.isEmpty { return false }
    var moved = all.filter { !ids.contains($0) }
    moved.insert(contentsOf: marked.map { all[$0] }, at: move.place(of: marked, count: all.count))
    if moved == all { return false }
    arrange(moved, as: .moved)
    return true
  }
}

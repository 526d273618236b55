import Synchronization

/// Each track's rank in the default order: sorting an answer is then comparing numbers.
final class LibraryOrder: Sendable {
  /// By track id; those that are not known come last.
  private let ranks: [Int32]

  /// Ids go up to the number of tracks that there ever were; a damaged index may hold any.
  private static let usualIDs = 1 << 22

  /// - Parameter ids: all tracks in their order.
  init(_ ids: [Int32]) {
    let count = min(Int(ids.max() ?? 0) + 1, max(ids.count * 4, LibraryOrder.usualIDs))
    var ranks = [Int32](repeating: .max, count: max(count, 1))
    for (rank, id) in ids.enumerated() where ranks.indices.contains(Int(id)) {
      ranks[Int(id)] = Int32(truncatingIfNeeded: rank)
    }
    self.ranks = ranks
  }

  func sorted(_ ids: [Int32]) -> [Int32] {
    let keys = ids.map { id in Int64(rank(id)) << 32 | Int64(id) }.sorted()
    return keys.map { Int32(truncatingIfNeeded: $0) }
  }

  private func rank(_ id: Int32) -> Int32 { ranks.indices.contains(Int(id)) ? ranks[Int(id)] : .max }
}

/// The order that was worked out last; good while no track has come or changed since.
final class OrderCache: Sendable {
  private let kept = Mutex<(order: LibraryOrder, version: Int64)?>(nil)

  func current() -> LibraryOrder? { kept.withLock { $0?.order } }

  func isCurrent(_ version: Int64) -> Bool { kept.withLock { $0?.version == version } }

  func replace(_ order: LibraryOrder, version: Int64) { kept.withLock { $0 = (order, version) } }
}

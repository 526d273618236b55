import MusicQuery
import Synchronization

/// The rank of each track in the default order, so that sorting a result compares integers.
final class LibraryOrder: Sendable {
  /// The ranks by track id; unknown tracks come last.
  private let ranks: [Int32]

  /// The number of ids that are always accepted. Ids are normally limited by the number of tracks ever added;
  /// a damaged index may have any.
  private static let usualIDs = 1 << 22
  /// A list is placed instead of sorted if it has more than this part of the ranks: 16 is a sixteenth.
  private static let most = 16

  /// Creates the order of all tracks, the first one first.
  init(_ ids: [Int32]) {
    let count = min(Int(ids.max() ?? 0) + 1, max(ids.count * 4, LibraryOrder.usualIDs))
    var ranks = [Int32](repeating: .max, count: max(count, 1))
    for (rank, id) in ids.enumerated() where ranks.indices.contains(Int(id)) {
      ranks[Int(id)] = Int32(truncatingIfNeeded: rank)
    }
    self.ranks = ranks
  }

  func sorted(_ ids: [Int32]) -> [Int32] {
    if ids.count > ranks.count / LibraryOrder.most, let placed = placed(ids) { return placed }
    let keys = ids.map { id in Int64(rank(id)) << 32 | Int64(id) }.sorted()
    return keys.map { Int32(truncatingIfNeeded: $0) }
  }

  /// Returns the first tracks, at most this many.
  func first(_ count: Int) -> [Int32] {
    var first = [Int32](repeating: 0, count: max(count, 0))
    for (id, rank) in ranks.enumerated() where rank < first.count { first[Int(rank)] = Int32(id) }
    return first.filter { $0 != 0 }
  }

  /// Sorts a list in the time that a pass over the ranks takes: each id is put at its rank.
  ///
  /// - Returns: nil if an id occurs twice.
  private func placed(_ ids: [Int32]) -> [Int32]? {
    var places = [Int32](repeating: 0, count: ranks.count)
    var unknown: [Int32] = []
    for id in ids {
      let rank = Int(rank(id))
      if !places.indices.contains(rank) {
        unknown.append(id)
      } else if places[rank] == 0 {
        places[rank] = id
      } else {
        return nil
      }
    }
    return places.filter { $0 != 0 } + unknown.sorted()
  }

  private func rank(_ id: Int32) -> Int32 { ranks.indices.contains(Int(id)) ? ranks[Int(id)] : .max }
}

/// The orders that were computed last, with the version of the index that they belong to: the default order, and one
/// by other sort keys.
final class OrderCache: Sendable {
  private struct Entry {
    var terms: [SearchQuery.SortTerm]
    var order: LibraryOrder
    var version: Int64
  }

  private let entries = Mutex<[Entry]>([])

  /// Returns the default order, which may be that of an earlier version of the index.
  func current() -> LibraryOrder? { entries.withLock { $0.first { $0.terms.isEmpty }?.order } }

  /// Returns an order; nil if it is not known for this version.
  func order(_ terms: [SearchQuery.SortTerm], version: Int64) -> LibraryOrder? {
    entries.withLock { $0.first { $0.terms == terms && $0.version == version }?.order }
  }

  func replace(_ terms: [SearchQuery.SortTerm], _ order: LibraryOrder, version: Int64) {
    entries.withLock { entries in
      entries.removeAll { $0.terms.isEmpty == terms.isEmpty }
      entries.append(Entry(terms: terms, order: order, version: version))
    }
  }
}

extension SearchQuery.SortField {
  /// Whether tracks change their place only when their tags change, which the counter `order` counts.
  var isOfTags: Bool { ![.rating, .played, .added, .lastplayed, .random].contains(self) }
}

/// A named number in the index.
enum Counter: String {
  /// The number of changes that may affect the default order.
  case order
  /// The number of tracks at the time when runs were counted.
  case runsCounted = "runs counted"

  func value(_ connection: borrowing Connection) throws(LibraryError) -> Int64 {
    try connection.integer("SELECT value FROM counters WHERE name = \(rawValue)") ?? 0
  }

  func set(_ value: Int, _ connection: borrowing Connection) throws(LibraryError) {
    try connection.run("UPDATE counters SET value = \(value) WHERE name = \(rawValue)")
  }
}

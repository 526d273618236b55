import AudioBase

/// A change of a playlist of the index. Entries are named by their index and their location: if another program has
/// changed the playlist, entries that are no longer there are left alone.
package enum PlaylistEdit: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package var index: Int
    var location: PlaylistEntry.Location

    package init(index: Int, location: PlaylistEntry.Location) {
      (self.index, self.location) = (index, location)
    }
  }

  package struct Insertion: Hashable, Sendable {
    var index: Int
    var entry: PlaylistEntry

    package init(index: Int, entry: PlaylistEntry) { (self.index, self.entry) = (index, entry) }
  }

  /// Insertions in the order of their indices.
  case insert([Insertion])
  case append([PlaylistEntry])
  case remove([Entry])
  /// Entries in the order of their indices, which become adjacent; the first one gets the index.
  case move([Entry], to: Int)
  /// Entries of which each gets another index, in ascending order: the inverse of a move of entries that were not adjacent.
  case spread([Entry], to: [Int])

  /// Applies the edit. Returns the edit that undoes it; nil if nothing has changed.
  func apply(to entries: inout [PlaylistEntry]) -> PlaylistEdit? {
    switch self {
    case .insert(let insertions): return PlaylistEdit.insert(insertions, &entries)
    case .append(let added):
      return PlaylistEdit.insert(added.map { Insertion(index: .max, entry: $0) }, &entries)
    case .remove(let removed): return PlaylistEdit.remove(removed, &entries)
    case .move(let moved, let place):
      return PlaylistEdit.spread(moved, to: moved.indices.map { place + $0 }, &entries)
    case .spread(let moved, let places): return PlaylistEdit.spread(moved, to: places, &entries)
    }
  }

  /// Gives entries other indices. Both are in ascending order.
  private static func spread(
    _ moved: [Entry], to places: [Int], _ entries: inout [PlaylistEntry]
  ) -> PlaylistEdit? {
    let indices = moved.map(\.index)
    guard let first = places.first, let last = places.last, first >= 0, last < entries.count,
      moved.count == places.count, indices != places,
      zip(indices, indices.dropFirst()).allSatisfy(<), zip(places, places.dropFirst()).allSatisfy(<),
      moved.allSatisfy({ $0.isAt(entries) })
    else { return nil }
    let part = indices.map { entries[$0] }
    for index in indices.reversed() { entries.remove(at: index) }
    for (place, entry) in zip(places, part) { entries.insert(entry, at: place) }
    return .spread(zip(places, moved).map { Entry(index: $0, location: $1.location) }, to: indices)
  }

  private static func insert(_ insertions: [Insertion], _ entries: inout [PlaylistEntry]) -> PlaylistEdit? {
    var inverse: [Entry] = []
    for insertion in insertions {
      let index = min(insertion.index, entries.count)
      entries.insert(insertion.entry, at: index)
      inverse.append(Entry(index: index, location: insertion.entry.location))
    }
    return inverse.isEmpty ? nil : .remove(inverse)
  }

  private static func remove(_ removed: [Entry], _ entries: inout [PlaylistEntry]) -> PlaylistEdit? {
    var inverse: [Insertion] = []
    for entry in removed.sorted(by: { $0.index > $1.index }) where entry.isAt(entries) {
      inverse.append(Insertion(index: entry.index, entry: entries.remove(at: entry.index)))
    }
    return inverse.isEmpty ? nil : .insert(inverse.reversed())
  }

  var change: PlaylistChange {
    switch self {
    case .insert(let insertions): .added(count: insertions.count)
    case .append(let entries): .added(count: entries.count)
    case .remove(let entries): .removed(count: entries.count)
    case .move, .spread: .moved
    }
  }
}

extension PlaylistEdit.Entry {
  fileprivate func isAt(_ entries: [PlaylistEntry]) -> Bool {
    entries.indices.contains(index) && entries[index].location == location
  }
}

package enum PlaylistChange: Hashable, Sendable {
  case added(count: Int)
  case removed(count: Int)
  case moved
}

package enum PlaylistReplacement: Hashable, Sendable { case deleted, replaced }

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
  /// Adjacent entries; the first one gets the index.
  case move([Entry], to: Int)

  /// Applies the edit. Returns the edit that undoes it; nil if nothing has changed.
  func apply(to entries: inout [PlaylistEntry]) -> PlaylistEdit? {
    switch self {
    case .insert(let insertions): return PlaylistEdit.insert(insertions, &entries)
    case .append(let added):
      return PlaylistEdit.insert(added.map { Insertion(index: .max, entry: $0) }, &entries)
    case .remove(let removed): return PlaylistEdit.remove(removed, &entries)
    case .move(let moved, let place):
      guard let first = moved.first?.index, place != first, place >= 0, place + moved.count <= entries.count,
        zip(moved, first...).allSatisfy({ $0.index == $1 && $0.isAt(entries) })
      else { return nil }
      let part = entries[first..<(first + moved.count)]
      entries.removeSubrange(part.indices)
      entries.insert(contentsOf: part, at: place)
      return .move(moved.enumerated().map { Entry(index: place + $0, location: $1.location) }, to: first)
    }
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
    case .move: .moved
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

import AudioBase
import MusicLibrary

/// A change of a playlist of the index. Entries are named by their index and their location: if another program has
/// changed the playlist, entries that are no longer there are left alone.
package enum PlaylistEdit: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    var index: Int
    var location: PlaylistEntry.Location
  }

  case remove([Entry])
  case move(Entry, to: Int)

  /// Applies the change.
  func apply(to entries: inout [PlaylistEntry]) {
    switch self {
    case .remove(let removed):
      for entry in removed.sorted(by: { $0.index > $1.index }) where entry.isAt(entries) {
        entries.remove(at: entry.index)
      }
    case .move(let entry, let place):
      guard entry.isAt(entries), entries.indices.contains(place) else { return }
      entries.insert(entries.remove(at: entry.index), at: place)
    }
  }

  /// The number of entries that are removed.
  var removedCount: Int { if case .remove(let entries) = self { entries.count } else { 0 } }
}

extension PlaylistEdit.Entry {
  fileprivate func isAt(_ entries: [PlaylistEntry]) -> Bool {
    entries.indices.contains(index) && entries[index].location == location
  }
}

/// What is added to a playlist.
package enum PlaylistAddition: Hashable, Sendable {
  /// Rows of the library, whose tracks are looked up.
  case items([LibraryListing.Item])
  case entries([PlaylistEntry])
}

/// Changes playlists of the index, and returns what is reported. Blocks on the index.
struct PlaylistEditor {
  private let store: LibraryStore

  init(_ store: LibraryStore) { self.store = store }

  /// Saves a query as a playlist, unless a playlist of that name exists.
  func save(query: String, as name: String) throws(LibraryError) -> LibraryReport {
    if try store.playlists().contains(where: { $0.name == name }) { return .playlists(.playlistExists(name)) }
    try store.savePlaylist(name, query: query)
    return .playlists(.playlistSaved(name))
  }

  /// Adds to the playlist of a name, which is created if it does not exist.
  func add(_ addition: PlaylistAddition, to name: String) throws(LibraryError) -> LibraryReport {
    let added: [PlaylistEntry]
    switch addition {
    case .entries(let entries): added = entries
    case .items(let items): added = try LibraryGathering(.append, items).playlistEntries(store)
    }
    if added.isEmpty { return .playlists(.nothingToAdd) }
    if let old = try store.playlists().first(where: { $0.name == name }) {
      guard try store.editPlaylist(old.id, { $0 += added }) else {
        return .playlists(.playlistNotChanged(name))
      }
    } else {
      try store.savePlaylist(name, added)
    }
    return .playlists(.playlistAppended(name, count: added.count))
  }

  func apply(_ edit: PlaylistEdit, to playlist: PlaylistName) throws(LibraryError) -> LibraryReport {
    guard try store.editPlaylist(playlist.id, { edit.apply(to: &$0) }) else {
      return .playlists(.playlistNotChanged(playlist.name))
    }
    switch edit {
    case .remove: return .playlists(.playlistShortened(playlist.name, count: edit.removedCount))
    case .move: return .playlistEdited
    }
  }
}

import AudioBase
import MusicLibrary
import Playlists
import SystemBase

package enum PlaylistAddition: Hashable, Sendable {
  /// Rows of the library, whose tracks are looked up.
  case items([LibraryListing.Item])
  case entries([PlaylistEntry])
}

/// Changes playlists of the index, and returns what is reported. Blocks on the index; one thread at a time.
package struct PlaylistEditor {
  private let store: LibraryStore
  private let histories: PlaylistHistories

  init(_ store: LibraryStore, _ histories: PlaylistHistories) {
    (self.store, self.histories) = (store, histories)
  }

  /// Saves a query as a playlist, unless a playlist of that name exists.
  func save(query: String, as name: String) throws(LibraryError) -> LibraryReport {
    guard try store.exchangePlaylist(name, nil, by: .query(query)) else {
      return .playlists(.playlist(.exists(name)))
    }
    return .playlists(.playlist(.saved(name)))
  }

  /// Saves the entries of a playlist file under its name, unless a playlist of that name exists.
  func add(_ file: Playlist, from path: FilePath) throws(LibraryError) -> LibraryReport {
    let ending = path.fileExtension.utf8.count + 1
    let name = FilePath(bytes: Array(path.lastComponent.bytes.dropLast(ending))).shown
    let entries = file.entries.filter(\.hasLocation)
    guard try store.exchangePlaylist(name, nil, by: .entries(entries)) else {
      return .playlists(.playlist(.exists(name)))
    }
    let missing = entries.count(where: \.isMissing)
    return .playlists(.playlist(.imported(name, count: entries.count, missing: missing)))
  }

  /// Adds to the playlist of a name, which is created if it does not exist.
  func add(
    _ addition: PlaylistAddition, to name: String, at time: ChangeTime = .now()
  ) throws(LibraryError) -> LibraryReport {
    let added: [PlaylistEntry]
    switch addition {
    case .entries(let entries): added = entries
    case .items(let items): added = try LibraryTracksRequest(.append, items).playlistEntries(store)
    }
    if added.isEmpty { return .playlists(.nothingToAdd) }
    _ = try store.exchangePlaylist(name, nil, by: .entries([]))
    guard let playlist = try store.playlists().first(where: { $0.name == name }) else {
      return .playlists(.playlist(.notChanged(name)))
    }
    return try apply(.append(added), to: PlaylistName(id: playlist.id, name: name), at: time)
  }

  package func apply(
    _ edit: PlaylistEdit, to playlist: PlaylistName, at time: ChangeTime = .now()
  ) throws(LibraryError) -> LibraryReport {
    guard let inverse = try store.editPlaylist(playlist.id, { edit.apply(to: &$0) }) else {
      return .playlists(.playlist(.notChanged(playlist.name)))
    }
    if let inverse {
      histories.record(.init(change: edit.change, edit: inverse, playlist: playlist), at: time)
    }
    switch edit.change {
    case .removed where inverse == nil: return .playlists(.playlist(.overtaken(playlist.name)))
    case .added(let count): return .playlists(.playlist(.appended(playlist.name, count: count)))
    case .removed(let count): return .playlists(.playlist(.shortened(playlist.name, count: count)))
    case .moved: return .playlistEdited
    }
  }

  // MARK: Whole playlists

  /// Saves entries under a name.
  ///
  /// - Parameter time: the time of the change: a playlist that is replaced can be restored; nil replaces none.
  func save(
    _ entries: [PlaylistEntry], as name: String, at time: ChangeTime?
  ) throws(LibraryError) -> LibraryReport {
    var before = try time.flatMap { _ throws(LibraryError) in try store.content(ofPlaylist: name) }
    while try !store.exchangePlaylist(name, before, by: .entries(entries)) {
      if time == nil { return .playlists(.playlist(.exists(name))) }
      // Another player has changed it meanwhile.
      before = try store.content(ofPlaylist: name)
    }
    guard let time else { return .playlists(.playlist(.saved(name))) }
    // Read back: the index stores durations in its own precision.
    let after = try? store.content(ofPlaylist: name)
    if let before {
      histories.record(
        .init(replacement: .replaced, name: name, before: before, after: after ?? .entries(entries)), at: time
      )
    }
    return .playlists(.playlist(.saved(name, isReplaced: before != nil)))
  }

  /// Deletes a playlist, which can be undone.
  package func delete(
    _ playlist: PlaylistName, at time: ChangeTime = .now()
  ) throws(LibraryError) -> LibraryReport {
    guard let before = try store.content(ofPlaylist: playlist.name) else {
      return .playlists(.playlist(.overtaken(playlist.name)))
    }
    try store.deletePlaylist(playlist.id)
    histories.forget(playlist.id)
    histories.record(.init(replacement: .deleted, name: playlist.name, before: before, after: nil), at: time)
    return .playlists(.playlist(.deleted(playlist.name)))
  }

  /// Undoes or redoes the newest change of all playlists, albums and ratings; nil if there is none.
  func turnNewest(_ direction: UndoDirection) throws(LibraryError) -> LibraryReport? {
    switch histories.newest(direction) {
    case .step(let step):
      let playlist = step.playlist
      let inverse = try store.editPlaylist(playlist.id) { step.edit.apply(to: &$0) } ?? nil
      histories.turn(direction, of: playlist.id, into: inverse)
      guard inverse != nil else { return .playlists(.playlist(.overtaken(playlist.name))) }
      return .playlists(.playlist(.turned(direction, playlist.name, step.change)))
    case .exchange(let exchange):
      let (old, new) =
        direction == .undo ? (exchange.after, exchange.before) : (exchange.before, exchange.after)
      let isDone = try store.exchangePlaylist(exchange.name, old, by: new)
      histories.turn(\.exchanges, direction, isDone: isDone)
      return .playlists(
        isDone
          ? .playlist(.exchanged(direction, exchange.name, exchange.replacement))
          : .playlist(.overtaken(exchange.name)))
    case .albums(let step): return try AlbumEditor(store, histories).turn(direction, step)
    case .ratings(let step): return try RatingEditor(store, histories).turn(direction, step)
    case nil: return nil
    }
  }
}

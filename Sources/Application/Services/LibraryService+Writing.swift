import AudioBase
import MusicLibrary
import SystemBase

/// Changes of the index: ratings, play counts, playlists.
extension LibraryService {
  /// Gives a track one star more; after five stars, no rating.
  package func rate(_ played: TrackLocation) {
    write { [report] store throws(LibraryError) in
      guard let track = try store.track(at: played) else { return report(.rated(nil)) }
      try store.setRating(.next(after: track.rating), of: track.id)
      report(.rated(try store.tracks([track.id]).first, former: track.rating))
    }
  }

  package func countPlay(_ played: TrackLocation) {
    write { [report] store throws(LibraryError) in
      try store.countPlay(played)
      if let track = try store.track(at: played) { report(.played(track)) }
    }
  }

  /// Stores the tags of a file that were changed, unless the index does not have the file as one track. Waits for the
  /// index.
  ///
  /// - Returns: what becomes of the rating if the edit is undone.
  func store(_ track: TrackInfo, rating: LibraryStore.EditedRating) -> LibraryStore.EditedRating {
    guard let store = state.withLock({ $0.store }) else { return .ofFile }
    do throws(LibraryError) {
      return try store.storeEdited(track, damage: track.damage.map(reason), rating: rating)
    } catch {
      failed(error)
      return .ofFile
    }
  }

  /// Returns the rating of a file. Waits for the index.
  ///
  /// - Parameter stated: the rating in its tags, which is returned if the index does not have the file.
  func rating(of path: FilePath, stated: TrackRating?) -> TrackRating? {
    guard let store = state.withLock({ $0.store }) else { return stated }
    do throws(LibraryError) {
      let entry = try store.track(at: TrackLocation(path: path))
      return entry.map { $0.rating(ifFileStates: stated) } ?? stated
    } catch {
      failed(error)
      return stated
    }
  }

  /// Whether the index is open.
  package var isOpen: Bool { state.withLock { $0.store != nil } }

  /// Saves a playlist in the index and reports it.
  ///
  /// - Parameters:
  ///   - replacing: whether a playlist of the same name may be replaced.
  ///   - exists: called on the writer's thread instead, if there is one and it may not be replaced.
  package func savePlaylist(
    _ entries: [PlaylistEntry], as name: String, replacing: Bool, exists: @escaping @Sendable () -> Void
  ) {
    write { [report] store throws(LibraryError) in
      if !replacing, try store.playlists().contains(where: { $0.name == name }) { return exists() }
      try store.savePlaylist(name, entries)
      report(.playlists(.playlistSaved(name)))
    }
  }

  /// Changes the index for another program, on the thread that writes.
  ///
  /// - Parameter body: called with nil if no index is open. It returns what is reported.
  package func change(_ body: @escaping @Sendable (LibraryStore?) -> LibraryReport?) {
    let store = state.withLock { $0.store }
    writer.run { [report] in if let result = body(store) { report(result) } }
  }

  /// Edits a playlist so that the user can undo it. Called within `change`.
  package func edited(
    _ playlist: PlaylistName, _ edit: PlaylistEdit, in store: LibraryStore
  ) throws(LibraryError) -> LibraryReport {
    try PlaylistEditor(store, histories).apply(edit, to: playlist)
  }

  func saveQuery(_ query: String, as name: String) {
    write { [report, histories] store throws(LibraryError) in
      report(try PlaylistEditor(store, histories).save(query: query, as: name))
    }
  }

  func add(_ addition: PlaylistAddition, toPlaylist name: String) {
    write { [report, histories] store throws(LibraryError) in
      report(try PlaylistEditor(store, histories).add(addition, to: name))
    }
  }

  func editPlaylist(_ playlist: PlaylistName, _ edit: PlaylistEdit) {
    write { [report, histories] store throws(LibraryError) in
      report(try PlaylistEditor(store, histories).apply(edit, to: playlist))
    }
  }

  func follow(_ direction: PlaylistUndo, _ playlist: PlaylistName) {
    write { [report, histories] store throws(LibraryError) in
      report(try PlaylistEditor(store, histories).follow(direction, playlist))
    }
  }

  package func deletePlaylist(_ id: Int64, name: String) {
    write { [report] store throws(LibraryError) in
      try store.deletePlaylist(id)
      report(.playlists(.playlistDeleted(name)))
    }
  }

  /// Renames a playlist, unless another one has the name.
  package func renamePlaylist(_ id: Int64, from old: String, to name: String) {
    write { [report] store throws(LibraryError) in
      let isRenamed = try store.renamePlaylist(id, to: name)
      report(.playlists(isRenamed ? .playlistRenamed(from: old, to: name) : .playlistNotRenamed(to: name)))
    }
  }

  /// - Returns: false if no index is open.
  @discardableResult
  private func write(_ body: @escaping @Sendable (LibraryStore) throws(LibraryError) -> Void) -> Bool {
    guard let store = state.withLock({ $0.store }) else { return false }
    writer.run { [self] in
      do throws(LibraryError) {
        try body(store)
      } catch {
        failed(error)
      }
    }
    return true
  }
}

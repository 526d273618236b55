import AudioBase
import MusicLibrary
import Playlists
import SystemBase

/// Changes of the index: ratings, play counts, playlists.
extension LibraryService {
  package func rate(_ location: TrackLocation, _ change: RatingChange) {
    rate([location], change) { .rated($0.first?.track, former: $0.first?.former) }
  }

  package func rate(all tracks: [TrackLocation], _ change: RatingChange) {
    rate(tracks, change) { .ratedAll($0) }
  }

  /// Rates tracks, which is the newest change that can be undone before it is written.
  private func rate(
    _ tracks: [TrackLocation], _ change: RatingChange,
    _ reported: @escaping @Sendable ([RatedTrack]) -> LibraryReport
  ) {
    guard isOpen else { return }
    let time = histories.expect()
    write { [report, histories] store throws(LibraryError) in
      let rated = try RatingEditor(store, histories).rate(tracks, change, at: time)
      histories.settle(time)
      report(reported(rated))
    }
  }

  package func countPlay(_ played: TrackInfo, at time: Int64) {
    write { [report] store throws(LibraryError) in
      try store.countPlay(played.location, at: time, as: played)
      if let track = try? store.track(at: played.location) { report(.played(track)) }
    }
  }

  /// Stores the tags of a file that were changed, unless the index does not have the file as one track. Waits for the
  /// index. Returns what becomes of the rating if the edit is undone.
  func store(_ track: TrackInfo, rating: LibraryStore.EditedRating) -> LibraryStore.EditedRating {
    if case .written = rating { histories.forgetRatings() }
    return using { store throws(LibraryError) in
      try store.storeEdited(track, damage: track.damage.map(reason), rating: rating)
    } ?? .ofFile
  }

  /// Stores that a file has another name: its history, its rating and its places in playlists are kept. Waits for the
  /// index.
  func renamed(_ from: FilePath, to: FilePath) {
    guard let stamp = FileStamp(to) else { return }
    using { store throws(LibraryError) in try store.apply([.moved(from: from, to: to, stamp)]) }
  }

  /// Returns the folders of the library. Waits for the index.
  func folders() -> [FilePath] {
    using { store throws(LibraryError) in try store.folders().map(\.path) } ?? []
  }

  /// Returns the rating of a file. Waits for the index.
  ///
  /// - Parameter stated: the rating in its tags, which is returned if the index does not have the file.
  func rating(of path: FilePath, stated: TrackRating?) -> TrackRating? {
    let entry = using { store throws(LibraryError) in try store.track(at: TrackLocation(path: path)) } ?? nil
    return entry.map { $0.rating(ifFileStates: stated) } ?? stated
  }

  package var isOpen: Bool { store != nil }

  /// Saves a playlist in the index and reports it.
  ///
  /// - Parameters:
  ///   - replacing: whether a playlist of the same name may be replaced.
  ///   - exists: called on the writer's thread instead, if there is one and it may not be replaced.
  package func savePlaylist(
    _ entries: [PlaylistEntry], as name: String, replacing: Bool, exists: @escaping @Sendable () -> Void
  ) {
    guard isOpen else { return }
    let time = replacing ? histories.expect() : nil
    write { [report, histories] store throws(LibraryError) in
      if !replacing, try store.playlists().contains(where: { $0.name == name }) { return exists() }
      report(try PlaylistEditor(store, histories).save(entries, as: name, at: time))
      if let time { histories.settle(time) }
    }
  }

  /// Changes the index for another program, on the thread that writes.
  ///
  /// - Parameter body: called with nil if no index is open. It returns what is reported.
  package func change(_ body: @escaping @Sendable (LibraryStore?) -> LibraryReport?) {
    let store = state.withLock { $0.store }
    writer.run { [report] in if let result = body(store) { report(result) } }
  }

  /// Returns an editor whose changes the user can undo. Used within `change`.
  package func editor(_ store: LibraryStore) -> PlaylistEditor { PlaylistEditor(store, histories) }

  package func saveQuery(_ query: String, as name: String) {
    guard isOpen else { return report(.playlists(.noFolders)) }
    write { [report, histories] store throws(LibraryError) in
      report(try PlaylistEditor(store, histories).save(query: query, as: name))
    }
  }

  package func importPlaylist(_ path: FilePath) {
    lookups.run { [self] in
      do throws(FileError) {
        let playlist = try PlaylistReader().read(path)
        write { [report, histories] store throws(LibraryError) in
          report(try PlaylistEditor(store, histories).add(playlist, from: path))
        }
      } catch {
        report(.playlists(.folder(error)))
      }
    }
  }

  package func add(_ addition: PlaylistAddition, toPlaylist name: String) {
    guard isOpen else { return report(.playlists(.noFolders)) }
    change { editor, time throws(LibraryError) in try editor.add(addition, to: name, at: time) }
  }

  package func editPlaylist(_ playlist: PlaylistName, _ edit: PlaylistEdit) {
    change { editor, time throws(LibraryError) in try editor.apply(edit, to: playlist, at: time) }
  }

  package func deletePlaylist(_ playlist: PlaylistName) {
    change { editor, time throws(LibraryError) in try editor.delete(playlist, at: time) }
  }

  package func editAlbums(_ edit: AlbumEdit) {
    guard isOpen else { return report(.playlists(.noFolders)) }
    let time = histories.expect()
    write { [report, histories] store throws(LibraryError) in
      report(try AlbumEditor(store, histories).apply(edit, at: time))
      histories.settle(time)
    }
  }

  /// Changes playlists. The change is the newest one that can be undone before it is written.
  private func change(
    _ body: @escaping @Sendable (PlaylistEditor, ChangeTime) throws(LibraryError) -> LibraryReport
  ) {
    guard isOpen else { return }
    let time = histories.expect()
    write { [report, histories] store throws(LibraryError) in
      report(try body(PlaylistEditor(store, histories), time))
      histories.settle(time)
    }
  }

  package func timeOfPlaylist(_ direction: UndoDirection) -> ChangeTime? { histories.time(of: direction) }

  package func turnPlaylist(_ direction: UndoDirection) {
    write { [report, histories] store throws(LibraryError) in
      if let done = try PlaylistEditor(store, histories).turnNewest(direction) { report(done) }
    }
  }

  package func renamePlaylist(_ id: Int64, from old: String, to name: String) {
    write { [report] store throws(LibraryError) in
      let isRenamed = try store.renamePlaylist(id, to: name)
      report(
        .playlists(isRenamed ? .playlist(.renamed(from: old, to: name)) : .playlist(.notRenamed(to: name))))
    }
  }

  /// Writes a change on the writer's thread, unless no index is open. A change that cannot be written waits, with
  /// those that follow it, so that their order is kept.
  private func write(_ body: @escaping PendingWrites.Change) {
    guard isOpen else { return }
    writer.run { [self] in
      state.withLock { $0.pendingWrites.changes.append(body) }
      writePending(isRetry: false)
    }
  }

  /// Writes the changes that wait.
  ///
  /// - Parameter isRetry: whether the user has not asked for it.
  func writePending(isRetry: Bool) {
    while let store, let change = state.withLock({ $0.pendingWrites.changes.first }) {
      do throws(LibraryError) {
        try change(store)
        state.withLock { _ = $0.pendingWrites.changes.removeFirst() }
      } catch {
        if [.damaged, .unsupported].contains(error.code) {
          state.withLock { _ = $0.pendingWrites.changes.removeFirst() }
          histories.expectNone()
          failed(error)
          continue
        }
        return keepPending(error.asFileError, isRetry)
      }
    }
    if let failure = state.withLock({ $0.pendingWrites.settle() }) {
      report(.written(.saved(after: failure)))
    }
  }

  private func keepPending(_ error: FileError, _ isRetry: Bool) {
    let (isNew, pause) = state.withLock { $0.pendingWrites.fail(error, isRetry) }
    // Each change that the user makes is answered, but the tries are silent.
    if isNew || !isRetry { report(.written(.failed(error))) }
    guard let pause else { return }
    writer.run(afterSeconds: pause) { [self] in writePending(isRetry: true) }
  }
}

/// The changes of an index that wait until they can be written.
struct PendingWrites {
  typealias Change = @Sendable (LibraryStore) throws(LibraryError) -> Void

  var changes: [Change] = []
  /// The reason why the first change cannot be written.
  private(set) var failure: FileError?
  private var failures = 0
  private var isRetrying = false

  /// Notes that the first change cannot be written. Returns whether the reason is new, and the seconds until the next
  /// try; nil if one waits.
  fileprivate mutating func fail(_ error: FileError, _ isRetry: Bool) -> (isNew: Bool, pause: Double?) {
    defer { failure = error }
    if isRetry { isRetrying = false }
    if isRetrying { return (failure != error, nil) }
    isRetrying = true
    failures += 1
    return (failure != error, FileSaver.pauses[min(failures, FileSaver.pauses.count) - 1])
  }

  /// Notes that all changes are written. Returns why they were not before.
  fileprivate mutating func settle() -> FileError? {
    // A try that waits finds nothing to do.
    (failures, isRetrying) = (0, false)
    return failure.take()
  }
}

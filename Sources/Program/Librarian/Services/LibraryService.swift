import AudioBase
import MusicLibrary
import Synchronization
import SystemBase
import TrackTags

/// The library index while the player runs. One thread opens, scans and watches, one writes, two read, one looks up
/// loudness.
///
/// Any thread; no function waits. All reports are one stream in order, since scans and watched folders send some too.
package final class LibraryService: Sendable {
  struct State {
    var store: LibraryStore?
    /// The number of each client's last request for a list.
    var latest: [LibraryClient: Int] = [:]
    var watcher: LibraryWatcher?
    /// Cancels the scan that runs or waits.
    var scan: CancelFlag?
    var watch: CancelFlag?
    /// Whether a damaged index has been rebuilt.
    var isReplaced = false
    var isStopping = false
    var pendingWrites = PendingWrites()
    /// Lookups that came before the index was opened; nil afterwards.
    var waitingGains: [@Sendable () -> Void]? = []

    func isCurrent(_ store: LibraryStore) -> Bool { !isStopping && self.store === store }
  }

  let path: FilePath
  /// Separate from the player's, so that a track that is played does not wait for a scan.
  let workers: TagWorkerPool
  /// Makes the text that the index stores for a file that cannot be read.
  let reason: @Sendable (FileError) -> String
  /// Called on any of the threads.
  let report: @Sendable (LibraryReport) -> Void
  let state = Mutex(State())
  let scanner = SerialWorker(name: "scan")
  let writer = SerialWorker(name: "library writer")
  /// Reads visible rows.
  let quick = SerialWorker(name: "library")
  /// Reads complete lists.
  let slow = SerialWorker(name: "library lists")
  let histories = PlaylistHistories()
  /// Looks up single tracks, and reads playlists of folders.
  let lookups = SerialWorker(name: "lookups")

  package init(
    _ path: FilePath, workers: TagWorkerPool, reason: @escaping @Sendable (FileError) -> String,
    report: @escaping @Sendable (LibraryReport) -> Void
  ) {
    (self.path, self.workers, self.reason, self.report) = (path, workers, reason, report)
  }

  // MARK: Opening

  package func open(creating: Bool) {
    scanner.run { [self] in
      defer { findWaitingGains() }
      guard creating || path.exists else { return report(.absent) }
      do throws(LibraryError) {
        let hasFolders = try use(try LibraryStore.open(path))
        if hasFolders, !creating { watch() }
      } catch {
        report(.failed(error))
      }
    }
  }

  /// Uses an index that was opened. Returns whether the index has folders.
  private func use(_ opening: LibraryOpening) throws(LibraryError) -> Bool {
    let folders = try opening.store.folders()
    state.withLock { $0.store = opening.store }
    let tracks = folders.isEmpty ? try opening.store.trackCount() : 1
    report(.opened(isEmpty: tracks == 0, opening.notice))
    return !folders.isEmpty
  }

  func failed(_ error: LibraryError) {
    report(.failed(error))
    replaceIfDamaged(error)
  }

  /// Recreates a damaged index and scans its folders, but only once: if it is damaged again, the disk is failing.
  func replaceIfDamaged(_ error: LibraryError) {
    guard error.code == .damaged, error.subject == path.shown else { return }
    let isFirst = state.withLock { state in
      defer { state.isReplaced = true }
      return !state.isReplaced && !state.isStopping
    }
    guard isFirst else { return }
    scanner.run { [self] in
      stopWatching()
      do throws(LibraryError) {
        if try use(try LibraryStore.recreate(path)) { watch() }
      } catch {
        report(.failed(error))
      }
    }
  }

  // MARK: Reading

  /// The open index, for queries of other programs; nil if there is none.
  package var store: LibraryStore? { state.withLock { $0.store } }

  /// Returns what a function reads in the index or stores there; nil without an index, and after an error, which is reported.
  @discardableResult
  func using<Value>(_ body: (LibraryStore) throws(LibraryError) -> Value) -> Value? {
    guard let store else { return nil }
    do throws(LibraryError) { return try body(store) } catch {
      failed(error)
      return nil
    }
  }

  /// Returns the tracks of rows; nil without an index. Waits for the index.
  func gathered(_ request: LibraryTracksRequest) -> LibraryTracksRequest.Result? {
    using(request.carryOut)
  }

  package func listPlaylists() {
    lookups.run { [self] in
      using { store throws(LibraryError) in report(.savedPlaylists(try store.playlists())) }
    }
  }

  package func find(_ location: TrackLocation, for purpose: TrackLookup) {
    lookups.run { [self] in
      using { store throws(LibraryError) in report(.found(try store.track(at: location), location, purpose)) }
    }
  }

  package func findQueued(_ locations: [TrackLocation]) {
    lookups.run { [self] in
      using { store throws(LibraryError) in
        var found: [TrackLocation: LibraryTrack?] = [:]
        for location in locations { found.updateValue(try store.track(at: location), forKey: location) }
        report(.foundQueued(found))
      }
    }
  }

  /// Looks up the loudness of a track, once the index is open.
  ///
  /// - Parameter deliver: called on another thread; with nil if the index has no value or there is no index.
  package func findGain(
    of location: TrackLocation, deliver: @escaping @Sendable (ReplayGain?) -> Void
  ) {
    let find: @Sendable () -> Void = { [self] in
      let store = state.withLock { $0.store }
      deliver((try? store?.track(at: location))?.track.replayGain)
    }
    let mustWait = state.withLock { state in
      state.waitingGains?.append(find)
      return state.waitingGains != nil
    }
    if !mustWait { lookups.run(find) }
  }

  /// Looks up the albums of tracks; all are nil before an index is open. `deliver` is called on another thread.
  package func findAlbums(of tracks: [TrackLocation], deliver: @escaping @Sendable ([Int64?]) -> Void) {
    lookups.run { [self] in deliver((try? store?.albums(of: tracks)) ?? []) }
  }

  private func findWaitingGains() {
    let waiting = state.withLock { state in
      defer { state.waitingGains = nil }
      return state.waitingGains ?? []
    }
    waiting.forEach(lookups.run)
  }

  // MARK: The end

  /// Waits until all changes were written or tried once more. Called when no further changes follow.
  package func finishWriting() {
    writer.run { [self] in writePending(isRetry: true) }
    writer.stop()
  }

  /// Whether changes are not written yet.
  package var isWriting: Bool { state.withLock { !$0.pendingWrites.changes.isEmpty } }

  /// The reason why changes are not written; nil if they are.
  package var unsaved: FileError? { state.withLock { $0.pendingWrites.failure } }

  /// Cancels the scan, drops requests and ends the threads.
  package func stop() {
    let flags = state.withLock { state in
      state.isStopping = true
      state.waitingGains = nil
      return [state.scan, state.watch]
    }
    flags.forEach { $0?.cancel() }
    scanner.stop()
    stopWatching()
    for worker in [lookups, quick, slow] { worker.stop() }
    workers.stop()
  }
}

import AudioBase
import MusicLibrary
import Player
import Synchronization
import SystemBase
import TrackTags

/// The index while the player runs: opened, scanned and watched on one thread, written to on another, read on two more.
///
/// Any thread; nothing is waited for.
package final class LibraryService: Sendable {
  private struct State {
    var store: LibraryStore?
    var reader: LibraryReader?
    var watcher: LibraryWatcher?
    /// Of what runs or waits to run.
    var scan: CancelFlag?
    var watch: CancelFlag?
    /// Whether a damaged index has been rebuilt.
    var isReplaced = false
    var isStopping = false
    /// What is asked before it is known whether there is an index; nil from then on.
    var waitingGains: [@Sendable () -> Void]? = []
  }

  private let path: FilePath
  /// Not those of the player: a track that is to play does not wait for a scan.
  private let workers: TagWorkerPool
  /// Says why a file cannot be read, for the index.
  private let reason: @Sendable (FileError) -> String
  private let tell: @Sendable (LibraryReport) -> Void
  private let state = Mutex(State())
  private let scanner = SerialWorker(name: "scan")
  private let writer = SerialWorker(name: "library writer")
  private let gains = SerialWorker(name: "gains")

  /// - Parameters:
  ///   - reason: says why a file cannot be read, for the index.
  ///   - tell: called on any of the threads.
  package init(
    _ path: FilePath, workers: TagWorkerPool, reason: @escaping @Sendable (FileError) -> String,
    tell: @escaping @Sendable (LibraryReport) -> Void
  ) {
    (self.path, self.workers, self.reason, self.tell) = (path, workers, reason, tell)
  }

  // MARK: Opening

  /// - Parameter creating: makes the index where there is none.
  package func open(creating: Bool) {
    scanner.run { [self] in
      defer { findWaitingGains() }
      guard creating || path.isThere else { return tell(.absent) }
      do throws(LibraryError) {
        let hasFolders = try use(try LibraryStore.open(path))
        if hasFolders, !creating { watch() }
      } catch {
        tell(.failed(error))
      }
    }
  }

  /// - Returns: whether it knows folders.
  private func use(_ opening: LibraryOpening) throws(LibraryError) -> Bool {
    let folders = try opening.store.folders()
    let reader = LibraryReader(opening.store) { [weak self, tell] report in
      if case .failed(let error) = report { self?.replaceIfDamaged(error) }
      tell(.read(report))
    }
    let before = state.withLock { state in
      defer { (state.store, state.reader) = (opening.store, reader) }
      return state.reader
    }
    before?.stop()
    let tracks = folders.isEmpty ? try opening.store.trackCount() : 1
    tell(.opened(isEmpty: tracks == 0, opening.notice))
    return !folders.isEmpty
  }

  private func failed(_ error: LibraryError) {
    tell(.failed(error))
    replaceIfDamaged(error)
  }

  /// Makes the index anew where it turns out to be damaged while it is used, and scans its folders: once, since one that
  /// is damaged again at once lies on a disk that fails.
  private func replaceIfDamaged(_ error: LibraryError) {
    guard error.code == .damaged, error.subject == path.shown else { return }
    let isFirst = state.withLock { state in
      defer { state.isReplaced = true }
      return !state.isReplaced && !state.isStopping
    }
    guard isFirst else { return }
    scanner.run { [self] in
      stopWatching()
      do throws(LibraryError) {
        if try use(try LibraryStore.makeAnew(path)) { watch() }
      } catch {
        tell(.failed(error))
      }
    }
  }

  // MARK: Reading and writing

  package func ask(_ request: LibraryRequest) { state.withLock { $0.reader }?.ask(request) }

  package func gather(_ gathering: LibraryGathering) { state.withLock { $0.reader }?.gather(gathering) }

  /// From 0 to 5 stars, and round again.
  package func rate(_ played: TrackLocation) {
    write { [tell] store throws(LibraryError) in
      guard let track = try store.track(at: played.path, played.section) else { return tell(.rated(nil)) }
      let next = (track.rating ?? 0) % 6 + 1
      try store.setRating((1...5).contains(next) ? next : nil, of: track.id)
      tell(.rated(try store.tracks([track.id]).first))
    }
  }

  package func countPlay(_ played: TrackLocation) {
    write { [tell] store throws(LibraryError) in
      try store.countPlay(played.path, played.section)
      if let track = try store.track(at: played.path, played.section) { tell(.played(track)) }
    }
  }

  /// Whether there is an index that can be written to.
  package var isOpen: Bool { state.withLock { $0.store != nil } }

  /// Keeps a playlist in the index, and tells that.
  ///
  /// - Parameters:
  ///   - replacing: whether one of that name may be replaced.
  ///   - exists: called instead, on the writer's thread, where one is there and may not be.
  package func keep(
    _ entries: [PlaylistEntry], as name: String, replacing: Bool, exists: @escaping @Sendable () -> Void
  ) {
    write { [tell] store throws(LibraryError) in
      if !replacing, try store.playlists().contains(where: { $0.name == name }) { return exists() }
      try store.savePlaylist(name, entries)
      tell(.playlists(.playlistSaved(name)))
    }
  }

  package func deletePlaylist(_ id: Int64, name: String) {
    write { [tell] store throws(LibraryError) in
      try store.deletePlaylist(id)
      tell(.playlists(.playlistDeleted(name)))
    }
  }

  /// A name that another playlist has is refused.
  package func renamePlaylist(_ id: Int64, from old: String, to name: String) {
    write { [tell] store throws(LibraryError) in
      let isRenamed = try store.renamePlaylist(id, to: name)
      tell(.playlists(isRenamed ? .playlistRenamed(from: old, to: name) : .playlistNotRenamed(to: name)))
    }
  }

  /// - Returns: false where no index is open.
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

  /// Looks up what the index knows of a track's loudness; before it is open, as soon as it is.
  ///
  /// - Parameter deliver: called on another thread; with nil where the index knows nothing, or there is none.
  package func findGain(
    of file: FilePath, _ section: TrackSection?, deliver: @escaping @Sendable (ReplayGain?) -> Void
  ) {
    let find: @Sendable () -> Void = { [self] in
      let store = state.withLock { $0.store }
      deliver((try? store?.track(at: file, section))?.track.replayGain)
    }
    let mustWait = state.withLock { state in
      state.waitingGains?.append(find)
      return state.waitingGains != nil
    }
    if !mustWait { gains.run(find) }
  }

  private func findWaitingGains() {
    let waiting = state.withLock { state in
      defer { state.waitingGains = nil }
      return state.waitingGains ?? []
    }
    waiting.forEach(gains.run)
  }

  // MARK: Scanning

  /// - Parameter folders: none: those that are known.
  package func scan(_ folders: [FilePath]) {
    let flag = CancelFlag()
    let (before, watch) = state.withLock { state in
      defer { state.scan = flag }
      return (state.scan, state.watch)
    }
    before?.cancel()
    watch?.cancel()
    scanner.run { [self] in
      guard let store = state.withLock({ $0.isStopping ? nil : $0.store }) else { return }
      stopWatching()
      let scanner = makeScanner(store, flag) { [tell] in tell(.progress($0)) }
      do throws(LibraryError) {
        tell(.scanned(try scanner.scan(folders)))
      } catch {
        failed(error)
      }
      self.watch()
    }
  }

  package func stopScan() { state.withLock { $0.scan }?.cancel() }

  /// Begins with a scan of all known folders.
  private func watch() {
    let flag = CancelFlag()
    guard let store = state.withLock({ $0.isStopping ? nil : $0.store }) else { return }
    let scanner = makeScanner(store, flag) { [tell] in tell(.progress($0)) }
    let watcher = LibraryWatcher(scanner) { [self] notice in
      tell(.watched(notice))
      if case .failed(let error) = notice { replaceIfDamaged(error) }
      if case .updated = notice { self.scanner.run { [self] in settle(store, flag) } }
    }
    state.withLock { ($0.watcher, $0.watch) = (watcher, flag) }
    watcher.start()
  }

  private func stopWatching() {
    let (watcher, flag) = state.withLock { state in
      defer { (state.watcher, state.watch) = (nil, nil) }
      return (state.watcher, state.watch)
    }
    flag?.cancel()
    watcher?.stop()
  }

  /// What nobody waits for: the default order, and the names of the recordings.
  private func settle(_ store: LibraryStore, _ flag: CancelFlag) {
    do throws(LibraryError) {
      if flag.isCancelled { return }
      try store.prepareOrder(unless: { flag.isCancelled })
      let named = try makeScanner(store, flag) { _ in }.fillInKeys()
      if named > 0, !flag.isCancelled { try store.prepareOrder(unless: { flag.isCancelled }) }
      while !flag.isCancelled, try store.mergeSearch() {}
      try store.checkpoint()
      store.releaseMemory(includesWriter: true)
    } catch {
      failed(error)
    }
  }

  private func makeScanner(
    _ store: LibraryStore, _ flag: CancelFlag, _ progress: @escaping @Sendable (ScanProgress) -> Void
  ) -> LibraryScanner {
    LibraryScanner(
      store: store, workers: workers, reason: reason, progress: progress,
      isCancelled: { flag.isCancelled })
  }

  // MARK: The end

  /// Waits until what was asked to be written is; to be called when nothing more is.
  package func finishWriting() { writer.stop() }

  /// A scan ends where it is; what is asked for is not answered any more.
  package func stop() {
    let flags = state.withLock { state in
      state.isStopping = true
      return [state.scan, state.watch]
    }
    flags.forEach { $0?.cancel() }
    scanner.stop()
    stopWatching()
    gains.stop()
    state.withLock { $0.reader }?.stop()
    workers.stop()
  }
}

extension LibraryService {
  /// What a library controller has done by this service.
  @MainActor
  package var tools: LibraryController.Tools {
    var tools = LibraryController.Tools()
    tools.open = { self.open(creating: true) }
    tools.ask = { self.ask($0) }
    tools.gather = { self.gather($0) }
    tools.scan = { self.scan($0) }
    tools.stopScan = { self.stopScan() }
    tools.rate = { self.rate($0) }
    tools.countPlay = { self.countPlay($0) }
    tools.deletePlaylist = { self.deletePlaylist($0.id, name: $0.name) }
    tools.renamePlaylist = { self.renamePlaylist($0.id, from: $0.name, to: $1) }
    return tools
  }
}

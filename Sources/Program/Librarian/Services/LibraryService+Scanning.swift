import MusicLibrary
import SystemBase

extension LibraryService {
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
      let scanner = makeScanner(store, flag) { [report] in report(.progress($0)) }
      do throws(LibraryError) {
        report(.scanned(try scanner.scan(folders)))
      } catch {
        failed(error)
      }
      self.watch()
    }
  }

  package func stopScan() { state.withLock { $0.scan }?.cancel() }

  /// Scans all folders of the index, then watches them.
  func watch() {
    let flag = CancelFlag()
    guard let store = state.withLock({ $0.isStopping ? nil : $0.store }) else { return }
    let scanner = makeScanner(store, flag) { [report] in report(.progress($0)) }
    let watcher = LibraryWatcher(scanner) { [self] notice in
      report(.watched(notice))
      if case .failed(let error) = notice { replaceIfDamaged(error) }
      if case .updated = notice { self.scanner.run { [self] in settle(store, flag) } }
    }
    state.withLock { ($0.watcher, $0.watch) = (watcher, flag) }
    watcher.start()
  }

  func stopWatching() {
    let (watcher, flag) = state.withLock { state in
      defer { (state.watcher, state.watch) = (nil, nil) }
      return (state.watcher, state.watch)
    }
    flag?.cancel()
    watcher?.stop()
  }

  /// Performs work that no request waits for: the default order, track keys, merging the search index.
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
}

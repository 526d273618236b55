import AudioBase
import MusicLibrary
import Synchronization
import TerminalUI

/// Keeps the index up to what is on the disk while the player runs, where folders were ever scanned.
final class LibraryKeeper: Sendable {
  private let workers: TagWorkerPool
  private let tell: @Sendable (WatchNotice) -> Void
  private let isStopping = Atomic<Bool>(false)
  private let watcher = Mutex<LibraryWatcher?>(nil)
  private let opening = Mutex<WorkerThread?>(nil)

  /// - Parameter tell: called on another thread.
  init(workers: TagWorkerPool, tell: @escaping @Sendable (WatchNotice) -> Void) {
    self.workers = workers
    self.tell = tell
  }

  /// To be called after the first drawing: nothing of it is needed for that.
  func start(_ path: FilePath) {
    guard FileStamp(path) != nil else { return }
    let worker = WorkerThread(name: "library") { [self] in
      do throws(AudioError) {
        try open(path)
      } catch {
        tell(.failed(error))
      }
    }
    opening.withLock { $0 = worker }
  }

  func stop() {
    isStopping.store(true, ordering: .relaxed)
    opening.withLock { $0.take() }?.join()
    watcher.withLock { $0.take() }?.stop()
  }

  private func open(_ path: FilePath) throws(AudioError) {
    let store = try LibraryStore.open(path).store
    guard try !store.folders().isEmpty else { return }
    let scanner = LibraryScanner(
      store: store, workers: workers, reason: ErrorText.reason,
      isCancelled: { [self] in isStopping.load(ordering: .relaxed) })
    let new = LibraryWatcher(scanner, tell: tell)
    new.start()
    watcher.withLock { $0 = new }
  }
}

import Glibc
import Synchronization
import SystemBase

/// Keeps the index up to what is on the disk while the program runs: new, changed, moved and deleted files appear by
/// themselves within a second.
///
/// It begins with a scan of all known folders, for what has happened since the last time. Everything is done on a
/// thread of its own.
package final class LibraryWatcher: Sendable {
  /// Changes come in rows: so long after the last one, in milliseconds, and so long after the first at most.
  private static let calm: Int32 = 150
  private static let longest = 0.5

  private let scanner: LibraryScanner
  private let tell: @Sendable (WatchNotice) -> Void
  private let signal = WakeSignal()
  private let isStopping = Atomic<Bool>(false)
  private let thread = Mutex<WorkerThread?>(nil)

  /// - Parameter tell: called on the watcher's thread.
  package init(_ scanner: LibraryScanner, tell: @escaping @Sendable (WatchNotice) -> Void) {
    self.scanner = scanner
    self.tell = tell
  }

  package func start() {
    let worker = WorkerThread(name: "watcher") { [self] in
      do throws(LibraryError) {
        try run()
      } catch {
        tell(.failed(error))
      }
    }
    thread.withLock { $0 = worker }
  }

  /// Waits for the end of what is being read.
  package func stop() {
    isStopping.store(true, ordering: .relaxed)
    signal.wake()
    thread.withLock { $0.take() }?.join()
  }

  private func run() throws(LibraryError) {
    let roots = try scanner.store.folders().map(\.path)
    let drives = MountedDrives(near: roots)
    for folder in drives.remoteFolders { tell(.remote(folder)) }
    guard let events = try? FolderEvents() else {
      tell(.watchesRanOut(watched: 0))
      return tell(.updated(try scanner.scan()))
    }
    var state = WatchState(events, drives)
    // Before the scan: what comes while it runs is seen after it.
    watchAll(roots, &state)
    tell(.updated(try scanner.scan()))
    try watch(roots, &state)
  }

  private func watch(_ roots: [FilePath], _ state: inout WatchState) throws(LibraryError) {
    while !isStopping.load(ordering: .relaxed) {
      state.expectReturn(of: roots)
      if !state.hasReturned { wait(state, milliseconds: -1) }
      let changes = collect(&state)
      if state.drives.haveChanged() || changes.isAll || state.hasReturned {
        watchAll(roots, &state)
        tell(.updated(try scanner.scan()))
      } else {
        // Of what is above them nothing is asked but whether they are there.
        let folders = changes.folders.filter { folder in roots.contains { folder == $0 || folder.isBelow($0) }
        }
        if folders.isEmpty { continue }
        watchAll(folders, &state)
        tell(.updated(try scanner.update(Array(folders), roots: roots)))
      }
    }
  }

  /// Watches folders and all in them; looks again where some were new: others may have been made meanwhile.
  private func watchAll(_ folders: some Sequence<FilePath>, _ state: inout WatchState) {
    for folder in folders {
      var isNew = true
      while isNew && !isStopping.load(ordering: .relaxed) {
        isNew = false
        for found in ScanWalk.folders(below: folder) {
          guard let added = state.events.watch(found) else { return tellThatWatchesRanOut(&state) }
          isNew = isNew || added
        }
      }
    }
  }

  private func tellThatWatchesRanOut(_ state: inout WatchState) {
    if !state.hasRunOut { tell(.watchesRanOut(watched: state.events.count)) }
    state.hasRunOut = true
  }

  /// All that comes until it is calm.
  private func collect(_ state: inout WatchState) -> FolderEvents.Changes {
    var all = FolderEvents.Changes()
    let start = HostTime.now
    repeat {
      let some = state.events.take()
      all.folders.formUnion(some.folders)
      all.isAll = all.isAll || some.isAll
    } while HostTime.now.seconds(since: start) < LibraryWatcher.longest
      && wait(state, milliseconds: LibraryWatcher.calm)
    return all
  }

  /// - Returns: whether something has come: a notice, not a wake.
  @discardableResult
  private func wait(_ state: borrowing WatchState, milliseconds: Int32) -> Bool {
    var watched = [
      pollfd(fd: state.events.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signal.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: state.drives.descriptor, events: Int16(POLLPRI), revents: 0),
    ]
    _ = poll(&watched, nfds_t(watched.count), milliseconds)
    signal.take()
    return (watched[0].revents != 0 || watched[2].revents != 0) && !isStopping.load(ordering: .relaxed)
  }
}

/// What a watcher has to say.
package enum WatchNotice: Hashable, Sendable {
  /// The index has been brought up to what is on the disk.
  case updated(ScanReport)
  /// The system has no more watches for folders: changes in some are seen at the next start only.
  case watchesRanOut(watched: Int)
  /// Changes that other machines make in this folder are seen at the next start only.
  case remote(FilePath)
  case failed(LibraryError)
}

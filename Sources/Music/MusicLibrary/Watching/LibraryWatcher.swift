import Glibc
import MusicFiles
import Synchronization
import SystemBase

/// Keeps the index up to date while the program runs: new, changed, moved and deleted files appear within a
/// second.
///
/// Begins with a scan of all folders for changes since the last run. Works on its own thread.
package final class LibraryWatcher: Sendable {
  /// Changes are collected until none has come for this many milliseconds, or for at most this many seconds.
  private static let quietTime: Int32 = 150
  private static let longestWait = 0.5

  private let scanner: LibraryScanner
  private let report: @Sendable (WatchNotice) -> Void
  private let signal = WakeSignal()
  private let isStopping = Atomic<Bool>(false)
  private let thread = Mutex<WorkerThread?>(nil)

  /// Creates a watcher of the scanned folders, which calls `report` on its thread.
  package init(_ scanner: LibraryScanner, report: @escaping @Sendable (WatchNotice) -> Void) {
    self.scanner = scanner
    self.report = report
  }

  package func start() {
    let worker = WorkerThread(name: "watcher") { [self] in
      do throws(LibraryError) {
        try run()
      } catch {
        report(.failed(error))
      }
    }
    thread.withLock { $0 = worker }
  }

  /// Stops the thread after the scan step that it is in.
  package func stop() {
    isStopping.store(true, ordering: .relaxed)
    signal.wake()
    thread.withLock { $0.take() }?.join()
  }

  private func run() throws(LibraryError) {
    let roots = try scanner.store.folders().map(\.path)
    let drives = MountedDrives(near: roots)
    for folder in drives.remoteFolders { report(.remote(folder)) }
    guard let events = try? FolderEvents() else {
      report(.watchesRanOut(watched: 0))
      return report(.updated(try scanner.scan()))
    }
    var state = WatchState(events, drives)
    // Watches before the scan, so that changes during the scan are reported after it.
    watchAll(roots, &state)
    report(.updated(try scanner.scan()))
    try watch(roots, &state)
  }

  private func watch(_ roots: [FilePath], _ state: inout WatchState) throws(LibraryError) {
    while !isStopping.load(ordering: .relaxed) {
      state.expectReturn(of: roots)
      if !state.hasReturned { wait(state, milliseconds: -1) }
      let changes = collect(&state)
      if state.drives.haveChanged() || changes.isAll || state.hasReturned {
        watchAll(roots, &state)
        report(.updated(try scanner.scan()))
      } else {
        // Parent folders are only watched for the return of missing folders.
        let folders = changes.folders.filter { folder in roots.contains { folder == $0 || folder.isBelow($0) }
        }
        if folders.isEmpty { continue }
        watchAll(folders, &state)
        report(.updated(try scanner.update(Array(folders), roots: roots)))
      }
    }
  }

  /// Watches folders and their subfolders; repeats while it finds new ones, because others may have been
  /// created meanwhile.
  private func watchAll(_ folders: some Sequence<FilePath>, _ state: inout WatchState) {
    for folder in folders {
      var isNew = true
      while isNew && !isStopping.load(ordering: .relaxed) {
        isNew = false
        for found in ScanWalk.folders(below: folder) {
          guard let added = state.events.watch(found) else { return reportThatWatchesRanOut(&state) }
          isNew = isNew || added
        }
      }
    }
  }

  private func reportThatWatchesRanOut(_ state: inout WatchState) {
    if !state.hasRunOut { report(.watchesRanOut(watched: state.events.count)) }
    state.hasRunOut = true
  }

  /// Returns all changes until none has come for `quietTime` milliseconds.
  private func collect(_ state: inout WatchState) -> FolderEvents.Changes {
    var all = FolderEvents.Changes()
    let start = HostTime.now
    repeat {
      let some = state.events.receive()
      all.folders.formUnion(some.folders)
      all.isAll = all.isAll || some.isAll
    } while HostTime.now.seconds(since: start) < LibraryWatcher.longestWait
      && wait(state, milliseconds: LibraryWatcher.quietTime)
    return all
  }

  /// Waits for an event of the watched folders. Returns whether an event has come; false for a wake-up or a timeout.
  @discardableResult
  private func wait(_ state: borrowing WatchState, milliseconds: Int32) -> Bool {
    var watched = [
      pollfd(fd: state.events.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signal.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: state.drives.descriptor, events: Int16(POLLPRI), revents: 0),
    ]
    _ = poll(&watched, nfds_t(watched.count), milliseconds)
    signal.clear()
    return (watched[0].revents != 0 || watched[2].revents != 0) && !isStopping.load(ordering: .relaxed)
  }
}

package enum WatchNotice: Hashable, Sendable {
  /// The index was updated.
  case updated(ScanReport)
  /// The limit of watches was reached: changes in the other folders are found at the next start.
  case watchesRanOut(watched: Int)
  /// The folder is on a network drive: changes by other machines are found at the next start.
  case remote(FilePath)
  case failed(LibraryError)
}

struct WatchState: ~Copyable {
  var events: FolderEvents
  var drives: MountedDrives
  /// Whether the limit of watches was reached, which is reported once.
  var hasRunOut = false
  /// The missing folders of the index.
  private var absent: [FilePath] = []
  /// The nearest existing folders above the missing ones, which are watched for their return.
  private var above: Set<FilePath> = []

  init(_ events: consuming FolderEvents, _ drives: consuming MountedDrives) {
    self.events = events
    self.drives = drives
  }

  /// Whether a missing folder exists again.
  var hasReturned: Bool { absent.contains { FolderState($0) != .missing } }

  /// Watches for the return of missing folders.
  mutating func expectReturn(of roots: [FilePath]) {
    absent = roots.filter { FolderState($0) == .missing }
    var wanted: Set<FilePath> = []
    for root in absent {
      // Repeats until the nearest folder stays the same, since one in between may have been created
      // meanwhile.
      while let near = WatchState.nearest(above: root), wanted.insert(near).inserted {
        if events.watch(near) == true { above.insert(near) }
      }
    }
    for folder in above.subtracting(wanted) { events.unwatch(folder) }
    above.formIntersection(wanted)
  }

  private static func nearest(above root: FilePath) -> FilePath? {
    var folder = root.directory
    while FolderState(folder) == .missing, folder.directory != folder { folder = folder.directory }
    return folder.isEmpty ? nil : folder
  }
}

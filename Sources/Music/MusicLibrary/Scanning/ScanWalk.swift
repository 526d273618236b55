import Glibc
import Synchronization
import SystemBase

/// All music files and CUE sheets below a folder with their stamps, unsorted.
///
/// Hidden files are ignored. Symbolic links are followed; each folder is visited once, so that cycles of
/// links end.
struct ScanWalk: Sendable {
  var files: [ScannedFile] = []
  var sheets: [ScannedFile] = []
  /// The folders and files whose status could not be read; nothing is known of their content.
  var failures: [(path: FilePath, error: FileError)] = []
  /// The devices of the folders.
  var devices: Set<UInt64> = []
  /// All folders of the walk.
  var folders: [FilePath] = []

  /// The number of waiting folders from which a second thread is worth its start.
  private static let many = 4

  init() {}

  /// Walks a folder on this thread, and on a second one if there is much to do: most of the time is spent in
  /// the kernel.
  ///
  /// - Parameter isCancelled: called from time to time; after it has returned true, the result is incomplete.
  init(_ root: FilePath, isCancelled: () -> Bool = { false }) {
    let queue = WalkQueue(root)
    let others = Mutex(ScanWalk())
    var own = FolderVisits(queue)
    var helper: WorkerThread?
    while let folder = queue.next() {
      let waiting = own.visit(folder)
      if isCancelled() { queue.cancel() }
      if helper == nil, waiting > ScanWalk.many {
        helper = WorkerThread(name: "walk") {
          var visits = FolderVisits(queue)
          while let folder = queue.next() { visits.visit(folder) }
          others.withLock { $0 = visits.walk }
        }
      }
    }
    helper?.join()
    self = own.walk
    let other = others.withLock { $0 }
    files += other.files
    sheets += other.sheets
    failures += other.failures
    devices.formUnion(other.devices)
    folders += other.folders
  }

  /// Returns a folder and all folders below it.
  static func folders(below folder: FilePath) -> [FilePath] { ScanWalk(folder).folders }
}

extension FileStamp {
  init(_ status: stat) {
    self.init(
      size: Int64(status.st_size),
      modified: Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec),
      inode: UInt64(status.st_ino), device: UInt64(status.st_dev))
  }

  /// Creates the stamp of the file at a path, links followed; nil if `stat` fails.
  package init?(_ path: FilePath) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  /// Returns whether a file is unchanged. Device numbers, and on some drives inodes, change with each mount
  /// and are ignored.
  func isUnchanged(from old: FileStamp) -> Bool { size == old.size && modified == old.modified }
}

/// The queue of folders that a walk has found and not visited, shared by two threads.
final class WalkQueue: Sendable {
  struct Identity: Hashable {
    var device: dev_t
    var inode: ino_t
  }

  private struct State {
    var waiting: [FilePath]
    var visited: Set<Identity> = []
    /// The number of threads that read a folder, and of those that wait for one.
    var busy = 0
    var idle = 0
    var isCancelled = false
  }

  private enum Turn {
    case folder(FilePath)
    case wait
    case end
  }

  private let state: Mutex<State>
  private let signal = WakeSignal()

  init(_ root: FilePath) { state = Mutex(State(waiting: [root])) }

  /// Returns the next folder to visit; waits while the other thread may find one. Nil at the end.
  func next() -> FilePath? {
    while true {
      let turn: Turn = state.withLock { state in
        if state.isCancelled { return .end }
        if let folder = state.waiting.popLast() {
          state.busy += 1
          return .folder(folder)
        }
        if state.busy == 0 { return .end }
        state.idle += 1
        return .wait
      }
      switch turn {
      case .folder(let folder): return folder
      case .end: return nil
      case .wait:
        signal.wait(milliseconds: nil)
        state.withLock { $0.idle -= 1 }
      }
    }
  }

  /// Ends a visit, with the subfolders that it has found. Returns the number of waiting folders.
  func finish(_ found: [FilePath]) -> Int {
    let (waiting, mustWake) = state.withLock { state in
      state.busy -= 1
      state.waiting += found
      return (state.waiting.count, state.idle > 0 && (!found.isEmpty || state.busy == 0))
    }
    if mustWake { signal.wake() }
    return waiting
  }

  /// Marks a folder as visited, and returns whether it was not yet, under any of its names.
  func isFirst(_ folder: Identity) -> Bool { state.withLock { $0.visited.insert(folder).inserted } }

  /// Ends the walk; a visit that has begun is completed.
  func cancel() {
    let mustWake = state.withLock { state in
      state.isCancelled = true
      return state.idle > 0
    }
    if mustWake { signal.wake() }
  }
}

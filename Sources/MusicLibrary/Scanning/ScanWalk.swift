import Glibc
import Synchronization
import SystemBase

/// All music below a folder with its stamps, in no order.
///
/// Hidden names are passed over. Links are followed; a folder that is reached twice is walked once, so no loop is
/// endless.
struct ScanWalk {
  private(set) var files: [ScannedFile] = []
  /// CUE sheets.
  private(set) var sheets: [ScannedFile] = []
  /// Folders, and files behind them, that could not be looked at: nothing is known of what is in them.
  private(set) var failures: [(path: FilePath, error: FileError)] = []
  /// The drives of the folders walked.
  private(set) var devices: Set<UInt64> = []
  /// The folders walked: those to be watched.
  private(set) var folders: [FilePath] = []

  /// As many folders as wait before a second thread is worth its start.
  private static let many = 4

  /// On this thread, and on a second one where there is much to walk: the kernel takes most of the time.
  ///
  /// - Parameter isCancelled: asked now and then; what was seen by then is of no use.
  init(_ root: FilePath, isCancelled: () -> Bool = { false }) {
    let queue = WalkQueue(root)
    let others = Others()
    var own = FolderVisits(queue)
    var helper: WorkerThread?
    while let folder = queue.next() {
      let waiting = own.visit(folder)
      if isCancelled() { queue.cancel() }
      if helper == nil, waiting > ScanWalk.many {
        helper = WorkerThread(name: "walk") {
          var visits = FolderVisits(queue)
          while let folder = queue.next() { visits.visit(folder) }
          others.visits.withLock { $0 = visits }
        }
      }
    }
    helper?.join()
    add(own)
    if let visits = others.visits.withLock({ $0 }) { add(visits) }
  }

  /// What the second thread has seen.
  private final class Others: Sendable {
    let visits = Mutex<FolderVisits?>(nil)
  }

  private mutating func add(_ visits: FolderVisits) {
    files += visits.files
    sheets += visits.sheets
    failures += visits.failures
    devices.formUnion(visits.devices)
    folders += visits.folders
  }

  /// A folder and those in it.
  static func folders(below folder: FilePath) -> [FilePath] { ScanWalk(folder).folders }
}

extension FileStamp {
  init(_ status: stat) {
    self.init(
      size: Int64(status.st_size),
      modified: Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec),
      inode: UInt64(status.st_ino), device: UInt64(status.st_dev))
  }

  /// Of what a path leads to; nil where that cannot be told.
  package init?(_ path: FilePath) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  /// Whether a file has stayed as it was. The numbers of drives and, on some, of files change with each mounting:
  /// they are no sign.
  func isUnchanged(from old: FileStamp) -> Bool { size == old.size && modified == old.modified }
}

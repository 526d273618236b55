import Glibc
import MusicFiles
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
  var folders: [FilePath] = []
  /// The subfolders that were found and not read yet.
  private var unread: [FilePath] = []

  /// The number of folders from which a second thread is worth its start.
  private static let many = 4

  init() {}

  /// Walks a folder level by level, on this thread, and on a second one if a level has many folders: most of the time is
  /// spent in the kernel.
  ///
  /// - Parameter isCancelled: called from time to time; after it has returned true, the result is incomplete.
  init(_ root: FilePath, isCancelled: () -> Bool = { false }) {
    let queue = WalkQueue()
    unread = [root]
    while !unread.isEmpty, !isCancelled() {
      let hasMany = unread.count > ScanWalk.many
      queue.add(unread)
      unread = []
      let others = Mutex(ScanWalk())
      let helper =
        hasMany ? WorkerThread(name: "walk") { others.withLock { $0.readFolders(of: queue) } } : nil
      readFolders(of: queue, isCancelled)
      helper?.join()
      add(others.withLock { $0 })
    }
  }

  mutating func add(_ other: ScanWalk) {
    files += other.files
    sheets += other.sheets
    failures += other.failures
    devices.formUnion(other.devices)
    folders += other.folders
    unread += other.unread
  }

  /// Returns a folder and all folders below it.
  static func folders(below folder: FilePath) -> [FilePath] { ScanWalk(folder).folders }
}

/// A file with its stamp at the time of the walk.
struct ScannedFile: Hashable, Sendable {
  var path: FilePath
  var stamp: FileStamp
}

extension ScanWalk {
  private mutating func readFolders(of queue: WalkQueue, _ isCancelled: () -> Bool = { false }) {
    while let folder = queue.next() {
      do throws(FileError) {
        try read(folder, queue)
      } catch {
        failures.append((folder, error))
      }
      if isCancelled() { queue.cancel() }
    }
  }

  private mutating func read(_ folder: FilePath, _ queue: WalkQueue) throws(FileError) {
    let reader = try FolderReader(folder)
    let status = try reader.status()
    guard queue.isFirst(FileIdentity(status)) else { return }
    devices.insert(UInt64(status.st_dev))
    folders.append(folder)
    let prefix = folder.bytes.last == UInt8(ascii: "/") ? folder.bytes : folder.bytes + [UInt8(ascii: "/")]
    try reader.forEach { (name, type) in
      if name[0] == UInt8(ascii: ".") { return }
      if type == UInt8(DT_DIR) {
        unread.append(ScanWalk.path(prefix, name))
      } else if type == UInt8(DT_REG) {
        if let kind = ScanWalk.kind(name) { add(ScanWalk.path(prefix, name), reader, name, as: kind) }
      } else if type == UInt8(DT_LNK) || type == UInt8(DT_UNKNOWN) {
        follow(ScanWalk.path(prefix, name), reader, name)
      }
    }
  }

  private enum Kind { case music, sheet }

  /// Returns the kind of a file by its name; nil for a file that is neither music nor a sheet.
  private static func kind(_ name: UnsafeBufferPointer<UInt8>) -> Kind? {
    MusicNames.isMusic(name) ? .music : MusicNames.isSheet(name) ? .sheet : nil
  }

  private mutating func add(
    _ path: FilePath, _ reader: borrowing FolderReader, _ name: UnsafeBufferPointer<UInt8>, as kind: Kind
  ) {
    // A file that was deleted meanwhile is ignored. Any other error is reported, so that the file is not
    // taken for deleted.
    guard let status = reader.status(name) else {
      if errno != ENOENT {
        failures.append((path, FileError(errno: errno, path.shown, call: "fstatat")))
      }
      return
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return }
    let file = ScannedFile(path: path, stamp: FileStamp(status))
    switch kind {
    case .music: files.append(file)
    case .sheet: sheets.append(file)
    }
  }

  /// Handles a symbolic link, or a name whose type the file system does not report.
  private mutating func follow(
    _ path: FilePath, _ reader: borrowing FolderReader, _ name: UnsafeBufferPointer<UInt8>
  ) {
    guard let status = reader.status(name) else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      unread.append(path)
    } else if let kind = ScanWalk.kind(name) {
      add(path, reader, name, as: kind)
    }
  }

  private static func path(_ prefix: [UInt8], _ name: UnsafeBufferPointer<UInt8>) -> FilePath {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(prefix.count + name.count)
    bytes.append(contentsOf: prefix)
    bytes.append(contentsOf: name)
    return FilePath(bytes: bytes)
  }
}

/// The folders of a level that wait to be read, shared by two threads, and those that were read.
private final class WalkQueue: Sendable {
  private struct State {
    var waiting: [FilePath] = []
    var visited: Set<FileIdentity> = []
  }

  private let state = Mutex(State())

  func add(_ folders: [FilePath]) { state.withLock { $0.waiting += folders } }

  func next() -> FilePath? { state.withLock { $0.waiting.popLast() } }

  /// Marks a folder as visited, and returns whether it was not yet, under any of its names.
  func isFirst(_ folder: FileIdentity) -> Bool { state.withLock { $0.visited.insert(folder).inserted } }

  /// Ends the walk; folders that are being read are completed.
  func cancel() { state.withLock { $0.waiting = [] } }
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
    guard let status = path.status else { return nil }
    self.init(status)
  }

  /// Returns whether a file is unchanged. Device numbers, and on some drives inodes, change with each mount
  /// and are ignored.
  func isUnchanged(from old: FileStamp) -> Bool { size == old.size && modified == old.modified }
}

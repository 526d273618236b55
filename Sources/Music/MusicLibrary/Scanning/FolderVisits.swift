import Glibc
import MusicFiles
import SystemBase

/// The files and folders that one thread of a walk has found.
struct FolderVisits: Sendable {
  private(set) var walk = ScanWalk()
  private let queue: WalkQueue
  /// The subfolders of the folder that is being read.
  private var found: [FilePath] = []

  init(_ queue: WalkQueue) { self.queue = queue }

  /// Reads a folder. Returns the number of folders that wait in the queue.
  @discardableResult
  mutating func visit(_ folder: FilePath) -> Int {
    found.removeAll(keepingCapacity: true)
    do throws(FileError) {
      try read(folder)
    } catch {
      walk.failures.append((folder, error))
    }
    return queue.finish(found)
  }

  private mutating func read(_ folder: FilePath) throws(FileError) {
    let reader = try FolderReader(folder)
    let status = try reader.status()
    guard queue.isFirst(WalkQueue.Identity(device: status.st_dev, inode: status.st_ino)) else { return }
    walk.devices.insert(UInt64(status.st_dev))
    walk.folders.append(folder)
    let prefix = folder.bytes.last == UInt8(ascii: "/") ? folder.bytes : folder.bytes + [UInt8(ascii: "/")]
    try reader.forEach { (name, type) in
      if name[0] == UInt8(ascii: ".") { return }
      if type == UInt8(DT_DIR) {
        found.append(FolderVisits.path(prefix, name))
      } else if type == UInt8(DT_REG) {
        if let kind = FolderVisits.kind(name) { add(FolderVisits.path(prefix, name), reader, name, as: kind) }
      } else if type == UInt8(DT_LNK) || type == UInt8(DT_UNKNOWN) {
        follow(FolderVisits.path(prefix, name), reader, name)
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
        walk.failures.append((path, FileError(errno: errno, path.shown, call: "fstatat")))
      }
      return
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return }
    let file = ScannedFile(path: path, stamp: FileStamp(status))
    switch kind {
    case .music: walk.files.append(file)
    case .sheet: walk.sheets.append(file)
    }
  }

  /// Handles a symbolic link, or a name whose type the file system does not report.
  private mutating func follow(
    _ path: FilePath, _ reader: borrowing FolderReader, _ name: UnsafeBufferPointer<UInt8>
  ) {
    guard let status = reader.status(name) else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      found.append(path)
    } else if let kind = FolderVisits.kind(name) {
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

/// A file with its stamp at the time of the walk.
struct ScannedFile: Hashable, Sendable {
  var path: FilePath
  var stamp: FileStamp
}

import CSystem
import Containers
import Glibc
import SystemBase

/// Owns a copy of a file in the same folder, which replaces the file or is removed.
///
/// The copy has the permissions, the extended attributes and, where the user may set it, the owner of the file. Other
/// names of the file (hard links) keep the former content. A copy whose process was killed is removed with the next one
/// in its folder.
struct FileCopy: ~Copyable {
  private static let prefix = Array(".drumdub-tags.".utf8)
  private static let blockSize = 1 << 20

  private let file: AtomicFile
  private let descriptor: Int32
  private let original: stat

  var temporary: FilePath { file.temporary }
  /// The path for errors.
  var subject: String { file.path.shown }

  /// Copies a file. A symbolic link stands for the file that it points to.
  ///
  /// - Throws: `readOnly` or `notPermitted` before anything is written, if the file or its folder cannot be changed.
  init(of path: FilePath) throws(FileError) {
    let subject = path.shown
    let file = try AtomicFile(
      path, temporaryName: FilePath(bytes: FileCopy.prefix + Array("\(getpid())".utf8)))
    let original = try FileCopy.status(path, subject)
    try FileCopy.checkWritable(path, original.st_mode, subject, "the file is write-protected")
    let folder = file.temporary.directory.isEmpty ? FilePath(".") : file.temporary.directory
    let mode = try FileCopy.status(folder, subject).st_mode
    try FileCopy.checkWritable(folder, mode, subject, "its folder is write-protected")
    FileCopy.removeLeftovers(in: folder)
    descriptor = try FileCopy.copied(path, to: file.temporary, subject)
    (self.file, self.original) = (file, original)
  }

  deinit {
    close(descriptor)
    file.cancel()
  }

  /// Duplicates the descriptor, for a library that closes the descriptor that it gets.
  func duplicate() throws(FileError) -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw FileError(errno: errno, subject, call: "fcntl", writing: true) }
    return copy
  }

  /// Replaces the content of the copy by pieces of the file.
  func write(_ pieces: [FilePiece]) throws(FileError) {
    let source = try RegularFile(withContent: file.path)
    guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw FileError(errno: errno, subject, call: "ftruncate", writing: true)
    }
    for piece in pieces {
      switch piece {
      case .bytes(let bytes): try write(bytes)
      case .part(let range):
        for start in stride(from: range.lowerBound, to: range.upperBound, by: FileCopy.blockSize) {
          try write(try source.read(at: start, count: min(FileCopy.blockSize, range.upperBound - start)))
        }
      }
    }
  }

  private func write(_ bytes: [UInt8]) throws(FileError) {
    guard FileBytes.writeAll(bytes, to: descriptor) else {
      throw FileError(errno: errno, subject, call: "write", writing: true)
    }
  }

  /// Replaces the file by the copy, once the copy is on the disk.
  ///
  /// - Throws: `writeFailed` if another program has changed the file meanwhile.
  func commit() throws(FileError) {
    let (path, original) = (file.path, original)
    try file.commit { () throws(FileError) in
      let now = try FileCopy.status(path, path.shown)
      guard now.st_ino == original.st_ino, now.st_size == original.st_size,
        now.st_mtim.tv_sec == original.st_mtim.tv_sec, now.st_mtim.tv_nsec == original.st_mtim.tv_nsec
      else { throw FileError(.writeFailed, path.shown, detail: "another program has changed it meanwhile") }
    }
  }

  // MARK: Copying

  /// Copies a file with its extended attributes. Returns the descriptor of the copy, which is locked.
  private static func copied(
    _ path: FilePath, to temporary: FilePath, _ subject: String
  ) throws(FileError) -> Int32 {
    let source = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard source >= 0 else { throw FileError(errno: errno, subject, call: "open") }
    defer { close(source) }
    let target = temporary.withCString { open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
    guard target >= 0 else { throw FileError(errno: errno, subject, call: "open", writing: true) }
    flock(target, LOCK_EX | LOCK_NB)
    do throws(FileError) {
      try copyContent(source, to: target, subject)
    } catch {
      close(target)
      FileBytes.remove(temporary)
      throw error
    }
    drumdub_copy_attributes(source, target)
    return target
  }

  private static func copyContent(
    _ source: Int32, to target: Int32, _ subject: String
  ) throws(FileError) {
    switch drumdub_copy_content(source, target) {
    case 0: return
    // The file systems cannot do it.
    case EINVAL, ENOSYS, EOPNOTSUPP, EXDEV: break
    case let error: throw FileError(errno: error, subject, call: "copy_file_range", writing: true)
    }
    var block = [UInt8](repeating: 0, count: blockSize)
    while true {
      let count = read(source, &block, block.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw FileError(errno: errno, subject, call: "read") }
      if count == 0 { return }
      guard FileBytes.writeAll(count == block.count ? block : Array(block[..<count]), to: target) else {
        throw FileError(errno: errno, subject, call: "write", writing: true)
      }
    }
  }

  private static func status(_ path: FilePath, _ subject: String) throws(FileError) -> stat {
    guard let status = path.status else { throw FileError(errno: errno, subject, call: "stat") }
    return status
  }

  /// Throws an error for a path that cannot be written. A file or folder without any write permission is protected, also
  /// from the administrator.
  private static func checkWritable(
    _ path: FilePath, _ mode: mode_t, _ subject: String, _ detail: String
  ) throws(FileError) {
    if mode & 0o222 == 0 { throw FileError(.readOnly, subject, detail: detail) }
    guard path.withCString({ access($0, W_OK) }) != 0 else { return }
    if errno == EROFS { throw FileError(.readOnly, subject, detail: "its drive is read-only") }
    throw FileError(errno == EACCES ? .readOnly : .notPermitted, subject, detail: detail)
  }

  // MARK: Leftovers

  /// Removes the copies of processes that have ended.
  static func removeLeftovers(in folder: FilePath) {
    guard let entries = folder.withCString({ opendir($0) }) else { return }
    defer { closedir(entries) }
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { FilePath(bytes: $0) }
      guard name.bytes.starts(with: prefix) else { continue }
      let path = folder.appending(name)
      let descriptor = path.withCString { open($0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
      guard descriptor >= 0 else { continue }
      // Its process holds the lock until it ends.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { FileBytes.remove(path) }
      close(descriptor)
    }
  }
}

import Glibc
import SystemBase

/// A journal being written, locked so that another program recovers nothing from it yet. Used by one thread.
struct JournalFile: ~Copyable {
  private let path: FilePath
  private let descriptor: Int32
  /// The number of bytes that are completely on the disk.
  private var length = 0

  init(path: FilePath) throws(FileError) {
    descriptor = try JournalFile.open(path)
    self.path = path
  }

  private static func open(_ path: FilePath) throws(FileError) -> Int32 {
    try FileBytes.makeFolder(path.directory, permissions: 0o700)
    let descriptor = path.withCString { Glibc.open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw FileError(errno: errno, path.shown, call: "open", writing: true) }
    // Without locks, as on some network disks, another program may read an incomplete record, which it drops.
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
    return descriptor
  }

  deinit { close(descriptor) }

  /// Appends bytes and syncs; if that fails, the file is not changed.
  mutating func write(_ bytes: [UInt8]) throws(FileError) {
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress, $0.count, off_t(length + done))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        let error = FileError(errno: errno, path.shown, call: "write", writing: true)
        ftruncate(descriptor, off_t(length))
        throw error
      }
      done += count
    }
    guard fdatasync(descriptor) == 0 else {
      throw FileError(errno: errno, path.shown, call: "fdatasync", writing: true)
    }
    length += done
  }
}

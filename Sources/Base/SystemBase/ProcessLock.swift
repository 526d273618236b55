import Glibc

/// A file that one process at a time holds. The kernel releases it when the process ends, however it ends.
///
/// The lock is one of fcntl(2), F_SETLK: it belongs to the process, is not inherited by fork(2), and must be taken only
/// once in a process.
package struct ProcessLock: ~Copyable {
  private let descriptor: Int32

  /// Takes the lock. Throws `.exists` if another process holds it: `holder` names the process.
  package init(_ path: FilePath) throws(FileError) {
    descriptor = path.withCString { open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
    guard descriptor >= 0 else { throw FileError(errno: errno, path.shown, call: "open", writing: true) }
    var whole = ProcessLock.whole
    guard fcntl(descriptor, F_SETLK, &whole) == 0 else {
      let isHeld = errno == EAGAIN || errno == EACCES
      throw isHeld
        ? FileError(.exists, path.shown) : FileError(errno: errno, path.shown, call: "fcntl", writing: true)
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Returns the other process that holds a lock; nil if there is none.
  package static func holder(of path: FilePath) -> pid_t? {
    let descriptor = path.withCString { open($0, O_RDWR | O_CLOEXEC) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var found = whole
    guard fcntl(descriptor, F_GETLK, &found) == 0, Int32(found.l_type) != F_UNLCK else { return nil }
    return found.l_pid
  }

  private static var whole: flock {
    flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
  }
}

import Glibc

/// Lets one writer at a time change the files of a folder, among all processes and threads.
///
/// The lock is one of flock(2) on the folder itself, so that no file is needed, and the kernel releases it when the process
/// ends. A thread that holds it must not request it again.
package enum FolderLock {
  /// The usual longest time in seconds that a writer waits for another one.
  private static let patience = 10.0
  /// Microseconds between two attempts.
  private static let pause: useconds_t = 2_000

  /// Calls a function while no other writer holds the lock of a folder. On file systems without locks, and for a folder that
  /// cannot be opened, the function is called without the lock.
  ///
  /// - Parameter seconds: the longest time to wait. Blocks the thread.
  /// - Throws: `writeFailed` if another writer keeps the lock longer; the errors of the function.
  package static func hold<Value: ~Copyable>(
    _ folder: FilePath, seconds: Double = FolderLock.patience, _ body: () throws(FileError) -> Value
  ) throws(FileError) -> Value {
    let path = folder.isEmpty ? FilePath(".") : folder
    let descriptor = path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    defer {
      if descriptor >= 0 {
        // A process that was just forked has the descriptor, and would keep the lock, until it runs its program.
        flock(descriptor, LOCK_UN)
        close(descriptor)
      }
    }
    let deadline = HostTime.now.advanced(bySeconds: seconds)
    while descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR {
      guard HostTime.now < deadline else {
        throw FileError(
          .writeFailed, path.shown, detail: "another player is writing to this folder and does not finish")
      }
      usleep(pause)
    }
    return try body()
  }
}

import Glibc
import Synchronization

/// Replaces a file atomically: writes a temporary file beside it, syncs it and renames it. A reader sees the old content
/// or the new one, never a part. Used once.
package final class FileReplacement: Sendable {
  private enum State {
    case writing
    /// The temporary file has the whole content, which the disk may not have stored yet.
    case written
    /// The temporary file has been renamed.
    case published
  }

  private let path: FilePath
  private let temporary: FilePath
  private let permissions: mode_t
  private let state = Mutex(State.writing)

  /// - Parameter permissions: the mode bits, which the user's umask reduces.
  package init(_ path: FilePath, permissions: mode_t = 0o666) {
    (self.path, self.permissions) = (path, permissions)
    temporary = FilePath(bytes: path.bytes + Array(".\(getpid()).new".utf8))
  }

  /// Writes the content and returns when the disk has stored it and the file is replaced.
  ///
  /// - Throws: if a step fails. The file has its old content then, unless `publish` was called.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    try write(bytes) { fsync($0) }
  }

  /// Does what `write` does, with another function in the place of fsync(2).
  package func write(_ bytes: [UInt8], sync: (Int32) -> Int32) throws(FileError) {
    let descriptor = temporary.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, permissions) }
    guard descriptor >= 0 else { throw failure("open") }
    do throws(FileError) {
      defer { close(descriptor) }
      try FileBytes.write(bytes, to: descriptor, path)
      state.withLock { $0 = .written }
      guard sync(descriptor) == 0 else { throw failure("fsync") }
    } catch {
      if state.withLock({ $0 != .published }) { FileBytes.remove(temporary) }
      throw error
    }
    _ = try publish()
  }

  /// Replaces the file although the disk may not have stored the content. What the kernel has survives the end of the
  /// program; after a power failure, the file may be empty. Any thread; does nothing after the first call.
  ///
  /// - Returns: false if the content is not written yet.
  package func publish() throws(FileError) -> Bool {
    let result: Result<Bool, FileError> = state.withLock { state in
      if state == .writing { return .success(false) }
      if state == .published { return .success(true) }
      let renamed = temporary.withCString { from in path.withCString { to in rename(from, to) } }
      if renamed != 0 { return .failure(failure("rename")) }
      state = .published
      return .success(true)
    }
    return try result.get()
  }

  private func failure(_ call: String) -> FileError {
    FileError(errno: errno, path.shown, call: call, writing: true)
  }
}

extension FileBytes {
  /// Replaces a file atomically, as `FileReplacement` does, in one call.
  ///
  /// - Parameter permissions: the mode bits, which the user's umask reduces.
  package static func replace(
    _ path: FilePath, with bytes: [UInt8], permissions: mode_t = 0o666
  ) throws(FileError) {
    try FileReplacement(path, permissions: permissions).write(bytes)
  }
}

import Glibc
import Synchronization

/// Replaces a file atomically: the content is written to a temporary file beside it, which is synced and renamed. A reader
/// sees the old content or the new one, never a part. Used once.
///
/// A symbolic link stays: the file that it points to is replaced or created. The new file has the permissions and, where
/// the user may set it, the owner of the old one. A device or a pipe is written in place.
package final class FileReplacement: Sendable {
  private enum State {
    case writing
    /// The temporary file has the whole content, which the disk may not have stored yet.
    case written
    /// The temporary file has been renamed.
    case published
  }

  /// The path to which the content is written.
  package let temporary: FilePath
  /// The path as the user knows it.
  private let path: FilePath
  /// The path without links.
  private let target: FilePath
  private let permissions: mode_t
  /// The status of the file that is replaced; nil for a new file.
  private let former: stat?
  private let state = Mutex(State.writing)

  private var isInPlace: Bool { temporary == target }

  /// Prepares the replacement of a file.
  ///
  /// - Parameters:
  ///   - permissions: the mode bits of a new file, which the user's umask reduces.
  ///   - source: a file that is read meanwhile and must not be replaced; nil if there is none.
  /// - Throws: `isDirectory`; `writeFailed` for the source itself and for links that form a loop.
  package init(
    _ path: FilePath, permissions: mode_t = 0o666, reading source: FilePath? = nil
  ) throws(FileError) {
    (self.path, self.permissions) = (path, permissions)
    target = try FileReplacement.target(of: path)
    former = FileReplacement.status(target)
    let kind = former.map { $0.st_mode & S_IFMT } ?? S_IFREG
    if kind == S_IFDIR { throw FileError(.isDirectory, path.shown) }
    if let former, let read = source.flatMap(FileReplacement.status), read.st_dev == former.st_dev,
      read.st_ino == former.st_ino
    {
      throw FileError(.writeFailed, path.shown, detail: "it is the file that is read")
    }
    temporary = kind == S_IFREG ? FilePath(bytes: target.bytes + Array(".\(getpid()).new".utf8)) : target
  }

  /// Follows the symbolic links of a path's last component. The target may be missing.
  ///
  /// - Throws: `writeFailed` if the links form a loop.
  package static func target(of path: FilePath) throws(FileError) -> FilePath {
    var target = path
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    // The limit of the kernel: see path_resolution(7).
    for _ in 0..<40 {
      let count = target.withCString { readlink($0, &buffer, buffer.count) }
      // No link, or nothing at all; other errors are those of the next call.
      if count < 0 && errno != ELOOP { return target }
      if count < 0 { break }
      let link = FilePath(bytes: buffer[..<count].map { UInt8(bitPattern: $0) })
      target = target.directory.appending(link)
    }
    throw FileError(.writeFailed, path.shown, detail: "its symbolic links form a loop")
  }

  private static func status(_ path: FilePath) -> stat? {
    var status = stat()
    return path.withCString { stat($0, &status) } == 0 ? status : nil
  }

  /// Writes the content and returns when the disk has stored it and the file is replaced.
  ///
  /// - Throws: if a step fails. The file has its old content then, unless `publish` was called.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    try write(bytes) { fsync($0) }
  }

  /// Does what `write` does, with another function in the place of fsync(2).
  package func write(_ bytes: [UInt8], sync: (Int32) -> Int32) throws(FileError) {
    if isInPlace {
      try FileBytes.write(bytes, to: target)
      return state.withLock { $0 = .published }
    }
    try finish(open(O_CREAT | O_TRUNC), bytes, sync)
  }

  /// Replaces the file by the content that another function has written to `temporary`.
  ///
  /// - Throws: as `write`.
  package func commit() throws(FileError) {
    if !isInPlace { try finish(open(0), nil) { fsync($0) } }
  }

  /// Removes the temporary file.
  package func cancel() {
    if !isInPlace, state.withLock({ $0 != .published }) { FileBytes.remove(temporary) }
  }

  /// Replaces the file although the disk may not have stored the content. What the kernel has survives the end of the
  /// program; after a power failure, the file may be empty. Any thread; does nothing after the first call.
  ///
  /// - Returns: false if the content is not written yet.
  package func publish() throws(FileError) -> Bool {
    let result: Result<Bool, FileError> = state.withLock { state in
      if state == .writing { return .success(false) }
      if state == .published { return .success(true) }
      let renamed = temporary.withCString { from in target.withCString { to in rename(from, to) } }
      if renamed != 0 { return .failure(failure("rename")) }
      state = .published
      return .success(true)
    }
    return try result.get()
  }

  private func open(_ flags: Int32) throws(FileError) -> Int32 {
    let descriptor = temporary.withCString { Glibc.open($0, O_WRONLY | O_CLOEXEC | flags, permissions) }
    guard descriptor >= 0 else { throw failure("open") }
    return descriptor
  }

  /// Writes the content, if there is one, to the open temporary file, syncs it and publishes it.
  private func finish(
    _ descriptor: Int32, _ bytes: [UInt8]?, _ sync: (Int32) -> Int32
  ) throws(FileError) {
    do throws(FileError) {
      defer { close(descriptor) }
      if let bytes { try FileBytes.write(bytes, to: descriptor, path) }
      if let former {
        // Another owner is refused to most users; the file is then the user's own.
        _ = fchown(descriptor, former.st_uid, former.st_gid)
        _ = fchmod(descriptor, former.st_mode & 0o7777)
      }
      state.withLock { $0 = .written }
      guard sync(descriptor) == 0 else { throw failure("fsync") }
    } catch {
      cancel()
      throw error
    }
    do throws(FileError) {
      _ = try publish()
    } catch {
      cancel()
      throw error
    }
  }

  private func failure(_ call: String) -> FileError {
    FileError(errno: errno, path.shown, call: call, writing: true)
  }
}

extension FileBytes {
  /// Replaces a file atomically, as `FileReplacement` does, in one call.
  ///
  /// - Parameter permissions: the mode bits of a new file, which the user's umask reduces.
  package static func replace(
    _ path: FilePath, with bytes: [UInt8], permissions: mode_t = 0o666
  ) throws(FileError) {
    try FileReplacement(path, permissions: permissions).write(bytes)
  }
}

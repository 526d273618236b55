import CSystem
import Glibc
import Synchronization

/// Writes a file under a temporary name beside it, syncs it and renames it, so that a reader sees the former content or the
/// new one, never a part. Used once; any thread.
///
/// A symbolic link stays: the file that it points to is replaced or created. The new file has the permissions and, where
/// the user may set it, the owner of the former one. A device or a pipe is written in place. A program that is killed
/// leaves the temporary file.
package final class AtomicFile: Sendable {
  private enum State {
    case writing
    /// The temporary file has the whole content, which the disk may not have stored yet.
    case written
    /// The temporary file has been renamed.
    case published
  }

  /// The path as the user knows it.
  package let path: FilePath
  /// Where the content is written.
  package let temporary: FilePath
  /// The path without links.
  private let target: FilePath
  private let replaces: Bool
  private let permissions: mode_t
  /// What is replaced; nil for a new file.
  private let former: stat?
  private let state = Mutex(State.writing)

  private var isInPlace: Bool { temporary == target }

  /// Prepares a temporary file beside the target.
  ///
  /// - Parameters:
  ///   - replaces: whether an existing file of that name is replaced.
  ///   - needsSeeking: whether what is written is changed afterwards, which is not possible in a pipe.
  ///   - permissions: the mode bits of a new file that `write` writes, which the user's umask reduces.
  ///   - source: a file that is read meanwhile and must not be replaced; nil if there is none.
  ///   - name: the name of the temporary file in the folder; nil for that of the file with the number of the process.
  /// - Throws: `isDirectory`; `isPipe` if seeking is needed; `exists` for a name that must not be replaced, even a link to
  ///   nothing; `writeFailed` for the source itself and for links that form a loop.
  package init(
    _ path: FilePath, replaces: Bool = true, needsSeeking: Bool = false, permissions: mode_t = 0o666,
    reading source: FilePath? = nil, temporaryName name: FilePath? = nil
  ) throws(FileError) {
    (self.path, self.replaces, self.permissions) = (path, replaces, permissions)
    // The link /dev/stdout names a pipe without a path.
    if needsSeeking, path.type == S_IFIFO { throw FileError(.isPipe, path.shown) }
    target = replaces ? try AtomicFile.target(of: path) : path
    former = target.status
    let kind = former.map { $0.st_mode & S_IFMT } ?? S_IFREG
    if kind == S_IFDIR { throw FileError(.isDirectory, path.shown) }
    if !replaces && path.linkStatus != nil { throw FileError(.exists, path.shown) }
    if let node = source?.node, node == target.node {
      throw FileError(.writeFailed, path.shown, detail: "it is the file that is read")
    }
    let usual = FilePath(bytes: target.bytes + Array(".\(getpid()).part".utf8))
    temporary = kind == S_IFREG ? name.map(target.directory.appending) ?? usual : target
  }

  /// Follows the symbolic links of a path's last component; the target may be missing. Throws `writeFailed` for a loop of
  /// links.
  private static func target(of path: FilePath) throws(FileError) -> FilePath {
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

  // MARK: Content

  /// Replaces a file in one call. A new file has these mode bits, which the user's umask reduces.
  package static func replace(
    _ path: FilePath, with bytes: [UInt8], permissions: mode_t = 0o666
  ) throws(FileError) {
    try AtomicFile(path, permissions: permissions).write(bytes)
  }

  /// Writes the content and returns when the disk has stored it and the file is replaced.
  ///
  /// - Parameter sync: syncs a file descriptor as fsync(2) does.
  /// - Throws: if a step fails. The file has its former content then, unless `publish` was called.
  package func write(
    _ bytes: [UInt8], sync: (Int32) -> Int32 = { fsync($0) }
  ) throws(FileError) {
    if isInPlace {
      try FileBytes.write(bytes, to: target)
      return state.withLock { $0 = .published }
    }
    do throws(FileError) {
      try finish(open(O_CREAT | O_TRUNC), bytes, sync)
    } catch {
      cancel()
      throw error
    }
  }

  /// Lets the kernel store what others have written to `temporary` so far, without waiting for the disk, so that `commit`
  /// takes less time.
  package func startStoring() {
    // Errors are reported by `commit`.
    guard let descriptor = try? open(0) else { return }
    drumdub_start_storing(descriptor)
    close(descriptor)
  }

  /// Gives the content that others have written to `temporary` its name, once the disk has stored it.
  ///
  /// - Parameter check: called when the disk has stored the content; if it throws, the file is not replaced.
  /// - Throws: if a step fails; `exists` if another program has made a file meanwhile that must not be replaced. The
  ///   temporary file stays then.
  package func commit(check: () throws(FileError) -> Void = {}) throws(FileError) {
    if isInPlace { return try check() }
    try finish(open(0), nil, { fsync($0) }, check)
    // Without it, a power failure may restore the temporary name.
    let folder = target.directory.isEmpty ? FilePath(".") : target.directory
    let descriptor = folder.withCString { Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  package func cancel() {
    if !isInPlace, state.withLock({ $0 != .published }) { FileBytes.remove(temporary) }
  }

  /// Replaces the file although the disk may not have stored the content. What the kernel has survives the end of the
  /// program; after a power failure, the file may be empty. Does nothing after the first call. Returns false if the
  /// content is not written yet.
  package func publish() throws(FileError) -> Bool {
    let result: Result<Bool, FileError> = state.withLock { state in
      if state == .writing { return .success(false) }
      if state == .published { return .success(true) }
      let moved = temporary.withCString { from in target.withCString { move(from, $0) } }
      if moved != 0 { return .failure(failure("rename")) }
      state = .published
      return .success(true)
    }
    return try result.get()
  }

  // MARK: Steps

  private func open(_ flags: Int32) throws(FileError) -> Int32 {
    let descriptor = temporary.withCString { Glibc.open($0, O_WRONLY | O_CLOEXEC | flags, permissions) }
    guard descriptor >= 0 else { throw failure("open") }
    return descriptor
  }

  /// Writes the content, if there is one, to the open temporary file, syncs it and publishes it.
  private func finish(
    _ descriptor: Int32, _ bytes: [UInt8]?, _ sync: (Int32) -> Int32,
    _ check: () throws(FileError) -> Void = {}
  ) throws(FileError) {
    defer { close(descriptor) }
    if let bytes { try FileBytes.write(bytes, to: descriptor, path) }
    if let former {
      // Another owner is refused to most users; the file is then the user's own.
      _ = fchown(descriptor, former.st_uid, former.st_gid)
      _ = fchmod(descriptor, former.st_mode & 0o7777)
    }
    state.withLock { $0 = .written }
    guard sync(descriptor) == 0 else { throw failure("fsync") }
    try check()
    _ = try publish()
  }

  /// Renames the temporary file. Returns 0, or another number with `errno`.
  private func move(_ from: UnsafePointer<CChar>, _ to: UnsafePointer<CChar>) -> Int32 {
    replaces ? Glibc.rename(from, to) : AtomicFile.moveWithoutReplacing(from, to, target)
  }

  /// Renames a file. Throws `exists` if there is a file of the new name, which is not replaced.
  package static func rename(_ from: FilePath, to: FilePath) throws(FileError) {
    let result = from.withCString { from in
      to.withCString { moveWithoutReplacing(from, $0, to) }
    }
    guard result == 0 else {
      let isTarget = errno == EEXIST || errno == ENAMETOOLONG
      throw FileError(errno: errno, (isTarget ? to : from).shown, call: "rename", writing: true)
    }
  }

  private static func moveWithoutReplacing(
    _ from: UnsafePointer<CChar>, _ to: UnsafePointer<CChar>, _ target: FilePath
  ) -> Int32 {
    // A link fails if the name exists; rename(2) would replace that file.
    if link(from, to) == 0 { return unlink(from) }
    guard errno != EEXIST else { return -1 }
    // The file system has no hard links.
    if target.linkStatus != nil {
      errno = EEXIST
      return -1
    }
    return Glibc.rename(from, to)
  }

  private func failure(_ call: String) -> FileError {
    FileError(errno: errno, path.shown, call: call, writing: true)
  }
}

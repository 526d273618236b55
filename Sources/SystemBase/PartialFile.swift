import CSystem
import Glibc

/// A file that is written under a temporary name in its folder, and gets its name when it is complete.
///
/// A program that is killed leaves the temporary file, and never a part under the final name. The file itself is written
/// by others, at `temporary`.
package struct PartialFile: Sendable {
  /// The path as the user knows it.
  package let path: FilePath
  package let temporary: FilePath
  /// The path without symbolic links, whose file is replaced.
  private let target: FilePath
  private let replaces: Bool

  /// Creates a file under a temporary name.
  ///
  /// - Parameter replaces: whether an existing file of that name is replaced.
  /// - Throws: `exists` if there is a file of that name that must not be replaced, and `isDirectory`.
  package init(_ path: FilePath, replaces: Bool) throws(FileError) {
    (self.path, self.replaces) = (path, replaces)
    target = replaces ? try FileReplacement.target(of: path) : path
    temporary = FilePath(bytes: target.bytes + Array(".\(getpid()).part".utf8))
    if path.isFolder { throw FileError(.isDirectory, path.shown) }
    if !replaces && isTaken { throw FileError(.exists, path.shown) }
  }

  /// Whether the name exists, even as a link to nothing.
  private var isTaken: Bool {
    var status = stat()
    return path.withCString { lstat($0, &status) } == 0
  }

  /// Lets the kernel store what was written so far, without waiting for the disk, so that `commit` takes less time.
  package func startStoring() {
    let descriptor = temporary.withCString { open($0, O_WRONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return }
    // Errors are reported by `commit`.
    drumdub_start_storing(descriptor)
    close(descriptor)
  }

  /// Gives the file its name, once its content is on the disk.
  ///
  /// - Throws: `exists` if another program has made a file of that name meanwhile. The temporary file stays then.
  package func commit() throws(FileError) {
    try sync(temporary, flags: O_WRONLY)
    guard temporary.withCString({ from in target.withCString { to in move(from, to) } }) == 0 else {
      throw failure("rename")
    }
    // Without it, a power failure may restore the temporary name.
    try? sync(target.directory.isEmpty ? FilePath(".") : target.directory, flags: O_RDONLY | O_DIRECTORY)
  }

  /// Removes the temporary file.
  package func remove() { FileBytes.remove(temporary) }

  /// Renames the file.
  ///
  /// - Returns: 0, or another number with `errno`.
  private func move(_ from: UnsafePointer<CChar>, _ to: UnsafePointer<CChar>) -> Int32 {
    if replaces { return rename(from, to) }
    // A link fails if the name exists; rename(2) would replace that file.
    if link(from, to) == 0 { return unlink(from) }
    guard errno != EEXIST else { return -1 }
    // The file system has no hard links.
    if isTaken {
      errno = EEXIST
      return -1
    }
    return rename(from, to)
  }

  private func sync(_ path: FilePath, flags: Int32) throws(FileError) {
    let descriptor = path.withCString { open($0, flags | O_CLOEXEC) }
    guard descriptor >= 0 else { throw failure("open") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure("fsync") }
  }

  private func failure(_ call: String) -> FileError {
    FileError(errno: errno, path.shown, call: call, writing: true)
  }
}

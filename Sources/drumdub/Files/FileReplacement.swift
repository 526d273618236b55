import Glibc
import SystemBase

/// A file that is replaced as a whole: written under a temporary name, synced, renamed. Readers see the old file or the
/// new one. Devices and pipes are written directly.
struct FileReplacement {
  /// Where to write.
  let temporary: FilePath
  private let path: FilePath

  private var isInPlace: Bool { temporary == path }

  /// - Parameter source: the file that is read meanwhile; it must not be replaced.
  /// - Throws: `isDirectory`, and `writeFailed` for the source itself.
  init(of path: FilePath, reading source: FilePath) throws(FileError) {
    // The target of a link is replaced, not the link.
    self.path = FileReplacement.resolved(path)
    var status = stat()
    guard self.path.withCString({ stat($0, &status) }) == 0 else {
      temporary = FileReplacement.beside(self.path)
      return
    }
    if status.st_mode & S_IFMT == S_IFDIR { throw FileError(.isDirectory, path.shown) }
    var other = stat()
    if source.withCString({ stat($0, &other) }) == 0, other.st_dev == status.st_dev,
      other.st_ino == status.st_ino
    {
      throw FileError(.writeFailed, path.shown, detail: "it is the file that is read")
    }
    temporary = status.st_mode & S_IFMT == S_IFREG ? FileReplacement.beside(self.path) : self.path
  }

  private static func resolved(_ path: FilePath) -> FilePath {
    guard let name = path.withCString({ realpath($0, nil) }) else { return path }
    defer { free(name) }
    return FilePath(
      bytes: UnsafeBufferPointer(start: name, count: strlen(name)).map { UInt8(bitPattern: $0) })
  }

  private static func beside(_ path: FilePath) -> FilePath {
    FilePath(bytes: path.bytes + Array(".\(getpid()).new".utf8))
  }

  /// Replaces the file by the written one.
  func commit() throws(FileError) {
    if isInPlace { return }
    do throws(FileError) {
      try sync()
      let renamed = temporary.withCString { from in path.withCString { rename(from, $0) } }
      guard renamed == 0 else { throw FileError(errno: errno, path.shown, call: "rename", writing: true) }
    } catch {
      cancel()
      throw error
    }
  }

  /// Removes the temporary file.
  func cancel() {
    if !isInPlace { FileBytes.remove(temporary) }
  }

  private func sync() throws(FileError) {
    let descriptor = temporary.withCString { open($0, O_WRONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw FileError(errno: errno, path.shown, call: "open", writing: true) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else {
      throw FileError(errno: errno, path.shown, call: "fsync", writing: true)
    }
  }
}

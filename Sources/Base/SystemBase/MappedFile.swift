import Glibc

/// A file whose content is read as memory. Any thread.
///
/// A file that another program shortens must not be mapped: reading beyond its end ends the program.
package final class MappedFile: @unchecked Sendable {
  /// The content, which does not change.
  package let bytes: UnsafeRawBufferPointer

  /// Maps a file.
  ///
  /// - Throws: `empty` for a file without bytes, and the errors of opening.
  package init(_ path: FilePath) throws(FileError) {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw FileError(errno: errno, path.shown, call: "open") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(errno: errno, path.shown, call: "fstat") }
    guard status.st_size > 0 else { throw FileError(.empty, path.shown) }
    let memory = mmap(nil, Int(status.st_size), PROT_READ, MAP_SHARED, descriptor, 0)
    guard let memory, memory != MAP_FAILED else {
      throw FileError(errno: errno, path.shown, call: "mmap")
    }
    bytes = UnsafeRawBufferPointer(start: memory, count: Int(status.st_size))
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}

import Glibc

/// A file whose content is read as memory. Any thread.
///
/// A file that another program shortens must not be mapped: reading beyond its end ends the program.
package final class MappedFile: @unchecked Sendable {
  /// The content, which does not change.
  package let bytes: UnsafeRawBufferPointer

  /// Maps a file. Throws `empty` for a file without bytes, and the errors of opening.
  package init(_ path: FilePath) throws(FileError) {
    let file = try RegularFile(withContent: path)
    let memory = mmap(nil, file.size, PROT_READ, MAP_SHARED, file.descriptor, 0)
    guard let memory, memory != MAP_FAILED else {
      throw FileError(errno: errno, path.shown, call: "mmap")
    }
    bytes = UnsafeRawBufferPointer(start: memory, count: file.size)
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}

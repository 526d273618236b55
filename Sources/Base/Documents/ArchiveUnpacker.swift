import Glibc
import SystemBase

/// Unpacks untrusted archives. An archive is refused as a whole if it has a path outside the folder, a link or a device, or if
/// it exceeds a limit.
package enum ArchiveUnpacker {
  /// The maximum size of all unpacked files together, in bytes.
  package static let mostBytes = 1 << 30
  /// The maximum number of entries.
  package static let mostFiles = 10_000
  /// The maximum depth of nested folders.
  package static let deepest = 32

  /// Unpacks an archive.
  ///
  /// - Parameters:
  ///   - folder: an existing folder that receives the files. After an error, it may contain some of them.
  ///   - isCancelled: asked before each file and each 64 KB.
  /// - Throws: `unsupported` for an archive that is refused; `damaged`; `noSpace` and other errors of writing;
  ///   `FileError.interrupted`.
  package static func unpack(
    _ archive: FilePath, into folder: FilePath, mostBytes: Int = mostBytes,
    isCancelled: () -> Bool = { false }
  ) throws(FileError) {
    let reader = try ArchiveReader(archive)
    var (entries, bytes) = (0, 0)
    while let entry = try reader.next() {
      entries += 1
      guard entries <= mostFiles else {
        throw refusal(archive, "it has more than \(mostFiles) files")
      }
      let components = try components(of: entry, archive)
      guard let name = components.last else {
        if entry.type == S_IFDIR { continue }
        throw refusal(archive, "it has a file without a name")
      }
      let parent = components.dropLast().reduce(folder) { $0.appending(FilePath(bytes: $1)) }
      let path = parent.appending(FilePath(bytes: name))
      if entry.type == S_IFDIR {
        try FileBytes.makeFolder(path, permissions: 0o755)
      } else {
        try FileBytes.makeFolder(parent, permissions: 0o755)
        bytes += try write(reader, to: path, limit: mostBytes - bytes, archive, isCancelled)
      }
    }
  }

  /// Returns the names in the path of an entry.
  ///
  /// - Throws: `unsupported` if the entry is not a file or folder inside the target folder, or is nested too deep.
  private static func components(
    of entry: ArchiveReader.Member, _ archive: FilePath
  ) throws(FileError) -> [[UInt8]] {
    let shown = FilePath(bytes: entry.path.bytes.prefix(200)).shown
    let kind = "\(shown) is a link, a device or a pipe"
    guard entry.type == S_IFREG || entry.type == S_IFDIR else { throw refusal(archive, kind) }
    let components = entry.path.bytes.split(separator: UInt8(ascii: "/")).map { Array($0) }
    let isInside = !entry.path.isAbsolute && !components.contains(Array("..".utf8))
    guard isInside else { throw refusal(archive, "\(shown) leads out of its folder") }
    guard components.count <= deepest else { throw refusal(archive, "\(shown) is in too many folders") }
    return components.filter { $0 != Array(".".utf8) }
  }

  /// Writes the content of an entry. Returns the size in bytes.
  private static func write(
    _ reader: ArchiveReader, to path: FilePath, limit: Int, _ archive: FilePath, _ isCancelled: () -> Bool
  ) throws(FileError) -> Int {
    let descriptor = path.withCString {
      open($0, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
    }
    guard descriptor >= 0 else { throw FileError(errno: errno, path.shown, call: "open", writing: true) }
    defer { close(descriptor) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    var size = 0
    while true {
      if isCancelled() { throw .interrupted(path) }
      let count = try reader.read(into: buffer)
      if count == 0 { return size }
      size += count
      guard size <= limit else { throw refusal(archive, "it unpacks to more than 1 GB") }
      try FileBytes.write(Array(buffer[..<count]), to: descriptor, path)
    }
  }

  private static func refusal(_ archive: FilePath, _ reason: String) -> FileError {
    FileError(.unsupported, archive.shown, detail: "the archive is refused: \(reason)")
  }
}

import CArchive
import Glibc
import SystemBase

/// Writes a tar archive that is compressed with gzip, and owns its handle. Used by one thread.
package struct ArchiveWriter: ~Copyable {
  private static let chunk = 1 << 20

  private let raw: OpaquePointer
  private let subject: String

  /// Begins an archive.
  ///
  /// - Parameters:
  ///   - descriptor: a file that is open for writing. The caller closes it after the writer is destroyed.
  ///   - subject: the name of the file in errors.
  /// - Throws: `unsupported` if libarchive is not installed.
  package init(_ descriptor: Int32, subject: String) throws(FileError) {
    try ArchiveReader.load()
    guard let raw = drumdub_archive_create(descriptor) else {
      throw FileError(.writeFailed, subject, detail: "archive_write_new: out of memory")
    }
    (self.raw, self.subject) = (raw, subject)
  }

  deinit { drumdub_archive_discard(raw) }

  /// Adds a file with this content.
  package func add(_ bytes: [UInt8], as path: FilePath) throws(FileError) {
    try begin(path, size: bytes.count)
    try write(bytes)
  }

  /// Adds the content of a file.
  package func add(_ file: FilePath, as path: FilePath) throws(FileError) {
    let source = try RegularFile(file, otherwise: .unsupported)
    let size = source.size
    try begin(path, size: size)
    var offset = 0
    while offset < size {
      let part = try source.read(count: min(ArchiveWriter.chunk, size - offset), at: offset)
      if part.isEmpty { throw FileError(.endsEarly, file.shown) }
      try write(part)
      offset += part.count
    }
  }

  /// Adds the files of a folder and of the folders in it.
  package func addFolder(_ folder: FilePath, as path: FilePath) throws(FileError) {
    let names = try FolderReader(folder).names()
    for name in names.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
      let (source, target) = (folder.appending(name), path.appending(name))
      if source.isFolder { try addFolder(source, as: target) } else { try add(source, as: target) }
    }
  }

  /// Writes the end of the archive.
  package func finish() throws(FileError) {
    guard drumdub_archive_finish(raw) != 0 else { throw failure() }
  }

  private func begin(_ path: FilePath, size: Int) throws(FileError) {
    guard path.withCString({ drumdub_archive_begin(raw, $0, Int64(size)) }) != 0 else { throw failure() }
  }

  private func write(_ bytes: [UInt8]) throws(FileError) {
    guard drumdub_archive_write(raw, bytes, bytes.count) != 0 else { throw failure() }
  }

  private func failure() -> FileError {
    FileError(.writeFailed, subject, detail: String(cString: drumdub_archive_writer_error(raw)))
  }
}

import CArchive
import Glibc
import SystemBase

/// Writes a tar archive that is compressed with gzip, and owns its handle. Used by one thread.
package final class ArchiveWriter {
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
    try ArchiveLibrary.load()
    guard let raw = drumdub_archive_write_new() else {
      throw FileError(.writeFailed, subject, detail: "archive_write_new: out of memory")
    }
    (self.raw, self.subject) = (raw, subject)
    try checked(drumdub_archive_write_set_format_pax_restricted(raw) == ARCHIVE_OK)
    try checked(drumdub_archive_write_add_filter_gzip(raw) == ARCHIVE_OK)
    try checked(drumdub_archive_write_open_fd(raw, descriptor) == ARCHIVE_OK)
  }

  deinit { drumdub_archive_write_free(raw) }

  package func add(_ bytes: [UInt8], as path: FilePath) throws(FileError) {
    try begin(path, size: bytes.count)
    try write(bytes)
  }

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
    for name in names.sorted() {
      let (source, target) = (folder.appending(name), path.appending(name))
      if source.isFolder { try addFolder(source, as: target) } else { try add(source, as: target) }
    }
  }

  /// Writes the end of the archive.
  package func finish() throws(FileError) {
    try checked(drumdub_archive_write_close(raw) == ARCHIVE_OK)
  }

  private func begin(_ path: FilePath, size: Int) throws(FileError) {
    let entry = drumdub_archive_entry_new()
    try checked(entry != nil)
    defer { drumdub_archive_entry_free(entry) }
    path.withCString { drumdub_archive_entry_set_pathname(entry, $0) }
    drumdub_archive_entry_set_filetype(entry, S_IFREG)
    drumdub_archive_entry_set_perm(entry, 0o644)
    drumdub_archive_entry_set_size(entry, Int64(size))
    let result = ArchiveLibrary.withUTF8 { drumdub_archive_write_header(raw, entry) }
    // A warning means that the name is not UTF-8; its bytes are stored.
    try checked(result == ARCHIVE_OK || result == ARCHIVE_WARN)
  }

  private func write(_ bytes: [UInt8]) throws(FileError) {
    try checked(drumdub_archive_write_data(raw, bytes, bytes.count) == bytes.count)
  }

  private func checked(_ isDone: Bool) throws(FileError) {
    if isDone { return }
    let message = drumdub_archive_error_string(raw).map { String(cString: $0) }
    throw FileError(.writeFailed, subject, detail: message ?? "the archive cannot be written")
  }
}

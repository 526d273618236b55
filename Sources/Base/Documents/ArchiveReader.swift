import CArchive
import Glibc
import SystemBase

/// Owns an archive opened for reading: tar, also compressed, ZIP or 7-Zip. Used by one thread.
package struct ArchiveReader: ~Copyable {
  /// The kind of an entry.
  package enum Kind: Hashable, Sendable {
    case file
    case folder
    /// A symbolic or hard link.
    case link
    /// A device, a pipe or a socket.
    case other
  }

  /// An entry of an archive.
  package struct Member: Hashable, Sendable {
    /// The path as the archive states it; it may be absolute or climb out.
    package var path: FilePath
    package var kind: Kind
  }

  private static let library = "libarchive.so.13"

  private let raw: OpaquePointer
  private let descriptor: Int32
  private let subject: String

  /// Opens an archive.
  ///
  /// - Throws: `unsupported` if libarchive is not installed; errors of opening the file. Other files are found at the
  ///   first entry.
  package init(_ path: FilePath) throws(FileError) {
    try ArchiveReader.load()
    (raw, descriptor) = try ArchiveReader.opened(path)
    subject = path.shown
  }

  deinit {
    drumdub_archive_close(raw)
    close(descriptor)
  }

  /// Loads the library.
  ///
  /// - Throws: `unsupported` if it is not installed.
  static func load() throws(FileError) {
    guard let reason = drumdub_archive_load() else { return }
    let detail = "\(String(cString: reason)); install the package libarchive13"
    throw FileError(.unsupported, library, detail: detail)
  }

  private static func opened(_ path: FilePath) throws(FileError) -> (OpaquePointer, Int32) {
    let descriptor = try RegularFile(path, otherwise: .unsupported).duplicate()
    if let raw = drumdub_archive_open(descriptor) { return (raw, descriptor) }
    close(descriptor)
    throw FileError(.readFailed, path.shown, detail: "archive_read_new: out of memory")
  }

  /// Returns the next entry; nil at the end.
  ///
  /// - Throws: `damaged`, also for a file that is not an archive.
  package func next() throws(FileError) -> Member? {
    var entry = drumdub_archive_entry()
    switch drumdub_archive_next(raw, &entry) {
    case 1:
      let bytes = UnsafeRawBufferPointer(start: entry.path, count: entry.path.map { strlen($0) } ?? 0)
      return Member(path: FilePath(bytes: bytes), kind: ArchiveReader.kind(entry.kind))
    case 0: return nil
    default: throw failure()
    }
  }

  /// Reads the next bytes of the entry's content. Returns the number of bytes, 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    let count = drumdub_archive_read(raw, buffer.baseAddress, buffer.count)
    guard count >= 0 else { throw failure() }
    return count
  }

  private func failure() -> FileError {
    FileError(.damaged, subject, detail: String(cString: drumdub_archive_error(raw)))
  }

  private static func kind(_ kind: drumdub_archive_kind) -> Kind {
    switch kind {
    case DRUMDUB_ARCHIVE_FILE: .file
    case DRUMDUB_ARCHIVE_FOLDER: .folder
    case DRUMDUB_ARCHIVE_LINK: .link
    default: .other
    }
  }
}

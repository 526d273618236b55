import CArchive
import Glibc
import SystemBase

/// libarchive, which is loaded at first use.
enum ArchiveLibrary {
  private static let name = "libarchive.so.13"
  nonisolated(unsafe) private static let utf8 = newlocale(Int32(1 << LC_CTYPE), "C.UTF-8", nil)

  /// Loads the library. Throws `unsupported` if it is not installed.
  static func load() throws(FileError) {
    guard let reason = drumdub_archive_load() else { return }
    let detail = "\(String(cString: reason)); install the package libarchive13"
    throw FileError(.unsupported, name, detail: detail)
  }

  /// Calls a function that reads or writes names: the library converts them to the encoding of the thread's locale.
  static func withUTF8<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result
  {
    let former = utf8.flatMap { uselocale($0) }
    defer { if let former { uselocale(former) } }
    return try body()
  }
}

/// Owns an archive opened for reading: tar, also compressed, ZIP or 7-Zip. Used by one thread.
final class ArchiveReader {
  struct Member {
    /// The path as the archive states it; it may be absolute or climb out.
    var path: FilePath
    /// The type of the file, such as `S_IFREG`; nil for a link.
    var type: mode_t?
  }

  private let raw: OpaquePointer
  private let descriptor: Int32
  private let subject: String

  /// Opens an archive.
  ///
  /// - Throws: `unsupported` if libarchive is not installed; errors of opening the file; `damaged` for other files.
  init(_ path: FilePath) throws(FileError) {
    try ArchiveLibrary.load()
    let descriptor = try RegularFile(path, otherwise: .unsupported).duplicate()
    guard let raw = drumdub_archive_read_new() else {
      close(descriptor)
      throw FileError(.readFailed, path.shown, detail: "archive_read_new: out of memory")
    }
    (self.raw, self.descriptor, subject) = (raw, descriptor, path.shown)
    for support in [
      drumdub_archive_read_support_filter_gzip, drumdub_archive_read_support_filter_bzip2,
      drumdub_archive_read_support_filter_xz, drumdub_archive_read_support_filter_lzma,
      drumdub_archive_read_support_filter_zstd, drumdub_archive_read_support_filter_compress,
      drumdub_archive_read_support_format_tar, drumdub_archive_read_support_format_zip,
      drumdub_archive_read_support_format_7zip,
    ] { _ = support(raw) }
    guard drumdub_archive_read_open_fd(raw, descriptor, 1 << 16) == ARCHIVE_OK else { throw failure() }
  }

  deinit {
    drumdub_archive_read_free(raw)
    close(descriptor)
  }

  /// Returns the next entry; nil at the end. Throws `damaged`, also for a file that is not an archive.
  func next() throws(FileError) -> Member? {
    try ArchiveLibrary.withUTF8 { () throws(FileError) in
      var entry: OpaquePointer?
      switch drumdub_archive_read_next_header(raw, &entry) {
      // A warning means that a name is not valid in the encoding that the archive states.
      case ARCHIVE_OK, ARCHIVE_WARN: return Member(entry)
      case ARCHIVE_EOF: return nil
      default: throw failure()
      }
    }
  }

  /// Reads the next bytes of the entry's content. Returns the number of bytes, 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    let count = drumdub_archive_read_data(raw, buffer.baseAddress, buffer.count)
    guard count >= 0 else { throw failure() }
    return count
  }

  private func failure() -> FileError {
    let message = drumdub_archive_error_string(raw).map { String(cString: $0) }
    return FileError(.damaged, subject, detail: message ?? "the archive cannot be read")
  }
}

extension ArchiveReader.Member {
  fileprivate init(_ entry: OpaquePointer?) {
    let name = drumdub_archive_entry_pathname(entry) ?? drumdub_archive_entry_pathname_utf8(entry)
    path = FilePath(bytes: UnsafeRawBufferPointer(start: name, count: name.map { strlen($0) } ?? 0))
    let isLink =
      drumdub_archive_entry_hardlink(entry) != nil || drumdub_archive_entry_symlink(entry) != nil
    type = isLink ? nil : drumdub_archive_entry_filetype(entry)
  }
}

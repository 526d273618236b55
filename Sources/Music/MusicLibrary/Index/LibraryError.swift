import CSQLite
import Glibc
import SystemBase

/// An error of the index, as data. Front ends make the message.
package struct LibraryError: Error, Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    case notFound
    case notPermitted
    /// The disk is full; the index is as it was before the call.
    case noSpace
    /// The file is not an index, or its tables differ from those of this program.
    case damaged
    /// A newer version of this program wrote the index.
    case newer
    /// A query is too long for SQLite.
    case unsupported
    case readFailed
    case writeFailed
  }

  package var code: Code
  /// The path of the index, ready to be shown.
  package var subject: String
  /// The message of SQLite or the system, after the name of the call.
  package var detail: String?

  package init(_ code: Code, _ subject: String, detail: String? = nil) {
    (self.code, self.subject, self.detail) = (code, subject, detail)
  }

  /// Converts a result code of SQLite.
  ///
  /// The statements of this program are valid for its own tables. If SQLite reports an error in a statement
  /// (`SQLITE_ERROR`) or a violated constraint, the tables in the file are different ones: the file counts as
  /// damaged.
  ///
  /// - Parameters:
  ///   - code: the extended result code (sqlite.org/rescode.html).
  ///   - system: the `errno` that caused it.
  init(sqlite code: Int32, system: Int32 = 0, _ subject: String, call: String, message: String?) {
    let kind: Code =
      switch code & 0xFF {
      case SQLITE_FULL: .noSpace
      case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH: .damaged
      case SQLITE_PERM, SQLITE_READONLY, SQLITE_AUTH: .notPermitted
      case SQLITE_CANTOPEN: system == EACCES ? .notPermitted : .notFound
      case SQLITE_IOERR: [ENOSPC, EDQUOT, EFBIG].contains(system) ? .noSpace : .readFailed
      default: .readFailed
      }
    let detail = message ?? String(cString: sqlite3_errstr(code))
    self.init(kind, subject, detail: "\(call): \(detail)")
  }

  /// The codes that errors of files have too.
  private static let shared: [Code: FileError.Code] = [
    .notFound: .notFound, .notPermitted: .notPermitted, .noSpace: .noSpace, .damaged: .damaged,
    .readFailed: .readFailed, .writeFailed: .writeFailed,
  ]

  /// Converts an error that concerns the file of the index or its folder.
  init(_ error: FileError) {
    let code = LibraryError.shared.first { $0.value == error.code }?.key ?? .readFailed
    self.init(code, error.subject, detail: error.detail)
  }

  /// The error as a file error of the file of the index.
  package var asFileError: FileError {
    FileError(LibraryError.shared[code] ?? .unsupported, subject, detail: detail)
  }
}

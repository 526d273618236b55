import CSQLite
import Glibc
import SystemBase

/// A failure of the index, as data; the sentence is made where it is shown.
package struct LibraryError: Error, Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    case notFound
    case notPermitted
    /// The disk is full; the index is as it was before the call.
    case noSpace
    /// The file is no index, or its tables are not those that this program makes.
    case damaged
    /// A newer program made the index, or a query is longer than SQLite takes.
    case unsupported
    case readFailed
    case writeFailed
  }

  package var code: Code
  /// The path of the index, ready to be shown.
  package var subject: String
  /// The words of SQLite or the system, with the call they came from.
  package var detail: String?

  package init(_ code: Code, _ subject: String, detail: String? = nil) {
    (self.code, self.subject, self.detail) = (code, subject, detail)
  }

  /// Makes an error of a result of SQLite.
  ///
  /// The statements of this program fit the tables that it makes: where SQLite finds a mistake in one
  /// (`SQLITE_ERROR`), or a row that breaks a constraint which the statement keeps, the tables in the file are others.
  ///
  /// - Parameters:
  ///   - code: the extended result code (sqlite.org/rescode.html).
  ///   - system: the `errno` behind it.
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
    let words = message ?? String(cString: sqlite3_errstr(code))
    self.init(kind, subject, detail: "\(call): \(words)")
  }

  /// Makes an error of one of the index's file or of the folder that holds it.
  init(_ error: FileError) {
    let code: Code =
      switch error.code {
      case .notFound: .notFound
      case .notPermitted: .notPermitted
      case .noSpace: .noSpace
      case .damaged: .damaged
      case .writeFailed: .writeFailed
      default: .readFailed
      }
    self.init(code, error.subject, detail: error.detail)
  }

  /// The same failure as one of the index's file.
  package var asFileError: FileError {
    let code: FileError.Code =
      switch code {
      case .notFound: .notFound
      case .notPermitted: .notPermitted
      case .noSpace: .noSpace
      case .damaged: .damaged
      case .unsupported: .unsupported
      case .readFailed: .readFailed
      case .writeFailed: .writeFailed
      }
    return FileError(code, subject, detail: detail)
  }
}

import CSQLite
import Glibc
import SystemBase

extension FileError {
  /// The one place where a result of SQLite becomes an error.
  ///
  /// The statements of this program fit the tables that it makes: where SQLite finds a mistake in one (`SQLITE_ERROR`),
  /// or a row that breaks a constraint which the statement keeps, the tables in the file are not those.
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
}

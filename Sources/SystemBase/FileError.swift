import Glibc

/// What went wrong with a file or its content, as data; the sentence is made where it is shown.
package struct FileError: Error, Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    case notFound
    case notPermitted
    case isDirectory
    case empty
    /// No decoder knows the content.
    case notAudio
    /// The kind of file is known, but not this flavour of it.
    case unsupported
    case damaged
    /// The file ends before the length that it claims.
    case endsEarly
    case noSpace
    case writeFailed
    case readFailed
  }

  package var code: Code
  /// The file that it is about, ready to be shown.
  package var subject: String
  /// The library's own words or the system's, with the call they came from.
  package var detail: String?

  package init(_ code: Code, _ subject: String, detail: String? = nil) {
    self.code = code
    self.subject = subject
    self.detail = detail
  }
}

extension FileError {
  /// The one place where an `errno` becomes an error.
  package init(errno number: Int32, _ subject: String, call: String, writing: Bool = false) {
    let code: Code =
      switch number {
      case ENOENT, ENOTDIR: .notFound
      case EACCES, EPERM: .notPermitted
      case EISDIR: .isDirectory
      case ENOSPC, EDQUOT: .noSpace
      default: writing ? .writeFailed : .readFailed
      }
    self.init(code, subject, detail: "\(call): \(String(cString: strerror(number)))")
  }
}

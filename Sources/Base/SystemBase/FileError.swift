import Glibc

/// An error of a file or of its content. `ErrorText` turns it into a sentence.
package struct FileError: Error, Hashable, Sendable {
  package enum Code: UInt8, Hashable, Sendable {
    case notFound
    case notPermitted
    /// The file, its folder or its drive is write-protected.
    case readOnly
    case isDirectory
    /// The file is a named pipe, or the end of one, where a regular file is needed.
    case isPipe
    case empty
    /// No decoder knows the content.
    case notAudio
    /// The format is known, but this variant of it is not supported.
    case unsupported
    case damaged
    /// The file ends before the length that its header states.
    case endsEarly
    case noSpace
    /// A file of that name exists and must not be replaced.
    case exists
    case writeFailed
    case readFailed
    /// The disk did not finish an operation before its deadline.
    case noAnswer
    /// A newer version of this program wrote the file.
    case newer
  }

  package var code: Code
  /// The path of the file, escaped for display.
  package var subject: String
  /// The message of the library or the system, with the call that it came from.
  package var detail: String?

  package init(_ code: Code, _ subject: String, detail: String? = nil) {
    (self.code, self.subject, self.detail) = (code, subject, detail)
  }
}

extension FileError {
  /// Returns the error of work that the user has ended before a file was complete.
  package static func interrupted(_ path: FilePath) -> FileError {
    FileError(.writeFailed, path.shown, detail: "interrupted")
  }

  package init(errno number: Int32, _ subject: String, call: String, writing: Bool = false) {
    let code: Code =
      switch number {
      case ENOENT, ENOTDIR: .notFound
      case EACCES, EPERM: .notPermitted
      case EISDIR: .isDirectory
      case ENOSPC, EDQUOT: .noSpace
      case EEXIST: .exists
      default: writing ? .writeFailed : .readFailed
      }
    self.init(code, subject, detail: "\(call): \(String(cString: strerror(number)))")
  }
}

import Glibc

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

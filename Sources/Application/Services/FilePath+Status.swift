import Glibc
import SystemBase

extension FilePath {
  /// Whether something is there, as far as the user may look.
  var isThere: Bool { withCString { access($0, F_OK) } == 0 }

  /// Whether it leads to a folder.
  var isFolder: Bool {
    var status = stat()
    return withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The user's own folder, by the environment.
  static var home: FilePath {
    guard let value = getenv("HOME"), value.pointee != 0 else { return FilePath("/") }
    return FilePath(
      bytes: UnsafeBufferPointer(start: value, count: strlen(value)).map { UInt8(bitPattern: $0) })
  }
}

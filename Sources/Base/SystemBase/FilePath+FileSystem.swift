import Glibc

extension FilePath {
  /// Whether a file or folder exists at the path and the user may see it.
  package var exists: Bool { withCString { access($0, F_OK) } == 0 }

  /// The status of the file, links followed; nil, with `errno`, if it cannot be read.
  package var status: stat? {
    var status = stat()
    return withCString { stat($0, &status) } == 0 ? status : nil
  }

  /// The status of the file or of the link itself; nil, with `errno`, if it cannot be read.
  package var linkStatus: stat? {
    var status = stat()
    return withCString { lstat($0, &status) } == 0 ? status : nil
  }

  /// Numbers of which one differs when the file is replaced or changed: its device and number, its size, and the time of
  /// its last change. Nil, with `errno`, if there is none.
  package var stamp: [Int]? {
    status.map {
      [Int($0.st_dev), Int($0.st_ino), Int($0.st_size), $0.st_mtim.tv_sec, $0.st_mtim.tv_nsec]
    }
  }

  /// The type of the file, such as `S_IFREG`, links followed; nil if it cannot be read.
  package var type: mode_t? { status.map { $0.st_mode & S_IFMT } }

  /// Whether the path is a folder, or a link to one.
  package var isFolder: Bool { type == S_IFDIR }

  /// Whether the path is a pipe, a socket or a device, or a link to one. Opening it may wait for ever.
  package var isDeviceOrPipe: Bool { type.map { ![S_IFREG, S_IFDIR].contains($0) } ?? false }

  /// An absolute path without the components `.` and `..`, as other lists name the file.
  ///
  /// A `..` behind a link to a folder stays, because the shorter path leads elsewhere. The folders decide if the file
  /// is missing.
  package var withoutDots: FilePath {
    let parts = bytes.split(separator: UInt8(ascii: "/"))
    let plain = parts.filter { !$0.elementsEqual(".".utf8) }
    let short = plain.reduce(into: [ArraySlice<UInt8>]()) { kept, part in
      if part.elementsEqual("..".utf8) { _ = kept.popLast() } else { kept.append(part) }
    }
    guard isAbsolute, short.count < parts.count else { return self }
    let (long, path) = (FilePath(root: plain), FilePath(root: short))
    return long == path || long.leads(to: path) ? path : long
  }

  private init(root components: [ArraySlice<UInt8>]) {
    let slash = UInt8(ascii: "/")
    self.init(bytes: [slash] + components.joined(separator: [slash]))
  }

  /// Returns whether another path leads to the same file, or to the same folder if there is no such file.
  private func leads(to other: FilePath) -> Bool {
    guard let node else { return directory.node.map { $0 == other.directory.node } ?? false }
    return node == other.node
  }

  /// The device and the number of the file; nil if there is none.
  var node: [UInt64]? { status.map { [UInt64($0.st_dev), UInt64($0.st_ino)] } }

  /// The user's home folder from `$HOME`; `/` if it is not set.
  package static var home: FilePath {
    guard let value = getenv("HOME"), value.pointee != 0 else { return FilePath("/") }
    return FilePath(cString: value)
  }

  /// The path with a leading `~` or `~name` replaced by a home folder, as a shell does. The home folder of an unknown
  /// user is not replaced.
  package var expandingHome: FilePath {
    guard bytes.first == UInt8(ascii: "~") else { return self }
    let user = bytes.dropFirst().prefix { $0 != UInt8(ascii: "/") }
    guard let home = user.isEmpty ? FilePath.home : FilePath.home(of: FilePath(bytes: user)) else {
      return self
    }
    let rest = bytes[user.endIndex...].drop { $0 == UInt8(ascii: "/") }
    return rest.isEmpty ? home : home.appending(FilePath(bytes: rest))
  }

  /// Returns the home folder of a user by name. Source: getpwnam_r(3).
  private static func home(of user: FilePath) -> FilePath? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 1 << 14)
    let result = user.withCString { getpwnam_r($0, &entry, &buffer, buffer.count, &found) }
    guard result == 0, let home = found?.pointee.pw_dir else { return nil }
    return FilePath(cString: home)
  }

  private init(cString: UnsafePointer<CChar>) {
    self.init(
      bytes: UnsafeBufferPointer(start: cString, count: strlen(cString)).map { UInt8(bitPattern: $0) })
  }
}

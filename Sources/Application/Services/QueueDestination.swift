import SystemBase
import Playlists
import AudioBase
import Glibc
import MusicLibrary

/// Where a queue is saved, by the name that was typed. A value; it does not look at the disk.
enum QueueDestination: Hashable {
  /// A playlist of the index.
  case index(String)
  /// A file, absolute, with the extension of a playlist; and the same as it was typed, with or without that.
  case file(FilePath, typed: FilePath)
  /// The name ends as the name of a folder does.
  case folder(FilePath)

  /// A name without a slash and without the extension of a playlist is one of the index. `~` is expanded, `.m3u8` is
  /// added where no known extension stands.
  ///
  /// - Parameters:
  ///   - current: what relative paths start from.
  ///   - own: the program's own folder of playlists: where a bare file name goes.
  ///   - hasIndex: without an index, all are files.
  /// - Returns: nil for a name without a character.
  init?(typed: String, current: FilePath, own: FilePath, hasIndex: Bool) {
    let text = QueueDestination.trimmed(typed)
    guard !text.isEmpty else { return nil }
    let path = HomeFolder.expanded(FilePath(text))
    let hasFolder = path.bytes.contains(UInt8(ascii: "/"))
    if ["", ".", "..", "~"].contains(FilePath(text).lastComponent.text) {
      self = .folder(current.appending(path))
    } else if hasIndex, !hasFolder, PlaylistWriter(name: path) == nil {
      self = .index(text)
    } else {
      let whole = (hasFolder ? current : own).appending(path)
      self = .file(QueueDestination.named(whole), typed: whole)
    }
  }

  private static func named(_ path: FilePath) -> FilePath {
    PlaylistWriter(name: path) == nil ? FilePath(bytes: path.bytes + Array(".m3u8".utf8)) : path
  }

  /// Control characters may come with a paste; no path holds a NUL.
  private static func trimmed(_ typed: String) -> String {
    let scalars = typed.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
    var text = String(String.UnicodeScalarView(scalars))[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

/// The users' home folders.
package enum HomeFolder {
  /// A path as a shell reads it: `~` is the user's own folder, `~name` that of another user. A user that is not known
  /// leaves the path as it is.
  package static func expanded(_ path: FilePath) -> FilePath {
    guard path.bytes.first == UInt8(ascii: "~") else { return path }
    let user = path.bytes.dropFirst().prefix { $0 != UInt8(ascii: "/") }
    guard let home = user.isEmpty ? own : folder(of: FilePath(bytes: user)) else { return path }
    let rest = path.bytes[user.endIndex...].dropFirst()
    return rest.isEmpty ? home : home.appending(FilePath(bytes: rest.drop { $0 == UInt8(ascii: "/") }))
  }

  private static var own: FilePath { FilePath.home }

  /// getpwnam_r(3)
  private static func folder(of user: FilePath) -> FilePath? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 1 << 14)
    let result = user.withCString { getpwnam_r($0, &entry, &buffer, buffer.count, &found) }
    guard result == 0, let home = found?.pointee.pw_dir else { return nil }
    return FilePath(
      bytes: UnsafeBufferPointer(start: home, count: strlen(home)).map { UInt8(bitPattern: $0) })
  }
}

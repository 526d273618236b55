import SystemBase
import Playlists
import AudioBase
import MusicLibrary

/// The destination of a saved queue, from the typed name. A value; the disk is not read.
enum QueueDestination: Hashable {
  /// A playlist of the index.
  case index(String)
  /// An absolute path with the extension of a playlist, and the text that the user typed.
  case file(FilePath, typed: FilePath)
  /// The name ends like that of a folder.
  case folder(FilePath)

  /// Reads a typed destination. A name without a slash and without the extension of a playlist is that of a playlist of
  /// the index. `~` is expanded. `.m3u8` is added to names without a known extension.
  ///
  /// - Parameters:
  ///   - current: the folder that relative paths start from.
  ///   - own: the program's folder of playlists, for file names without a folder.
  ///   - hasIndex: whether there is an index; without one, all names are files.
  /// - Returns: nil for an empty name.
  init?(typed: String, current: FilePath, own: FilePath, hasIndex: Bool) {
    let text = QueueDestination.trimmed(typed)
    guard !text.isEmpty else { return nil }
    let path = FilePath(text).expandingHome
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

  /// Removes control characters, which may come with a paste, and blanks at both ends.
  private static func trimmed(_ typed: String) -> String {
    let scalars = typed.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
    var text = String(String.UnicodeScalarView(scalars))[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

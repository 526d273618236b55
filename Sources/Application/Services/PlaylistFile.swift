import SystemBase
import Playlists
import AudioBase
import MusicLibrary

/// A playlist that is saved as a file.
struct PlaylistFile: Sendable {
  enum Outcome: Hashable, Sendable {
    case saved
    /// A file of that name is there, and replacing it was not agreed to.
    case exists
    /// The folder is not there, and making it was not agreed to.
    case folderMissing(FilePath)
    /// The name is that of a folder.
    case isFolder(FilePath)
  }

  /// With the extension of a playlist.
  let path: FilePath
  /// As it was typed: an extension may have been added to it.
  let typed: FilePath
  let playlist: Playlist
  var mayReplace = false
  var mayMakeFolder = false

  /// Any thread; it blocks for as long as the disk does.
  func save() throws(FileError) -> Outcome {
    for name in [path, typed] where name.isFolder { return .isFolder(name) }
    if !mayReplace, path.isThere { return .exists }
    if !path.directory.isThere {
      guard mayMakeFolder else { return .folderMissing(path.directory) }
      try FileBytes.makeFolder(path.directory)
    }
    guard let writer = PlaylistWriter(name: path) else {
      throw FileError(.unsupported, path.shown, detail: "playlists end in .m3u8, .m3u, .pls or .xspf")
    }
    try writer.write(playlist, to: path)
    return .saved
  }
}

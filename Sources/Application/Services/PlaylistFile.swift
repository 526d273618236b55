import SystemBase
import Playlists
import AudioBase
import MusicLibrary

/// A playlist to be saved as a file.
struct PlaylistFile: Sendable {
  enum Outcome: Hashable, Sendable {
    case saved
    /// The file exists and may not be replaced.
    case exists
    /// The folder does not exist and may not be created.
    case folderMissing(FilePath)
    /// The name is that of a folder.
    case isFolder(FilePath)
  }

  /// The path with the extension of a playlist.
  let path: FilePath
  /// The path that the user typed; the extension may be missing.
  let typed: FilePath
  let playlist: Playlist
  var mayReplace = false
  var mayMakeFolder = false

  /// Writes the file. Any thread; blocks on the disk.
  func save() throws(FileError) -> Outcome {
    for name in [path, typed] where name.isFolder { return .isFolder(name) }
    if !mayReplace, path.exists { return .exists }
    if !path.directory.exists {
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

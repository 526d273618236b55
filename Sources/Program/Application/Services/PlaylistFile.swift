import AudioBase
import MusicLibrary
import Playlists
import SystemBase

/// A playlist to be saved as a file.
struct PlaylistFile: Sendable {
  enum Outcome: Hashable, Sendable {
    /// The content can be written.
    case ready([UInt8])
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

  /// Returns the content unless something is in the way, and creates the folder. Any thread; blocks on the disk.
  func prepare() throws(FileError) -> Outcome {
    for name in [path, typed] where name.isFolder { return .isFolder(name) }
    if !mayReplace, path.exists { return .exists }
    if !path.directory.exists {
      guard mayMakeFolder else { return .folderMissing(path.directory) }
      try FileBytes.makeFolder(path.directory)
    }
    guard let writer = PlaylistWriter(name: path) else {
      throw FileError(.unsupported, path.shown, detail: "playlists end in .m3u8, .m3u, .pls or .xspf")
    }
    return .ready(writer.bytes(playlist, at: path))
  }
}

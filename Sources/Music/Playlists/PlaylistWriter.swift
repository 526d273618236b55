import SystemBase

/// Writes playlists for `PlaylistReader` and other players. Any thread; blocks on file access.
///
/// All entries are written, including missing files and URLs. A name that does not fit in a line (line ends,
/// bytes that are not UTF-8) is written as a `file:` URL. The part of a file is written in seconds, in the
/// form of VLC.
package struct PlaylistWriter: Sendable {
  package enum Format: Hashable, Sendable { case m3u8, pls, xspf }

  /// The form of file names.
  package enum Paths: Hashable, Sendable {
    case absolute
    /// Relative to the folder of the playlist, if both paths are absolute.
    case relative
  }

  package let format: Format
  package let paths: Paths

  package init(format: Format, paths: Paths = .absolute) {
    self.format = format
    self.paths = paths
  }

  /// Chooses the format by the extension; nil if it cannot be written.
  package init?(name: FilePath, paths: Paths = .absolute) {
    switch name.fileExtension {
    case "m3u8", "m3u": self.init(format: .m3u8, paths: paths)
    case "pls": self.init(format: .pls, paths: paths)
    case "xspf": self.init(format: .xspf, paths: paths)
    default: return nil
    }
  }

  /// Writes a playlist to a file, which is replaced atomically.
  package func write(_ playlist: Playlist, to path: FilePath) throws(FileError) {
    try AtomicFile.replace(path, with: bytes(playlist, at: path))
  }

  /// Returns the content of a playlist file.
  ///
  /// - Parameter path: the path of the playlist.
  package func bytes(_ playlist: Playlist, at path: FilePath) -> [UInt8] {
    let folder = path.directory
    return switch format {
    case .m3u8: m3u8(playlist, folder)
    case .pls: pls(playlist, folder)
    case .xspf: xspf(playlist, folder)
    }
  }

  /// Returns the name of a file in the chosen form.
  package func named(_ path: FilePath, _ folder: FilePath) -> FilePath {
    paths == .relative ? path.relative(to: folder) : path
  }
}

extension FilePath {
  /// Returns the path relative to a folder; itself if one of both is not absolute.
  fileprivate func relative(to folder: FilePath) -> FilePath {
    guard isAbsolute, folder.isAbsolute else { return self }
    let slash = UInt8(ascii: "/")
    let (from, to) = (folder.bytes.split(separator: slash), bytes.split(separator: slash))
    // `..` after a symbolic link leads elsewhere, so such paths are not changed.
    guard !(from + to).contains(where: { $0.elementsEqual("..".utf8) }), to.count > 0 else { return self }
    let shared = zip(from, to.dropLast()).prefix { $0 == $1 }.count
    let steps = Array(repeating: Array("..".utf8)[...], count: from.count - shared) + to[shared...]
    return FilePath(bytes: Array(steps.joined(separator: [slash])))
  }
}

import SystemBase

/// Writes playlists that `PlaylistReader` and other players read. Any thread; it blocks for as long as the disk does.
///
/// All that an entry says is written, missing files and addresses included. A name that a line cannot hold (line ends,
/// bytes that are not UTF-8) is written as a `file:` address. The part of a file that a track is, is written as VLC does,
/// in seconds.
package struct PlaylistWriter: Sendable {
  package enum Format: Hashable, Sendable { case m3u8, pls, xspf }

  /// How files are named.
  package enum Paths: Hashable, Sendable {
    case absolute
    /// From the list's folder, where both are absolute.
    case relative
  }

  package let format: Format
  package let paths: Paths

  package init(format: Format, paths: Paths = .absolute) {
    self.format = format
    self.paths = paths
  }

  /// By the name's extension; nil for a kind that is not written.
  package init?(name: FilePath, paths: Paths = .absolute) {
    switch name.fileExtension {
    case "m3u8", "m3u": self.init(format: .m3u8, paths: paths)
    case "pls": self.init(format: .pls, paths: paths)
    case "xspf": self.init(format: .xspf, paths: paths)
    default: return nil
    }
  }

  /// Replaces a file as a whole.
  package func write(_ playlist: Playlist, to path: FilePath) throws(FileError) {
    try FileBytes.replace(path, with: bytes(playlist, at: path))
  }

  /// - Parameter path: where the list will be.
  package func bytes(_ playlist: Playlist, at path: FilePath) -> [UInt8] {
    let folder = path.directory
    return switch format {
    case .m3u8: m3u8(playlist, folder)
    case .pls: pls(playlist, folder)
    case .xspf: xspf(playlist, folder)
    }
  }

  /// A file's name as the list shall have it.
  package func named(_ path: FilePath, _ folder: FilePath) -> FilePath {
    paths == .relative ? path.relative(to: folder) : path
  }
}

extension FilePath {
  /// The way from a folder to this; itself where one of both is not absolute.
  fileprivate func relative(to folder: FilePath) -> FilePath {
    guard isAbsolute, folder.isAbsolute else { return self }
    let slash = UInt8(ascii: "/")
    let (from, to) = (folder.bytes.split(separator: slash), bytes.split(separator: slash))
    // What goes up and down again may go through links: such paths are left alone.
    guard !(from + to).contains(where: { $0.elementsEqual("..".utf8) }), to.count > 0 else { return self }
    let shared = zip(from, to.dropLast()).prefix { $0 == $1 }.count
    let steps = Array(repeating: Array("..".utf8)[...], count: from.count - shared) + to[shared...]
    return FilePath(bytes: Array(steps.joined(separator: [slash])))
  }
}

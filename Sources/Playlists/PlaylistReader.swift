import AudioBase
import Glibc
import SystemBase

/// Reads playlists. Any thread; it blocks for as long as the disk does.
///
/// A kind is known by the content, and where that says nothing by the name. An entry that is itself a playlist is kept
/// as it stands, with a warning: lists that name one another would have no end.
package struct PlaylistReader: Sendable {
  /// Larger files are refused.
  package static let sizeLimit = 64 << 20
  static let lineLimit = 64 << 10
  static let entryLimit = 1_000_000

  private let exists: @Sendable (FilePath) -> Bool

  /// - Parameter exists: whether there is a file of that name.
  package init(exists: @escaping @Sendable (FilePath) -> Bool = PlaylistReader.isThere) {
    self.exists = exists
  }

  package static func isThere(_ path: FilePath) -> Bool { path.withCString { access($0, F_OK) } == 0 }

  /// - Throws: `notAudio` for what is no playlist, `damaged` for one of which nothing can be read, and what opening a
  ///   file throws.
  package func read(_ path: FilePath) throws(FileError) -> Playlist {
    let file = try RegularFile(withContent: path)
    guard file.size <= PlaylistReader.sizeLimit else {
      throw FileError(.unsupported, path.shown, detail: "a playlist of more than 64 MiB")
    }
    return try parse(try file.read(at: 0, count: file.size), from: path)
  }

  /// Reads a playlist's bytes.
  ///
  /// - Parameter path: its file; entries are relative to its folder.
  package func parse(_ content: [UInt8], from path: FilePath) throws(FileError) -> Playlist {
    guard let format = PlaylistFormat(content: content) ?? PlaylistFormat(name: path) else {
      throw FileError(.notAudio, path.shown, detail: "no playlist of a known kind")
    }
    if format == .xspf { return try xspf(content, from: path) }
    let text = PlaylistText(content)
    guard !text.bytes.contains(0) else { throw FileError(.notAudio, path.shown, detail: "not a text") }
    return switch format {
    case .pls: pls(text, from: path)
    case .cue: cue(text, from: path)
    case .m3u, .xspf: m3u(text, from: path)
    }
  }

  // MARK: What all kinds share

  /// The entry that a place stands for; nil, with a warning, where it is none.
  ///
  /// - Parameter address: the place as it is written.
  func entry(
    _ location: PlaylistLocation, _ address: String, line: Int, in playlist: inout Playlist
  ) -> PlaylistEntry? {
    switch location {
    case .url: return PlaylistEntry(.url(address))
    case .badAddress:
      playlist.warnings.append(PlaylistWarning(line: line, problem: .badAddress))
      return nil
    case .names(let readings, let otherwise):
      let found = readings.first(where: exists)
      let path = found ?? otherwise
      if PlaylistFormat(name: path) != nil {
        playlist.warnings.append(PlaylistWarning(line: line, problem: .nestedPlaylist))
      }
      return PlaylistEntry(.file(path), isMissing: found == nil)
    }
  }

  /// Whether one more entry may be taken; warns once where not.
  package func hasRoom(_ playlist: inout Playlist, line: Int) -> Bool {
    if playlist.entries.count < PlaylistReader.entryLimit { return true }
    playlist.warnings.append(PlaylistWarning(line: line, problem: .tooManyEntries))
    return false
  }
}

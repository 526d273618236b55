import AudioBase
import Documents
import SystemBase

/// Reads playlists. Any thread; blocks on file access.
///
/// The format is detected by the content, else by the name. An entry that is itself a playlist is kept as an
/// entry with a warning, because lists may refer to each other without end.
package struct PlaylistReader: Sendable {
  /// The largest accepted size in bytes.
  static let sizeLimit = 64 << 20
  static let lineLimit = 64 << 10
  static let entryLimit = 1_000_000

  let exists: @Sendable (FilePath) -> Bool
  /// Returns the length of a file in seconds; nil if it is not known. With it, the tracks of a CUE sheet that begin after
  /// the end of their file are named, and the last track of a file has its length.
  package var length: @Sendable (FilePath) -> Double? = { _ in nil }

  /// Creates a reader; `exists` returns whether a file exists.
  package init(exists: @escaping @Sendable (FilePath) -> Bool = { $0.exists }) {
    self.exists = exists
  }

  /// Reads a playlist file.
  ///
  /// - Throws: `notAudio` if the file is not a playlist, `damaged` if nothing of it can be read,
  ///   `unsupported` if it is larger than 64 MiB, and errors of opening the file.
  package func read(_ path: FilePath) throws(FileError) -> Playlist {
    let file = try RegularFile(withContent: path)
    guard file.size <= PlaylistReader.sizeLimit else {
      throw FileError(.unsupported, path.shown, detail: "a playlist of more than 64 MiB")
    }
    return try parse(try file.read(at: 0, count: file.size), from: path)
  }

  /// Parses the bytes of the playlist at a path, to whose folder its entries are relative.
  package func parse(_ content: [UInt8], from path: FilePath) throws(FileError) -> Playlist {
    guard let format = PlaylistFormat(content: content) ?? PlaylistFormat(name: path) else {
      throw FileError(.notAudio, path.shown, detail: "no playlist of a known kind")
    }
    if format == .xspf { return try xspf(content, from: path) }
    let text = decoded(content, format, from: path)
    guard !text.bytes.contains(0) else { throw FileError(.notAudio, path.shown, detail: "not a text") }
    return switch format {
    case .pls: pls(text, from: path)
    case .cue: cue(text, from: path)
    case .m3u, .xspf: m3u(text, from: path)
    }
  }

  // MARK: Shared by all formats

  /// Returns the entry for a location; adds a warning and returns nil if the location is invalid.
  ///
  /// - Parameter address: the location as it is written.
  func entry(
    _ location: PlaylistLocation, _ address: String, line: Int, in playlist: inout Playlist
  ) -> PlaylistEntry? {
    switch location {
    case .url: return PlaylistEntry(.url(address))
    case .badAddress:
      playlist.warn(.badAddress, line: line)
      return nil
    case .names(let readings, let otherwise):
      let found = readings.first(where: exists)
      let path = (found ?? otherwise).withoutDots
      if PlaylistFormat(name: path) != nil {
        playlist.warn(.nestedPlaylist, line: line)
      }
      return PlaylistEntry(.file(path), isMissing: found == nil)
    }
  }

  /// Returns whether another entry fits the limit; adds a warning if not.
  func hasRoom(_ playlist: inout Playlist, line: Int) -> Bool {
    if playlist.entries.count < PlaylistReader.entryLimit { return true }
    playlist.warn(.tooManyEntries, line: line)
    return false
  }
}

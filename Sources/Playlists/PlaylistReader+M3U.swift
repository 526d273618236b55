import AudioBase
import SystemBase
import TextEncodings

extension PlaylistReader {
  /// M3U, plain and extended, whatever its lines end with.
  func m3u(_ text: borrowing PlaylistText, from path: FilePath) -> Playlist {
    var playlist = Playlist(format: .m3u, encoding: text.encoding)
    let folder = path.directory
    var info = M3UInfo()
    var lines = PlaylistLines(text.bytes)
    while let line = lines.next() {
      guard line.count <= PlaylistReader.lineLimit else {
        playlist.warnings.append(PlaylistWarning(line: lines.number, problem: .lineTooLong))
        continue
      }
      let trimmed = PlaylistLocation.trimmed(line)
      if trimmed.isEmpty { continue }
      if trimmed.first == UInt8(ascii: "#") {
        if let title = info.take(text.string(trimmed)) { playlist.title = title }
        continue
      }
      guard hasRoom(&playlist, line: lines.number) else { break }
      let location = PlaylistLocation(line, text, folder: folder)
      if let entry = entry(location, text.string(trimmed), line: lines.number, in: &playlist) {
        playlist.entries.append(info.completed(entry))
      }
      info = M3UInfo()
    }
    return playlist
  }
}

/// What the directives before an entry say of it.
private struct M3UInfo {
  private var info: ExtendedInfo?
  private var start: Double?
  private var end: Double?

  /// Takes a line that begins with `#`. The start and end are what VLC writes for a part of a file.
  ///
  /// - Returns: the list's own title, where the line gives that.
  mutating func take(_ line: String) -> String? {
    if let text = M3UInfo.value("#EXTINF:", line) {
      info = ExtendedInfo(text)
    } else if let text = M3UInfo.value("#EXTVLCOPT:start-time=", line) {
      start = Double(text)
    } else if let text = M3UInfo.value("#EXTVLCOPT:stop-time=", line) {
      end = Double(text)
    } else if let text = M3UInfo.value("#PLAYLIST:", line), !text.isEmpty {
      return text
    }
    return nil
  }

  func completed(_ entry: PlaylistEntry) -> PlaylistEntry {
    var entry = entry
    entry.title = info?.title
    entry.artist = info?.artist
    entry.section = TrackSection(startSeconds: start, endSeconds: end)
    entry.duration = entry.section?.duration ?? info?.duration
    return entry
  }

  private static func value(_ name: String, _ line: String) -> String? {
    let bytes = Array(line.utf8)
    guard ASCIIText.lowercased(bytes.prefix(name.utf8.count)) == name.lowercased() else { return nil }
    return String(decoding: PlaylistLocation.trimmed(bytes.dropFirst(name.utf8.count)), as: UTF8.self)
  }
}

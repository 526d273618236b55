import AudioBase
import Documents
import SystemBase

extension PlaylistReader {
  /// Reads M3U, simple or extended, with any line ends.
  func m3u(_ text: borrowing EncodedText, from path: FilePath) -> Playlist {
    var playlist = Playlist(format: .m3u, encoding: text.encoding)
    let folder = path.directory
    var info = M3UInfo()
    var lines = PlaylistLines(text.bytes)
    while let line = lines.next(&playlist.warnings) {
      let trimmed = PlaylistLocation.trimmed(line)
      if trimmed.isEmpty { continue }
      if trimmed.first == UInt8(ascii: "#") {
        if let title = info.receive(text.string(trimmed)) { playlist.title = title }
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

/// The information in the directives before an entry.
private struct M3UInfo {
  private var info: ExtendedInfo?
  private var start: Double?
  private var end: Double?

  /// Handles a line that begins with `#`. VLC writes the start and end of a part of a file. Returns the title of the
  /// playlist, if the line contains it.
  mutating func receive(_ line: String) -> String? {
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

/// The line before an entry: `#EXTINF:123 key="value",Artist - Title`.
struct ExtendedInfo: Hashable {
  var duration: Double?
  var artist: String?
  var title: String?

  /// Parses what follows `#EXTINF:`.
  init(_ text: String) {
    let bytes = Array(text.utf8)[...]
    let number = bytes.drop { $0 == 0x20 }.prefix { (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }
    duration = PlaylistEntry.length(Double(String(decoding: number, as: UTF8.self)))
    guard let comma = ExtendedInfo.comma(bytes) else { return }
    let name = ExtendedInfo.text(bytes[(comma + 1)...])
    let parts = ExtendedInfo.split(name)
    artist = parts?.artist
    title = parts?.title ?? (name.isEmpty ? nil : name)
  }

  /// Returns the first comma outside quotes; if a quote is not closed, the first comma.
  private static func comma(_ bytes: ArraySlice<UInt8>) -> Int? {
    var isQuoted = false
    for index in bytes.indices {
      if bytes[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
      if bytes[index] == UInt8(ascii: ","), !isQuoted { return index }
    }
    return bytes.firstIndex(of: UInt8(ascii: ","))
  }

  private static func split(_ name: String) -> (artist: String, title: String)? {
    let bytes = Array(name.utf8)
    guard bytes.count > 3,
      let dash = bytes.indices.dropLast(2).first(where: { bytes[$0..<($0 + 3)].elementsEqual(" - ".utf8) })
    else { return nil }
    let (artist, title) = (text(bytes[..<dash]), text(bytes[(dash + 3)...]))
    return artist.isEmpty || title.isEmpty ? nil : (artist, title)
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: PlaylistLocation.trimmed(bytes), as: UTF8.self)
  }
}

import AudioBase
import SystemBase

/// The formats M3U8 and PLS.
extension PlaylistWriter {
  /// Returns an extended M3U playlist in UTF-8.
  package func m3u8(_ playlist: Playlist, _ folder: FilePath) -> [UInt8] {
    var bytes = Array("#EXTM3U\n".utf8)
    if let title = playlist.title { bytes += "#PLAYLIST:\(Line.text(title))\n".utf8 }
    for entry in playlist.entries {
      let name = [entry.artist, entry.title].compactMap { $0 }.map(Line.text).joined(separator: " - ")
      if !name.isEmpty || entry.duration != nil {
        bytes += "#EXTINF:\(Line.seconds(entry.duration)),\(name)\n".utf8
      }
      if let section = entry.section {
        bytes += "#EXTVLCOPT:start-time=\(section.start.seconds)\n".utf8
        if let end = section.end { bytes += "#EXTVLCOPT:stop-time=\(end.seconds)\n".utf8 }
      }
      bytes += location(entry, folder) + [0x0A]
    }
    return bytes
  }

  /// Returns a PLS playlist, version 2.
  package func pls(_ playlist: Playlist, _ folder: FilePath) -> [UInt8] {
    var bytes = Array("[playlist]\n".utf8)
    for (index, entry) in playlist.entries.enumerated() {
      let number = index + 1
      bytes += Array("File\(number)=".utf8) + location(entry, folder) + [0x0A]
      let name = [entry.artist, entry.title].compactMap { $0 }.map(Line.text).joined(separator: " - ")
      if !name.isEmpty { bytes += "Title\(number)=\(name)\n".utf8 }
      bytes += "Length\(number)=\(Line.seconds(entry.duration))\n".utf8
      if let section = entry.section {
        bytes += "Start\(number)=\(section.start.seconds)\n".utf8
        if let end = section.end { bytes += "End\(number)=\(end.seconds)\n".utf8 }
      }
    }
    return bytes + Array("NumberOfEntries=\(playlist.entries.count)\nVersion=2\n".utf8)
  }

  private func location(_ entry: PlaylistEntry, _ folder: FilePath) -> [UInt8] {
    switch entry.location {
    case .url(let address): return Array(Line.text(address).utf8)
    case .file(let path):
      let name = named(path, folder)
      guard Line.holds(name) else { return Array(FileAddress.text(path).utf8) }
      return Line.isMistakable(name) ? Array("./".utf8) + name.bytes : name.bytes
    }
  }
}

/// Conversions for values in a line.
private enum Line {
  /// Returns whole seconds; −1 if the duration is unknown.
  static func seconds(_ duration: Double?) -> Int {
    guard let duration, duration > 0, duration < 1e9 else { return -1 }
    return max(1, Int(duration.rounded()))
  }

  /// Replaces control characters by blanks.
  static func text(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
  }

  /// Returns whether a reader gets the same name back.
  static func holds(_ path: FilePath) -> Bool {
    guard path.text != nil, let last = path.bytes.last, last != 0x20 else { return false }
    return !path.bytes.contains { $0 < 0x20 || $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "%") }
      || (path.isAbsolute && !path.bytes.contains { $0 < 0x20 })
  }

  /// Returns whether a relative name could be read as a comment, a URL or a drive, or could lose its first
  /// blank.
  static func isMistakable(_ path: FilePath) -> Bool {
    guard !path.isAbsolute, let first = path.bytes.first else { return false }
    return first == UInt8(ascii: "#") || first == 0x20
      || path.bytes.prefix { $0 != UInt8(ascii: "/") }.contains(UInt8(ascii: ":"))
  }
}

import AudioBase
import SystemBase

/// Writes playlists for `PlaylistReader` and other players. Any thread; blocks on file access.
///
/// All entries are written, including missing files and URLs; those without a location only to XSPF. A name that does not fit in a line (line ends,
/// bytes that are not UTF-8) is written as a `file:` URL. The part of a file is written in seconds, in the
/// form of VLC.
package struct PlaylistWriter: Sendable {
  package enum Format: String, Hashable, Sendable { case m3u8, pls, xspf }

  /// The form of file names.
  package enum Paths: Hashable, Sendable {
    case absolute
    /// Relative to the folder of the playlist, if both paths are absolute.
    case relative
  }

  package let format: Format
  package let paths: Paths

  package init(format: Format, paths: Paths = .absolute) { (self.format, self.paths) = (format, paths) }

  /// Chooses the format by the extension; nil if it cannot be written.
  package init?(name: FilePath, paths: Paths = .absolute) {
    let ending = name.fileExtension
    guard let format = Format(rawValue: ending == "m3u" ? "m3u8" : ending) else { return nil }
    self.init(format: format, paths: paths)
  }

  /// Writes a playlist to a file, which is replaced atomically.
  package func write(_ playlist: Playlist, to path: FilePath) throws(FileError) {
    try AtomicFile.replace(path, with: bytes(playlist, at: path))
  }

  /// Returns the content of the playlist file at a path.
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

/// The formats M3U8 and PLS.
extension PlaylistWriter {
  package func m3u8(_ playlist: Playlist, _ folder: FilePath) -> [UInt8] {
    var bytes = Array("#EXTM3U\n".utf8)
    if let title = playlist.title { bytes += "#PLAYLIST:\(Line.text(title))\n".utf8 }
    for entry in playlist.entries where entry.hasLocation {
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

  package func pls(_ playlist: Playlist, _ folder: FilePath) -> [UInt8] {
    var bytes = Array("[playlist]\n".utf8)
    let entries = playlist.entries.filter(\.hasLocation)
    for (index, entry) in entries.enumerated() {
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
    return bytes + Array("NumberOfEntries=\(entries.count)\nVersion=2\n".utf8)
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

extension PlaylistWriter {
  package func xspf(_ playlist: Playlist, _ folder: FilePath) -> [UInt8] {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <playlist version="1" xmlns="http://xspf.org/ns/0/" xmlns:vlc="http://www.videolan.org/vlc/playlist/ns/0/">

      """
    if let title = playlist.title { text += "  \(element("title", title))\n" }
    text += "  <trackList>\n"
    for entry in playlist.entries { text += track(entry, folder) }
    return Array((text + "  </trackList>\n</playlist>\n").utf8)
  }

  private func track(_ entry: PlaylistEntry, _ folder: FilePath) -> String {
    let location =
      switch entry.location {
      case .url(let address): address
      case .file(let path): FileAddress.text(named(path, folder))
      }
    var lines = entry.hasLocation ? [element("location", location)] : []
    if let title = entry.title { lines.append(element("title", title)) }
    if let artist = entry.artist { lines.append(element("creator", artist)) }
    if let album = entry.album { lines.append(element("album", album)) }
    if let number = entry.trackNumber, number > 0 { lines.append(element("trackNum", "\(number)")) }
    if let duration = entry.duration, duration > 0, duration < 1e9 {
      lines.append(element("duration", "\(Int((duration * 1_000).rounded()))"))
    }
    if let section = entry.section {
      let options = ["start-time=\(section.start.seconds)", section.end.map { "stop-time=\($0.seconds)" }]
      let elements = options.compactMap { $0 }.map { element("vlc:option", $0) }.joined()
      lines.append(
        "<extension application=\"http://www.videolan.org/vlc/playlist/0\">\(elements)</extension>")
    }
    return "    <track>\n" + lines.map { "      \($0)\n" }.joined() + "    </track>\n"
  }

  private func element(_ name: String, _ value: String) -> String { "<\(name)>\(escaped(value))</\(name)>" }

  /// Escapes a text; characters that XML 1.0 does not allow (section 2.2) become the replacement character.
  private func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\r": escaped += "&#13;"
      case "\t", "\n": escaped.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

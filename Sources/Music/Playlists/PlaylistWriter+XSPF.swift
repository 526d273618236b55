import AudioBase
import SystemBase

extension PlaylistWriter {
  /// Returns an XSPF playlist, version 1.
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
    var lines = [element("location", location)]
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

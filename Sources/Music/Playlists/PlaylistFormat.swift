import Documents
import SystemBase

/// The playlist formats. A format has a file `PlaylistReader+….swift` and a case here.
package enum PlaylistFormat: String, Hashable, Sendable, CaseIterable {
  case m3u, pls, xspf, cue

  /// The number of bytes by which the format is detected.
  package static let headLength = 4096

  /// Finds the format by the extension of a name.
  package init?(name: FilePath) {
    switch name.fileExtension {
    case "m3u", "m3u8": self = .m3u
    case "pls": self = .pls
    case "xspf": self = .xspf
    case "cue": self = .cue
    default: return nil
    }
  }

  /// Finds the format by the first bytes of a file.
  package init?(content: [UInt8]) {
    let head = EncodedText.plain(Array(content.prefix(PlaylistFormat.headLength)))
    guard !head.contains(0) else { return nil }
    if head.starts(with: "#EXTM3U".utf8) {
      self = .m3u
      return
    }
    var lines = PlaylistLines(head)
    var first: ArraySlice<UInt8> = []
    while first.isEmpty, let line = lines.next() { first = PlaylistLocation.trimmed(line) }
    if ASCIIText.lowercased(first) == "[playlist]" {
      self = .pls
    } else if first.first == UInt8(ascii: "<"), ASCIIText.contains("<playlist", head) {
      self = .xspf
    } else if CueLine(first).opensSheet, PlaylistFormat.namesFile(head) {
      self = .cue
    } else {
      return nil
    }
  }

  private static func namesFile(_ bytes: ArraySlice<UInt8>) -> Bool {
    var lines = PlaylistLines(bytes)
    while let line = lines.next() {
      let line = CueLine(line)
      if line.command == .file, line.words.count > 1 { return true }
    }
    return false
  }
}

/// The lines of a text, ended by LF, CRLF or CR.
struct PlaylistLines {
  private var rest: ArraySlice<UInt8>
  /// The number of the line returned last, from 1.
  private(set) var number = 0

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func next() -> ArraySlice<UInt8>? {
    guard !rest.isEmpty else { return nil }
    number += 1
    let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
    rest = rest[line.endIndex...]
    if rest.popFirst() == 0x0D, rest.first == 0x0A { rest.removeFirst() }
    return line
  }
}

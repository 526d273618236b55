import AudioBase
import Documents
import SystemBase

/// The content of a playlist file, including entries whose files do not exist.
package struct Playlist: Hashable, Sendable {
  package var format: PlaylistFormat
  package var encoding: TextEncoding
  package var title: String?
  package var entries: [PlaylistEntry] = []
  package var warnings: [PlaylistWarning] = []

  package init(format: PlaylistFormat, encoding: TextEncoding) {
    (self.format, self.encoding) = (format, encoding)
  }

  mutating func warn(_ problem: PlaylistWarning.Problem, line: Int) {
    warnings.append(PlaylistWarning(line: line, problem: problem))
  }
}

/// A problem in a playlist: something was ignored or is doubtful.
package struct PlaylistWarning: Hashable, Sendable {
  package enum Problem: Hashable, Sendable {
    /// The line is longer than 64 KiB; it is ignored.
    case lineTooLong
    /// A `file:` URL that is not the name of a local file; it is ignored.
    case badAddress
    /// The entry is a playlist. It is kept as an entry, but its content is not read.
    case nestedPlaylist
    /// There are too many entries; the rest is ignored.
    case tooManyEntries
    /// An entry without a location; it is ignored.
    case noLocation
    /// The playlist is incomplete or damaged from this line on; the entries before it are kept.
    case brokenOff(String)
    /// A line that is not valid there; it is ignored.
    case notUnderstood
    /// An invalid time; it is ignored.
    case badTime
    /// A track without an index; it is ignored.
    case noIndex
    /// A track before the first file; it is ignored.
    case noFile
    /// A data track; it is ignored.
    case dataTrack
    /// A breach of the rules of CUE sheets.
    case sheet(CueFlaw)
    /// The namespace or the version of an XSPF document is not that of version 1; it is read nevertheless.
    case otherVersion(String)
    /// A date that is not valid; it is ignored.
    case badDate
    /// An element that may occur only once; the last one is used.
    case repeatedElement(String)
    /// An element that is unknown or in a wrong place; it is ignored.
    case unexpectedElement(String)
    case unexpectedAttribute(String, of: String)
    case missingAttribute(String, of: String)
    case noTrackList
    /// Text in an element that has only elements; it is ignored.
    case unexpectedText(in: String)
    /// The element has no whole number of 0 or more.
    case badNumber(in: String)
    /// The element or attribute has no valid URI.
    case badURI(in: String)
  }

  /// The number of the line, from 1.
  package var line: Int
  package var problem: Problem

  package init(line: Int, problem: Problem) { (self.line, self.problem) = (line, problem) }
}

extension PlaylistEntry {
  /// Returns a duration in seconds; nil for an impossible one, and for 0 and −1, which mean unknown.
  static func length(_ seconds: Double?) -> Double? {
    seconds.flatMap { $0 > 0 && $0 < 1e9 ? $0 : nil }
  }
}

extension TrackSection {
  /// Fails if the seconds are not a valid part of a file.
  package init?(startSeconds: Double?, endSeconds: Double?) {
    let limit = 1e9
    guard startSeconds != nil || endSeconds != nil else { return nil }
    let (start, end) = (startSeconds ?? 0, endSeconds)
    guard (0...limit).contains(start), end.map({ (0...limit).contains($0) }) ?? true else { return nil }
    self.init(start: DiscTime(seconds: start), end: end.map { DiscTime(seconds: $0) })
  }
}

/// The playlist formats. A format has a file `PlaylistReader+….swift` and a case here.
package enum PlaylistFormat: String, Hashable, Sendable, CaseIterable {
  case m3u, pls, xspf, cue

  /// The number of bytes by which the format is detected.
  package static let headLength = 4096

  /// Finds the format by the extension of a name.
  package init?(name: FilePath) {
    self.init(rawValue: name.fileExtension == "m3u8" ? "m3u" : name.fileExtension)
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

  /// Returns the next line that is not too long; the others become warnings.
  mutating func next(_ warnings: inout [PlaylistWarning]) -> ArraySlice<UInt8>? {
    while let line = next() {
      if line.count <= PlaylistReader.lineLimit { return line }
      warnings.append(PlaylistWarning(line: number, problem: .lineTooLong))
    }
    return nil
  }

  mutating func next() -> ArraySlice<UInt8>? {
    guard !rest.isEmpty else { return nil }
    number += 1
    let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
    rest = rest[line.endIndex...]
    if rest.popFirst() == 0x0D, rest.first == 0x0A { rest.removeFirst() }
    return line
  }
}

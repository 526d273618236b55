import SystemBase

/// The paths in a text that a terminal inserts when files are dropped on it: as they are, quoted, escaped by backslashes, or
/// as addresses (RFC 8089).
///
/// Paths are separated by ends of lines, and by spaces before the beginning of another path. Other spaces belong to the path.
package enum DroppedFiles {
  /// Returns the paths; nil unless all begin with `/`, `~` or `file://`.
  package static func paths(in text: String) -> [FilePath]? {
    var reader = DroppedTextReader(text)
    var paths: [FilePath] = []
    while reader.skipBlanks() {
      guard let path = reader.path() else { return nil }
      paths.append(path)
    }
    return paths.isEmpty ? nil : paths
  }

  /// Returns the path that a typed text quotes, escapes, or names as an address; nil for other texts.
  package static func quotedPath(_ text: String) -> FilePath? {
    let isQuoted = ["'", "\"", "file://"].contains(where: text.hasPrefix) || text.contains("\\ ")
    guard isQuoted, let paths = paths(in: text) else {
      return nil
    }
    return paths.count == 1 ? paths[0] : nil
  }
}

private struct DroppedTextReader {
  private static let scheme = Array("file://".utf8)
  private static let (slash, home, space) = (UInt8(ascii: "/"), UInt8(ascii: "~"), UInt8(ascii: " "))
  private static let (single, double) = (UInt8(ascii: "'"), UInt8(ascii: "\""))
  private static let backslash = UInt8(ascii: "\\")

  private let bytes: [UInt8]
  private var place = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == 9 || isLineEnd(byte) }
  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 10 || byte == 13 }

  /// Returns the first place from another one on that has no blank; the end if there is none.
  private func nextPlace(from place: Int) -> Int {
    bytes[place...].firstIndex { !DroppedTextReader.isBlank($0) } ?? bytes.count
  }

  /// Returns whether more follows.
  mutating func skipBlanks() -> Bool {
    place = nextPlace(from: place)
    return place < bytes.count
  }

  /// Returns whether a path begins at a place.
  private func begins(at place: Int) -> Bool {
    guard place < bytes.count else { return false }
    let quotes = [DroppedTextReader.single, DroppedTextReader.double]
    let rest = bytes[(quotes.contains(bytes[place]) ? place + 1 : place)...]
    return rest.first == DroppedTextReader.slash || rest.first == DroppedTextReader.home
      || rest.starts(with: DroppedTextReader.scheme)
  }

  /// Whether the path that is read ends here.
  private var isEnd: Bool {
    guard place < bytes.count, !DroppedTextReader.isLineEnd(bytes[place]) else { return true }
    guard DroppedTextReader.isBlank(bytes[place]) else { return false }
    let next = nextPlace(from: place)
    return next == bytes.count || begins(at: next)
      || bytes[place..<next].contains(where: DroppedTextReader.isLineEnd)
  }

  /// Reads a path; nil if none begins here.
  mutating func path() -> FilePath? {
    guard begins(at: place) else { return nil }
    let isHome = bytes[place] == DroppedTextReader.home
    var read: [UInt8] = []
    while !isEnd {
      let byte = bytes[place]
      place += 1
      switch byte {
      case DroppedTextReader.single, DroppedTextReader.double:
        if let quoted = quoted(byte) { read += quoted } else { read.append(byte) }
      case DroppedTextReader.backslash where place < bytes.count:
        read.append(bytes[place])
        place += 1
      default: read.append(byte)
      }
    }
    if read.starts(with: DroppedTextReader.scheme) { read = DroppedTextReader.decoded(read) }
    guard read.first == DroppedTextReader.slash || isHome, !read.contains(0) else { return nil }
    return isHome ? FilePath(bytes: read).expandingHome : FilePath(bytes: read)
  }

  /// Reads what is quoted, up to the end of the quotes; nil if they do not end.
  private mutating func quoted(_ quote: UInt8) -> [UInt8]? {
    var (next, read) = (place, [UInt8]())
    while next < bytes.count, bytes[next] != quote {
      // Between double quotes, a backslash escapes a quote and itself.
      if quote == DroppedTextReader.double, bytes[next] == DroppedTextReader.backslash,
        next + 1 < bytes.count,
        [quote, DroppedTextReader.backslash].contains(bytes[next + 1])
      {
        next += 1
      }
      read.append(bytes[next])
      next += 1
    }
    guard next < bytes.count else { return nil }
    place = next + 1
    return read
  }

  /// Returns the path of an address, without its host.
  private static func decoded(_ address: [UInt8]) -> [UInt8] {
    let path = Array(address.dropFirst(scheme.count).drop { $0 != slash })
    var (read, place) = ([UInt8](), 0)
    while place < path.count {
      let digits = path[(place + 1)...].prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      if path[place] == UInt8(ascii: "%"), digits.count == 2 {
        read.append(UInt8(digits[0] * 16 + digits[1]))
        place += 3
      } else {
        read.append(path[place])
        place += 1
      }
    }
    return read
  }
}

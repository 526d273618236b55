import AudioBase
import Documents
import SystemBase

/// The lyrics of a track, with times if their source states them.
package struct Lyrics: Hashable, Sendable {
  package struct Line: Hashable, Sendable {
    /// Seconds from the beginning of the track; nil if the lyrics have no times.
    package var time: Double?
    package var text: String
  }

  /// The limit of lines; further ones are dropped.
  package static let mostLines = 10_000

  /// The lines, at least one; ascending by time if `isTimed`.
  package let lines: [Line]
  package var isTimed: Bool { lines[0].time != nil }

  /// Reads plain lyrics, or lyrics in the LRC format; nil if the text has no words.
  ///
  /// LRC: `[mm:ss.xx]` before a line states its time; a line may have several. `[offset:+500]` moves all times
  /// 500 milliseconds earlier. Other bracketed names are headers. Times of words, `<mm:ss.xx>`, are removed. If a line
  /// has a time, lines without one are dropped. Source: https://en.wikipedia.org/wiki/LRC_(file_format)
  package init?(_ text: String) {
    var parser = LRCParser()
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) { parser.add(line) }
    let found = parser.timed.isEmpty ? parser.plain : parser.sorted
    guard let first = found.firstIndex(where: { !$0.text.isEmpty }),
      let last = found.lastIndex(where: { !$0.text.isEmpty })
    else { return nil }
    // An empty line after the last words ends them, so timed lyrics keep it.
    let end = parser.timed.isEmpty ? last : found.count - 1
    lines = Array(found[first...end].prefix(Lyrics.mostLines))
  }

  /// Returns the index of the line that is sung at a time; nil before the first one, and without times.
  package func line(at seconds: Double) -> Int? {
    guard isTimed else { return nil }
    return lines.lastIndex { ($0.time ?? 0) <= seconds }
  }

  /// Returns the time of the line that follows a time; nil if there is none.
  package func change(after seconds: Double) -> Double? {
    lines.first { ($0.time ?? 0) > seconds }?.time
  }
}

/// Collects the lines of LRC text.
private struct LRCParser {
  /// The lines with times, without the offset.
  private(set) var timed: [Lyrics.Line] = []
  private(set) var plain: [Lyrics.Line] = []
  /// Seconds by which all lines are earlier.
  private var offset = 0.0

  var sorted: [Lyrics.Line] {
    // `sort` is not stable, so equal times are ordered by their place in the text.
    timed.enumerated().map { ($0.offset, $0.element.time ?? 0, $0.element.text) }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
      .map { Lyrics.Line(time: max($0.1 - offset, 0), text: $0.2) }
  }

  mutating func add(_ line: Substring) {
    guard max(timed.count, plain.count) < Lyrics.mostLines else { return }
    var rest = line.trimming(\.isWhitespace)
    var times: [Double] = []
    while rest.first == "[", let end = rest.firstIndex(of: "]") {
      let tag = rest[rest.index(after: rest.startIndex)..<end]
      if let time = LRCParser.seconds(tag) {
        times.append(time)
      } else if times.isEmpty, let colon = tag.firstIndex(of: ":"), tag[..<colon].allSatisfy(\.isLetter) {
        readHeader(tag[..<colon].lowercased(), tag[tag.index(after: colon)...])
        return
      } else {
        break
      }
      rest = rest[rest.index(after: end)...].trimming(\.isWhitespace)
    }
    let text = times.isEmpty ? String(rest) : LRCParser.withoutWordTimes(rest)
    if times.isEmpty { plain.append(Lyrics.Line(text: text)) }
    timed += times.map { Lyrics.Line(time: $0, text: text) }
  }

  private mutating func readHeader(_ name: String, _ value: Substring) {
    guard name == "offset", let milliseconds = Double(value.trimming(\.isWhitespace)), milliseconds.isFinite
    else { return }
    offset = min(max(milliseconds / 1000, -3600), 3600)
  }

  /// Reads `mm:ss`, `mm:ss.xx` or `mm:ss:xx` as seconds.
  private static func seconds(_ text: Substring) -> Double? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let minutes = text[..<colon]
    guard (1...4).contains(minutes.count), minutes.allSatisfy(\.isASCIIDigit), let whole = Int(minutes) else {
      return nil
    }
    let fraction = text[text.index(after: colon)...].map { $0 == ":" || $0 == "," ? "." : $0 }
    guard fraction.first?.isASCIIDigit == true, fraction.allSatisfy({ $0.isASCIIDigit || $0 == "." }),
      let seconds = Double(String(fraction)), seconds < 60
    else { return nil }
    return Double(whole) * 60 + seconds
  }

  private static func withoutWordTimes(_ line: Substring) -> String {
    var (text, rest) = ("", line)
    while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
      let isTime = seconds(rest[rest.index(after: start)..<end]) != nil
      text += isTime ? rest[..<start] : rest[...end]
      rest = rest[rest.index(after: end)...]
    }
    return String((text + rest).trimming(\.isWhitespace))
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { "0" <= self && self <= "9" }
}

/// Finds the lyrics of a track: in a file `.lrc` of the same name, or else in the tags. Any thread; blocks on file
/// access.
package struct LyricsFinder: Sendable {
  /// The limit of a `.lrc` file in bytes.
  private static let mostBytes = 1 << 20

  /// Returns the lyrics in the tags of a file; nil if there are none.
  package typealias Embedded = @Sendable (FilePath) throws(FileError) -> String?

  private let embedded: Embedded

  package init(embedded: @escaping Embedded) { self.embedded = embedded }

  /// Returns the lyrics of a track; nil if there are none. A stream has none, nor a part of a file, since their times belong to
  /// the whole file.
  ///
  /// - Throws: if a `.lrc` file exists but cannot be read, or the tags cannot be read.
  package func find(for track: TrackLocation) throws(FileError) -> Lyrics? {
    guard track.section == nil, track.address == nil else { return nil }
    if let file = LyricsFinder.file(beside: track.path), let lyrics = try LyricsFinder.read(file) {
      return lyrics
    }
    return try embedded(track.path).flatMap(Lyrics.init)
  }

  /// Returns the `.lrc` file of an audio file; nil if there is none.
  private static func file(beside path: FilePath) -> FilePath? {
    let name = path.lastComponent.bytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
    let stem = path.bytes.dropLast(name.count - dot)
    return [".lrc", ".LRC"].lazy.map { FilePath(bytes: Array(stem) + Array($0.utf8)) }.first { $0.exists }
  }

  private static func read(_ file: FilePath) throws(FileError) -> Lyrics? {
    let bytes = try FileBytes.read(file, limit: mostBytes)
    return Lyrics(EncodedText(bytes).string)
  }
}

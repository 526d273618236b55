import TerminalKit

/// The form of the lines of the plain mode: with punctuation and symbols, or with words for those that screen readers
/// leave out.
package enum Speech: String, CaseIterable, Sendable {
  case symbols, words

  /// Returns a line in this form, in parts that can be listened to at once and fit a line of a display. No part ends in a dash.
  package func lines(_ text: String) -> [String] {
    let text = Speech.withoutUnknownTimes(text)
    return switch self {
    case .symbols: LineDivision.ofSymbols.parts(of: Speech.withoutFinalDash(text))
    case .words: SpokenLine(text).parts
    }
  }

  /// Returns the label of a key that is named as in configuration files.
  func label(_ key: String) -> String {
    guard let chord = KeyChord(name: key) else { return key }
    return self == .words ? chord.spokenLabel : chord.label
  }

  /// Returns a message whose paths have the names of the file and its folder only, if it is spoken. The list of the messages has
  /// whole paths.
  package func message(_ text: String) -> String {
    guard self == .words else { return text }
    var (message, rest) = ("", text.startIndex)
    for path in PathRange.all(in: text) {
      message += text[rest..<path.lowerBound] + PathRange.name(text[path])
      rest = path.upperBound
    }
    return message + text[rest...]
  }

  /// Returns a line without the lengths and positions that are not known.
  private static func withoutUnknownTimes(_ line: String) -> String {
    guard line.contains("--:--") else { return line }
    return [", ", " · ", "  "].reduce(line) { $0.replacing("\($1)--:--", with: "") }
      .replacing("--:--", with: "unknown")
  }

  /// Returns a line with a word for the dash at its end, which a screen reader leaves out: `volume down: minus`,
  /// `rating: none`, `loop from 00:12`. A dash that separates nothing is removed.
  private static func withoutFinalDash(_ line: String) -> String {
    guard let dash = line.last, dash.isDash else { return line }
    let start = line.lastIndex(of: " ").map { line.index(after: $0) } ?? line.startIndex
    let (before, word) = (line[..<start], line[start...].dropLast())
    if word.isEmpty {
      let last = before.split(separator: " ").last ?? ":"
      let isValue = last.hasSuffix(":")
      let isKey =
        isValue || last.hasSuffix(",") || last.count == 1 || SpokenLine.echoes.contains(String(last))
      return dash == "-" && isKey ? "\(before)minus" : isValue ? "\(before)none" : String(before.dropLast())
    }
    if dash == "–" { return "\(before)from \(word)" }
    return "\(before)\(word)\(word.hasSuffix("+") ? "" : " ")minus"
  }
}

/// The division of a line into parts that fit a line of a display.
struct LineDivision {
  /// The maximum number of characters of a part.
  static let longest = 79
  /// The minimum number of characters in front of a colon that divides a line.
  private static let shortest = 10

  /// Where a line is divided, the preferred places first: between statements, between parts of one, behind its subject, or else
  /// between words.
  let separators: [[String]]
  /// Returns how many of the first characters of a text fit a part.
  var room: (Substring) -> Int = { min($0.count, LineDivision.longest) }
  /// Whether paths stay whole, even those that are longer than a part.
  let keepsPaths: Bool

  /// The division of lines with symbols.
  static var ofSymbols: LineDivision {
    LineDivision(separators: [["; "], [", ", " · ", " - ", " – "], [": "], [" "]], keepsPaths: true)
  }

  func parts(of text: String) -> [String] {
    let kept = keepsPaths && text.count > LineDivision.longest ? PathRange.all(in: text) : []
    var (parts, rest) = ([String](), Substring(text))
    while case let room = self.room(rest), room < rest.count, let end = end(of: rest, room, kept) {
      parts.append("\(rest[..<end.lowerBound])\(rest[end.lowerBound] == ":" ? ":" : "")")
      rest = rest[end.upperBound...]
    }
    return parts + [String(rest)]
  }

  /// Returns the separator behind the first part: the last one that leaves a part which fits, or else the first one, so that a
  /// longer word or path is a part of its own. Nil if there is none.
  private func end(of text: Substring, _ room: Int, _ kept: [Range<String.Index>]) -> Range<String.Index>? {
    let last = text.index(text.startIndex, offsetBy: room)
    func places(_ separator: String) -> [Range<String.Index>] {
      text.ranges(of: separator).filter { place in
        place.lowerBound > text.startIndex && place.upperBound < text.endIndex
          && !kept.contains { $0.contains(place.lowerBound) } && !isBesideDash(place, text)
      }
    }
    // A path is a part of its own rather than what is in front of the words before it.
    let paths = places(" ").filter { place in kept.contains { $0.lowerBound == place.upperBound } }
    let places = separators.map { $0.flatMap(places) + ($0 == [": "] ? paths : []) }
    // The colon stays, and `warning:` is no part of its own.
    let first = text.index(text.startIndex, offsetBy: LineDivision.shortest, limitedBy: last) ?? last
    let fitting = places.lazy.compactMap { group in
      group.filter {
        text[$0.lowerBound] == ":" ? $0.lowerBound < last && $0.lowerBound > first : $0.lowerBound <= last
      }
      .max { $0.lowerBound < $1.lowerBound }
    }
    return fitting.first ?? places.joined().min { $0.lowerBound < $1.lowerBound }
  }

  /// Returns whether a part would end or begin with a dash.
  private func isBesideDash(_ place: Range<String.Index>, _ text: Substring) -> Bool {
    text[text.index(before: place.lowerBound)].isDash || text[place.upperBound].isDash
  }
}

extension Character {
  var isDash: Bool { "-–—−".contains(self) }
}

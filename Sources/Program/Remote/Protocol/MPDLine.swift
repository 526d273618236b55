/// A line of the MPD protocol: the name of a command and its arguments.
///
/// Source: MPD's documentation, The music player daemon protocol, section Requests.
package struct MPDLine: Hashable, Sendable {
  package var name: String
  package var arguments: [String]

  package init(_ name: String, _ arguments: [String] = []) { (self.name, self.arguments) = (name, arguments) }

  /// Parses a line without its line feed. An argument with blanks is in double quotes, in which a backslash precedes a
  /// quote or a backslash. Bytes that are not UTF-8 are replaced.
  package init(parsing line: some Collection<UInt8>) throws(MPDError) {
    var scanner = Scanner(rest: Array(line)[...])
    guard let name = scanner.bareWord() else { throw MPDError(.unknownCommand, "no command given") }
    var arguments: [String] = []
    while let argument = try scanner.argument() { arguments.append(argument) }
    (self.name, self.arguments) = (name, arguments)
  }

  /// The line as a client sends it, without the line feed.
  package var text: String { ([name] + arguments.map(MPDLine.quoted)).joined(separator: " ") }

  /// Returns an argument in double quotes. Line feeds, which no argument may have, become blanks.
  package static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
      quoted.unicodeScalars.append(scalar.value < 0x20 ? " " : scalar)
    }
    return quoted + "\""
  }

  /// Removes a text in quotes behind its first quote, without the backslashes before characters; nil without a last quote.
  static func quoted(_ rest: inout ArraySlice<UInt8>, endedBy mark: UInt8) -> String? {
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == mark { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
    }
    return nil
  }

  private struct Scanner {
    var rest: ArraySlice<UInt8>

    private static func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }

    private mutating func skipBlanks() { rest = rest.drop(while: Scanner.isBlank) }

    /// Reads a word without quotes; nil at the end.
    mutating func bareWord() -> String? {
      skipBlanks()
      let word = rest.prefix { !Scanner.isBlank($0) }
      rest = rest[word.endIndex...]
      return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
    }

    /// Reads an argument, with or without quotes; nil at the end.
    mutating func argument() throws(MPDError) -> String? {
      skipBlanks()
      guard rest.first == UInt8(ascii: "\"") else { return bareWord() }
      rest.removeFirst()
      guard let text = MPDLine.quoted(&rest, endedBy: UInt8(ascii: "\"")) else {
        throw MPDError(.argument, "Missing closing '\"'")
      }
      if let next = rest.first, !Scanner.isBlank(next) {
        throw MPDError(.argument, "Space expected after closing '\"'")
      }
      return text
    }
  }
}

/// A range of positions, `START:END`, `START:` or a single position. The end is not included.
package struct MPDRange: Hashable, Sendable {
  package var start: Int
  /// The end; nil for the end of the list.
  package var end: Int?

  package init(_ text: String) throws(MPDError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let start = MPDRange.number(parts[0]) else { throw MPDRange.refused(text) }
    self.start = start
    if parts.count == 1 {
      // -1 stands for all in old clients.
      end = start == -1 ? nil : start + 1
      if start == -1 { self.start = 0 }
    } else if !parts[1].isEmpty {
      guard let end = MPDRange.number(parts[1]), end >= 0 else { throw MPDRange.refused(text) }
      self.end = end
    }
    if self.start < 0 { throw MPDRange.refused(text) }
  }

  private static func number(_ text: Substring) -> Int? {
    Int(text).flatMap { Int(exactly: Int32(clamping: $0)) }
  }

  private static func refused(_ text: String) -> MPDError {
    MPDError(.argument, "Integer or range expected: \(text)")
  }

  /// Returns the indices of the selected part of a list. `count`: the number of elements in the list.
  package func within(_ count: Int) -> Range<Int> {
    let start = min(start, count)
    return start..<max(start, min(end ?? count, count))
  }
}

/// The arguments of a command, read with the errors of the protocol.
extension [String] {
  func optional(_ index: Int) -> String? { indices.contains(index) ? self[index] : nil }

  func integer(_ index: Int) throws(MPDError) -> Int {
    guard let number = Int(self[index]), Int(Int32.min)...Int(Int32.max) ~= number else {
      throw MPDError(.argument, "Integer expected: \(self[index])")
    }
    return number
  }

  func integer(_ index: Int, in range: ClosedRange<Int>) throws(MPDError) -> Int {
    let number = try integer(index)
    guard range.contains(number) else {
      throw MPDError(
        .argument, "Number too large or too small: \(number), not \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func boolean(_ index: Int) throws(MPDError) -> Bool {
    switch self[index] {
    case "0": return false
    case "1": return true
    default: throw MPDError(.argument, "Boolean (0/1) expected: \(self[index])")
    }
  }

  /// Parses seconds that are not negative.
  func seconds(_ text: String) throws(MPDError) -> Double {
    guard text.utf8.count < 32, let number = Double(text), number.isFinite, number >= 0 else {
      throw MPDError(.argument, "Float expected: \(text)")
    }
    return number
  }

  func range(_ index: Int) throws(MPDError) -> MPDRange { try MPDRange(self[index]) }
}

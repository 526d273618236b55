import SystemBase

struct SFZPlace: Hashable {
  var file: FilePath
  var line: Int

  var shown: String { "on line \(line) of \(file.lastComponent.shown)" }
}

enum SFZToken: Hashable {
  /// `<region>`: its name in lower case.
  case header(String)
  /// `name=value`; the value may hold spaces.
  case opcode(name: String, value: String)
  case include(String)
  case define(name: String, value: String)
  /// Text that is not SFZ.
  case unknown(String)
}

/// Splits the text of an SFZ file into headers, opcodes and directives; comments are left out.
struct SFZScanner {
  private let bytes: [UInt8]
  private var position = 0
  private(set) var line = 1
  /// The end of the current line, or a passed position: each line is searched once, so that scanning is linear.
  private var knownEnd = -1

  /// Creates a scanner of a text. `bytes` is UTF-8.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the next piece and the line at which it begins; nil at the end.
  mutating func next() -> (token: SFZToken, line: Int)? {
    skipBlanksAndComments()
    guard position < bytes.count else { return nil }
    let start = line
    switch bytes[position] {
    case UInt8(ascii: "<"): return (header(), start)
    case UInt8(ascii: "#"): return (directive(), start)
    default: return (opcode(), start)
    }
  }

  // MARK: Blanks

  private mutating func skipBlanksAndComments() {
    while position < bytes.count {
      if isNewline(position) {
        passNewline()
      } else if isBlank(position) {
        position += 1
      } else if isPair("/", "/", at: position) {
        position = endOfLine()
      } else if isPair("/", "*", at: position) {
        skipBlockComment()
      } else {
        return
      }
    }
  }

  private mutating func skipBlockComment() {
    position += 2
    while position < bytes.count, !isPair("*", "/", at: position) {
      if isNewline(position) { passNewline() } else { position += 1 }
    }
    position = min(position + 2, bytes.count)
  }

  /// Passes the end of a line: LF, CR, or CR LF.
  private mutating func passNewline() {
    let isReturn = bytes[position] == 0x0D
    position += 1
    if isReturn, position < bytes.count, bytes[position] == 0x0A { position += 1 }
    line += 1
  }

  private mutating func endOfLine() -> Int {
    // No newline lies between a position and the end that was found from an earlier one.
    if knownEnd < position {
      knownEnd = bytes[position...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    }
    return knownEnd
  }

  // MARK: Tokens

  private mutating func header() -> SFZToken {
    guard let end = endOfHeader(at: position) else { return unknownWord() }
    defer { position = end + 1 }
    return .header(text(position + 1..<end).lowercased())
  }

  /// Returns the place of the `>` of a header that begins here; nil if none does.
  private func endOfHeader(at start: Int) -> Int? {
    guard let end = bytes[(start + 1)...].prefix(64).firstIndex(where: { !isNameByte($0) }), end > start + 1,
      bytes[end] == UInt8(ascii: ">")
    else {
      return nil
    }
    return end
  }

  private mutating func directive() -> SFZToken {
    let end = endOfLine()
    if hasPrefix("#include", at: position) {
      let quote = UInt8(ascii: "\"")
      // Only blanks may precede the name: a search through the line would be repeated for each directive.
      if let open = (position + 8..<end).first(where: { !isBlank($0) }), bytes[open] == quote,
        let close = bytes[(open + 1)..<end].firstIndex(of: quote)
      {
        position = close + 1
        return .include(text(open + 1..<close))
      }
    } else if hasPrefix("#define", at: position) {
      let words = self.words(from: position + 7, to: end)
      if words.count == 2, bytes[words[0].lowerBound] == UInt8(ascii: "$"), words[0].count > 1 {
        position = words[1].upperBound
        return .define(name: text(words[0].dropFirst()), value: text(words[1]))
      }
    }
    return unknownWord()
  }

  /// Returns the first two words of a part of a line.
  private func words(from start: Int, to end: Int) -> [Range<Int>] {
    var (words, position) = ([Range<Int>](), start)
    while words.count < 2, let first = (position..<end).first(where: { !isBlank($0) }) {
      let last = (first..<end).first { isBlank($0) || isPair("/", "/", at: $0) } ?? end
      if first == last { break }
      words.append(first..<last)
      position = last
    }
    return words
  }

  private mutating func opcode() -> SFZToken {
    let end = endOfLine()
    let nameEnd = (position..<end).first { !isNameByte(bytes[$0]) && bytes[$0] != UInt8(ascii: "$") } ?? end
    let sign = (nameEnd..<end).first { !isBlank($0) } ?? end
    guard nameEnd > position, sign < end, bytes[sign] == UInt8(ascii: "=") else { return unknownWord() }
    let name = text(position..<nameEnd).lowercased()
    let valueEnd = endOfValue(from: sign + 1, to: end)
    position = valueEnd
    let value = trimmed(sign + 1..<valueEnd)
    // The names of samples follow the default path, which may end in the middle of a name: "hat " and "closed.wav".
    return .opcode(
      name: name, value: text(name == "default_path" ? value.lowerBound..<valueEnd : value))
  }

  /// Returns the end of a value, which a comment, a header, a directive, or the next opcode ends.
  private func endOfValue(from start: Int, to end: Int) -> Int {
    var place = start
    while place < end {
      if isPair("/", "/", at: place) || isPair("/", "*", at: place) { return place }
      if bytes[place] == UInt8(ascii: "<"), endOfHeader(at: place) != nil { return place }
      if isBlank(place), startsNextToken(at: place + 1, to: end) { return place }
      place += 1
    }
    return end
  }

  private func startsNextToken(at start: Int, to end: Int) -> Bool {
    guard start < end else { return false }
    if hasPrefix("#include", at: start) || hasPrefix("#define", at: start) { return true }
    let first = (start..<end).first { !isNameByte(bytes[$0]) && bytes[$0] != UInt8(ascii: "$") } ?? end
    return first > start && first < end && bytes[first] == UInt8(ascii: "=")
  }

  private mutating func unknownWord() -> SFZToken {
    let lineEnd = endOfLine()
    let end = (position..<lineEnd).first { $0 > position && isBlank($0) } ?? lineEnd
    let word = text(position..<min(end, position + 64))
    position = end
    return .unknown(word)
  }

  // MARK: Bytes

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    guard let first = range.first(where: { !isBlank($0) }), let last = range.last(where: { !isBlank($0) })
    else {
      return range.lowerBound..<range.lowerBound
    }
    return first..<last + 1
  }

  private func isNewline(_ place: Int) -> Bool { bytes[place] == 0x0A || bytes[place] == 0x0D }

  private func isBlank(_ place: Int) -> Bool { bytes[place] <= 0x20 }

  private func isNameByte(_ byte: UInt8) -> Bool {
    // Letters of both cases differ in one bit.
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
  }

  private func isPair(_ first: Unicode.Scalar, _ second: Unicode.Scalar, at place: Int) -> Bool {
    place + 1 < bytes.count && bytes[place] == UInt8(ascii: first) && bytes[place + 1] == UInt8(ascii: second)
  }

  private func hasPrefix(_ word: String, at place: Int) -> Bool {
    bytes[place...].prefix(word.utf8.count + 1).starts(with: word.utf8)
  }
}

import Documents

/// A line of a CUE sheet: its command and its arguments, quoted or not.
struct CueLine {
  enum Command: String {
    case file, track, index, title, performer, songwriter, rem
    case catalog, cdtextfile, flags, isrc, pregap, postgap
  }

  /// The command; nil if it is not known.
  let command: Command?
  /// The arguments without quotes.
  let words: [ArraySlice<UInt8>]
  /// All arguments as they are written.
  let arguments: ArraySlice<UInt8>
  /// All arguments as one text, without quotes if all of it is quoted: names are written with and without
  /// quotes.
  let rest: ArraySlice<UInt8>

  init(_ line: ArraySlice<UInt8>) {
    let line = PlaylistLocation.trimmed(line)
    let name = line.prefix { !PlaylistLocation.isBlank($0) }
    command = Command(rawValue: ASCIIText.lowercased(name))
    arguments = PlaylistLocation.trimmed(line[name.endIndex...])
    words = CueLine.words(arguments)
    rest = CueLine.unquoted(arguments)
  }

  var isEmpty: Bool { command == nil && words.isEmpty }

  /// Whether a CUE sheet may begin with this line.
  var opensSheet: Bool {
    switch command {
    case .file, .title, .performer, .songwriter, .rem, .catalog, .cdtextfile: !words.isEmpty
    case .track, .index, .flags, .isrc, .pregap, .postgap, nil: false
    }
  }

  /// The command as CUE sheets write it; empty if it is not known.
  var name: String { command?.rawValue.uppercased() ?? "" }

  /// The name and value of `REM name value`, which programs use for values without a command, and whether its
  /// quotes are closed; nil for other remarks.
  var remark: (name: String, value: ArraySlice<UInt8>, isClosed: Bool)? {
    guard command == .rem, let name = words.first, words.count > 1 else { return nil }
    let value = PlaylistLocation.trimmed(rest[name.endIndex...])
    let isClosed = value.first != CueLine.quote || value.dropFirst().contains(CueLine.quote)
    return (ASCIIText.lowercased(name).uppercased(), CueLine.unquoted(value), isClosed)
  }

  /// The name in `FILE name type`. A quoted name may contain quotes, an unquoted one may contain blanks.
  var fileName: ArraySlice<UInt8> {
    if rest.first == CueLine.quote, let last = rest.lastIndex(of: CueLine.quote), last > rest.startIndex {
      return rest[(rest.startIndex + 1)..<last]
    }
    guard CueLine.fileKinds.contains(fileKind), let blank = rest.lastIndex(where: PlaylistLocation.isBlank)
    else { return rest }
    return PlaylistLocation.trimmed(rest[..<blank])
  }

  /// The type in `FILE name type`; empty if there is none.
  var fileKind: String {
    let kind = hasQuotedStart ? wordsAfterName.first : CueLine.words(rest).dropFirst().last
    return kind.map { ASCIIText.lowercased($0) } ?? ""
  }

  /// Whether the arguments begin with a text in quotes.
  var hasQuotedStart: Bool {
    arguments.first == CueLine.quote && arguments.dropFirst().contains(CueLine.quote)
  }

  /// The words after the quoted name of a file.
  var wordsAfterName: ArraySlice<ArraySlice<UInt8>> {
    arguments.lastIndex(of: CueLine.quote)
      .map { CueLine.words(PlaylistLocation.trimmed(arguments[($0 + 1)...]))[...] } ?? []
  }

  static let quote = UInt8(ascii: "\"")
  static let fileKinds: Set<String> = ["binary", "motorola", "aiff", "wave", "mp3", "flac"]

  /// Splits arguments; a quote that is not closed extends to the end of the line.
  private static func words(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var words: [ArraySlice<UInt8>] = []
    var rest = text
    while let first = rest.first {
      if first == quote {
        let word = rest.dropFirst().prefix { $0 != quote }
        words.append(word)
        rest = rest[word.endIndex...].dropFirst()
      } else {
        let word = rest.prefix { !PlaylistLocation.isBlank($0) }
        words.append(word)
        rest = rest[word.endIndex...]
      }
      rest = rest.drop(while: PlaylistLocation.isBlank)
    }
    return words
  }

  /// Removes quotes around a text; a quote that is not closed is removed too.
  private static func unquoted(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard text.first == quote else { return text }
    if text.count >= 2, text.last == quote { return text.dropFirst().dropLast() }
    return text.dropFirst().contains(quote) ? text : text.dropFirst()
  }
}

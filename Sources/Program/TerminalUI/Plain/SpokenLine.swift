/// A line whose symbols are words: `volume down: minus`, `control comma`, `minus 6 dB`, `80 percent`, `colon set`.
///
/// Punctuation that ends a word stays, since it makes the pauses of the voice. Two spaces between columns are a pause.
struct SpokenLine {
  private(set) var text: String

  init(_ line: String) {
    var words: [String] = []
    // Whether the next word may be the name of a key, which is a symbol of its own.
    var isKey = true
    var last: Substring = ""
    for word in line.split(separator: " ", omittingEmptySubsequences: false) {
      if word.isEmpty {
        SpokenLine.addPause(to: &words)
        continue
      }
      // The time of a day is no length.
      let spoken =
        SpokenLine.isDate(last) ? .word(String(word)) : SpokenLine.word(String(word), isKey: isKey)
      last = word
      isKey =
        word.hasSuffix(":") || word.hasSuffix(",") || isKey && SpokenLine.isKey(word)
        || SpokenLine.echoes.contains(String(word))
      switch spoken {
      case .word(let text): words.append(text)
      case .pause: SpokenLine.addPause(to: &words)
      case .nothing: break
      }
    }
    text = words.joined(separator: " ")
    if text.hasSuffix(",") { text.removeLast() }
    if text.hasSuffix(":"), !line.hasSuffix(":"), !line.hasSuffix(": ") { text += " none" }
  }

  private static func addPause(to words: inout [String]) {
    if let last = words.popLast() { words.append(last.last?.isPunctuation == true ? last : "\(last),") }
  }

  /// The text in parts that fit a line of a display and are spoken in less than six seconds, divided behind punctuation, or else
  /// between words.
  var parts: [String] {
    LineDivision(separators: [["; "], [", "], [": "], [" "]], room: SpokenLine.room, keepsPaths: false)
      .parts(of: text)
  }

  /// The maximum number of seconds of a line, as `room` estimates them: real ones are up to half a second more.
  private static let mostSeconds = 5.2

  /// Returns how many of the first characters fit a line. The seconds of letters, digits and pauses are those of espeak-ng 1.51
  /// at 175 words a minute.
  private static func room(for text: Substring) -> Int {
    var (seconds, count, index) = (0.5, 0, text.startIndex)
    while index < text.endIndex, count < LineDivision.longest {
      let (character, next) = (text[index], text.index(after: index))
      let isInner = next < text.endIndex && text[next] != " "
      switch character {
      case ",", ";": seconds += isInner ? 0 : 0.28
      case ":": seconds += 0.28
      case "/": seconds += 0.35
      case ".": seconds += isInner ? 0.25 : 0
      default: seconds += character.isLetter ? 0.06 : character.isNumber ? 0.27 : 0
      }
      if seconds > mostSeconds { break }
      (count, index) = (count + 1, next)
    }
    return count
  }

  private enum Part {
    case word(String)
    /// A symbol that separates what is beside it.
    case pause
    case nothing
  }

  /// The words before a symbol that the user has typed.
  static let echoes: Set<String> = ["deleted", "inserted"]
  private static let modifiers = ["ctrl+": "control", "alt+": "alt", "shift+": "shift", "super+": "super"]

  private static func isKey(_ word: Substring) -> Bool {
    word.count == 1 && word.first.flatMap { names[$0] } != nil
      || modifiers.keys.contains { word.hasPrefix($0) }
  }

  /// Whether a word is a date: `2026-11-22`.
  private static func isDate(_ word: Substring) -> Bool {
    word.count == 10 && word.split(separator: "-").map(\.count) == [4, 2, 2]
      && word.allSatisfy { $0.isNumber || $0 == "-" }
  }

  private static func word(_ word: String, isKey: Bool) -> Part {
    if word.allSatisfy({ $0.isDrawing }) { return .nothing }
    if word.count == 1, let symbol = word.first {
      if !isKey || symbol != "-", separators.contains(symbol) { return .pause }
      if !isKey, symbol == "→" { return .word("to") }
      return .word(names[symbol] ?? word)
    }
    if let chord = chord(word) { return .word(chord) }
    let end = word.last.flatMap { ",;:.".contains($0) ? String($0) : nil } ?? ""
    let rest = word.dropLast(end.count)
    if isKey, rest.count == 1, let name = rest.first.flatMap({ names[$0] }) { return .word(name + end) }
    // `:set`, a command that is typed.
    let isCommand = rest.first == ":" && rest.dropFirst().first.map { $0.isLetter || $0.isNumber } == true
    return .word((isCommand ? "colon " : "") + value(String(rest.dropFirst(isCommand ? 1 : 0))) + end)
  }

  /// Returns `control shift left arrow` for `ctrl+shift+←`; nil for other words.
  private static func chord(_ word: String) -> String? {
    var (names, rest) = ([String](), Substring(word))
    while let (prefix, name) = modifiers.first(where: { rest.hasPrefix($0.key) && rest.count > $0.key.count })
    {
      names.append(name)
      rest = rest.dropFirst(prefix.count)
    }
    guard !names.isEmpty else { return nil }
    // A comma behind the key separates it from the next one.
    let end = rest.count > 1 && rest.hasSuffix(",") ? "," : ""
    rest = rest.dropLast(end.count)
    let key = rest.count == 1 ? rest.first.flatMap { SpokenLine.names[$0] } ?? String(rest) : String(rest)
    // A voice does not tell `M` from `m`.
    if rest.count == 1, rest.first?.isUppercase == true, names.last != "shift" { names.append("shift") }
    return (names + [key]).joined(separator: " ") + end
  }

  /// Returns `minus 6.0`, `80 percent`, `2 times`, `12 to 14 seconds`, `crossfade equals 0`, and a word without the dots of one
  /// that was cut.
  private static func value(_ word: String) -> String {
    if word.count > 1, word.first == "(" { return "(" + value(String(word.dropFirst())) }
    if word.count > 1, word.last == ")" { return value(String(word.dropLast())) + ")" }
    for (symbol, name) in inner where word.count > 1 && word.contains(symbol) && !word.contains("://") {
      let parts = word.split(separator: symbol, omittingEmptySubsequences: false)
      return parts.map { $0.isEmpty ? "nothing" : value(String($0)) }.joined(separator: " \(name) ")
    }
    let ends = word.split(separator: "–", omittingEmptySubsequences: false)
    if let time = ends.count == 2 ? SpokenTime.range(ends[0], ends[1]) : SpokenTime.words(word[...]) {
      return time
    }
    if ends.count == 2 {
      return ends.map { $0.isEmpty ? "" : value(String($0)) }.filter { !$0.isEmpty }.joined(separator: " to ")
    }
    var (sign, text, unit) = ("", Substring(word), "")
    if let first = text.first, let name = signs[first], text.dropFirst().first?.isNumber == true {
      (sign, text) = (name + " ", text.dropFirst())
    }
    // An option of a command.
    if text.count == 2, text.first == "-", text.last?.isLetter == true {
      (sign, text) = ("minus ", text.dropFirst())
    }
    if text.count > 1, let last = text.last, let name = units[last] {
      (text, unit) = (text.dropLast(), name.isEmpty ? "" : " \(name)")
    }
    return sign + text + unit
  }

  private static let separators: Set<Character> = ["·", "•", "–", "—", "−", "¦", "▸", "-"]
  private static let signs: [Character: String] = [
    "−": "minus", "-": "minus", "+": "plus", "±": "plus or minus",
  ]
  private static let units: [Character: String] = ["%": "percent", "×": "times", "-": "minus", "…": ""]
  /// The symbols between the parts of a word.
  private static let inner: [(Character, String)] = [("=", "equals"), ("|", "vertical bar")]
  private static let names: [Character: String] = [
    "!": "exclamation mark", "\"": "quotation mark", "#": "number sign", "$": "dollar", "%": "percent",
    "&": "ampersand", "'": "apostrophe", "(": "left parenthesis", ")": "right parenthesis", "*": "asterisk",
    "+": "plus", ",": "comma", "-": "minus", ".": "full stop", "/": "slash", ":": "colon", ";": "semicolon",
    "<": "less than", "=": "equals", ">": "greater than", "?": "question mark", "@": "at sign",
    "[": "left bracket", "\\": "backslash", "]": "right bracket", "^": "caret", "_": "underscore",
    "`": "grave accent", "{": "left brace", "|": "vertical bar", "}": "right brace", "~": "tilde",
    "←": "left arrow", "→": "right arrow", "↑": "up arrow", "↓": "down arrow", "×": "times",
    "±": "plus or minus",
    "▶": "playing", "‖": "paused", "✗": "failed",
  ]
}

extension Character {
  /// Whether it is a block or a line of a drawing, or three dots.
  fileprivate var isDrawing: Bool {
    guard let scalar = unicodeScalars.first else { return false }
    return (0x2500...0x259F).contains(scalar.value) || self == "…"
  }
}

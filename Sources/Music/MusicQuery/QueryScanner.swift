/// Splits a query into tokens with their positions.
struct QueryScanner {
  enum Token: Hashable {
    case word(String, isQuoted: Bool)
    /// `name:value`; `valuePlace` is the position of the value.
    case field(name: String, value: String, isQuoted: Bool)
    case minus, open, close, or, and, not
  }

  struct Placed: Hashable {
    var token: Token
    var place: Int
    var valuePlace: Int
  }

  private let text: [Character]
  private var place = 0

  private init(_ text: String) { self.text = Array(text) }

  static func scan(_ text: String) throws(QueryError) -> [Placed] {
    var scanner = QueryScanner(text)
    var tokens: [Placed] = []
    while let token = try scanner.next() { tokens.append(token) }
    return tokens
  }

  private mutating func next() throws(QueryError) -> Placed? {
    while place < text.count, text[place].isWhitespace { place += 1 }
    guard place < text.count else { return nil }
    let start = place
    if let mark = mark(text[start]) {
      place += 1
      return Placed(token: mark, place: start, valuePlace: start)
    }
    if text[start] == "\"" {
      return Placed(token: .word(try quoted(), isQuoted: true), place: start, valuePlace: start)
    }
    let word = run { !"()\"".contains($0) && !$0.isWhitespace && $0 != ":" }
    guard place < text.count, text[place] == ":" else { return bare(word, at: start) }
    place += 1
    return try field(word, at: start)
  }

  private func mark(_ character: Character) -> Token? {
    switch character {
    case "(": .open
    case ")": .close
    // A minus followed by a blank is a word.
    case "-": place + 1 < text.count && !text[place + 1].isWhitespace ? .minus : nil
    default: nil
    }
  }

  private func bare(_ word: String, at start: Int) -> Placed {
    let token: Token =
      switch word {
      case "OR": .or
      case "AND": .and
      case "NOT": .not
      default: .word(word, isQuoted: false)
      }
    return Placed(token: token, place: start, valuePlace: start)
  }

  /// Reads a value after the colon: a quoted text, optionally after a comparison sign, or everything up to
  /// the next blank.
  private mutating func field(_ name: String, at start: Int) throws(QueryError) -> Placed {
    let valueStart = place
    let sign = run { "=<>".contains($0) }
    guard place < text.count, text[place] == "\"" else {
      let value = sign + run { !"()\"".contains($0) && !$0.isWhitespace }
      return Placed(
        token: .field(name: name, value: value, isQuoted: false), place: start, valuePlace: valueStart)
    }
    let value = sign + (try quoted())
    return Placed(
      token: .field(name: name, value: value, isQuoted: true), place: start, valuePlace: valueStart)
  }

  /// Reads a quoted text with the escapes `\"` and `\\`.
  private mutating func quoted() throws(QueryError) -> String {
    let start = place
    var value = ""
    place += 1
    while place < text.count {
      switch text[place] {
      case "\"":
        place += 1
        return value
      case "\\" where place + 1 < text.count && "\"\\".contains(text[place + 1]):
        value.append(text[place + 1])
        place += 2
      default:
        value.append(text[place])
        place += 1
      }
    }
    throw QueryError(.unclosedQuote, at: start)
  }

  private mutating func run(_ isPart: (Character) -> Bool) -> String {
    let start = place
    while place < text.count, isPart(text[place]) { place += 1 }
    return String(text[start..<place])
  }
}

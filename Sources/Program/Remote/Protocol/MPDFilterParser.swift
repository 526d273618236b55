import Glibc

/// Parses filters: pairs of a tag and a text, and expressions such as `((artist == "x") AND (title contains "y"))`.
package struct MPDFilterParser {
  /// The limit of nesting, which bounds the recursion.
  private static let deepest = 64

  private var rest: ArraySlice<UInt8>
  private let isFolded: Bool
  private var depth = 0

  private init(_ text: String, folded: Bool) { (rest, isFolded) = (Array(text.utf8)[...], folded) }

  /// Parses the filter of a command. `folded`: whether texts are searched for without case, as parts of values;
  /// false: whole values.
  package static func filter(_ arguments: [String], folded: Bool) throws(MPDError) -> MPDFilter {
    var filters: [MPDFilter] = []
    var rest = arguments[...]
    while let first = rest.popFirst() {
      if first.hasPrefix("(") {
        filters.append(try expression(first, folded: folded))
      } else {
        guard let value = rest.popFirst() else {
          throw MPDError(.argument, "Incorrect number of filter arguments")
        }
        filters.append(try pair(first, value, folded: folded))
      }
    }
    return filters.count == 1 ? filters[0] : .all(filters)
  }

  package static func expression(_ text: String, folded: Bool) throws(MPDError) -> MPDFilter {
    var parser = MPDFilterParser(text, folded: folded)
    let filter = try parser.parenthesis()
    parser.skipBlanks()
    guard parser.rest.isEmpty else { throw MPDError(.argument, "Unparsed garbage after expression") }
    return filter
  }

  private static func pair(_ name: String, _ value: String, folded: Bool) throws(MPDError) -> MPDFilter {
    let comparison = MPDFilter.Comparison(folded ? .contains : .equals, folded: folded)
    switch name.lowercased() {
    case "any": return .tag(nil, comparison, value)
    case "file", "filename": return .uri(comparison, value)
    default:
      if let special = places[name.lowercased()] { return try special(value) }
      guard let tag = MPDTag(name: name) else { throw MPDError(.argument, "\"\(name)\" is not known") }
      return .tag(tag, comparison, value)
    }
  }

  /// The conditions on folders and times, which have no operator.
  private static let places: [String: @Sendable (String) throws(MPDError) -> MPDFilter] = [
    "base": { .base(folder($0)) },
    "added-since": { text throws(MPDError) in .addedSince(try time(text)) },
    "modified-since": { text throws(MPDError) in .modifiedSince(try time(text)) },
  ]

  /// Returns the address of a folder without slashes at its end.
  static func folder(_ text: String) -> String {
    var text = text[...]
    while text.hasSuffix("/") { text.removeLast() }
    return String(text)
  }

  /// Returns the seconds since 1970 of a number, of `YYYY-MM-DD` or of `YYYY-MM-DDTHH:MM:SSZ`, in UTC.
  private static func time(_ text: String) throws(MPDError) -> Int64 {
    if let number = Int64(text), number >= 0 { return number }
    let numbers = text.split { "-T:Z".contains($0) }.map { Int32($0) ?? -1 }
    guard [3, 6].contains(numbers.count), (1...9999).contains(numbers[0]), (1...12).contains(numbers[1]),
      (1...31).contains(numbers[2]), numbers.dropFirst(3).allSatisfy({ 0...60 ~= $0 })
    else { throw MPDError(.argument, "Failed to parse time stamp") }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
    if numbers.count == 6 {
      (parts.tm_hour, parts.tm_min, parts.tm_sec) = (numbers[3], numbers[4], numbers[5])
    }
    return Int64(timegm(&parts))
  }

  // MARK: Expressions

  private mutating func parenthesis() throws(MPDError) -> MPDFilter {
    depth += 1
    defer { depth -= 1 }
    guard depth <= MPDFilterParser.deepest else {
      throw MPDError(.argument, "Expression is nested too deeply")
    }
    try expect("(")
    skipBlanks()
    switch rest.first {
    case UInt8(ascii: "("): return try conjunction()
    case UInt8(ascii: "!"):
      rest.removeFirst()
      skipBlanks()
      let inner = try parenthesis()
      try expect(")")
      return .not(inner)
    default:
      let filter = try comparison()
      try expect(")")
      return filter
    }
  }

  private mutating func conjunction() throws(MPDError) -> MPDFilter {
    var filters = [try parenthesis()]
    skipBlanks()
    while rest.first != UInt8(ascii: ")") {
      guard word().uppercased() == "AND" else { throw MPDError(.argument, "'AND' expected") }
      skipBlanks()
      filters.append(try parenthesis())
      skipBlanks()
    }
    try expect(")")
    return filters.count == 1 ? filters[0] : .all(filters)
  }

  private mutating func comparison() throws(MPDError) -> MPDFilter {
    let name = word()
    switch name.lowercased() {
    case "": throw MPDError(.argument, "Word expected")
    case "prio":
      guard symbol() == ">=" else { throw MPDError(.argument, "'>=' expected") }
      guard let least = Int(word()), 0...255 ~= least else { throw MPDError(.argument, "Number too large") }
      return .priority(atLeast: least)
    case "audioformat":
      let mark = symbol()
      guard mark == "==" || mark == "=~" else { throw MPDError(.argument, "'==' or '=~' expected") }
      return .audioFormat(try quoted())
    default: if let special = MPDFilterParser.places[name.lowercased()] { return try special(quoted()) }
    }
    let tag = MPDTag(name: name)
    let isURI = ["file", "filename"].contains(name.lowercased())
    guard tag != nil || isURI || name.lowercased() == "any" else {
      throw MPDError(.argument, "Unknown filter type: \(name)")
    }
    let (plain, folded, isNegated) = try comparisonOperator()
    let value = try quoted()
    let kind = if let plain { plain } else { try MPDFilterParser.matching(value, folded) }
    let comparison = MPDFilter.Comparison(kind, folded: folded)
    let filter = isURI ? MPDFilter.uri(comparison, value) : .tag(tag, comparison, value)
    return isNegated ? .not(filter) : filter
  }

  /// Reads an operator. The kind is nil for a regular expression, which is the value.
  private mutating func comparisonOperator() throws(MPDError) -> (
    MPDFilter.Comparison.Kind?, isFolded: Bool, isNegated: Bool
  ) {
    var name = symbol()
    if name.isEmpty || name == "!" { name += word().lowercased() }
    let isNegated = name.hasPrefix("!")
    var kind = isNegated ? name.dropFirst() : name[...]
    var folded = isFolded
    if kind.hasSuffix("_cs") || kind.hasSuffix("_ci") {
      folded = kind.hasSuffix("_ci")
      kind = kind.dropLast(3)
    }
    switch kind {
    case "==" where !isNegated, "=" where isNegated, "eq": return (.equals, folded, isNegated)
    case "=~" where !isNegated, "~" where isNegated: return (nil, folded, isNegated)
    case "contains": return (.contains, folded, isNegated)
    case "starts_with": return (.startsWith, folded, isNegated)
    default: throw MPDError(.argument, "Unknown filter operator: \(name)")
    }
  }

  private static func matching(
    _ expression: String, _ folded: Bool
  ) throws(MPDError) -> MPDFilter.Comparison.Kind {
    do throws(RegularExpression.Failure) {
      return .matches(try RegularExpression(expression, ignoresCase: folded))
    } catch {
      throw MPDError(.argument, "Invalid regular expression: \(error.reason)")
    }
  }

  // MARK: Tokens

  private mutating func skipBlanks() { rest = rest.drop { $0 <= 0x20 } }

  private mutating func expect(_ character: Unicode.Scalar) throws(MPDError) {
    skipBlanks()
    guard rest.first == UInt8(ascii: character) else { throw MPDError(.argument, "'\(character)' expected") }
    rest.removeFirst()
  }

  /// Reads a word of letters, digits, hyphens and underscores; empty if there are none.
  private mutating func word() -> String {
    skipBlanks()
    let word = rest.prefix { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & ~0x20) || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: "_")
    }
    rest = rest[word.endIndex...]
    return String(decoding: word, as: UTF8.self)
  }

  /// Characters of `==`, `!=`, `=~`, `!~`, `>=` and `!`; empty if there are none.
  private mutating func symbol() -> String {
    skipBlanks()
    let symbol = rest.prefix { "=!~>".utf8.contains($0) }
    rest = rest[symbol.endIndex...]
    return String(decoding: symbol, as: UTF8.self)
  }

  private mutating func quoted() throws(MPDError) -> String {
    skipBlanks()
    guard let mark = rest.popFirst(), mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") else {
      throw MPDError(.argument, "Quoted string expected")
    }
    guard let text = MPDLine.quoted(&rest, endedBy: mark) else {
      throw MPDError(.argument, "Closing quote not found")
    }
    return text
  }
}

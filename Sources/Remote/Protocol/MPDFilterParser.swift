/// The arguments of a search: filters, then `sort`, `window` and `position`.
package struct MPDSelection: Hashable, Sendable {
  package enum SortKey: Hashable, Sendable {
    case tag(MPDTag)
    case added
  }

  package var filter = MPDFilter.all([])
  package var sort: SortKey?
  package var isDescending = false
  package var window: MPDRange?
  /// The place of the queue or playlist where what was found is inserted, as the client wrote it.
  package var position: String?

  /// - Parameter folded: whether texts are searched for without case, as parts of values; false: whole values.
  package init(_ arguments: some Collection<String>, folded: Bool) throws(MPDError) {
    var rest = Array(arguments)
    while rest.count >= 2, try option(rest[rest.count - 2], rest[rest.count - 1]) { rest.removeLast(2) }
    filter = try MPDFilterParser.filter(rest, folded: folded)
  }

  private mutating func option(_ name: String, _ value: String) throws(MPDError) -> Bool {
    switch name.lowercased() {
    case "window" where window == nil: window = try MPDRange(value)
    case "position" where position == nil: position = value
    case "sort" where sort == nil:
      isDescending = value.hasPrefix("-")
      let name = isDescending ? String(value.dropFirst()) : value
      if ["last-modified", "added"].contains(name.lowercased()) {
        sort = .added
      } else {
        guard let tag = MPDTag(name: name) else { throw MPDError(.argument, "Unknown sort tag: \(name)") }
        sort = .tag(tag)
      }
    default: return false
    }
    return true
  }
}

/// Parses filters: pairs of a tag and a text, and expressions such as `((artist == "x") AND (title contains "y"))`.
package struct MPDFilterParser {
  /// The limit of nesting, which bounds the recursion.
  private static let deepest = 64

  private var rest: ArraySlice<UInt8>
  private let isFolded: Bool
  private var depth = 0

  private init(_ text: String, folded: Bool) { (rest, isFolded) = (Array(text.utf8)[...], folded) }

  /// - Parameter folded: whether texts are searched for without case, as parts of values; false: whole values.
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

  /// Parses an expression.
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
    case "base": return .base(folder(value))
    case "modified-since", "added-since": return .addedSince(try time(value))
    default:
      guard let tag = MPDTag(name: name) else { throw MPDError(.argument, "\"\(name)\" is not known") }
      return .tag(tag, comparison, value)
    }
  }

  private static func folder(_ text: String) -> String {
    var text = text[...]
    while text.hasSuffix("/") { text.removeLast() }
    return String(text)
  }

  private static func time(_ text: String) throws(MPDError) -> Int64 {
    guard let seconds = MPDTime.seconds(text) else { throw MPDError(.argument, "Failed to parse time stamp") }
    return seconds
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
    case "base": return .base(MPDFilterParser.folder(try quoted()))
    case "modified-since", "added-since": return .addedSince(try MPDFilterParser.time(try quoted()))
    case "audioformat":
      let mark = symbol()
      guard mark == "==" || mark == "=~" else { throw MPDError(.argument, "'==' or '=~' expected") }
      return .audioFormat(try quoted())
    default: break
    }
    let tag = MPDTag(name: name)
    let isURI = ["file", "filename"].contains(name.lowercased())
    guard tag != nil || isURI || name.lowercased() == "any" else {
      throw MPDError(.argument, "Unknown filter type: \(name)")
    }
    let (comparison, isNegated) = try comparisonOperator()
    let value = try quoted()
    let filter = isURI ? MPDFilter.uri(comparison, value) : .tag(tag, comparison, value)
    return isNegated ? .not(filter) : filter
  }

  private mutating func comparisonOperator() throws(MPDError) -> (MPDFilter.Comparison, isNegated: Bool) {
    var name = symbol()
    if name.isEmpty || name == "!" { name += word().lowercased() }
    if name == "=~" || name == "!~" { throw MPDError(.argument, "Regular expressions are not supported") }
    if name == "==" { return (MPDFilter.Comparison(.equals, folded: isFolded), false) }
    if name == "!=" { return (MPDFilter.Comparison(.equals, folded: isFolded), true) }
    let isNegated = name.hasPrefix("!")
    var kind = isNegated ? name.dropFirst() : name[...]
    var folded = isFolded
    if kind.hasSuffix("_cs") || kind.hasSuffix("_ci") {
      folded = kind.hasSuffix("_ci")
      kind = kind.dropLast(3)
    }
    switch kind {
    case "eq": return (MPDFilter.Comparison(.equals, folded: folded), isNegated)
    case "contains": return (MPDFilter.Comparison(.contains, folded: folded), isNegated)
    case "starts_with": return (MPDFilter.Comparison(.startsWith, folded: folded), isNegated)
    default: throw MPDError(.argument, "Unknown filter operator: \(name)")
    }
  }

  // MARK: Tokens

  private mutating func skipBlanks() { rest = rest.drop { $0 <= 0x20 } }

  private mutating func expect(_ character: Unicode.Scalar) throws(MPDError) {
    skipBlanks()
    guard rest.first == UInt8(ascii: character) else { throw MPDError(.argument, "'\(character)' expected") }
    rest.removeFirst()
  }

  /// Letters, digits, hyphens and underscores; empty if there are none.
  private mutating func word() -> String {
    skipBlanks()
    let word = rest.prefix { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & ~0x20) || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: "_")
    }
    rest = rest[word.endIndex...]
    return String(decoding: word, as: UTF8.self)
  }

  /// Characters of `==`, `!=`, `=~`, `!~` and `!`; empty if there are none.
  private mutating func symbol() -> String {
    skipBlanks()
    let symbol = rest.prefix { "=!~".utf8.contains($0) }
    rest = rest[symbol.endIndex...]
    return String(decoding: symbol, as: UTF8.self)
  }

  private mutating func quoted() throws(MPDError) -> String {
    skipBlanks()
    guard let mark = rest.popFirst(), mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") else {
      throw MPDError(.argument, "Quoted string expected")
    }
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == mark { return String(decoding: bytes, as: UTF8.self) }
      if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() {
        bytes.append(escaped)
      } else {
        bytes.append(byte)
      }
    }
    throw MPDError(.argument, "Closing quote not found")
  }
}

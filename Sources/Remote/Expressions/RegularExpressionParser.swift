/// Parses regular expressions in the syntax of Perl (perlre).
struct RegularExpressionParser {
  typealias Node = RegularExpression.Node
  typealias Failure = RegularExpression.Failure

  /// The limit of nesting, which bounds the recursion.
  private static let deepest = 64
  /// The largest number of a repetition.
  private static let mostRepetitions = 1_000

  private var rest: ArraySlice<Unicode.Scalar>
  private var depth = 0
  /// Whether the expression begins with `(?i)`.
  private(set) var ignoresCase = false

  init(_ text: String) { rest = Array(text.unicodeScalars)[...] }

  /// Parses the whole expression.
  mutating func expression() throws(Failure) -> Node {
    if rest.starts(with: "(?i)".unicodeScalars) {
      rest.removeFirst(4)
      ignoresCase = true
    }
    let node = try choice()
    if rest.first != nil { throw Failure(reason: "a ) without (") }
    return node
  }

  private mutating func choice() throws(Failure) -> Node {
    var nodes = [try sequence()]
    while rest.first == "|" {
      rest.removeFirst()
      nodes.append(try sequence())
    }
    return nodes.count == 1 ? nodes[0] : .choice(nodes)
  }

  private mutating func sequence() throws(Failure) -> Node {
    var nodes: [Node] = []
    while let next = rest.first, next != "|", next != ")" {
      let node = try atom()
      nodes.append(try repeated(node))
    }
    return nodes.count == 1 ? nodes[0] : .sequence(nodes)
  }

  // MARK: Repetitions

  private mutating func repeated(_ node: Node) throws(Failure) -> Node {
    guard let (least, most) = try repetition() else { return node }
    // Lazy repetitions match the same texts.
    if rest.first == "?" { rest.removeFirst() }
    if rest.first == "+" { throw Failure(reason: "possessive repetitions are not supported") }
    guard try repetition() == nil else { throw Failure(reason: "a repetition with nothing to repeat") }
    return .repetition(node, least: least, most: most)
  }

  /// - Returns: nil if no repetition follows.
  private mutating func repetition() throws(Failure) -> (least: Int, most: Int?)? {
    switch rest.first {
    case "*":
      rest.removeFirst()
      return (0, nil)
    case "+":
      rest.removeFirst()
      return (1, nil)
    case "?":
      rest.removeFirst()
      return (0, 1)
    case "{": return try numbers()
    default: return nil
    }
  }

  /// Reads `{MIN}`, `{MIN,}` or `{MIN,MAX}`. - Returns: nil if it is something else, whose brace is a character.
  private mutating func numbers() throws(Failure) -> (least: Int, most: Int?)? {
    var scanned = rest.dropFirst()
    func number() -> Int? {
      let digits = scanned.prefix { ("0"..."9").contains($0) }
      scanned = scanned[digits.endIndex...]
      if digits.isEmpty { return nil }
      return Int(String(String.UnicodeScalarView(digits.prefix(6))))
    }
    guard let least = number() else { return nil }
    var most: Int? = least
    if scanned.first == "," {
      scanned.removeFirst()
      most = number()
    }
    guard scanned.first == "}" else { return nil }
    rest = scanned.dropFirst()
    guard least <= RegularExpressionParser.mostRepetitions,
      most ?? 0 <= RegularExpressionParser.mostRepetitions
    else { throw Failure(reason: "too many repetitions") }
    if let most, most < least { throw Failure(reason: "{\(least),\(most)} ends before it begins") }
    return (least, most)
  }

  // MARK: Characters and groups

  private mutating func atom() throws(Failure) -> Node {
    guard let next = rest.popFirst() else { return .sequence([]) }
    switch next {
    case "(": return try group()
    case "[": return .character(try list())
    case ".": return .character(.any)
    case "^": return .assertion(.start)
    case "$": return .assertion(.end)
    case "\\": return try escape()
    case "*", "+", "?": throw Failure(reason: "a \(next) with nothing to repeat")
    default: return .character(CharacterClass(next))
    }
  }

  private mutating func group() throws(Failure) -> Node {
    if rest.first == "?" {
      guard rest.dropFirst().first == ":" else {
        throw Failure(reason: "(? is only supported as (?: and, at the start, (?i)")
      }
      rest.removeFirst(2)
    }
    depth += 1
    defer { depth -= 1 }
    guard depth <= RegularExpressionParser.deepest else { throw Failure(reason: "too many nested groups") }
    let node = try choice()
    guard rest.popFirst() == ")" else { throw Failure(reason: "a ( without )") }
    return node
  }

  private mutating func escape() throws(Failure) -> Node {
    guard let next = rest.popFirst() else { throw Failure(reason: "a \\ at the end") }
    switch next {
    case "b": return .assertion(.wordBoundary)
    case "B": return .assertion(.noWordBoundary)
    case "A": return .assertion(.start)
    case "z", "Z": return .assertion(.end)
    default: return .character(try escapedClass(next))
    }
  }

  private func escapedClass(_ next: Unicode.Scalar) throws(Failure) -> CharacterClass {
    switch next {
    case "d": return CharacterClass(.digit, isNegated: false)
    case "D": return CharacterClass(.digit, isNegated: true)
    case "w": return CharacterClass(.word, isNegated: false)
    case "W": return CharacterClass(.word, isNegated: true)
    case "s": return CharacterClass(.space, isNegated: false)
    case "S": return CharacterClass(.space, isNegated: true)
    case "t": return CharacterClass("\t")
    case "0"..."9": throw Failure(reason: "back-references are not supported")
    case _ where next.isASCII && CharacterClass.Kind.alnum.contains(next):
      throw Failure(reason: "\\\(next) is not supported")
    default: return CharacterClass(next)
    }
  }

  // MARK: Lists

  /// Reads the rest of a list such as `[^]a-z[:digit:]\w]`.
  private mutating func list() throws(Failure) -> CharacterClass {
    var found = CharacterClass()
    if rest.first == "^" {
      rest.removeFirst()
      found.isNegated = true
    }
    var isFirst = true
    while let next = rest.popFirst() {
      if next == "]", !isFirst { return found }
      isFirst = false
      if next == "[", rest.first == ":" {
        found.members.append(.kind(try kind(), isNegated: false))
        continue
      }
      let start = next == "\\" ? try escapedMember() : CharacterClass(next)
      guard case .range(let range)? = start.members.first, rest.first == "-", rest.dropFirst().first != "]",
        rest.count > 1
      else {
        found.members += start.members
        continue
      }
      rest.removeFirst()
      let last = rest.removeFirst()
      let end = last == "\\" ? try escapedMember() : CharacterClass(last)
      guard case .range(let other)? = end.members.first, range.lowerBound <= other.lowerBound else {
        throw Failure(reason: "a range in [] that ends before it begins")
      }
      found.members.append(.range(range.lowerBound...other.lowerBound))
    }
    throw Failure(reason: "a [ without ]")
  }

  private mutating func escapedMember() throws(Failure) -> CharacterClass {
    guard let next = rest.popFirst() else { throw Failure(reason: "a [ without ]") }
    return try escapedClass(next)
  }

  /// Reads the rest of `[:NAME:]`.
  private mutating func kind() throws(Failure) -> CharacterClass.Kind {
    let name = String(String.UnicodeScalarView(rest.dropFirst().prefix { $0 != ":" }))
    guard let kind = CharacterClass.Kind(rawValue: name),
      rest.dropFirst(name.unicodeScalars.count + 1)
        .starts(with: ":]".unicodeScalars)
    else { throw Failure(reason: "[:\(name.prefix(20)):] is not known") }
    rest = rest.dropFirst(name.unicodeScalars.count + 3)
    return kind
  }
}

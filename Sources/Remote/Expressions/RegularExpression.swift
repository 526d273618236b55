/// A regular expression in the syntax of Perl, without back-references and look-around.
///
/// All states are followed at once (Thompson, Regular Expression Search Algorithm, 1968), so the time is the product of the
/// lengths of expression and text, whatever a client sends. regcomp(3) takes exponential time for some short expressions.
package struct RegularExpression: Hashable, Sendable {
  /// Why an expression is refused.
  package struct Failure: Error, Hashable, Sendable {
    package let reason: String

    package init(reason: String) { self.reason = reason }
  }

  /// A part of a parsed expression.
  indirect enum Node: Hashable, Sendable {
    case character(CharacterClass)
    case sequence([Node])
    case choice([Node])
    /// - Parameter most: nil for any number.
    case repetition(Node, least: Int, most: Int?)
    case assertion(Assertion)
  }

  /// A condition on a place of the text.
  enum Assertion: Hashable, Sendable { case start, end, wordBoundary, noWordBoundary }

  private enum Step: Hashable, Sendable {
    case character(CharacterClass)
    case assertion(Assertion)
    /// Goes on at both places.
    case fork(Int, Int)
    case jump(Int)
    case match
  }

  /// The longest expression in bytes.
  package static let longest = 1_024
  /// The characters of a text that are compared.
  package static let comparedCharacters = 4_096
  /// The most steps of an expression whose repetitions are written out.
  private static let mostSteps = 2_000

  package let text: String
  package let ignoresCase: Bool
  private var steps: [Step] = []

  /// - Throws: if the expression is malformed, not supported, or too long with its repetitions written out.
  package init(_ text: String, ignoresCase: Bool = false) throws(Failure) {
    guard text.utf8.count <= RegularExpression.longest else {
      throw Failure(reason: "it is longer than \(RegularExpression.longest) bytes")
    }
    var parser = RegularExpressionParser(text)
    let node = try parser.expression()
    self.text = text
    self.ignoresCase = ignoresCase || parser.ignoresCase
    try add(node)
    steps.append(.match)
  }

  // MARK: Steps

  private mutating func add(_ node: Node) throws(Failure) {
    guard steps.count < RegularExpression.mostSteps else { throw Failure(reason: "too many repetitions") }
    switch node {
    case .character(let character): steps.append(.character(character))
    case .assertion(let assertion): steps.append(.assertion(assertion))
    case .sequence(let nodes): for node in nodes { try add(node) }
    case .choice(let nodes): try add(choice: nodes)
    case .repetition(let node, let least, let most): try add(node, least, most)
    }
  }

  private mutating func add(choice nodes: [Node]) throws(Failure) {
    var jumps: [Int] = []
    for node in nodes.dropLast() {
      let fork = steps.count
      steps.append(.fork(fork + 1, 0))
      try add(node)
      jumps.append(steps.count)
      steps.append(.jump(0))
      steps[fork] = .fork(fork + 1, steps.count)
    }
    if let last = nodes.last { try add(last) }
    for jump in jumps { steps[jump] = .jump(steps.count) }
  }

  private mutating func add(_ node: Node, _ least: Int, _ most: Int?) throws(Failure) {
    let first = steps.count
    for count in 0..<least {
      try add(node)
      // A node without steps may be repeated any number of times.
      if count == 0, steps.count == first { return }
    }
    guard let most else {
      let fork = steps.count
      steps.append(.fork(fork + 1, 0))
      try add(node)
      steps.append(.jump(fork))
      steps[fork] = .fork(fork + 1, steps.count)
      return
    }
    var forks: [Int] = []
    for _ in least..<max(most, least) {
      forks.append(steps.count)
      steps.append(.fork(steps.count + 1, 0))
      try add(node)
    }
    for fork in forks { steps[fork] = .fork(fork + 1, steps.count) }
  }

  // MARK: Matching

  /// Returns whether a part of a text matches.
  package func matches(_ text: String) -> Bool {
    let characters = Array(text.unicodeScalars.prefix(RegularExpression.comparedCharacters))
    var threads = Threads(count: steps.count)
    for place in 0...characters.count {
      // A match may begin at each place.
      if follow(0, characters, place, &threads) { return true }
      guard place < characters.count else { break }
      let reached = threads.take()
      for step in reached {
        guard case .character(let wanted) = steps[step],
          wanted.accepts(characters[place], ignoringCase: ignoresCase)
        else { continue }
        if follow(step + 1, characters, place + 1, &threads) { return true }
      }
    }
    return false
  }

  /// The steps that have been reached at a place of the text, each once.
  private struct Threads {
    private var marks: [Int]
    private var generation = 1
    /// Those that wait for a character.
    var waiting: [Int] = []
    var stack: [Int] = []

    init(count: Int) { marks = [Int](repeating: 0, count: count) }

    /// - Returns: false if the step was reached before.
    mutating func reach(_ step: Int) -> Bool {
      if marks[step] == generation { return false }
      marks[step] = generation
      return true
    }

    mutating func take() -> [Int] {
      defer {
        waiting = []
        generation += 1
      }
      return waiting
    }
  }

  /// Follows forks and jumps from a step. - Returns: whether the end of the expression is reached.
  private func follow(
    _ first: Int, _ characters: [Unicode.Scalar], _ place: Int, _ threads: inout Threads
  ) -> Bool {
    threads.stack.append(first)
    while let step = threads.stack.popLast() {
      guard threads.reach(step) else { continue }
      switch steps[step] {
      case .character: threads.waiting.append(step)
      case .assertion(let assertion):
        if RegularExpression.holds(assertion, characters, place) { threads.stack.append(step + 1) }
      case .fork(let one, let other): threads.stack += [one, other]
      case .jump(let target): threads.stack.append(target)
      case .match: return true
      }
    }
    return false
  }

  private static func holds(_ assertion: Assertion, _ characters: [Unicode.Scalar], _ place: Int) -> Bool {
    func isWord(_ place: Int) -> Bool {
      characters.indices.contains(place) && CharacterClass.Kind.word.contains(characters[place])
    }
    let isBoundary = isWord(place - 1) != isWord(place)
    return switch assertion {
    case .start: place == 0
    case .end: place == characters.count
    case .wordBoundary: isBoundary
    case .noWordBoundary: !isBoundary
    }
  }
}

/// A set of characters, such as `[^a-z\d]`.
struct CharacterClass: Hashable, Sendable {
  enum Kind: String, Hashable, Sendable {
    case alpha, digit, alnum, upper, lower, space, blank, punct, word, xdigit

    func contains(_ scalar: Unicode.Scalar) -> Bool {
      let properties = scalar.properties
      return switch self {
      case .alpha: properties.isAlphabetic
      case .digit: ("0"..."9").contains(scalar)
      case .alnum: properties.isAlphabetic || properties.numericType != nil
      case .upper: properties.isUppercase
      case .lower: properties.isLowercase
      case .space: properties.isWhitespace
      case .blank: scalar == " " || scalar == "\t"
      case .punct: (0x21...0x7E).contains(scalar.value) && !Kind.alnum.contains(scalar)
      case .word: scalar == "_" || Kind.alnum.contains(scalar)
      case .xdigit: properties.isASCIIHexDigit
      }
    }
  }

  enum Member: Hashable, Sendable {
    case range(ClosedRange<Unicode.Scalar>)
    case kind(Kind, isNegated: Bool)
  }

  var members: [Member] = []
  var isNegated = false

  init() {}
  init(_ scalar: Unicode.Scalar) { members = [.range(scalar...scalar)] }
  init(_ kind: Kind, isNegated: Bool) { members = [.kind(kind, isNegated: isNegated)] }

  /// Every character.
  static let any: CharacterClass = {
    var all = CharacterClass()
    all.isNegated = true
    return all
  }()

  func accepts(_ scalar: Unicode.Scalar, ignoringCase: Bool) -> Bool {
    var isMember = contains(scalar)
    if !isMember, ignoringCase {
      let properties = scalar.properties
      isMember = [properties.lowercaseMapping, properties.uppercaseMapping].contains { mapping in
        let scalars = mapping.unicodeScalars
        return scalars.count == 1 && scalars.first.map(contains) ?? false
      }
    }
    return isMember != isNegated
  }

  private func contains(_ scalar: Unicode.Scalar) -> Bool {
    members.contains { member in
      switch member {
      case .range(let range): range.contains(scalar)
      case .kind(let kind, let isNegated): kind.contains(scalar) != isNegated
      }
    }
  }
}

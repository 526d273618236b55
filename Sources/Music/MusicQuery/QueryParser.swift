import SystemBase

/// Parses the query language.
///
///     query  = either
///     either = terms { "OR" terms }
///     terms  = term { ["AND"] term }
///     term   = ("-" | "NOT") term | "(" either ")" | word | field ":" value
///
/// `sort:` and `limit:` may be anywhere and apply to the whole query.
struct QueryParser {
  private let tokens: [QueryScanner.Placed]
  private let end: Int
  private let now: Int64
  private var next = 0
  private var depth = 0
  private var query = SearchQuery()

  /// The limit of nesting, which bounds the recursion of the parser.
  private static let deepest = 100

  private init(_ text: String, now: Int64) throws(QueryError) {
    tokens = try QueryScanner.scan(text)
    end = text.count
    self.now = now
  }

  static func parse(_ text: String, now: Int64) throws(QueryError) -> SearchQuery {
    var parser = try QueryParser(text, now: now)
    if !parser.tokens.isEmpty { parser.query.condition = try parser.either() }
    if let rest = parser.peek { throw QueryError(.unexpected(")"), at: rest.place) }
    return parser.query
  }

  private var peek: QueryScanner.Placed? { next < tokens.count ? tokens[next] : nil }

  private mutating func either() throws(QueryError) -> SearchQuery.Condition? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= QueryParser.deepest else { throw QueryError(.tooDeep, at: peek?.place ?? end) }
    var choices = [try terms()]
    while let token = peek, token.token == .or {
      next += 1
      let following = try terms()
      // An operand of `OR` must have a condition, not only `sort:` or `limit:`.
      if choices[0] == nil || following == nil { throw QueryError(.missingTerm, at: token.place) }
      choices.append(following)
    }
    let conditions = choices.compactMap(\.self)
    return conditions.count > 1 ? .any(conditions) : conditions.first
  }

  /// Parses terms that are joined by "and". Returns nil for terms that are only `sort:` and `limit:`.
  private mutating func terms() throws(QueryError) -> SearchQuery.Condition? {
    var conditions: [SearchQuery.Condition] = []
    let start = next
    while let token = peek, token.token != .close, token.token != .or {
      if token.token == .and {
        next += 1
        guard next > start + 1, let following = peek, following.token != .close, following.token != .or,
          following.token != .and
        else { throw QueryError(.missingTerm, at: token.place) }
        continue
      }
      if let condition = try term() { conditions.append(condition) }
    }
    guard next > start else { throw QueryError(.missingTerm, at: peek?.place ?? end) }
    return conditions.count > 1 ? .all(conditions) : conditions.first
  }

  private mutating func term() throws(QueryError) -> SearchQuery.Condition? {
    guard let token = peek else { throw QueryError(.missingTerm, at: end) }
    next += 1
    switch token.token {
    case .word(let word, _): return .word(word)
    case .field(let name, let value, let isQuoted):
      return try field(token, name, value, isQuoted: isQuoted)
    case .minus, .not: return try negated(token)
    case .open: return try parenthesis(token)
    case .close, .or, .and: throw QueryError(.missingTerm, at: token.place)
    }
  }

  private mutating func negated(_ mark: QueryScanner.Placed) throws(QueryError) -> SearchQuery.Condition {
    depth += 1
    defer { depth -= 1 }
    guard depth <= QueryParser.deepest else { throw QueryError(.tooDeep, at: mark.place) }
    guard let following = peek, following.token != .close, following.token != .or, following.token != .and
    else { throw QueryError(.missingTerm, at: mark.place) }
    if case .field(let name, _, _) = following.token, ["sort", "limit"].contains(name.lowercased()) {
      throw QueryError(.notACondition(name), at: following.place)
    }
    guard let condition = try term() else { throw QueryError(.missingTerm, at: mark.place) }
    return .not(condition)
  }

  private mutating func parenthesis(
    _ open: QueryScanner.Placed
  ) throws(QueryError) -> SearchQuery.Condition? {
    let condition = try either()
    guard let close = peek else { throw QueryError(.unclosedParenthesis, at: open.place) }
    precondition(close.token == .close, "a list of terms ends with a parenthesis")
    next += 1
    return condition
  }

  private mutating func field(
    _ token: QueryScanner.Placed, _ name: String, _ value: String, isQuoted: Bool
  ) throws(QueryError) -> SearchQuery.Condition? {
    let name = name.lowercased()
    let reader = QueryValue(field: name, text: value, isQuoted: isQuoted, place: token.valuePlace, now: now)
    switch name {
    case "sort":
      query.sort = try reader.sortTerms()
      return nil
    case "limit":
      query.limit = try reader.count()
      return nil
    default:
      guard let condition = try reader.condition() else {
        throw QueryError(.unknownField(name), at: token.place)
      }
      return condition
    }
  }
}

extension SearchQuery {
  /// Parses a query: see `drumdub query --help`.
  ///
  /// - Parameter now: seconds since 1970; the reference of ages such as `<7d`.
  package init(
    parsing text: String, now: Int64 = Int64(Timestamp.now)
  ) throws(QueryError) {
    self = try QueryParser.parse(text, now: now)
  }

  /// Parses the text of a search that is still being typed. If it is not a valid query yet, its words are searched for.
  package init(typed text: String, now: Int64 = Int64(Timestamp.now)) {
    if let query = try? QueryParser.parse(text, now: now) {
      self = query
    } else {
      let words = text.split { $0.isWhitespace || $0 == "\"" }.map { Condition.word(String($0)) }
      self.init(words.count > 1 ? .all(words) : words.first)
    }
  }
}

/// A syntax error in a query, with its position.
package struct QueryError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case unknownField(String)
    /// The value does not have the expected form.
    case badValue(field: String, expected: Expected)
    case missingValue(field: String)
    case unclosedQuote
    case unclosedParenthesis
    case unexpected(String)
    /// An `OR`, `NOT`, `-` or parenthesis lacks its operand.
    case missingTerm
    case tooDeep
    /// `sort:` and `limit:` apply to the whole query and cannot be negated.
    case notACondition(String)
  }

  /// The expected form of a value.
  package enum Expected: Hashable, Sendable {
    case number, duration, time, rating, kind, yesOrNo, sortFields, count
  }

  package var reason: Reason
  /// The number of characters before the error.
  package var place: Int

  package init(_ reason: Reason, at place: Int) { (self.reason, self.place) = (reason, place) }
}

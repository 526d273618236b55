import AudioBase

/// Parses the value of a field.
package struct QueryValue {
  let field: String
  let text: String
  let isQuoted: Bool
  let place: Int
  /// Seconds since 1970.
  let now: Int64

  /// Converts a field and its value to a condition. Returns nil for an unknown field.
  func condition() throws(QueryError) -> SearchQuery.Condition? {
    if let field = SearchQuery.TextField(rawValue: field) { return .text(field, try match()) }
    if field == "played", age() != nil { return .number(.lastplayed, try times()) }
    if let field = SearchQuery.NumberField(rawValue: field) { return .number(field, try range(field)) }
    switch field {
    case "kind": return .kind(try kind())
    case "away": return .away(try yesOrNo())
    case "compilation": return .compilation(try yesOrNo())
    case "damaged": return .damaged(try yesOrNo())
    case "heard": return .heard(try times())
    default: return nil
    }
  }

  private func match() throws(QueryError) -> SearchQuery.TextMatch {
    if text.isEmpty {
      if isQuoted { return .absent }
      throw QueryError(.missingValue(field: field), at: place)
    }
    guard text.hasPrefix("=") else { return .contains(text) }
    let value = String(text.dropFirst())
    return value.isEmpty ? .absent : .equals(value)
  }

  private func range(_ field: SearchQuery.NumberField) throws(QueryError) -> NumberRange {
    switch field {
    case .added, .lastplayed: return try times()
    case .length: return try interval(.duration, width: 1, QueryValue.seconds)
    case .rating:
      let range = try interval(.rating, width: 0, QueryValue.number)
      for bound in [range.lower, range.upper] {
        if let bound, !(0...Double(TrackRating.range.upperBound)).contains(bound) { throw bad(.rating) }
      }
      return range
    // Tempos have fractions, but queries usually have whole numbers.
    case .bpm: return try interval(.number, width: text.contains(".") ? 0 : 1, QueryValue.number)
    default: return try interval(.number, width: 0, QueryValue.number)
    }
  }

  /// Parses an interval: `5`, `1..5`, `1..`, `..5`, `>1`, `>=1`, `<5`, `<=5`, `=5`.
  ///
  /// - Parameter width: the width of the half-open interval that a single number stands for; 0 for the number
  ///   alone.
  func interval(
    _ expected: QueryError.Expected, width: Double, _ read: (Substring) -> Double?
  ) throws(QueryError) -> NumberRange {
    let (sign, rest) = QueryValue.signed(text)
    if let sign {
      guard let value = read(rest) else { throw bad(expected) }
      switch sign {
      case ">": return NumberRange(value, nil, includesLower: false)
      case ">=": return NumberRange(value, nil)
      case "<": return NumberRange(nil, value, includesUpper: false)
      case "<=": return NumberRange(nil, value)
      default: return QueryValue.single(value, width: width)
      }
    }
    guard let dots = rest.firstRange(of: "..") else {
      guard let value = read(rest) else { throw bad(expected) }
      return QueryValue.single(value, width: width)
    }
    let (from, to) = (rest[..<dots.lowerBound], rest[dots.upperBound...])
    let (lower, upper) = (read(from), read(to))
    guard lower != nil || from.isEmpty, upper != nil || to.isEmpty, lower != nil || upper != nil else {
      throw bad(expected)
    }
    return NumberRange(lower, upper)
  }

  private static func single(_ value: Double, width: Double) -> NumberRange {
    width > 0 ? NumberRange(value, value + width, includesUpper: false) : NumberRange(value, value)
  }

  static func signed(_ text: String) -> (sign: String?, rest: Substring) {
    for sign in [">=", "<=", ">", "<", "="] where text.hasPrefix(sign) {
      return (sign, text.dropFirst(sign.count))
    }
    return (nil, text[...])
  }

  /// Parses a decimal number with a sign; infinities and hexadecimal are not allowed.
  static func number(_ text: Substring) -> Double? {
    guard text.utf8.count < 20, text.utf8.allSatisfy({ (0x2D...0x39).contains($0) && $0 != 0x2F }) else {
      return nil
    }
    return Double(text)
  }

  private func kind() throws(QueryError) -> TrackKind {
    guard let kind = TrackKind.allCases.first(where: { $0.name == text.lowercased() }) else {
      throw bad(.kind)
    }
    return kind
  }

  private func yesOrNo() throws(QueryError) -> Bool {
    switch text.lowercased() {
    case "yes", "true", "1": true
    case "no", "false", "0": false
    default: throw bad(.yesOrNo)
    }
  }

  func sortTerms() throws(QueryError) -> [SearchQuery.SortTerm] {
    var terms: [SearchQuery.SortTerm] = []
    for word in text.lowercased().split(separator: ",", omittingEmptySubsequences: false) {
      let isDescending = word.hasPrefix("-")
      guard let field = SearchQuery.SortField(rawValue: String(isDescending ? word.dropFirst() : word)) else {
        throw bad(.sortFields)
      }
      terms.append(SearchQuery.SortTerm(field, descending: isDescending))
    }
    return terms
  }

  func count() throws(QueryError) -> Int {
    guard let count = Int(text), count >= 0 else { throw bad(.count) }
    return count
  }

  func bad(_ expected: QueryError.Expected) -> QueryError {
    text.isEmpty && !isQuoted
      ? QueryError(.missingValue(field: field), at: place)
      : QueryError(.badValue(field: field, expected: expected), at: place)
  }
}

extension SearchQuery.SortTerm {
  /// Parses sort keys as the query language writes them: `-rating,title`; nil if a name is unknown.
  package static func list(_ text: String) -> [SearchQuery.SortTerm]? {
    try? QueryValue(field: "sort", text: text, isQuoted: false, place: 0, now: 0).sortTerms()
  }
}

/// Why a text is no query, and where.
package struct QueryError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case unknownField(String)
    /// What the field's value may look like.
    case badValue(field: String, expected: Expected)
    case missingValue(field: String)
    case unclosedQuote
    case unclosedParenthesis
    case unexpected(String)
    /// `OR`, `NOT`, `-` or a parenthesis with nothing to speak of.
    case missingTerm
    case tooDeep
    /// `sort:` and `limit:` hold for the whole: they cannot be negated.
    case notACondition(String)
  }

  package enum Expected: Hashable, Sendable {
    case number, duration, time, rating, kind, yesOrNo, sortFields, count
  }

  package var reason: Reason
  /// Characters before the place that is wrong.
  package var place: Int

  package init(_ reason: Reason, at place: Int) {
    self.reason = reason
    self.place = place
  }
}

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

  package init(_ reason: Reason, at place: Int) {
    self.reason = reason
    self.place = place
  }
}

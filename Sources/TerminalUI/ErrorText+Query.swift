import MusicLibrary
import TerminalKit

/// Queries that are none.
extension ErrorText {
  package static func sentence(_ error: QueryError) -> String {
    switch error.reason {
    case .unknownField(""): "no field stands before this :; to look for one, put it in quotes"
    case .unknownField(let name):
      "no field is called \(safe(name)); to look for such a word, put it in quotes"
    case .badValue(let field, let expected): "\(field): is followed by \(words(expected))"
    case .missingValue(let field): "nothing stands behind \(field):"
    case .unclosedQuote: "the quotes are not closed"
    case .unclosedParenthesis: "the parenthesis is not closed"
    case .unexpected(let text): "nothing opens this \(text)"
    case .missingTerm: "something to look for is missing here"
    case .tooDeep: "too many parentheses within each other"
    case .notACondition(let name): "\(safe(name)): holds for the whole query and cannot be negated"
    }
  }

  /// The query on one line, and under it a caret at the place that is wrong.
  package static func caret(_ error: QueryError, in query: String) -> String {
    let before = safe(String(query.prefix(error.place)))
    return "\(safe(query))\n\(String(repeating: " ", count: CharacterWidth.columns(of: before)))^"
  }

  /// Control characters, and those that turn the direction of a line, as question marks: the caret counts columns.
  private static func safe(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.value {
          case 0x09, 0x0A, 0x0D: " "
          case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: "?"
          default: scalar
          }
        }))
  }

  private static func words(_ expected: QueryError.Expected) -> String {
    switch expected {
    case .number: "a number or a range: 5, 1..5, 1.., >=5"
    case .duration: "a length or a range: 90s, 2m30s, 3:05, >2m, 1m..5m"
    case .time: "an age or a date: <7d, >1y, 2024, 2024-05-01, >2024-05"
    case .rating: "a rating from 0 to 5 or a range: 4, >=3"
    case .kind: "music, podcast or audiobook"
    case .yesOrNo: "yes or no"
    case .sortFields: "fields, parted by commas, each perhaps behind a minus: sort:year,-rating"
    case .count: "how many tracks at most"
    }
  }
}

import MusicLibrary
import MusicQuery
import TerminalKit

extension ErrorText {
  package static func sentence(_ error: QueryError) -> String {
    switch error.reason {
    case .unknownField(""): "a field is missing before this :; put a : to search for in quotes"
    case .unknownField(let name):
      "unknown field \(safe(name)); put a word to search for in quotes"
    case .badValue(let field, let expected): "\(field): must be \(words(expected))"
    case .missingValue(let field): "a value is missing after \(field):"
    case .unclosedQuote: "the quotes are not closed"
    case .unclosedParenthesis: "the parenthesis is not closed"
    case .unexpected(let text): "unexpected \(text)"
    case .missingTerm: "a word is missing here"
    case .tooDeep: "too many nested parentheses"
    case .notACondition(let name): "\(safe(name)): applies to the whole query and cannot be negated"
    }
  }

  /// Returns the query in one line and a caret below the error.
  package static func caret(_ error: QueryError, in query: String) -> String {
    let before = safe(String(query.prefix(error.place)))
    return "\(safe(query))\n\(String(repeating: " ", count: CharacterWidth.columns(of: before)))^"
  }

  /// Replaces control characters and those that change the text direction by question marks, so that the caret fits.
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
    case .sortFields: "fields separated by commas, - reverses the order: sort:year,-rating"
    case .count: "the largest number of tracks"
    }
  }
}

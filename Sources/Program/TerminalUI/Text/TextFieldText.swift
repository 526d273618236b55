import Application
import MusicQuery
import SystemBase

/// The texts behind a line that is typed.
enum TextFieldText {
  /// Returns the error in the text, or its completions.
  static func note(_ field: TextField) -> String? {
    if let error = field.error { return CommandText.sentence(error) }
    return field.choices.isEmpty
      ? nil : field.choices.map { FilePath($0).shown }.joined(separator: "  ")
  }

  /// The maximum number of completions that the plain mode lists.
  private static let mostSpoken = 12

  /// Returns the number of the completions and the first three, if there are more than the plain mode lists; nil otherwise.
  static func manyChoices(_ field: TextField) -> String? {
    guard field.error == nil, field.choices.count > mostSpoken else { return nil }
    let first = field.choices.prefix(3).map { FilePath($0).shown }
    return "\(field.choices.count) completions, such as \(first.joined(separator: ", ")): type more letters"
  }

  /// Returns the error in a query with its position; nil if it is valid.
  static func queryError(_ text: String) -> String? {
    do throws(QueryError) {
      _ = try SearchQuery(parsing: text)
      return nil
    } catch {
      return "at \(error.place + 1): \(ErrorText.sentence(error))"
    }
  }
}

/// The keys of a line that is typed.
extension KeyHint {
  static func enter(_ text: String) -> KeyHint { KeyHint("Enter", text, .accept) }
  static func leave(_ text: String = "leave") -> KeyHint { KeyHint("Esc", text, .cancel) }
  static func tab(_ text: String = "complete") -> KeyHint { KeyHint("Tab", text, .complete) }
  static var choose: KeyHint { KeyHint("↑ ↓", "choose", [.edit(.move(.up)), .edit(.move(.down))]) }
}

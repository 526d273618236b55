import Librarian
import SystemBase
import TrackTags

/// The form in which the tags of files are changed. A value.
///
/// Tags that the user does not edit are not changed.
package struct TagForm: Hashable, Sendable {
  package enum Stage: Hashable, Sendable {
    case reading
    case editing, writing
  }

  /// The value of a tag in the files.
  package enum Value: Hashable, Sendable {
    case same(String)
    /// The files have different values.
    case several
  }

  package struct Row: Hashable, Sendable {
    package let name: TagName
    package let value: Value
    /// The typed text; nil if the row is not changed.
    fileprivate(set) var typed: String?

    /// The maximum number of characters of a text that can be changed.
    package static let longest = 4_000

    /// Whether the text can be typed: it is one line, and not too long.
    package var isEditable: Bool {
      guard case .same(let text) = value else { return true }
      return text.count <= Row.longest && name.accepts(text) || name.isUsual
    }

    /// The new text; nil if the tag is not changed.
    package var change: String? { typed.flatMap { value == .same($0) ? nil : $0 } }

    package var text: String {
      if let typed { return typed }
      return if case .same(let text) = value { text } else { "" }
    }
  }

  var stage = Stage.reading
  /// The files whose tags can be changed.
  package private(set) var files: [FilePath] = []
  /// The files whose tags cannot be changed, with the reasons.
  package private(set) var failures: [FileError] = []
  package private(set) var skipped = TagReading.Skipped()
  package private(set) var rows: [Row] = []
  package private(set) var selection = 0
  /// The tag whose text is not valid, once that was noticed.
  package private(set) var invalid: TagName?

  mutating func receive(_ reading: TagReading) {
    stage = .editing
    (failures, skipped, files) = (reading.failures, reading.skipped, reading.files.map(\.path))
    let others = Set(reading.files.flatMap(\.texts.others)).sorted { $0.name < $1.name }
    rows = (TagName.usual + others).map { name in
      let texts = Set(reading.files.map { $0.texts[name] })
      return Row(name: name, value: texts.count > 1 ? .several : .same(texts.first ?? ""))
    }
  }

  /// Whether tags can be typed.
  package var isEditable: Bool { stage == .editing && !files.isEmpty }

  package var changes: [TagName: String] {
    var changes: [TagName: String] = [:]
    for row in rows { changes[row.name] = row.change }
    return changes
  }

  package var text: String { rows.indices.contains(selection) ? rows[selection].text : "" }

  package mutating func move(to row: Int) { selection = min(max(row, 0), max(rows.count - 1, 0)) }

  /// Replaces the text of the selected row; nil restores what the files have.
  package mutating func type(_ text: String?) {
    guard isEditable, rows.indices.contains(selection), rows[selection].isEditable else { return }
    rows[selection].typed = text
    if invalid == rows[selection].name { invalid = nil }
  }

  /// Selects the first row whose text is not valid. Returns whether all texts are valid.
  package mutating func validate() -> Bool {
    let wrong = rows.firstIndex { row in row.change.map { !row.name.accepts($0) } ?? false }
    invalid = wrong.map { rows[$0].name }
    if let wrong { selection = wrong }
    return wrong == nil
  }
}

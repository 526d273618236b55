/// The argument of the command `mark`: which rows are marked of the list that has the focus.
package enum MarkCommand: Hashable, Sendable {
  case all, none, invert
  /// Begins a range at the selected row, which moving the selection extends, or ends it.
  case range
  /// The rows that the filter of the list finds.
  case matching(String)

  private static let words: [(text: String, value: MarkCommand)] = [
    ("all", .all), ("none", .none), ("invert", .invert), ("range", .range),
  ]
  static let names = words.map(\.text)

  init(_ text: String) { self = MarkCommand.words.first { $0.text == text }?.value ?? .matching(text) }

  fileprivate var text: String {
    if case .matching(let text) = self { return text }
    return MarkCommand.words.first { $0.value == self }?.text ?? ""
  }
}

/// The marks of a list while a range is marked.
package struct MarkRange<Row: Hashable & Sendable>: Hashable, Sendable {
  /// The row at which it begins.
  package let anchor: Row
  /// The rows that are marked besides the range.
  package let others: Set<Row>

  package init(from anchor: Row, besides others: Set<Row>) { (self.anchor, self.others) = (anchor, others) }
}

extension Command.Request {
  package static let mark = Argument<MarkCommand>(
    "mark", "ROWS",
    "mark rows of the list that has the focus: all, none, invert, range, or those that match words", .queue,
    .needsOwnPlayer,
    usual: [
      UsualValue("all", .all, "mark all rows", "ctrl+a"),
      UsualValue("invert", .invert, "invert the marks", "alt+Y"),
      UsualValue("range", .range, "mark a range, end it", "alt+insert"),
    ],
    read: { MarkCommand($0) }, text: \.text, choices: { _, _ in MarkCommand.names }, run: performOnScreen
  )
}

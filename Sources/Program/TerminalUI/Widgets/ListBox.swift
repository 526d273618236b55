import SystemBase
import TerminalKit

/// A row of a list over the panels.
package struct ListRow: Hashable, Sendable {
  /// The text, escaped for display.
  package let text: String
  /// What is at the end of the row.
  package var note = ""
  /// What the plain mode says of the row.
  package var spoken: String
  /// The heading above the row, if it is the first one of a group.
  var heading: String?
  var look = Theme.Slot.plain
  /// Whether `▶` marks the row.
  var isCurrent = false
  /// The columns by which the text is moved.
  var indent = 0

  /// Creates a row.
  ///
  /// - Parameter spoken: nil: the text and the note.
  package init(_ text: String, note: String = "", spoken: String? = nil) {
    self.text = FilePath(text).shown
    self.note = note
    self.spoken = spoken ?? (note.isEmpty ? self.text : "\(self.text), \(note)")
  }
}

/// A list in a box over the panels, scrolled to its selected row.
package struct ListBox: Hashable, Sendable, LayerContent {
  /// How the rows are drawn.
  package struct Style: Hashable, Sendable {
    /// The columns of the box.
    var width = 72
    /// Whether there are marks in front of the selected and the current row.
    var hasMarks = false
    /// The notes have at most this part of a row: 2 is a half.
    var noteDivisor = 2
  }

  package var title: String
  package var rows: [ListRow]
  /// The index of the selected row; nil if none is selected.
  package var selection: Int?
  /// What is shown without rows.
  package var empty = ""
  /// The keys, for the lower frame.
  package var hints: [String] = []
  package var style = Style()

  package func draw(on surface: inout Surface, in area: Rect, theme: Theme) {
    let lines = rows.indices.flatMap { row -> [Int?] in rows[row].heading == nil ? [row] : [nil, row] }
    let size = Size(style.width, max(lines.count, 1) + 2)
    guard var inner = surface.drawBox(title, size, hints: hints, theme, in: area) else { return }
    if !style.hasMarks { inner = inner.inset(1) }
    if lines.isEmpty { surface.write(empty, in: inner.row(0), theme[.faint]) }
    let selected = selection.flatMap { lines.firstIndex(of: $0) }
    let first = ListContent.first(
      after: 0, selection: selected, count: lines.count, height: inner.height)
    for (index, place) in zip(lines.indices.dropFirst(first), inner.lines) {
      if let row = lines[index] {
        draw(row, on: &surface, in: place, theme)
      } else if let row = lines[index + 1] {
        surface.write(rows[row].heading ?? "", in: place, theme[.heading])
      }
    }
  }

  private func draw(_ index: Int, on surface: inout Surface, in line: Rect, _ theme: Theme) {
    let row = rows[index]
    let note = min(CharacterWidth.columns(of: row.note), line.width / style.noteDivisor)
    let mark = style.hasMarks ? 2 : 0
    let parts = line.columns([
      .fixed(mark), .fixed(mark + row.indent), .flexible(), .fixed(note > 0 ? 1 : 0), .fixed(note),
    ])
    surface.write(index == selection ? "▸" : " ", in: parts[0], theme[.brand])
    surface.write(row.isCurrent ? "▶" : "", in: parts[1], theme[.currentRow])
    surface.write(row.text, in: parts[2], theme[row.look])
    surface.write(row.note, in: parts[4], theme[.faint])
    if index == selection { surface.restyle(line) { $0 = theme[.selectedRow] } }
  }
}

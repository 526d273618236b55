import SystemBase
import TerminalKit

/// A row of a list over the panels.
package struct ListRow: Hashable, Sendable {
  /// The text, escaped for display.
  package let text: String
  /// What is in front of the text.
  var name = ""
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

  /// - Parameter spoken: nil: the text and the note.
  package init(_ text: String, name: String = "", note: String = "", spoken: String? = nil) {
    self.text = FilePath(text).shown
    (self.name, self.note) = (name, note)
    self.spoken = spoken ?? (note.isEmpty ? self.text : "\(self.text), \(note)")
  }
}

/// A list in a box over the panels, scrolled to its selected row.
package struct ListBox: Hashable, Sendable, LayerContent {
  package struct Style: Hashable, Sendable {
    /// The columns of the box.
    var width = 72
    /// Whether there are marks in front of the selected and the current row.
    var hasMarks = false
    /// The notes have at most this part of a row: 2 is a half.
    var noteDivisor = 2
    /// Whether a text that is too long continues in further lines.
    var wraps = false
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

  /// A line of the box: a heading, or the text of a row or a part of it.
  private struct Line {
    var row: Int
    var text: String
    var isHeading = false
    /// Whether it has what is beside the text.
    var isFirst = true
  }

  package func draw(on surface: inout Surface, in area: Rect, theme: Theme) {
    let width = area.boxWidth(most: style.width)
    let names = min(rows.map { CharacterWidth.columns(of: $0.name) }.max() ?? 0, width / 3)
    let lines = lines(width: max(width - 4 - names - 2, 8))
    let size = Size(width, max(lines.count, 1) + 2)
    guard var inner = surface.drawBox(title, size, hints: hints, theme, in: area) else { return }
    if !style.hasMarks { inner = inner.inset(1) }
    if lines.isEmpty { surface.write(empty, in: inner.row(0), theme[.faint]) }
    let selected = lines.lastIndex { $0.row == selection }
    let first = ListContent.first(selection: selected, count: lines.count, height: inner.height)
    for (line, place) in zip(lines.dropFirst(first), inner.lines) {
      if line.isHeading {
        surface.write(line.text, in: place, theme[.heading])
      } else {
        draw(line, names: names, on: &surface, in: place, theme)
      }
    }
  }

  /// Returns the lines of all rows.
  ///
  /// - Parameter width: the columns of a text that continues in further lines.
  private func lines(width: Int) -> [Line] {
    rows.enumerated().flatMap { index, row in
      let texts = style.wraps ? row.text.wrapped(to: width) : [row.text]
      return (row.heading.map { [Line(row: index, text: $0, isHeading: true)] } ?? [])
        + texts.enumerated().map { Line(row: index, text: $1, isFirst: $0 == 0) }
    }
  }

  private func draw(
    _ line: Line, names: Int, on surface: inout Surface, in place: Rect, _ theme: Theme
  ) {
    let (row, isSelected) = (rows[line.row], line.row == selection)
    let note = min(CharacterWidth.columns(of: row.note), place.width / style.noteDivisor)
    let mark = style.hasMarks ? 2 : 0
    let parts = place.columns([
      .fixed(mark), .fixed(mark + row.indent), .fixed(names), .fixed(names > 0 ? 2 : 0), .flexible(),
      .fixed(note > 0 ? 1 : 0), .fixed(note),
    ])
    surface.write(isSelected ? "▸" : " ", in: parts[0], theme[.brand])
    surface.write(row.isCurrent ? "▶" : "", in: parts[1], theme[.currentRow])
    surface.write(line.isFirst ? row.name : "", in: parts[2], theme[.faint])
    surface.write(line.text, in: parts[4], theme[row.look])
    surface.write(line.isFirst ? row.note : "", in: parts[6], theme[.faint])
    if isSelected { surface.restyle(place) { $0 = theme[.selectedRow] } }
  }
}

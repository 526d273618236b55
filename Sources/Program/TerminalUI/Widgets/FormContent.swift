import TerminalKit

/// A form over the panels: that of the tags of files, of an export, or of a pad. Rows that do not fit are scrolled.
package struct FormContent: Hashable, Sendable, LayerContent {
  package struct Row: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case usual, changed, several, invalid
      /// The text has several lines, or is too long to be changed.
      case readOnly
    }

    package var name: String
    package var text: String
    package var kind = Kind.usual
  }

  package var heading: String
  package var rows: [Row]
  package var selection: Int
  /// The progress or the error; nil if there is none.
  package var note: String?
  /// The keys, for the lower frame.
  package var hints: [String] = []
  /// Whether it is drawn beside the pads, in two columns if the rows do not fit below each other. Other forms show the end of
  /// the typed text.
  package var leavesPadsVisible = false

  private static let twoColumns = 60

  package func draw(on surface: inout Surface, in area: Rect, theme: Theme) {
    guard area.width >= 16, area.height >= 3 else { return }
    let hasTwo = leavesPadsVisible && rows.count + 2 > area.height && area.width >= FormContent.twoColumns
    let columns = hasTwo ? 2 : 1
    let lines = max((rows.count + columns - 1) / columns, 1)
    let noteRows = note == nil ? 0 : 1
    let box = area.box(Size(76, lines + noteRows + 2))
    surface.clear(box, theme[.plain])
    Border(style: theme[.rule]).draw(on: &surface, in: box)
    surface.write(" \(heading) ", in: Rect(box.x + 1, box.y, box.width - 2, 1), theme[.heading])
    let inner = box.inset(2, 1)
    let height = max(inner.height - noteRows, 1)
    let first = ListContent.first(selection: selection % lines, count: lines, height: height)
    let places = inner.columns(Array(repeating: .flexible(), count: columns), gap: 2)
    for index in rows.indices where (first..<first + height).contains(index % lines) {
      draw(index, on: &surface, in: places[index / lines].row(index % lines - first), theme)
    }
    if let note { surface.write(note, in: inner.row(inner.height - 1), theme[.warning]) }
    Rect(box.x + 2, box.endY - 1, box.width - 4, 1).drawHints(hints, theme, on: &surface)
  }

  private func draw(_ index: Int, on surface: inout Surface, in line: Rect, _ theme: Theme) {
    let (row, isSelected) = (rows[index], index == selection)
    let parts = line.columns([.fixed(1), .fixed(leavesPadsVisible ? 11 : 12), .flexible()], gap: 1)
    if row.kind == .changed || row.kind == .invalid { surface.write("*", in: parts[0], theme[.hintKey]) }
    surface.write(row.name, in: parts[1], theme[.faint])
    let look: Theme.Slot =
      switch row.kind {
      case .usual, .changed: .plain
      case .several, .readOnly: .faint
      case .invalid: .warning
      }
    let isTyped = isSelected && !leavesPadsVisible
    surface.write(isTyped ? row.text.fittedAtStart(to: parts[2].width) : row.text, in: parts[2], theme[look])
    if isSelected { surface.restyle(line) { $0 = theme[.selectedRow] } }
  }
}

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

  /// A list beside or below the rows, for what rows show one at a time.
  package struct List: Hashable, Sendable {
    package var heading: String
    package var rows: [String]
    /// The index of the chosen row; nil if none is chosen.
    package var selection: Int?
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
  /// Drawn if there is room for it.
  package var list: List?

  private static let twoColumns = 60
  /// The width of a list, its distance from the rows, and their least width beside it.
  private static let (listWidth, listGap, leastBesideList) = (32, 3, 58)

  package func draw(on surface: inout Surface, in area: Rect, theme: Theme) {
    guard area.width >= 16, area.height >= 3 else { return }
    let hasTwo = leavesPadsVisible && rows.count + 2 > area.height && area.width >= FormContent.twoColumns
    let columns = hasTwo ? 2 : 1
    let lines = max((rows.count + columns - 1) / columns, 1)
    let noteRows = note == nil ? 0 : 1
    let shown = columns == 1 ? list.flatMap { listPlace($0, lines + noteRows, in: area) } : nil
    let box = area.box(shown?.box ?? Size(76, lines + noteRows + 2))
    surface.clear(box, theme[.plain])
    Border(style: theme[.rule]).draw(on: &surface, in: box)
    surface.write(" \(heading) ", in: Rect(box.x + 1, box.y, box.width - 2, 1), theme[.heading])
    var inner = box.inset(2, 1)
    if let list, let shown {
      let parts =
        shown.isBeside
        ? inner.columns([.flexible(), .fixed(FormContent.listWidth)], gap: FormContent.listGap)
        : inner.rows([.flexible(), .fixed(list.rows.count + 1)])
      inner = parts[0]
      list.draw(on: &surface, in: parts[1], theme)
    }
    let height = max(inner.height - noteRows, 1)
    let first = ListContent.first(selection: selection % lines, count: lines, height: height)
    let places = inner.columns(Array(repeating: .flexible(), count: columns), gap: 2)
    for index in rows.indices where (first..<first + height).contains(index % lines) {
      draw(index, on: &surface, in: places[index / lines].row(index % lines - first), theme)
    }
    if let note { surface.write(note, in: inner.row(inner.height - 1), theme[.warning]) }
    Rect(box.x + 2, box.endY - 1, box.width - 4, 1).drawHints(hints, theme, on: &surface)
  }

  /// Returns the size of the box with a list, and whether the list is beside the rows; nil if there is no room for it.
  ///
  /// - Parameter lines: those of the rows and the note.
  private func listPlace(_ list: List, _ lines: Int, in area: Rect) -> (box: Size, isBeside: Bool)? {
    let beside = FormContent.listGap + FormContent.listWidth
    if area.width >= FormContent.leastBesideList + beside + 4 {
      return (Size(76 + beside, max(lines, list.rows.count + 1) + 2), true)
    }
    let all = lines + list.rows.count + 3
    return all <= area.height ? (Size(76, all), false) : nil
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

extension FormContent.List {
  /// Draws the heading and the rows, those around the chosen one if not all fit.
  fileprivate func draw(on surface: inout Surface, in area: Rect, _ theme: Theme) {
    surface.write(heading, in: area.row(0), theme[.faint])
    let height = max(area.height - 1, 0)
    let first = ListContent.first(selection: selection, count: rows.count, height: height)
    for (index, text) in rows.enumerated() where (first..<first + height).contains(index) {
      let mark = index == selection ? "▸" : " "
      let look = theme[index == selection ? .currentRow : .plain]
      surface.write("\(mark) \(text)", in: area.row(index - first + 1), look)
    }
  }
}

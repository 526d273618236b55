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
    guard let places = places(in: area) else { return }
    let box = places.box
    surface.clear(box, theme[.plain])
    Border(style: theme[.rule]).draw(on: &surface, in: box)
    surface.write(" \(heading) ", in: Rect(box.x + 1, box.y, box.width - 2, 1), theme[.heading])
    if let list, let place = places.list { list.draw(on: &surface, in: place, theme) }
    for (index, place) in places.rows { draw(index, on: &surface, in: place, theme) }
    if let note { surface.write(note, in: places.note, theme[.warning]) }
    Rect(box.x + 2, box.endY - 1, box.width - 4, 1).drawHints(hints, theme, on: &surface)
  }

  /// What is at a point of a form.
  package enum Target: Hashable, Sendable {
    case row(Int)
    /// A row of the list.
    case listed(Int)
  }

  /// Returns what is at a point of the form that is drawn in an area.
  package func target(at point: Point, in area: Rect) -> Target? {
    guard let places = places(in: area) else { return nil }
    if let list, let place = places.list, let row = list.row(at: point, in: place) { return .listed(row) }
    return places.rows.first { $0.place.contains(point) }.map { .row($0.index) }
  }

  private struct Places {
    let box: Rect
    /// The rows that are seen.
    var rows: [(index: Int, place: Rect)] = []
    let note: Rect
    let list: Rect?
  }

  /// Returns the places in an area; nil without room.
  private func places(in area: Rect) -> Places? {
    guard area.width >= 16, area.height >= 3 else { return nil }
    let hasTwo = leavesPadsVisible && rows.count + 2 > area.height && area.width >= FormContent.twoColumns
    let columns = hasTwo ? 2 : 1
    let lines = max((rows.count + columns - 1) / columns, 1)
    let noteRows = note == nil ? 0 : 1
    let shown = columns == 1 ? list.flatMap { listPlace($0, lines + noteRows, in: area) } : nil
    let box = area.box(shown?.box ?? Size(76, lines + noteRows + 2))
    var (inner, listed) = (box.inset(2, 1), nil as Rect?)
    if let list, let shown {
      let parts =
        shown.isBeside
        ? inner.columns([.flexible(), .fixed(FormContent.listWidth)], gap: FormContent.listGap)
        : inner.rows([.flexible(), .fixed(list.rows.count + 1)])
      (inner, listed) = (parts[0], parts[1])
    }
    let height = max(inner.height - noteRows, 1)
    let first = ListContent.first(selection: selection % lines, count: lines, height: height)
    let halves = inner.columns(Array(repeating: .flexible(), count: columns), gap: 2)
    let seen = rows.indices.filter { (first..<first + height).contains($0 % lines) }
    return Places(
      box: box, rows: seen.map { ($0, halves[$0 / lines].row($0 % lines - first)) },
      note: inner.row(inner.height - 1), list: listed)
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
    for index in shown(in: area) {
      let mark = index == selection ? "▸" : " "
      let look = theme[index == selection ? .currentRow : .plain]
      surface.write("\(mark) \(rows[index])", in: place(of: index, in: area), look)
    }
  }

  fileprivate func row(at point: Point, in area: Rect) -> Int? {
    shown(in: area).first { place(of: $0, in: area).contains(point) }
  }

  /// Returns the indices of the rows that are seen.
  private func shown(in area: Rect) -> Range<Int> {
    let height = max(area.height - 1, 0)
    let first = ListContent.first(selection: selection, count: rows.count, height: height)
    return (first..<first + height).clamped(to: rows.indices)
  }

  private func place(of index: Int, in area: Rect) -> Rect {
    area.row(index - shown(in: area).lowerBound + 1)
  }
}

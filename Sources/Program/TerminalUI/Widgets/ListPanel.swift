import TerminalKit

/// A list: a heading and a row for each entry.
struct ListPanel: Widget {
  /// The visible panel if only one is shown, and the key that shows the other one.
  struct Tabs {
    let shown: ScreenState.Panel
    let key: String

    /// The name of the hidden panel, and the text of its tab.
    fileprivate var name: String { shown == .queue ? " Library " : " Queue " }
    fileprivate var keyText: String { key.isEmpty ? "" : " \(key)" }
    fileprivate var other: String { keyText + name }
  }

  let list: ListContent
  /// The tabs; nil if all panels are shown.
  var tabs: Tabs?
  let theme: Theme

  func draw(on surface: inout Surface, in area: Rect) {
    guard !area.isEmpty else { return }
    let lines = list.headingLines
    drawHeading(shown: area.height - lines, on: &surface, in: area.row(0))
    if lines > 1 { drawColumnHeadings(on: &surface, in: area.row(1)) }
    let shape = RowShape(digits: list.digits, cells: cells(in: area))
    for (index, row) in list.rows.prefix(max(area.height - lines, 0)).enumerated() {
      let isSelected = list.first + index == list.selection
      draw(row, shape, isSelected: isSelected, on: &surface, in: area.row(index + lines))
    }
  }

  /// Draws rows of the page over the last drawing.
  func draw(rows: [Int], on surface: inout Surface, in area: Rect) {
    let lines = list.headingLines
    let shape = RowShape(digits: list.digits, cells: cells(in: area))
    for index in rows where index + lines < area.height {
      let place = area.row(index + lines)
      surface.clear(place, theme[.plain])
      guard list.rows.indices.contains(index) else { continue }
      let isSelected = list.first + index == list.selection
      draw(list.rows[index], shape, isSelected: isSelected, on: &surface, in: place)
    }
  }

  // MARK: The heading

  /// Returns the end of the heading: the note, and the visible rows if not all are visible.
  private func note(shown: Int) -> String {
    let last = min(list.first + shown, list.count)
    let isWhole = list.first == 0 && last == list.count || shown < 1
    let range = isWhole ? "" : "\(list.first + 1)–\(last)/\(list.count)"
    return [list.note, range].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// Returns the parts of the heading that fit, at least the first one.
  private func heading(in width: Int) -> String {
    var parts = list.heading
    while parts.count > 1, CharacterWidth.columns(of: parts.joined(separator: " · ")) + 2 > width {
      parts.removeLast()
    }
    return " \(parts.joined(separator: " · ")) "
  }

  /// Returns the areas of heading, note and the tab of the hidden panel; nil if there is no room for the tab.
  private func places(_ note: String, in area: Rect) -> (heading: Rect, note: Rect, other: Rect?) {
    let parts = area.inset(min(2, area.width / 2))
      .columns([.flexible(), .fixed(CharacterWidth.columns(of: note))])
    guard let tabs else { return (parts[0], parts[1], nil) }
    let other = CharacterWidth.columns(of: tabs.other)
    let own = CharacterWidth.columns(of: heading(in: parts[0].width - other - 2))
    guard own + 1 + other <= parts[0].width else { return (parts[0], parts[1], nil) }
    // The library is always on the left.
    let isFirst = tabs.shown == .library
    let halves = parts[0].columns([
      .fixed(isFirst ? own : other), .fixed(1), .fixed(isFirst ? other : own), .flexible(),
    ])
    return (halves[isFirst ? 0 : 2], parts[1], halves[isFirst ? 2 : 0])
  }

  /// Returns the area that shows the other panel when it is clicked.
  func otherTab(in area: Rect) -> Rect? {
    places(noteText(shown: area.height - list.headingLines), in: area.row(0)).other
  }

  private func noteText(shown: Int) -> String {
    let note = note(shown: shown)
    return note.isEmpty ? "" : " \(note) "
  }

  private func drawHeading(shown: Int, on surface: inout Surface, in area: Rect) {
    surface.fill(area, with: "─", theme[.rule])
    let note = noteText(shown: shown)
    let places = places(note, in: area)
    surface.write(note, in: places.note, theme[.faint])
    let look = tabs != nil ? theme[.activeTab] : list.hasFocus ? theme[.heading] : theme[.faint]
    // The frame is visible between heading and note.
    let room = places.heading.width - (places.other == nil ? 1 : 0)
    surface.write(heading(in: room), in: places.heading, look)
    if let tabs, let other = places.other { draw(tabs, on: &surface, in: other) }
  }

  private func draw(_ tabs: Tabs, on surface: inout Surface, in area: Rect) {
    let used = surface.write(tabs.keyText, in: area, theme[.hintKey])
    surface.write(
      tabs.name, in: Rect(area.x + used, area.y, area.width - used, area.height), theme[.idleTab])
  }

  // MARK: The rows

  /// What all rows of a page have in common: the digits of their numbers, and the columns, of which the line is not used.
  private struct RowShape {
    let digits: Int
    let cells: [Rect]
  }

  private func draw(
    _ row: ListContent.Row, _ shape: RowShape, isSelected: Bool, on surface: inout Surface, in area: Rect
  ) {
    let digits = shape.digits
    let isTable = !list.columns.isEmpty && !row.cells.isEmpty
    let showsDetail = area.width >= 90
    let end = isTable ? 0 : min(CharacterWidth.columns(of: row.end), area.width / 2)
    let lead = [1, 1, 1, digits]
    let parts =
      isTable
      ? area.leading(lead)
      : area.columns(
        lead.map { Layout.Part.fixed($0) } + [
          .fixed(digits > 0 ? 2 : 1), .minimum(8, share: 3), showsDetail ? .flexible(share: 2) : .fixed(0),
          .fixed(row.end.isEmpty ? 0 : max(end, 7)), .fixed(1),
        ])
    let look = look(of: row)
    let rest = row.kind == .usual ? theme[.faint] : look
    surface.fill(parts[0], with: isSelected ? "▸" : " ", theme[.brand])
    surface.write(row.isMarked ? "+" : "", in: parts[1], theme[.markedRow])
    if row.isDamaged, row.kind != .current, row.kind != .failed {
      surface.write("!", in: parts[2], theme[.warning])
    }
    if row.kind == .current || row.kind == .failed {
      surface.write(row.kind == .current ? "▶" : "✗", in: parts[2], look)
    }
    if let number = row.number { surface.write("\(number)", in: parts[3], rest, .trailing) }
    defer { if isSelected && list.hasFocus { select(on: &surface, in: area) } }
    if isTable {
      return draw(cells: row, in: shape.cells, look: look, rest: rest, on: &surface, in: area)
    }
    surface.write(row.title, in: parts[5], look)
    surface.write(row.end, in: parts[7], rest, .trailing)
    if showsDetail, parts[6].width > 2 {
      let inner = Rect(parts[6].x + 2, parts[6].y, parts[6].width - 2, parts[6].height)
      surface.write(row.detail ?? "", in: inner, rest)
      highlight(row.detail ?? "", on: &surface, in: inner)
    }
    highlight(row.title, on: &surface, in: parts[5])
  }

  private func look(of row: ListContent.Row) -> Style {
    switch row.kind {
    case .failed: theme[.failedRow]
    case .current: theme[.currentRow]
    case .away: row.isMarked ? theme[.markedRow] : theme[.faint]
    case .usual: row.isMarked ? theme[.markedRow] : theme[.plain]
    }
  }

  func highlight(_ text: String, on surface: inout Surface, in area: Rect) {
    if list.words.isEmpty { return }
    let shown = text.fitted(to: area.width)
    for word in list.words {
      guard let match = TextMatch.range(of: word, in: shown) else { continue }
      surface.restyle(match, of: shown, in: area) { $0 = theme[.match] }
    }
  }

  private func select(on surface: inout Surface, in area: Rect) {
    surface.restyle(area) { style in
      let kept = style.attributes.intersection([.bold, .underline])
      style = theme[.selectedRow]
      style.attributes.formUnion(kept)
    }
  }
}

extension ListPanel {
  private func cells(in area: Rect) -> [Rect] {
    let room = max(area.width - list.margin, 0)
    let rest = max(room - list.columnRoom, 0)
    let inner = Rect(area.x + list.lead + rest, area.y, room - rest, area.height)
    var places = inner.columns(
      list.columns.map { $0.share > 0 ? .minimum($0.least, share: $0.share) : .fixed($0.least) },
      gap: ListContent.Column.gap)
    if let first = places.first {
      places[0] = Rect(first.x - rest, first.y, first.width + rest, first.height)
    }
    return places
  }

  func drawColumnHeadings(on surface: inout Surface, in area: Rect) {
    for (column, place) in zip(list.columns, cells(in: area)) {
      let look = column.direction == nil ? theme[.faint] : theme[.heading]
      surface.write(column.heading, in: place, look, column.isTrailing ? .trailing : .leading)
    }
  }

  /// Draws the texts of a row in its columns. The reason of a failed row replaces the columns at its end.
  ///
  /// - Parameter places: the columns in any line.
  private func draw(
    cells row: ListContent.Row, in places: [Rect], look: Style, rest: Style, on surface: inout Surface,
    in area: Rect
  ) {
    let end = row.kind == .failed ? draw(reason: row.end, rest, on: &surface, in: area) : area.endX
    for (index, place) in places.enumerated() where row.cells.indices.contains(index) {
      let (column, text) = (list.columns[index], row.cells[index])
      guard place.endX <= end || !column.isTrailing && place.x < end else { continue }
      let place = Rect(place.x, area.y, min(place.width, end - place.x), area.height)
      surface.write(text, in: place, index == 0 ? look : rest, column.isTrailing ? .trailing : .leading)
      if !column.isTrailing { highlight(text, on: &surface, in: place) }
    }
  }

  /// Draws why a track cannot be played.
  ///
  /// - Returns: where the columns must end.
  private func draw(reason: String, _ style: Style, on surface: inout Surface, in area: Rect) -> Int {
    let width = min(CharacterWidth.columns(of: reason), area.width / 2)
    let place = Rect(area.endX - 1 - width, area.y, width, area.height)
    surface.write(reason, in: place, style, .trailing)
    return place.x - ListContent.Column.gap
  }
}

extension Rect {
  /// Returns parts of these widths from the leading edge on, as far as there is room: as `columns` of fixed parts, faster.
  fileprivate func leading(_ widths: [Int]) -> [Rect] {
    var start = x
    return widths.map { width in
      let part = Rect(start, y, min(width, x + self.width - start), height)
      start += part.width
      return part
    }
  }
}

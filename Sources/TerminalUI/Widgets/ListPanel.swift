import TerminalKit

/// A list: a heading and a row for each entry.
struct ListPanel: Widget {
  let list: ListContent
  /// The panel that is shown, where only one is; nil where all are.
  let tabs: ScreenContent.Panel?
  let theme: Theme

  func draw(on surface: inout Surface, in area: Rect) {
    guard !area.isEmpty else { return }
    drawHeading(shown: area.height - 1, on: &surface, in: area.row(0))
    for (index, row) in list.rows.prefix(max(area.height - 1, 0)).enumerated() {
      let isSelected = list.first + index == list.selection
      draw(row, isSelected: isSelected, on: &surface, in: area.row(index + 1))
    }
  }

  /// Draws some rows of the page over what was drawn before.
  func draw(rows: [Int], on surface: inout Surface, in area: Rect) {
    for index in rows where index + 1 < area.height {
      let place = area.row(index + 1)
      surface.clear(place, theme[.plain])
      guard list.rows.indices.contains(index) else { continue }
      draw(list.rows[index], isSelected: list.first + index == list.selection, on: &surface, in: place)
    }
  }

  // MARK: The heading

  /// What stands at the heading's end: the note, and which of the rows are seen where not all are.
  private func note(shown: Int) -> String {
    let last = min(list.first + shown, list.count)
    let isWhole = list.first == 0 && last == list.count || shown < 1
    let range = isWhole ? "" : "\(list.first + 1)–\(last)/\(list.count)"
    return [list.note, range].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private func drawHeading(shown: Int, on surface: inout Surface, in area: Rect) {
    surface.fill(area, with: "─", theme[.rule])
    let note = note(shown: shown).isEmpty ? "" : " \(note(shown: shown)) "
    let noteColumns = CharacterWidth.columns(of: note)
    var parts = list.heading
    while parts.count > 1,
      CharacterWidth.columns(of: parts.joined(separator: " · ")) + 7 + noteColumns > area.width
    {
      parts.removeLast()
    }
    let inner = area.inset(min(2, area.width / 2))
    let places = inner.columns([.flexible(), .fixed(noteColumns)])
    let text = " \(parts.joined(separator: " · ")) "
    let look = tabs != nil ? theme[.activeTab] : (list.hasFocus ? theme[.heading] : theme[.faint])
    let used = surface.write(text, in: places[0], look)
    if let tabs { drawOther(tabs, after: used, on: &surface, in: places[0]) }
    surface.write(note, in: places[1], theme[.faint])
  }

  /// The tab of the panel behind this one.
  private func drawOther(
    _ shown: ScreenContent.Panel, after columns: Int, on surface: inout Surface, in area: Rect
  ) {
    let name = shown == .queue ? " Library " : " Queue "
    guard columns + name.count + 1 <= area.width else { return }
    surface.write(name, at: Point(area.x + columns + 1, area.y), theme[.idleTab], in: area)
  }

  // MARK: The rows

  private func draw(
    _ row: ListContent.Row, isSelected: Bool, on surface: inout Surface, in area: Rect
  ) {
    let digits =
      list.rows.contains { $0.number != nil } ? max(String(list.highestNumber ?? list.count).count, 2) : 0
    let showsDetail = area.width >= 90
    let end = min(CharacterWidth.columns(of: row.end), area.width / 2)
    let parts = area.columns([
      .fixed(1), .fixed(1), .fixed(1), .fixed(digits), .fixed(digits > 0 ? 2 : 1), .minimum(8, share: 3),
      showsDetail ? .flexible(share: 2) : .fixed(0), .fixed(row.end.isEmpty ? 0 : max(end, 7)), .fixed(1),
    ])
    let look = look(of: row)
    let rest = row.kind == .usual ? theme[.faint] : look
    surface.fill(parts[0], with: isSelected ? "▸" : " ", theme[.brand])
    surface.write(row.isMarked ? "+" : "", in: parts[1], theme[.markedRow])
    if row.kind == .current || row.kind == .failed {
      surface.write(row.kind == .current ? "▶" : "✗", in: parts[2], look)
    }
    if let number = row.number { surface.write("\(number)", in: parts[3], rest, .trailing) }
    surface.write(row.title, in: parts[5], look)
    surface.write(row.end, in: parts[7], rest, .trailing)
    if showsDetail, parts[6].width > 2 {
      let inner = Rect(parts[6].x + 2, parts[6].y, parts[6].width - 2, parts[6].height)
      surface.write(row.detail ?? "", in: inner, rest)
      highlight(row.detail ?? "", on: &surface, in: inner)
    }
    highlight(row.title, on: &surface, in: parts[5])
    if isSelected && list.hasFocus { select(on: &surface, in: area) }
  }

  private func look(of row: ListContent.Row) -> Style {
    switch row.kind {
    case .failed: theme[.failedRow]
    case .current: theme[.currentRow]
    case .away: row.isMarked ? theme[.markedRow] : theme[.faint]
    case .usual: row.isMarked ? theme[.markedRow] : theme[.plain]
    }
  }

  /// What is looked for, where the text has it.
  private func highlight(_ text: String, on surface: inout Surface, in area: Rect) {
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

import TerminalKit

/// The queue: a heading and a row for each track.
struct QueueList: Widget {
  let queue: QueueContent
  /// What is told of the order in the heading; empty where it stands elsewhere.
  let order: String
  let theme: Theme

  func draw(on surface: inout Surface, in area: Rect) {
    guard !area.isEmpty else { return }
    drawHeading(shown: area.height - 1, on: &surface, in: area.row(0))
    for (index, row) in queue.rows.prefix(max(area.height - 1, 0)).enumerated() {
      let isSelected = queue.first + index == queue.selection
      draw(row, isSelected: isSelected, on: &surface, in: area.row(index + 1))
    }
  }

  /// The heading's parts, the most telling first.
  private var heading: [String] {
    guard queue.count > 0 else { return ["Queue"] }
    let length = queue.duration.map { [ShownText.clock($0)] } ?? []
    return ["Queue", ShownText.count(queue.count, "track", "tracks")] + length
  }

  /// What stands at the heading's end: the order, and which of the rows are seen where not all are.
  private func note(shown: Int) -> String {
    let last = min(queue.first + shown, queue.count)
    let isWhole = queue.first == 0 && last == queue.count || shown < 1
    return [order, isWhole ? "" : "\(queue.first + 1)–\(last)/\(queue.count)"].filter { !$0.isEmpty }.joined(
      separator: " · ")
  }

  private func drawHeading(shown: Int, on surface: inout Surface, in area: Rect) {
    surface.fill(area, with: "─", theme.rule)
    let note = note(shown: shown).isEmpty ? "" : " \(note(shown: shown)) "
    let noteColumns = CharacterWidth.columns(of: note)
    var parts = heading
    while parts.count > 1,
      CharacterWidth.columns(of: parts.joined(separator: " · ")) + 7 + noteColumns > area.width
    {
      parts.removeLast()
    }
    let inner = area.inset(min(2, area.width / 2))
    let places = inner.columns([.flexible(), .fixed(noteColumns)])
    surface.write(" \(parts.joined(separator: " · ")) ", in: places[0], theme.heading)
    surface.write(note, in: places[1], theme.faint)
  }

  private func draw(_ row: QueueContent.Row, isSelected: Bool, on surface: inout Surface, in area: Rect) {
    let digits = max(String(queue.count).count, 2)
    let duration = row.failure ?? ShownText.clock(row.duration)
    let showsArtist = area.width >= 90
    let parts = area.columns([
      .fixed(1), .fixed(1), .fixed(1), .fixed(digits), .fixed(2), .minimum(8, share: 3),
      showsArtist ? .flexible(share: 2) : .fixed(0), .fixed(max(min(duration.count, area.width / 2), 7)),
      .fixed(1),
    ])
    let look = look(of: row)
    let (rest, mark) = (row.isCurrent || row.isFailed ? look : theme.faint, row.isCurrent ? "▶" : "✗")
    surface.write(isSelected ? "▸" : " ", in: parts[0], theme.brand)
    if row.isCurrent || row.isFailed { surface.write(mark, in: parts[2], look) }
    surface.write("\(row.number)", in: parts[3], rest, .right)
    surface.write(row.title, in: parts[5], look)
    if showsArtist {
      let inner = Rect(parts[6].x + 2, parts[6].y, parts[6].width - 2, parts[6].height)
      surface.write(row.artist ?? "", in: inner, rest)
    }
    surface.write(duration, in: parts[7], rest, .right)
    if isSelected { highlight(on: &surface, in: area) }
  }

  private func look(of row: QueueContent.Row) -> Style {
    row.isFailed ? theme.failedRow : (row.isCurrent ? theme.currentRow : theme.plain)
  }

  private func highlight(on surface: inout Surface, in area: Rect) {
    surface.restyle(area) { style in
      let isBold = style.attributes.contains(.bold)
      style = theme.selectedRow
      if isBold { style.attributes.insert(.bold) }
    }
  }
}

import TerminalKit

/// The columns of a list.
extension ListPanel {
  /// The places of the columns in a row.
  private func cells(in area: Rect) -> [Rect] {
    let inner = Rect(area.x + 4, area.y, max(area.width - ListContent.margin, 0), area.height)
    return inner.columns(
      list.columns.map { $0.share > 0 ? .minimum($0.least, share: $0.share) : .fixed($0.least) },
      gap: ListContent.Column.gap)
  }

  func drawColumnHeadings(on surface: inout Surface, in area: Rect) {
    for (column, place) in zip(list.columns, cells(in: area)) {
      let look = column.direction == nil ? theme[.faint] : theme[.heading]
      surface.write(column.heading, in: place, look, column.isTrailing ? .trailing : .leading)
    }
  }

  /// Draws the texts of a row in its columns.
  func draw(cells texts: [String], look: Style, rest: Style, on surface: inout Surface, in area: Rect) {
    for (index, place) in cells(in: area).enumerated() where texts.indices.contains(index) {
      let column = list.columns[index]
      surface.write(
        texts[index], in: place, index == 0 ? look : rest, column.isTrailing ? .trailing : .leading)
      if !column.isTrailing { highlight(texts[index], on: &surface, in: place) }
    }
  }
}

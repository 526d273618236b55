import TerminalKit

/// The columns of a list.
extension ListPanel {
  /// Returns the places of the columns in a row.
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
  func draw(
    cells row: ListContent.Row, look: Style, rest: Style, on surface: inout Surface, in area: Rect
  ) {
    let end = row.kind == .failed ? draw(reason: row.end, rest, on: &surface, in: area) : area.endX
    for (index, place) in cells(in: area).enumerated() where row.cells.indices.contains(index) {
      let (column, text) = (list.columns[index], row.cells[index])
      guard place.endX <= end || !column.isTrailing && place.x < end else { continue }
      let place = Rect(place.x, place.y, min(place.width, end - place.x), place.height)
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

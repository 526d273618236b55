/// A grid of cells to draw on; drawing outside is clipped.
///
/// Columns are counted from the leading edge: with `rightToLeft`, everything is drawn mirrored except the
/// text itself. Reading (`subscript`, `row`, `lines`) counts from the left, as the terminal does.
///
/// Wide characters are never split: overwriting one half blanks the other.
package struct Surface: Sendable {
  package let size: Size
  package private(set) var direction: LayoutDirection
  /// Reorders right-to-left text; nil if the terminal does.
  let ordering: TextOrdering?
  private var cells: [Cell]
  /// The picture that the terminal draws. Only `clear` may change its cells.
  package private(set) var graphic: PlacedGraphic?

  package init(
    _ size: Size, style: Style = .plain, direction: LayoutDirection = .leftToRight,
    ordering: TextOrdering? = nil
  ) {
    (self.size, self.direction, self.ordering) = (size, direction, ordering)
    cells = Array(repeating: Cell(style: style), count: size.width * size.height)
  }

  package var bounds: Rect { Rect(size) }

  /// The cell at a position, which must be on the surface.
  package subscript(_ x: Int, _ y: Int) -> Cell { cells[y * size.width + x] }

  /// Returns the cells of a row, counted from the top, from left to right.
  package func row(_ y: Int) -> ArraySlice<Cell> { cells[y * size.width..<(y + 1) * size.width] }

  package mutating func copyRow(_ y: Int, _ columns: Range<Int>, from other: Surface) {
    precondition(other.size == size, "surfaces of one size")
    for index in y * size.width + columns.lowerBound..<y * size.width + columns.upperBound {
      cells[index] = other.cells[index]
    }
  }

  /// Returns the columns of a row outside which it equals that of another surface of the same size, with whole characters
  /// and whole runs of letters of flags; nil if the rows are equal.
  package func changedColumns(_ y: Int, since other: Surface) -> Range<Int>? {
    let row = y * size.width..<(y + 1) * size.width
    guard let first = row.first(where: { cells[$0] != other.cells[$0] }),
      let last = row.last(where: { cells[$0] != other.cells[$0] })
    else { return nil }
    var (start, end) = (first, last + 1)
    while start > row.lowerBound, cells[start].width == 0 || cells[start - 1].isFlagLetter { start -= 1 }
    while end < row.upperBound, cells[end].width == 0 || cells[end].isFlagLetter { end += 1 }
    return start - row.lowerBound..<end - row.lowerBound
  }

  /// The content as text, one line for each row, with blanks; a wide character occurs once.
  package var lines: [String] {
    (0..<size.height).map { y in String(row(y).lazy.filter { $0.width > 0 }.map(\.character)) }
  }

  /// Writes a glyph into a cell; if the clip splits it, a blank replaces the visible half.
  package mutating func draw(_ glyph: Glyph, at point: Point, _ style: Style, in clip: Rect) {
    let x = direction == .leftToRight ? point.x : size.width - point.x - glyph.width
    let shown = direction == .leftToRight ? glyph : glyph.mirrored
    place(shown, at: Point(x, point.y), style, in: onScreen(clip))
  }

  /// Writes glyphs from left to right in either direction. `point`: the leading end.
  mutating func draw(_ glyphs: [Glyph], columns: Int, at point: Point, _ style: Style, in clip: Rect) {
    let clip = onScreen(clip)
    var x = direction == .leftToRight ? point.x : size.width - point.x - columns
    for glyph in glyphs {
      place(glyph, at: Point(x, point.y), style, in: clip)
      x += glyph.width
    }
  }

  /// Writes a text of plain characters, each of which has one column. `point`: the leading end.
  mutating func draw(plain text: String, columns: Int, at point: Point, _ style: Style, in clip: Rect) {
    let clip = onScreen(clip)
    guard clip.rows.contains(point.y) else { return }
    var x = direction == .leftToRight ? point.x : size.width - point.x - columns
    for scalar in text.unicodeScalars {
      if clip.columns.contains(x) { put(Cell(CellText(scalar), style: style), x, point.y) }
      x += 1
    }
  }

  /// Fills a block with a narrow character.
  package mutating func fill(_ area: Rect, with character: Character, _ style: Style = .plain) {
    let (area, glyph) = (onScreen(area), Glyph(character, width: 1))
    let cell = Cell((direction == .leftToRight ? glyph : glyph.mirrored).text, style: style)
    for y in area.rows {
      for x in area.columns { put(cell, x, y) }
    }
  }

  /// Reserves a block for a picture that the terminal draws; clearing a part of it removes the picture.
  mutating func show(_ picture: GraphicPicture, in area: Rect) {
    let place = onScreen(area)
    guard !place.isEmpty else { return }
    let style = self[place.x, place.y].style
    clear(area, style)
    // No-break spaces: ncurses may erase blanks together with those next to them.
    for y in place.rows {
      for x in place.columns { cells[y * size.width + x] = Cell("\u{A0}", style: style) }
    }
    graphic = PlacedGraphic(picture: picture, place: place)
  }

  package mutating func clear(_ area: Rect, _ style: Style = .plain) {
    let area = onScreen(area)
    if let graphic, !graphic.place.intersection(area).isEmpty { self.graphic = nil }
    let cell = Cell(style: style)
    for y in area.rows where !area.isEmpty {
      release(area.x, y)
      release(area.endX - 1, y)
      let start = y * size.width
      for index in start + area.x..<start + area.endX { cells[index] = cell }
    }
  }

  /// Changes the styles of the cells of a block but not their text; a wide character at the edge changes
  /// completely.
  package mutating func restyle(_ area: Rect, _ change: (inout Style) -> Void) {
    let area = onScreen(area)
    for y in area.rows {
      for x in area.columns { change(&cells[y * size.width + x].style) }
    }
  }

  /// Draws a block from left to right in either direction, for time axes and pictures.
  package mutating func drawUnmirrored(in area: Rect, _ draw: (inout Surface, Rect) -> Void) {
    let outer = direction
    let inner = mirrored(area)
    direction = .leftToRight
    draw(&self, inner)
    direction = outer
  }

  /// Converts a block between the columns of the surface and those of the terminal; its own inverse.
  package func mirrored(_ area: Rect) -> Rect {
    direction == .leftToRight ? area : Rect(size.width - area.endX, area.y, area.width, area.height)
  }

  /// Converts columns of a text of a width at `x` to columns of the terminal.
  func onScreen(_ columns: Range<Int>, of width: Int, at x: Int) -> Range<Int> {
    let start = direction == .leftToRight ? x : size.width - x - width
    return start + columns.lowerBound..<start + columns.upperBound
  }

  private func onScreen(_ area: Rect) -> Rect { mirrored(area).intersection(bounds) }

  private mutating func place(_ glyph: Glyph, at point: Point, _ style: Style, in clip: Rect) {
    guard clip.rows.contains(point.y) else { return }
    let last = point.x + glyph.width - 1
    if clip.columns.contains(point.x) && clip.columns.contains(last) {
      for x in point.x...last { release(x, point.y) }
      let start = point.y * size.width + point.x
      cells[start] = Cell(glyph.text, style: style, width: glyph.width)
      if glyph.width == 2 { cells[start + 1] = Cell(style: style, width: 0) }
    } else {
      for x in point.x...last where clip.columns.contains(x) {
        release(x, point.y)
        cells[point.y * size.width + x] = Cell(style: style)
      }
    }
  }

  /// Sets a cell to a narrow one.
  private mutating func put(_ cell: Cell, _ x: Int, _ y: Int) {
    release(x, y)
    cells[y * size.width + x] = cell
  }

  /// Blanks the other half of a wide character that has one half in this cell.
  private mutating func release(_ x: Int, _ y: Int) {
    let index = y * size.width + x
    switch cells[index].width {
    case 0: cells[index - 1] = Cell(style: cells[index - 1].style)
    case 2: cells[index + 1] = Cell(style: cells[index + 1].style)
    default: break
    }
  }
}

extension Surface: Hashable {
  package static func == (one: Surface, other: Surface) -> Bool {
    one.size == other.size && one.direction == other.direction && one.cells == other.cells
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(size)
    hasher.combine(cells)
  }
}

/// The reading direction of lines. Columns are counted from the leading edge, so one layout serves both
/// directions.
package enum LayoutDirection: String, CaseIterable, Hashable, Sendable {
  case leftToRight, rightToLeft
}

/// A value that can be drawn, made for each frame.
package protocol Widget {
  /// Draws inside `area`, which may have any size.
  func draw(on surface: inout Surface, in area: Rect)
}

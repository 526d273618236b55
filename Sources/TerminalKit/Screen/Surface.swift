/// A grid of cells to draw on; drawing outside is clipped.
///
/// Columns are counted from the leading edge: with `rightToLeft`, all that is drawn comes out mirrored, while each
/// text stays as it is. Reading (`subscript`, `row`, `lines`) counts from the left, as the terminal does.
///
/// A wide character is always whole: whoever overwrites one half blanks the other.
package struct Surface: Sendable {
  package let size: Size
  package private(set) var direction: LayoutDirection
  /// Reorders right-to-left text; nil if the terminal does.
  let ordering: (any TextOrdering)?
  private var cells: [Cell]
  /// The picture that the terminal itself is to draw; nothing may be drawn on its cells, `clear` apart.
  package private(set) var graphic: PlacedGraphic?

  package init(
    _ size: Size, style: Style = .plain, direction: LayoutDirection = .leftToRight,
    ordering: (any TextOrdering)? = nil
  ) {
    self.size = size
    self.direction = direction
    self.ordering = ordering
    cells = Array(repeating: Cell(style: style), count: size.width * size.height)
  }

  package var bounds: Rect { Rect(size) }

  /// The cell at a place, which must be inside.
  package subscript(_ x: Int, _ y: Int) -> Cell { cells[y * size.width + x] }

  /// The cells of a row, counted from the top, from left to right.
  package func row(_ y: Int) -> ArraySlice<Cell> { cells[y * size.width..<(y + 1) * size.width] }

  /// Copies a row of another surface of the same size.
  package mutating func copyRow(_ y: Int, from other: Surface) {
    precondition(other.size == size, "surfaces of one size")
    for index in y * size.width..<(y + 1) * size.width { cells[index] = other.cells[index] }
  }

  /// The screen as text, a line for each row, blanks included; a wide character stands once.
  package var lines: [String] {
    (0..<size.height).map { y in String(row(y).lazy.filter { $0.width > 0 }.map(\.character)) }
  }

  /// Puts one glyph into a cell; where the clip cuts it in two, a blank stands for what is inside.
  package mutating func put(_ glyph: Glyph, at point: Point, _ style: Style, in clip: Rect) {
    let x = direction == .leftToRight ? point.x : size.width - point.x - glyph.width
    let shown = direction == .leftToRight ? glyph : glyph.mirrored
    place(shown, at: Point(x, point.y), style, in: onScreen(clip))
  }

  /// Puts glyphs side by side, read from the left whatever the direction.
  ///
  /// - Parameter point: of the leading one of the two ends.
  mutating func put(_ glyphs: [Glyph], columns: Int, at point: Point, _ style: Style, in clip: Rect) {
    let clip = onScreen(clip)
    var x = direction == .leftToRight ? point.x : size.width - point.x - columns
    for glyph in glyphs {
      place(glyph, at: Point(x, point.y), style, in: clip)
      x += glyph.width
    }
  }

  /// Reserves a block for a picture that the terminal draws; clearing a part of it removes the picture.
  mutating func show(_ picture: GraphicPicture, in area: Rect) {
    let place = onScreen(area)
    guard !place.isEmpty else { return }
    let style = self[place.x, place.y].style
    clear(area, style)
    // Not blanks, which the screen's library would be free to erase together with those beside them.
    for y in place.rows {
      for x in place.columns { cells[y * size.width + x] = Cell("\u{A0}", style: style) }
    }
    graphic = PlacedGraphic(picture: picture, place: place)
  }

  /// Blanks a block.
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

  /// Changes the styles of a block's cells but not their text; a wide character at the edge changes as a whole.
  package mutating func restyle(_ area: Rect, _ change: (inout Style) -> Void) {
    let area = onScreen(area)
    for y in area.rows {
      for x in area.columns { change(&cells[y * size.width + x].style) }
    }
  }

  /// Draws a block from left to right whatever the direction: what shows time, or a picture.
  package mutating func drawUnmirrored(in area: Rect, _ draw: (inout Surface, Rect) -> Void) {
    let outer = direction
    let inner = mirrored(area)
    direction = .leftToRight
    draw(&self, inner)
    direction = outer
  }

  /// The block as the terminal counts it; the same way back.
  package func mirrored(_ area: Rect) -> Rect {
    direction == .leftToRight ? area : Rect(size.width - area.endX, area.y, area.width, area.height)
  }

  /// The same of columns that are counted from the left of what lies at `x`, so many wide in all.
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
      cells[start] = Cell(glyph.character, style: style, width: glyph.width)
      if glyph.width == 2 { cells[start + 1] = Cell(style: style, width: 0) }
    } else {
      for x in point.x...last where clip.columns.contains(x) { blank(x, point.y, style) }
    }
  }

  private mutating func blank(_ x: Int, _ y: Int, _ style: Style) {
    release(x, y)
    cells[y * size.width + x] = Cell(style: style)
  }

  /// Blanks the other half of the wide character that has one half here.
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
  /// Whether both show the same.
  package static func == (one: Surface, other: Surface) -> Bool {
    one.size == other.size && one.direction == other.direction && one.cells == other.cells
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(size)
    hasher.combine(cells)
  }
}

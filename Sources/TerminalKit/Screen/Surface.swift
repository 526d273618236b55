/// A grid of cells that is drawn on; what falls outside is clipped.
///
/// A wide character is always whole: whoever overwrites one half blanks the other.
package struct Surface: Hashable, Sendable {
  package let size: Size
  private var cells: [Cell]

  package init(_ size: Size, style: Style = .plain) {
    self.size = size
    cells = Array(repeating: Cell(style: style), count: size.width * size.height)
  }

  package var bounds: Rect { Rect(size) }

  /// The cell at a place, which must be inside.
  package subscript(_ x: Int, _ y: Int) -> Cell { cells[y * size.width + x] }

  package func row(_ y: Int) -> ArraySlice<Cell> { cells[y * size.width..<(y + 1) * size.width] }

  /// The screen as text, a line for each row, blanks included; a wide character stands once.
  package var lines: [String] {
    (0..<size.height).map { y in String(row(y).lazy.filter { $0.width > 0 }.map(\.character)) }
  }

  /// Puts one glyph into a cell; where the clip cuts it in two, a blank stands for what is inside.
  package mutating func put(_ glyph: Glyph, at point: Point, _ style: Style, in clip: Rect) {
    let clip = clip.intersection(bounds)
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

  /// Blanks a block.
  package mutating func clear(_ area: Rect, _ style: Style = .plain) {
    let area = area.intersection(bounds)
    for y in area.rows {
      for x in area.columns { blank(x, y, style) }
    }
  }

  /// Gives a block's cells other looks, their text unchanged; a wide character at the edge changes as a whole.
  package mutating func restyle(_ area: Rect, _ change: (inout Style) -> Void) {
    let area = area.intersection(bounds)
    for y in area.rows {
      for x in area.columns { change(&cells[y * size.width + x].style) }
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

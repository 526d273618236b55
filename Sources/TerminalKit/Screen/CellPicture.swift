/// A picture made of cells, row by row.
package struct CellPicture: Hashable, Sendable {
  package let size: Size
  private let cells: [Cell]

  /// - Parameter cells: as many as the size says, all narrow.
  package init(_ size: Size, _ cells: [Cell]) {
    precondition(cells.count == size.width * size.height, "a cell for each place")
    self.size = size
    self.cells = cells
  }

  package subscript(_ x: Int, _ y: Int) -> Cell { cells[y * size.width + x] }
}

extension CellPicture: Widget {
  /// In the middle of the area, cut where it is larger.
  package func draw(on surface: inout Surface, in area: Rect) {
    surface.drawUnmirrored(in: area) { surface, area in
      let box = area.centred(size)
      for y in 0..<box.height {
        for x in 0..<box.width {
          let cell = self[x, y]
          surface.put(Glyph(cell.character, width: 1), at: Point(box.x + x, box.y + y), cell.style, in: box)
        }
      }
    }
  }
}

/// A graphics protocol of a terminal, with the size of its cells.
package struct TerminalGraphics: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Source: the kitty graphics protocol, https://sw.kovidgoyal.net/kitty/graphics-protocol/.
    case kitty
    /// Source: DEC's VT330/VT340 Programmer Reference Manual, chapter 14.
    case sixel
  }

  package let kind: Kind
  /// The size of a cell in pixels.
  package let cell: Size

  package init(_ kind: Kind, cell: Size) {
    (self.kind, self.cell) = (kind, cell)
  }
}

/// The user's choice of how pictures are shown.
package enum GraphicsChoice: String, CaseIterable, Hashable, Sendable {
  /// By the graphics protocol that the terminal reports, if any.
  case auto
  /// Uses this protocol, even if the terminal does not report it.
  case kitty, sixel
  /// By characters; the terminal is not queried.
  case symbols
}

/// A picture made of cells, or drawn by the terminal.
package enum Picture: Hashable, Sendable {
  case cells(CellPicture)
  case graphic(GraphicPicture)

  /// The size in cells.
  package var size: Size {
    switch self {
    case .cells(let picture): picture.size
    case .graphic(let picture): picture.size
    }
  }
}

/// A picture made of cells, row by row.
package struct CellPicture: Hashable, Sendable {
  package let size: Size
  private let cells: [Cell]

  /// Creates a picture of cells. `cells`: one narrow cell for each position, row by row.
  package init(_ size: Size, _ cells: [Cell]) {
    precondition(cells.count == size.width * size.height, "a cell for each place")
    (self.size, self.cells) = (size, cells)
  }

  package subscript(_ x: Int, _ y: Int) -> Cell { cells[y * size.width + x] }
}

/// A picture that the terminal draws over blank cells.
package struct GraphicPicture: Hashable, Sendable {
  package let kind: TerminalGraphics.Kind
  /// The cells that it covers.
  package let size: Size
  /// The bytes that draw it with its upper left corner at the cursor.
  package let drawing: [UInt8]

  package init(_ kind: TerminalGraphics.Kind, _ size: Size, drawing: [UInt8]) {
    (self.kind, self.size, self.drawing) = (kind, size, drawing)
  }
}

/// A picture that the terminal draws, and the cells that it covers, counted from the left.
package struct PlacedGraphic: Hashable, Sendable {
  package let picture: GraphicPicture
  package let place: Rect
}

extension Picture: Widget {
  /// Draws the picture in the middle of the area. If it is larger, cells are clipped, and the terminal draws nothing.
  package func draw(on surface: inout Surface, in area: Rect) {
    surface.drawUnmirrored(in: area) { surface, area in
      let box = area.centred(size)
      switch self {
      case .graphic(let picture): if area.size.holds(size) { surface.show(picture, in: box) }
      case .cells(let picture):
        for y in 0..<box.height {
          for x in 0..<box.width {
            let (cell, point) = (picture[x, y], Point(box.x + x, box.y + y))
            surface.draw(Glyph(cell.text, width: 1), at: point, cell.style, in: box)
          }
        }
      }
    }
  }
}

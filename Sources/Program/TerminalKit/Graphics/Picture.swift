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
    self.size = size
    self.cells = cells
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
    self.kind = kind
    self.size = size
    self.drawing = drawing
  }
}

/// A picture that the terminal draws, and the cells that it covers, counted from the left.
package struct PlacedGraphic: Hashable, Sendable {
  package let picture: GraphicPicture
  package let place: Rect
}

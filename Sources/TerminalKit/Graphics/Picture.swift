/// A picture as the terminal can show it.
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

extension Picture: Widget {
  package func draw(on surface: inout Surface, in area: Rect) {
    switch self {
    case .cells(let picture): picture.draw(on: &surface, in: area)
    case .graphic(let picture): picture.draw(on: &surface, in: area)
    }
  }
}

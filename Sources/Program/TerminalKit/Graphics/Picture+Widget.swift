extension Picture: Widget {
  package func draw(on surface: inout Surface, in area: Rect) {
    switch self {
    case .cells(let picture): picture.draw(on: &surface, in: area)
    case .graphic(let picture): picture.draw(on: &surface, in: area)
    }
  }
}

extension CellPicture: Widget {
  /// Draws the picture in the middle of the area, clipped if it is larger.
  package func draw(on surface: inout Surface, in area: Rect) {
    surface.drawUnmirrored(in: area) { surface, area in
      let box = area.centred(size)
      for y in 0..<box.height {
        for x in 0..<box.width {
          let cell = self[x, y]
          surface.draw(Glyph(cell.character, width: 1), at: Point(box.x + x, box.y + y), cell.style, in: box)
        }
      }
    }
  }
}

extension GraphicPicture: Widget {
  /// Places the picture in the middle of the area; draws nothing if it does not fit.
  package func draw(on surface: inout Surface, in area: Rect) {
    surface.drawUnmirrored(in: area) { surface, area in
      if area.size.holds(size) { surface.show(self, in: area.centred(size)) }
    }
  }
}

/// A picture that the terminal draws by itself, over cells that are left blank.
package struct GraphicPicture: Hashable, Sendable {
  package let kind: TerminalGraphics.Kind
  /// The cells that it covers.
  package let size: Size
  /// What draws it with its upper left corner in the cursor's cell.
  package let drawing: [UInt8]

  package init(_ kind: TerminalGraphics.Kind, _ size: Size, drawing: [UInt8]) {
    self.kind = kind
    self.size = size
    self.drawing = drawing
  }
}

extension GraphicPicture: Widget {
  /// In the middle of the area; not at all where it does not fit.
  package func draw(on surface: inout Surface, in area: Rect) {
    surface.drawUnmirrored(in: area) { surface, area in
      if area.size.holds(size) { surface.show(self, in: area.centred(size)) }
    }
  }
}

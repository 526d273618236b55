import TerminalKit

/// What a terminal has to show pictures with.
package struct PictureTerminal: Hashable, Sendable {
  /// 0 for none.
  package var colours: Int
  package var isUTF8: Bool
  /// Nil: pictures are made of characters.
  package var graphics: TerminalGraphics?

  package init(colours: Int, isUTF8: Bool, graphics: TerminalGraphics? = nil) {
    self.colours = colours
    self.isUTF8 = isUTF8
    self.graphics = graphics
  }
}

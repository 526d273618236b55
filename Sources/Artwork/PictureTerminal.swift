import TerminalKit

/// The abilities of a terminal to show pictures.
package struct PictureTerminal: Hashable, Sendable {
  /// The number of colours; 0 for none.
  package var colours: Int
  package var isUTF8: Bool
  /// The graphics protocol, or nil if pictures are made of characters.
  package var graphics: TerminalGraphics?

  package init(colours: Int, isUTF8: Bool, graphics: TerminalGraphics? = nil) {
    self.colours = colours
    self.isUTF8 = isUTF8
    self.graphics = graphics
  }
}

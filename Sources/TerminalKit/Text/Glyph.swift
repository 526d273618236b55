/// What goes into one cell, or two: a spacing character and the marks upon it.
package struct Glyph: Hashable, Sendable {
  /// The character to send, with its marks.
  package let character: Character
  /// Columns: 1 or 2.
  package let width: Int

  package init(_ character: Character, width: Int) {
    self.character = character
    self.width = width
  }

  /// Lines and half blocks as a mirror shows them; others as they are.
  var mirrored: Glyph { Glyph.mirrors[character].map { Glyph($0, width: width) } ?? self }

  private static let mirrors: [Character: Character] = [
    "┌": "┐", "┐": "┌", "└": "┘", "┘": "└", "├": "┤", "┤": "├", "▸": "◂", "◂": "▸", "▌": "▐", "▐": "▌",
    "╺": "╸", "╸": "╺",
  ]
}

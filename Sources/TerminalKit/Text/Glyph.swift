/// What goes into one cell, or two: a spacing character and the marks upon it.
package struct Glyph: Hashable, Sendable {
  package let character: Character
  /// Columns: 1 or 2.
  package let width: Int

  package init(_ character: Character, width: Int) {
    self.character = character
    self.width = width
  }
}

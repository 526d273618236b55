/// One place on the screen.
package struct Cell: Hashable, Sendable {
  /// What stands there: a spacing character with its marks.
  package var character: Character
  package var style: Style
  /// In a byte, for the sake of the memory that a screen takes.
  private let columns: UInt8

  package init(_ character: Character = " ", style: Style = .plain, width: Int = 1) {
    self.character = character
    self.style = style
    columns = UInt8(width)
  }

  /// Columns: 1, 2, or 0 for the right half of the wide character before it.
  package var width: Int { Int(columns) }
}

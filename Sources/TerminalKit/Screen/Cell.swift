/// One cell of the screen.
package struct Cell: Hashable, Sendable {
  /// A spacing character with its combining marks.
  package var character: Character
  package var style: Style
  /// Stored in a byte to save memory.
  private let columns: UInt8

  package init(_ character: Character = " ", style: Style = .plain, width: Int = 1) {
    self.character = character
    self.style = style
    columns = UInt8(width)
  }

  /// Columns: 1, 2, or 0 for the right half of the wide character before it.
  package var width: Int { Int(columns) }
}

package struct Cell: Hashable, Sendable {
  /// A spacing character with its combining marks.
  package var character: Character
  package var style: Style
  /// The number of columns, in a byte to save memory.
  private let columns: UInt8

  package init(_ character: Character = " ", style: Style = .plain, width: Int = 1) {
    (self.character, self.style) = (character, style)
    columns = UInt8(width)
  }

  /// The width in columns: 1, 2, or 0 for the right half of the wide character before it.
  package var width: Int { Int(columns) }
}

package struct Style: Hashable, Sendable {
  package struct Attributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let bold = Attributes(rawValue: 1)
    package static let dim = Attributes(rawValue: 2)
    package static let underline = Attributes(rawValue: 4)
    package static let reverse = Attributes(rawValue: 8)
  }

  package var foreground: Colour
  package var background: Colour
  package var attributes: Attributes

  package init(
    _ foreground: Colour = .default, on background: Colour = .default, _ attributes: Attributes = []
  ) {
    (self.foreground, self.background, self.attributes) = (foreground, background, attributes)
  }

  package static let plain = Style()
}

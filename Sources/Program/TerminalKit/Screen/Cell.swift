package struct Cell: Hashable, Sendable {
  // In this order, a cell has 32 bytes.
  package let text: CellText
  package var style: Style
  /// The number of columns, in a byte to save memory.
  private let columns: UInt8

  package init(_ text: CellText, style: Style = .plain, width: Int = 1) {
    (self.text, self.style) = (text, style)
    columns = UInt8(width)
  }

  package init(_ character: Character, style: Style = .plain, width: Int = 1) {
    self.init(CellText(character), style: style, width: width)
  }

  /// Creates a blank cell.
  package init(style: Style = .plain, width: Int = 1) { self.init(.blank, style: style, width: width) }

  /// A spacing character with its combining marks.
  package var character: Character { text.character }

  /// The width in columns: 1, 2, or 0 for the right half of the wide character before it.
  package var width: Int { Int(columns) }

  /// Whether this is a regional indicator, of which two are a flag.
  package var isFlagLetter: Bool { text.scalar.map { (0x1F1E6...0x1F1FF).contains($0.value) } ?? false }
}

/// A spacing character with its combining marks: five code points at most, as many as a cell of curses holds
/// (`CCHARW_MAX`). Further ones are left out.
///
/// A screen has thousands of cells. Unlike a `Character`, this is plain memory, which is copied without a count of
/// references and compared without Unicode's rules.
package struct CellText: Hashable, Sendable {
  /// The code points, 21 bits each: the first three, and the other two. A place without one is 0.
  private var start: UInt64 = 0
  private var rest: UInt64 = 0

  static let blank = CellText(" " as Unicode.Scalar)

  init(_ scalar: Unicode.Scalar) { start = UInt64(scalar.value) }

  init(_ character: Character) {
    var shift: UInt64 = 0
    for scalar in character.unicodeScalars {
      let value = UInt64(scalar.value)
      if shift < 63 { start |= value << shift } else { rest |= value << (shift - 63) }
      shift += 21
      if shift == 5 * 21 { break }
    }
  }

  /// The only code point; nil if there are several.
  package var scalar: Unicode.Scalar? {
    start >> 21 == 0 ? Unicode.Scalar(UInt32(truncatingIfNeeded: start)) : nil
  }

  private var scalars: [Unicode.Scalar] {
    let values = [start, start >> 21, start >> 42, rest, rest >> 21]
    return values.map { UInt32(truncatingIfNeeded: $0 & 0x1F_FFFF) }.prefix { $0 != 0 }
      .compactMap(Unicode.Scalar.init)
  }

  package var character: Character {
    if let scalar { return Character(scalar) }
    return String(String.UnicodeScalarView(scalars)).first ?? " "
  }
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

  // As numbers, since all cells of a screen are compared for each drawing.
  private var text: UInt32
  private var ground: UInt32
  package var attributes: Attributes

  package init(
    _ foreground: Colour = .default, on background: Colour = .default, _ attributes: Attributes = []
  ) {
    (text, ground, self.attributes) = (foreground.packed, background.packed, attributes)
  }

  package var foreground: Colour {
    get { Colour(packed: text) }
    set { text = newValue.packed }
  }

  package var background: Colour {
    get { Colour(packed: ground) }
    set { ground = newValue.packed }
  }

  /// A number that most styles have alone, for tables.
  package var digest: UInt32 {
    (text ^ ground << 3 ^ ground >> 17 ^ UInt32(attributes.rawValue) << 25) &* 0x9E37_79B1
  }

  package static let plain = Style()
}

/// Puts text that is read from the right into the order in which a terminal fills its lines.
package protocol TextOrdering: AnyObject, Sendable {
  /// - Parameter line: the first code point of each grapheme cluster of a line, at least one of them read from the right.
  /// - Returns: a place for each, from the left; nil where it cannot be done.
  func order(_ line: [Unicode.Scalar]) -> [OrderedScalar]?
}

/// A character at its place on the screen.
package struct OrderedScalar: Hashable, Sendable {
  /// As it is shown there: an Arabic letter in the form that its neighbours ask for.
  package let scalar: Unicode.Scalar
  /// Where it stands in the text.
  package let index: Int

  package init(_ scalar: Unicode.Scalar, index: Int) {
    self.scalar = scalar
    self.index = index
  }
}

extension StringProtocol {
  /// Whether there is a letter or a digit that is read from the right.
  package var hasRightToLeft: Bool {
    // U+0590 is coded as D6 90; nothing below begins with a byte as high.
    utf8.contains { $0 >= 0xD6 } && unicodeScalars.contains { Self.isRightToLeft($0.value) }
  }

  /// The blocks whose letters have the bidi classes R and AL. Source: Unicode 15, DerivedBidiClass.txt.
  private static func isRightToLeft(_ value: UInt32) -> Bool {
    switch value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}

/// Orders right-to-left text as a terminal displays it, from left to right.
package protocol TextOrdering: AnyObject, Sendable {
  /// Orders a line. `line`: the first code point of each grapheme cluster of a line with right-to-left text. Returns
  /// the code points from left to right; nil on failure.
  func order(_ line: [Unicode.Scalar]) -> [OrderedScalar]?
}

/// A code point at its position on the screen.
package struct OrderedScalar: Hashable, Sendable {
  /// The displayed code point: for an Arabic letter the contextual form.
  package let scalar: Unicode.Scalar
  /// The index of its cluster in the text.
  package let index: Int

  package init(_ scalar: Unicode.Scalar, index: Int) {
    (self.scalar, self.index) = (scalar, index)
  }
}

extension StringProtocol {
  var hasRightToLeft: Bool {
    // U+0590 is encoded as D6 90; code points below it have no byte as high.
    utf8.contains { $0 >= 0xD6 } && unicodeScalars.contains { Self.isRightToLeft($0.value) }
  }

  /// Returns the blocks whose letters have the bidi classes R and AL. Source: Unicode 15, DerivedBidiClass.txt.
  private static func isRightToLeft(_ value: UInt32) -> Bool {
    switch value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}

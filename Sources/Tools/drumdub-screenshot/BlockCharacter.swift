/// Characters of the block "Block Elements" (U+2580), as parts of a cell: fonts leave gaps between them.
enum BlockCharacter {
  typealias Part = (left: Double, top: Double, width: Double, height: Double)

  /// Returns the filled parts of a block character; nil for other characters, and for shades.
  static func parts(_ character: Character) -> [Part]? {
    guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1 else { return nil }
    switch scalar.value {
    case 0x2580: return [(0, 0, 1, 0.5)]
    case 0x2581...0x2588:
      let height = Double(scalar.value - 0x2580) / 8
      return [(0, 1 - height, 1, height)]
    case 0x2589...0x258F: return [(0, 0, Double(0x2590 - scalar.value) / 8, 1)]
    case 0x2590: return [(0.5, 0, 0.5, 1)]
    case 0x2594: return [(0, 0, 1, 0.125)]
    case 0x2595: return [(0.875, 0, 0.125, 1)]
    case 0x2596...0x259F: return quadrants[Int(scalar.value - 0x2596)].map { Self.quadrant($0) }
    default: return nil
    }
  }

  /// Upper left 0, upper right 1, lower left 2, lower right 3.
  private static let quadrants = [
    [2], [3], [0], [0, 2, 3], [0, 3], [0, 1, 2], [0, 1, 3], [1], [1, 2], [1, 2, 3],
  ]

  private static func quadrant(_ number: Int) -> Part {
    (number % 2 == 0 ? 0 : 0.5, number < 2 ? 0 : 0.5, 0.5, 0.5)
  }
}

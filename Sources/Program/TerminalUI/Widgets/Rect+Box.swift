import TerminalKit

extension Rect {
  /// The least columns on each side of a box. In fewer, nothing of the panels can be read.
  private static let leastBeside = 8

  /// Returns the width of a box: at most this many columns, or all of the area if too few would be left on each side.
  func boxWidth(most: Int) -> Int { width < most + 2 * Rect.leastBeside ? width : most }

  /// Returns the place of a box of at most this size in the middle of the area. For its width, see `boxWidth(most:)`.
  func box(_ most: Size) -> Rect { centred(Size(boxWidth(most: most.width), most.height)) }
}

/// Columns and rows, never negative.
package struct Size: Hashable, Sendable {
  package let width: Int
  package let height: Int

  package init(_ width: Int, _ height: Int) {
    self.width = max(width, 0)
    self.height = max(height, 0)
  }

  package static let zero = Size(0, 0)

  /// Whether a block of another size fits into this one.
  package func holds(_ other: Size) -> Bool { width >= other.width && height >= other.height }
}

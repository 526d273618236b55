/// A block of cells; its width and height are never negative.
package struct Rect: Hashable, Sendable {
  package let x: Int
  package let y: Int
  package let width: Int
  package let height: Int

  package init(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
    (self.x, self.y) = (x, y)
    self.width = max(width, 0)
    self.height = max(height, 0)
  }

  package init(_ size: Size) { self.init(0, 0, size.width, size.height) }

  package var origin: Point { Point(x, y) }
  package var size: Size { Size(width, height) }
  package var endX: Int { x + width }
  package var endY: Int { y + height }
  package var columns: Range<Int> { x..<endX }
  package var rows: Range<Int> { y..<endY }
  package var isEmpty: Bool { width == 0 || height == 0 }

  package func contains(_ point: Point) -> Bool { columns.contains(point.x) && rows.contains(point.y) }

  package func contains(_ other: Rect) -> Bool {
    other.x >= x && other.y >= y && other.endX <= endX && other.endY <= endY
  }

  /// Returns the common part of both blocks; empty if there is none.
  package func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(left, top, min(endX, other.endX) - left, min(endY, other.endY) - top)
  }

  /// Returns the block without this many columns on both sides and rows at top and bottom.
  package func inset(_ columns: Int, _ rows: Int = 0) -> Rect {
    guard columns * 2 <= width, rows * 2 <= height else {
      return Rect(x + min(columns, width / 2), y + min(rows, height / 2), 0, 0)
    }
    return Rect(x + columns, y + rows, width - columns * 2, height - rows * 2)
  }

  /// Returns a centred block of at most this size.
  package func centred(_ size: Size) -> Rect {
    let inner = Size(min(size.width, width), min(size.height, height))
    return Rect(
      x + (width - inner.width) / 2, y + (height - inner.height) / 2, inner.width, inner.height)
  }

  /// Returns a row, counted from the top; empty if there is none.
  package func row(_ index: Int) -> Rect {
    (0..<height).contains(index) ? Rect(x, y + index, width, 1) : Rect(x, min(y + max(index, 0), endY), 0, 0)
  }
}

/// The position of a cell: column and row, both counted from 0.
package struct Point: Hashable, Sendable {
  package var x: Int
  package var y: Int

  package init(_ x: Int, _ y: Int) {
    (self.x, self.y) = (x, y)
  }
}

/// A number of columns and rows, never negative.
package struct Size: Hashable, Sendable {
  package let width: Int
  package let height: Int

  package init(_ width: Int, _ height: Int) {
    self.width = max(width, 0)
    self.height = max(height, 0)
  }

  package static let zero = Size(0, 0)

  package func holds(_ other: Size) -> Bool { width >= other.width && height >= other.height }
}

import TerminalKit

/// A number in digits of 6 × 5 cells in the middle of an area; nothing if the area is too small.
struct LargeNumber: Widget {
  let number: Int
  let style: Style

  private static let height = 5
  /// Cells for each column of a digit, because a cell is about twice as high as wide.
  private static let columnWidth = 2
  private static let digitWidth = 3 * columnWidth
  /// The rows of the digits from 0 on, three bits each, the highest bit on the left.
  private static let digits = [
    [7, 5, 5, 5, 7], [2, 6, 2, 2, 7], [7, 1, 7, 4, 7], [7, 1, 7, 1, 7], [5, 5, 7, 1, 1],
    [7, 4, 7, 1, 7], [7, 4, 7, 5, 7], [7, 1, 1, 1, 1], [7, 5, 7, 5, 7], [7, 5, 7, 1, 7],
  ]

  private var digits: [Int] { String(number).compactMap(\.wholeNumberValue) }

  private var width: Int { digits.count * (Self.digitWidth + 2) + 2 }

  func fits(in area: Rect) -> Bool { area.width >= width && area.height >= Self.height }

  func draw(on surface: inout Surface, in area: Rect) {
    guard fits(in: area) else { return }
    let box = area.centred(Size(width, min(area.height, Self.height + 2)))
    surface.clear(box, style)
    let top = box.y + (box.height - Self.height) / 2
    for (place, digit) in digits.enumerated() {
      draw(digit, at: Point(box.x + 2 + place * (Self.digitWidth + 2), top), on: &surface, in: box)
    }
  }

  private func draw(_ digit: Int, at origin: Point, on surface: inout Surface, in box: Rect) {
    let column = String(repeating: "█", count: Self.columnWidth)
    for (index, row) in Self.digits[digit].enumerated() {
      for place in 0..<3 where row & (4 >> place) != 0 {
        let point = Point(origin.x + place * Self.columnWidth, origin.y + index)
        surface.write(column, at: point, style, in: box)
      }
    }
  }
}

import TerminalKit

/// A bar that grows from the bottom in eighths of a row.
struct VerticalBar: Widget {
  /// Eighths of a row.
  let level: Int
  let style: Style

  private static let eighths = Array(" ▁▂▃▄▅▆▇█")

  static func level(_ share: Float, rows: Int) -> Int {
    let whole = Float(rows * 8)
    return Int((min(max(share, 0), 1) * whole).rounded())
  }

  func draw(on surface: inout Surface, in area: Rect) {
    for y in 0..<area.height {
      let below = (area.height - 1 - y) * 8
      let character = VerticalBar.eighths[min(max(level - below, 0), 8)]
      surface.draw(Glyph(character, width: 1), at: Point(area.x, area.y + y), style, in: area)
    }
  }
}

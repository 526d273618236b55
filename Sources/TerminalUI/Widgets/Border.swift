import TerminalKit

extension Rect {
  /// The least columns on each side of a box. In fewer, nothing of the panels can be read.
  private static let leastBeside = 8

  /// Returns the width of a box: at most this many columns, or all of the area if too few would be left on each side.
  func boxWidth(most: Int) -> Int { width < most + 2 * Rect.leastBeside ? width : most }

  /// Returns the place of a box of at most this size in the middle of the area. For its width, see `boxWidth(most:)`.
  func box(_ most: Size) -> Rect { centred(Size(boxWidth(most: most.width), most.height)) }
}

/// A line around an area; the inside is not drawn.
struct Border: Widget {
  let style: Style

  func draw(on surface: inout Surface, in area: Rect) {
    guard area.width >= 2, area.height >= 2 else { return }
    let (right, bottom) = (area.endX - 1, area.endY - 1)
    surface.fill(Rect(area.x, area.y, area.width, 1), with: "─", style)
    surface.fill(Rect(area.x, bottom, area.width, 1), with: "─", style)
    surface.fill(Rect(area.x, area.y, 1, area.height), with: "│", style)
    surface.fill(Rect(right, area.y, 1, area.height), with: "│", style)
    surface.fill(Rect(area.x, area.y, 1, 1), with: "┌", style)
    surface.fill(Rect(right, area.y, 1, 1), with: "┐", style)
    surface.fill(Rect(area.x, bottom, 1, 1), with: "└", style)
    surface.fill(Rect(right, bottom, 1, 1), with: "┘", style)
  }
}

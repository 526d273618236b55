import TerminalKit

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

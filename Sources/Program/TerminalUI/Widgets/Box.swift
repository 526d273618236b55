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

extension Rect {
  /// The minimum number of columns beside a box. Fewer columns do not show anything legible of the panels.
  private static let leastBeside = 8

  /// Returns the width of a box: at most this many columns, or all of the area if too few would be left on each side.
  func boxWidth(most: Int) -> Int { width < most + 2 * Rect.leastBeside ? width : most }

  /// Returns the place of a box of at most this size in the middle of the area. For its width, see `boxWidth(most:)`.
  func box(_ most: Size) -> Rect { centred(Size(boxWidth(most: most.width), most.height)) }

  var lines: [Rect] { (0..<height).map(row) }

  /// Draws the hints that fit, those that are needed most first.
  func drawHints(_ hints: [String], _ theme: Theme, on surface: inout Surface) {
    var shown: [String] = []
    for hint in hints {
      if CharacterWidth.columns(of: (shown + [hint]).joined(separator: "  ")) + 2 > width { break }
      shown.append(hint)
    }
    if !shown.isEmpty { surface.write(" \(shown.joined(separator: "  ")) ", in: self, theme[.faint]) }
  }
}

extension Surface {
  /// Draws an empty box of at most a size in the middle of an area.
  ///
  /// - Returns: the area in its frame; nil if there is no room for a box.
  mutating func drawBox(
    _ heading: String, _ most: Size, hints: [String] = [], _ theme: Theme, in area: Rect
  ) -> Rect? {
    guard area.width >= 16, area.height >= 3 else { return nil }
    let box = area.box(most)
    drawBox(heading, box, hints: hints, theme)
    return box.inset(1, 1)
  }

  /// Draws an empty box with its heading, and the keys in its lower frame.
  mutating func drawBox(_ heading: String, _ box: Rect, hints: [String] = [], _ theme: Theme) {
    clear(box, theme[.plain])
    Border(style: theme[.rule]).draw(on: &self, in: box)
    write(" \(heading) ", in: Rect(box.x + 2, box.y, box.width - 4, 1), theme[.heading])
    Rect(box.x + 2, box.endY - 1, box.width - 4, 1).drawHints(hints, theme, on: &self)
  }

  /// Writes the size that is missing in an area.
  mutating func write(needed: Size, of area: Rect, in line: Rect, _ theme: Theme) {
    let text = "needs \(needed.width) × \(needed.height) cells, has \(area.width) × \(area.height)"
    write(text, in: line, theme[.warning])
  }
}

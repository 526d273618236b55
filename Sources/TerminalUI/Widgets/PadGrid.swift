import TerminalKit

/// The pads, in one row of eight or two of four; framed where there is room.
struct PadGrid: Widget {
  let pads: [PadContent]
  let theme: Theme
  let columns: Int
  let isFramed: Bool

  private static let framedRows = 3

  static func height(columns: Int, isFramed: Bool) -> Int {
    8 / columns * (isFramed ? framedRows : 1)
  }

  func draw(on surface: inout Surface, in area: Rect) {
    let height = isFramed ? PadGrid.framedRows : 1
    let rows = area.rows(Array(repeating: .fixed(height), count: 8 / columns))
    let places = rows.flatMap { row in
      row.columns(Array(repeating: .flexible(), count: columns), gap: isFramed ? 0 : 1)
    }
    for (index, pad) in pads.prefix(places.count).enumerated() {
      let look = pad.isLit ? theme.litPads[index % 8] : theme.pads[index % 8]
      if isFramed {
        drawFramed(pad, look, frame: theme.pads[index % 8], on: &surface, in: places[index])
      } else {
        drawFlat(pad, look, on: &surface, in: places[index])
      }
    }
  }

  private func drawFramed(
    _ pad: PadContent, _ look: Style, frame: Style, on surface: inout Surface, in area: Rect
  ) {
    guard area.height == PadGrid.framedRows, area.width >= 5 else { return }
    Border(style: frame).draw(on: &surface, in: area)
    surface.write(
      " \(pad.key) ".fitted(to: area.width - 2), at: Point(area.x + 1, area.y), theme.padKey, in: area)
    let inner = area.inset(1, 1)
    guard pad.isLit else {
      surface.write(pad.name, in: inner, theme.padName, .centre)
      return
    }
    let shade: Character = pad.velocity > 100 ? "▓" : "▒"
    surface.fill(inner, with: shade, frame)
    let hasAir = CharacterWidth.columns(of: pad.name) + 2 <= inner.width
    surface.write(hasAir ? " \(pad.name) " : pad.name, in: inner, look, .centre)
  }

  private func drawFlat(_ pad: PadContent, _ look: Style, on surface: inout Surface, in area: Rect) {
    guard !area.isEmpty else { return }
    if pad.isLit { surface.clear(area, look) }
    let key = pad.key.fitted(to: 2)
    let mark = pad.isLit ? "▓" : " "
    let used = surface.write(key + mark, at: area.origin, pad.isLit ? look : theme.padKey, in: area)
    let rest = Rect(area.x + used, area.y, area.width - used, 1)
    surface.write(pad.name, in: rest, look)
  }
}

import TerminalKit

/// The pads, in one row of eight or two of four; framed where there is room.
///
/// A struck pad is filled; the line under its name, as long as the strike was hard, fades with the sound.
struct PadGrid: Widget {
  let pads: [PadContent]
  let theme: Theme
  let sizeClass: SizeClass

  static let framedRows = 3

  private var isFramed: Bool { sizeClass != .minimal }

  /// Where each pad lies.
  static func places(_ sizeClass: SizeClass, in area: Rect) -> [Rect] {
    let columns = sizeClass == .regular ? 8 : 4
    let gap = sizeClass == .minimal ? 1 : 0
    let rows = area.rows(Array(repeating: .flexible(), count: UserCommand.padCount / columns))
    return rows.flatMap { $0.columns(Array(repeating: .flexible(), count: columns), gap: gap) }
  }

  func draw(on surface: inout Surface, in area: Rect) {
    guard !area.isEmpty else { return }
    let places = PadGrid.places(sizeClass, in: area)
    for (index, pad) in pads.prefix(places.count).enumerated() {
      surface.clear(places[index], theme[.plain])
      let look = pad.isLit ? theme.struckPad(index) : theme.pad(index)
      if isFramed {
        drawFramed(pad, look, frame: theme.pad(index), on: &surface, in: places[index])
      } else {
        drawFlat(pad, look, on: &surface, in: places[index])
      }
    }
  }

  private func drawFramed(
    _ pad: PadContent, _ look: Style, frame: Style, on surface: inout Surface, in area: Rect
  ) {
    guard area.height >= PadGrid.framedRows, area.width >= 5 else { return }
    Border(style: frame).draw(on: &surface, in: area)
    surface.write(
      " \(pad.key) ".fitted(to: area.width - 2), at: Point(area.x + 1, area.y), theme[.padKey], in: area)
    drawChoke(pad, on: &surface, in: area)
    let inner = area.inset(1, 1)
    drawVelocity(pad, frame, on: &surface, in: Rect(inner.x, area.endY - 1, inner.width, 1))
    guard pad.isLit else {
      surface.write(pad.name, in: inner, theme[.padName], .centre)
      return
    }
    let shade: Character = pad.velocity > 100 ? "▓" : "▒"
    surface.fill(inner, with: shade, frame)
    let hasAir = CharacterWidth.columns(of: pad.name) + 2 <= inner.width
    surface.write(hasAir ? " \(pad.name) " : pad.name, in: inner, look, .centre)
  }

  /// The choke group at the frame's upper end: `×1`.
  private func drawChoke(_ pad: PadContent, on surface: inout Surface, in area: Rect) {
    guard let group = pad.chokeGroup, area.width >= 11 else { return }
    let text = " ×\(group) "
    surface.write(text, at: Point(area.endX - 1 - text.count, area.y), theme[.faint], in: area)
  }

  private func drawVelocity(
    _ pad: PadContent, _ frame: Style, on surface: inout Surface, in area: Rect
  ) {
    let share = Float(pad.velocity) / 127 * pad.glow
    let length = Int((share * Float(area.width)).rounded(.up))
    surface.fill(Rect(area.x, area.y, min(length, area.width), 1), with: "━", frame)
  }

  private func drawFlat(_ pad: PadContent, _ look: Style, on surface: inout Surface, in area: Rect) {
    guard !area.isEmpty else { return }
    if pad.isLit { surface.clear(area, look) }
    let key = pad.key.fitted(to: 2)
    let mark = pad.isLit ? "▓" : " "
    let used = surface.write(key + mark, at: area.origin, pad.isLit ? look : theme[.padKey], in: area)
    let rest = Rect(area.x + used, area.y, area.width - used, 1)
    surface.write(pad.name, in: rest, look)
  }
}

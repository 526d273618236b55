import TerminalKit

/// How far the track is: `01:23 ━━━━●──── 04:31`. Time runs from left to right in every language.
struct ProgressBar: Widget {
  let elapsed: Int?
  let total: Int?
  let theme: Theme

  /// The block's parts: the time passed, the bar, the whole time.
  static func parts(elapsed: Int?, total: Int?, in area: Rect) -> [Rect] {
    let (from, to) = (ShownText.clock(elapsed), ShownText.clock(total))
    return area.row(0).columns([.fixed(from.count), .flexible(), .fixed(to.count)], gap: 1)
  }

  func draw(on surface: inout Surface, in area: Rect) {
    guard !area.isEmpty else { return }
    surface.drawUnmirrored(in: area) { surface, area in
      let parts = ProgressBar.parts(elapsed: elapsed, total: total, in: area)
      surface.clear(area, theme[.plain])
      surface.write(ShownText.clock(elapsed), in: parts[0], theme[.plain])
      surface.write(ShownText.clock(total), in: parts[2], theme[.faint])
      drawBar(on: &surface, in: parts[1])
    }
  }

  private func drawBar(on surface: inout Surface, in area: Rect) {
    guard area.width > 0 else { return }
    surface.fill(area, with: "─", theme[.progressRest])
    guard let elapsed, let total, total > 0 else { return }
    let done = min(max(elapsed, 0), total) * (area.width - 1) / total
    surface.fill(Rect(area.x, area.y, done, area.height), with: "━", theme[.progressDone])
    surface.write("●", at: Point(area.x + done, area.y), theme[.progressKnob], in: area)
  }
}

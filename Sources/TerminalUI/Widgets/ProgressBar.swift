import Application
import TerminalKit

/// The position in the track: `01:23 ━━━━●──── 04:31`, or `−03:08 ━━━━●──── 04:31`. Time runs from left to right in
/// every layout direction.
struct ProgressBar: Widget {
  let elapsed: Int?
  let total: Int?
  var display = ApplicationState.TimeDisplay.elapsed
  let theme: Theme

  /// The time in front of the bar; the elapsed one if the length is not known.
  private static func position(
    elapsed: Int?, total: Int?, _ display: ApplicationState.TimeDisplay
  ) -> String {
    guard let elapsed, let total else { return ShownText.clock(elapsed) }
    let remaining = "−\(ShownText.clock(max(total - elapsed, 0)))"
    return switch display {
    case .elapsed: ShownText.clock(elapsed)
    case .remaining: remaining
    case .both: "\(ShownText.clock(elapsed)) \(remaining)"
    }
  }

  /// The areas of the time in front, the bar and the total time.
  static func parts(
    elapsed: Int?, total: Int?, _ display: ApplicationState.TimeDisplay = .elapsed, in area: Rect
  ) -> [Rect] {
    let from = position(elapsed: elapsed, total: total, display)
    let to = ShownText.clock(total)
    return area.row(0).columns([.fixed(from.count), .flexible(), .fixed(to.count)], gap: 1)
  }

  func draw(on surface: inout Surface, in area: Rect) {
    guard !area.isEmpty else { return }
    surface.drawUnmirrored(in: area) { surface, area in
      let parts = ProgressBar.parts(elapsed: elapsed, total: total, display, in: area)
      surface.clear(area, theme[.plain])
      surface.write(
        ProgressBar.position(elapsed: elapsed, total: total, display), in: parts[0], theme[.plain])
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

import SystemBase
import TerminalKit

/// The position in the track: `01:23 bar 17 ━━━━●──── 04:31`, `01:23 3/12 The Storm ━━━━●──── 04:31`, or `−03:08 ━━━━●──── 04:31`. Time runs from left to right
/// in every layout direction.
struct ProgressBar: Widget {
  /// The minimum number of columns with room for the bar.
  private static let widthWithBar = 30
  /// The minimum number of columns with room for the bar and a chapter.
  private static let widthWithBoth = 60

  let elapsed: Int?
  let total: Int?
  /// The number of the bar of the music; nil if it is not known.
  var bar: Int?
  /// The chapter or the mark that is heard; nil if there is none.
  var chapter: String?
  var marks: [SongTick] = []
  var display = ScreenState.TimeDisplay.elapsed
  let theme: Theme

  /// The time in front of the bar; the elapsed one if the length is not known.
  private var position: String {
    guard let elapsed, let total else { return ShownText.clock(elapsed) }
    let remaining = "−\(ShownText.clock(max(total - elapsed, 0)))"
    return switch display {
    case .elapsed: ShownText.clock(elapsed)
    case .remaining: remaining
    case .both: "\(ShownText.clock(elapsed)) \(remaining)"
    }
  }

  private func text(in area: Rect) -> String {
    guard area.width >= ProgressBar.widthWithBar else { return position }
    let hasBar = chapter == nil || area.width >= ProgressBar.widthWithBoth
    let bar = hasBar ? bar.map { "bar \($0)" } : nil
    let chapter = chapter.map { FilePath($0).shown.fitted(to: area.width / 3) }
    return [position, bar, chapter].compactMap(\.self).joined(separator: " ")
  }

  /// Returns the areas of the time in front, the line and the total time.
  func parts(in area: Rect) -> [Rect] {
    area.row(0).columns(
      [
        .fixed(CharacterWidth.columns(of: text(in: area))), .flexible(), .fixed(ShownText.clock(total).count),
      ], gap: 1)
  }

  func draw(on surface: inout Surface, in area: Rect) {
    guard !area.isEmpty else { return }
    surface.drawUnmirrored(in: area) { surface, area in
      let parts = parts(in: area)
      surface.clear(area, theme[.plain])
      surface.write(text(in: area), in: parts[0], theme[.plain])
      surface.write(ShownText.clock(total), in: parts[2], theme[.faint])
      drawLine(on: &surface, in: parts[1])
    }
  }

  private func drawLine(on surface: inout Surface, in area: Rect) {
    guard area.width > 0 else { return }
    surface.fill(area, with: "─", theme[.progressRest])
    guard let elapsed, let total, total > 0 else { return }
    let done = min(max(elapsed, 0), total) * (area.width - 1) / total
    surface.fill(Rect(area.x, area.y, done, area.height), with: "━", theme[.progressDone])
    for mark in marks {
      let column = mark.column(of: area.width)
      let style = theme[column < done ? .progressDone : .progressRest]
      surface.draw(Glyph("┼", width: 1), at: Point(area.x + column, area.y), style, in: area)
    }
    surface.write("●", at: Point(area.x + done, area.y), theme[.progressKnob], in: area)
  }
}

import TerminalKit

/// The level of the mix: the left channel in the upper half of the cells, the right one in the lower half.
struct MeterBar: Widget {
  let meters: MeterContent
  let theme: Theme

  func draw(on surface: inout Surface, in area: Rect) {
    guard !area.isEmpty else { return }
    surface.drawUnmirrored(in: area) { surface, area in
      let (left, right) = (cells(meters.left, area.width), cells(meters.right, area.width))
      for x in 0..<area.width {
        let character: Character =
          switch (x < left, x < right) {
          case (true, true): "█"
          case (true, false): "▀"
          case (false, true): "▄"
          case (false, false): "·"
          }
        let isOn = x < max(left, right)
        let look = isOn ? look(x, of: area.width) : theme[.meterRest]
        surface.draw(Glyph(character, width: 1), at: Point(area.x + x, area.y), look, in: area)
      }
    }
  }

  private func cells(_ level: Float, _ width: Int) -> Int {
    let share = 1 - level / MeterContent.floor
    return Int((min(max(share, 0), 1) * Float(width)).rounded())
  }

  /// Returns the style of a column: high for the top 3 dB, middle for the 9 dB below.
  private func look(_ x: Int, of width: Int) -> Style {
    let level = MeterContent.floor * (1 - (Float(x) + 0.5) / Float(width))
    if level > -3 { return theme[.meterHigh] }
    return level > -12 ? theme[.meterMiddle] : theme[.meterLow]
  }
}

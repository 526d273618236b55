import TerminalKit

/// The level of the mix: the left channel in the upper half of the cells, the right one in the lower half.
struct MeterBar: Widget {
  let meters: MeterContent
  let theme: Theme

  func draw(on surface: inout Surface, in area: Rect) {
    guard !area.isEmpty else { return }
    surface.drawUnmirrored(in: area) { surface, area in
      let bar = meters.bar(of: area.width)
      for x in 0..<area.width {
        let character: Character =
          switch (x < bar.x, x < bar.y) {
          case (true, true): "█"
          case (true, false): "▀"
          case (false, true): "▄"
          case (false, false): "·"
          }
        let isOn = x < bar.max()
        let look = isOn ? look(x, of: area.width) : theme[.meterRest]
        surface.draw(Glyph(character, width: 1), at: Point(area.x + x, area.y), look, in: area)
      }
    }
  }

  /// Returns the style of a column: high for the top 3 dB, middle for the 9 dB below.
  private func look(_ x: Int, of width: Int) -> Style {
    let level = MeterContent.floor * (1 - (Float(x) + 0.5) / Float(width))
    if level > -3 { return theme[.meterHigh] }
    return level > -12 ? theme[.meterMiddle] : theme[.meterLow]
  }
}

/// The spectrum: a bar for each band, low ones first.
struct SpectrumBars: Widget {
  /// dB.
  let bands: [Float]
  let theme: Theme

  /// The level of the lowest bar.
  private static let floor: Float = -72

  func draw(on surface: inout Surface, in area: Rect) {
    surface.drawUnmirrored(in: area) { surface, area in
      for x in 0..<area.width where !bands.isEmpty {
        let index = x * bands.count / area.width
        let share = 1 - bands[index] / SpectrumBars.floor
        VerticalBar(level: VerticalBar.level(share, rows: area.height), style: look(index))
          .draw(on: &surface, in: Rect(area.x + x, area.y, 1, area.height))
      }
    }
  }

  private func look(_ index: Int) -> Style {
    switch index * 3 / max(bands.count, 1) {
    case 0: theme[.waveLow]
    case 1: theme[.waveMiddle]
    default: theme[.waveHigh]
    }
  }
}

/// A bar that grows from the bottom in eighths of a row.
struct VerticalBar: Widget {
  /// Eighths of a row.
  let level: Int
  let style: Style

  /// The characters of 0 to 8 eighths.
  static let eighths = Array(" ▁▂▃▄▅▆▇█")

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

import TerminalKit

/// The track's whole waveform: how loud it is inside how far it goes, in the colours of its bands; what has been played
/// is bright. Where there is room for it, above and below a middle line; else upwards alone.
struct WaveformBand: Widget {
  let waveform: WaveformContent
  /// 0…1.
  let played: Double
  let theme: Theme

  /// Rows from which on both halves are drawn.
  private static let leastRowsForBoth = 3

  func draw(on surface: inout Surface, in area: Rect) {
    let inks = WaveformInks(theme, balance: waveform.balance)
    surface.drawUnmirrored(in: area) { surface, area in
      let place = Int(played * Double(area.width))
      for x in 0..<area.width {
        let column = waveform.column(x, of: area.width)
        let ink = x == place ? inks.cursor : inks.ink(for: column.bands, isPlayed: x < place)
        for (y, cell) in cells(column, rows: area.height, ink).enumerated() {
          // The place is seen in silence too.
          let isLine = x == place && cell.character == " "
          let glyph = Glyph(isLine ? "│" : cell.character, width: 1)
          surface.put(glyph, at: Point(area.x + x, area.y + y), cell.style, in: area)
        }
      }
    }
  }

  /// The column from its top to its bottom.
  private func cells(_ column: WaveformContent.Column, rows: Int, _ ink: WaveformInk) -> [Cell] {
    guard rows >= WaveformBand.leastRowsForBoth else {
      // Shades would leave nothing of the height.
      let rms = ink.shades == nil ? column.rms : column.peak
      return half(column.peak, rms, rows: rows, least: 1, ink.unshaded).reversed()
    }
    let below = half(column.bottom, column.rms, rows: rows / 2, least: 0, ink.downwards)
    return half(column.top, column.rms, rows: rows - rows / 2, least: 1, ink).reversed() + below
  }

  /// The share of the room: between that of the level and that of its decibels, or quiet places could not be seen.
  private func height(_ level: Float) -> Float {
    let share = min(max(level / waveform.loudest, 0), 1)
    return share.squareRoot() * 0.6 + share * 0.4
  }

  /// From the middle outwards.
  private func half(_ peak: Float, _ rms: Float, rows: Int, least: Int, _ ink: WaveformInk) -> [Cell] {
    let whole = max(VerticalBar.level(height(peak), rows: rows), least)
    let inner = min(VerticalBar.level(height(rms), rows: rows), whole)
    return (0..<rows).map { row in
      func level(_ level: Int) -> Int { min(max(level - row * 8, 0), 8) }
      return ink.cell(inner: level(inner), whole: level(whole))
    }
  }
}

import TerminalKit

/// The waveform of the track: level inside peak, in the colours of its bands. The played part is bright. With enough
/// rows it is drawn above and below a middle line, otherwise upwards only.
struct WaveformBand: Widget {
  let waveform: WaveformContent
  /// The part that was played, 0 to 1.
  let played: Double
  /// The repeated range, whose ends are marked; nil if there is none.
  var loop: ClosedRange<Double>?
  /// The marks of the song, which are named in the top row if there are several rows.
  var marks: [SongTick] = []
  let theme: Theme

  /// The minimum number of rows in which both halves are drawn.
  private static let leastRowsForBoth = 3

  func draw(on surface: inout Surface, in area: Rect) {
    let styles = WaveformTheme(theme, balance: waveform.balance)
    surface.drawUnmirrored(in: area) { surface, area in
      let place = Int(played * Double(area.width))
      for x in 0..<area.width {
        let column = waveform.column(x, of: area.width)
        let style = x == place ? styles.cursor : styles.style(for: column.bands, isPlayed: x < place)
        let cells = cells(column, rows: area.height, style)
        for y in cells.indices {
          let cell = cells[y]
          // The position is visible in silence too.
          let isLine = x == place && cell.character == " "
          let glyph = isLine ? Glyph("│", width: 1) : Glyph(cell.text, width: 1)
          surface.draw(glyph, at: Point(area.x + x, area.y + y), cell.style, in: area)
        }
      }
      drawLoop(on: &surface, in: area)
      guard !marks.isEmpty, area.height > 1 else { return }
      MarkTicks(marks: marks.map { ($0.column(of: area.width), $0.name) }, theme: theme)
        .draw(on: &surface, in: area.row(0))
    }
  }

  /// Marks the ends of the repeated range in the bottom row.
  private func drawLoop(on surface: inout Surface, in area: Rect) {
    guard let loop, area.width > 0, area.height > 0 else { return }
    let (first, last) = (column(of: loop.lowerBound, area.width), column(of: loop.upperBound, area.width))
    let y = area.y + area.height - 1
    surface.draw(Glyph("[", width: 1), at: Point(area.x + first, y), theme[.brand], in: area)
    // A range of one column shows its end.
    surface.draw(Glyph("]", width: 1), at: Point(area.x + last, y), theme[.brand], in: area)
  }

  private func column(of share: Double, _ width: Int) -> Int {
    min(max(Int(share * Double(width)), 0), width - 1)
  }

  /// Draws a column from top to bottom.
  private func cells(_ column: WaveformContent.Column, rows: Int, _ style: WaveformStyle) -> [Cell] {
    var other = style
    guard rows >= WaveformBand.leastRowsForBoth else {
      // Shades would hide the height.
      other.shades = nil
      let rms = style.shades == nil ? column.rms : column.peak
      return half(column.peak, rms, rows: rows, least: 1, other).reversed()
    }
    other.isDownwards = true
    let below = half(column.bottom, column.rms, rows: rows / 2, least: 0, other)
    return half(column.top, column.rms, rows: rows - rows / 2, least: 1, style).reversed() + below
  }

  /// Returns the height of a level, between linear and logarithmic, so that quiet parts are visible.
  private func height(_ level: Float) -> Float {
    let share = min(max(level / waveform.loudest, 0), 1)
    return share.squareRoot() * 0.6 + share * 0.4
  }

  /// Draws from the middle outwards.
  private func half(_ peak: Float, _ rms: Float, rows: Int, least: Int, _ style: WaveformStyle) -> [Cell] {
    let whole = max(VerticalBar.level(height(peak), rows: rows), least)
    let inner = min(VerticalBar.level(height(rms), rows: rows), whole)
    var cells: [Cell] = []
    cells.reserveCapacity(rows)
    for row in 0..<rows {
      func level(_ level: Int) -> Int { min(max(level - row * 8, 0), 8) }
      cells.append(style.cell(inner: level(inner), whole: level(whole)))
    }
    return cells
  }
}

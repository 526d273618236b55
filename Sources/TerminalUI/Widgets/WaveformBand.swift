import TerminalKit

/// The track's whole waveform, as bars in eighths of a row; what has been played in the colour of its strongest band.
struct WaveformBand: Widget {
  let waveform: WaveformContent
  /// 0…1.
  let played: Double
  let theme: Theme

  func draw(on surface: inout Surface, in area: Rect) {
    surface.drawUnmirrored(in: area) { surface, area in
      let place = Int(played * Double(area.width))
      for x in 0..<area.width {
        let column = waveform.column(x, of: area.width)
        let level = VerticalBar.level(column.peak, rows: area.height)
        let look = x == place ? theme[.waveCursor] : (x < place ? look(column.band) : theme[.waveRest])
        VerticalBar(level: max(level, 1), style: look)
          .draw(on: &surface, in: Rect(area.x + x, area.y, 1, area.height))
      }
    }
  }

  private func look(_ band: WaveformContent.Band) -> Style {
    switch band {
    case .low: theme[.waveLow]
    case .middle: theme[.waveMiddle]
    case .high: theme[.waveHigh]
    }
  }
}

extension WaveformContent {
  /// The highest of the columns that fall into one of so many.
  func column(_ index: Int, of width: Int) -> Column {
    let first = index * columns.count / max(width, 1)
    let end = max((index + 1) * columns.count / max(width, 1), first + 1)
    guard first < columns.count else { return Column(peak: 0, rms: 0, band: .middle) }
    return columns[first..<min(end, columns.count)].max { $0.peak < $1.peak } ?? columns[first]
  }
}

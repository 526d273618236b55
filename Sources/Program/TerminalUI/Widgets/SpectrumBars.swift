import TerminalKit

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

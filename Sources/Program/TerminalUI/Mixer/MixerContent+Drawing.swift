import Application
import Studio
import TerminalKit

/// Draws the mixer: strips side by side, or the chosen strip or an effect as a list.
extension MixerContent: LayerContent {
  package var pane: Pane? { .mixer }

  package var isMoving: Bool {
    strips.contains { $0.meter.map { max($0.left, $0.right) > MeterContent.floor } ?? false }
  }

  package func draw(on surface: inout Surface, in area: Rect, theme: Theme) {
    guard area.width >= 20, area.height >= 4 else { return }
    let layout = MixerLayout(self, in: area)
    surface.drawBox(layout.list?.heading ?? heading, layout.box, hints: hints, theme)
    if let list = layout.list {
      draw(list, layout, on: &surface, theme)
    } else {
      for column in layout.columns { draw(column, on: &surface, theme) }
    }
    ChainPicture(chain: chain, theme: theme).draw(on: &surface, in: layout.chain)
    drawMoves(layout.moves, on: &surface, theme)
  }

  // MARK: The moves

  private func drawMoves(_ parts: [Rect], on surface: inout Surface, _ theme: Theme) {
    guard parts.count == Move.allCases.count + 3 else { return }
    surface.write("sweep", in: parts[0], theme[.plain])
    drawBar((sweep + 100) / 200, on: &surface, in: parts[1], theme)
    surface.write(MixerText.sweep(sweep), in: parts[2], theme[.plain])
    for (move, part) in zip(Move.allCases, parts.dropFirst(3)) {
      surface.write(" \(move.rawValue) ", in: part, theme[held.contains(move) ? .activeTab : .plain])
    }
  }

  // MARK: A list

  private func draw(_ list: List, _ layout: MixerLayout, on surface: inout Surface, _ theme: Theme) {
    if let meter = chosen.meter {
      MeterBar(meters: meter, theme: theme).draw(on: &surface, in: layout.meter)
    }
    for (index, row) in list.rows.dropFirst(layout.firstItem).prefix(layout.items.height).enumerated() {
      let parts = layout.parts(ofItem: index)
      surface.write(row.name, in: parts[0], theme[row.isOff ? .faint : .plain])
      surface.write(row.text, in: parts[1], theme[.plain], .trailing)
      if layout.firstItem + index == list.selection {
        surface.restyle(layout.items.row(index)) { $0 = theme[.selectedRow] }
      }
      if let share = row.share { drawBar(share, on: &surface, in: parts[2], theme) }
    }
  }

  private func drawBar(_ share: Double, on surface: inout Surface, in area: Rect, _ theme: Theme) {
    guard area.width > 0 else { return }
    let place = MixerContent.cell(share, of: area.width)
    surface.fill(area, with: "─", theme[.progressRest])
    surface.fill(Rect(area.x, area.y, place, 1), with: "━", theme[.progressDone])
    surface.write("●", at: Point(area.x + place, area.y), theme[.progressKnob], in: area)
  }

  /// Returns the cell of a place in a range.
  private static func cell(_ share: Double, of count: Int) -> Int {
    Int((min(max(share, 0), 1) * Double(max(count - 1, 0))).rounded())
  }

  // MARK: A strip

  private func draw(_ column: MixerLayout.Column, on surface: inout Surface, _ theme: Theme) {
    let strip = strips[column.strip]
    let isChosen = column.strip == selection
    surface.write(strip.name, in: column.name, theme[.heading])
    if isChosen { surface.restyle(column.name) { $0 = theme[.activeTab] } }
    surface.write(strip.states, in: column.states, theme[.warning])
    if let share = strip.rows.first?.share { drawFader(share, on: &surface, in: column.fader, theme) }
    if let meter = strip.meter { draw(meter, on: &surface, in: column.meter, theme) }
    for (index, row) in strip.rows.dropFirst(column.firstRow).prefix(column.rows.height).enumerated() {
      let line = column.rows.row(index)
      surface.write(row.short, in: line, theme[row.isOff ? .faint : .plain])
      if isChosen, column.firstRow + index == self.row { surface.restyle(line) { $0 = theme[.selectedRow] } }
    }
  }

  private func drawFader(_ share: Double, on surface: inout Surface, in area: Rect, _ theme: Theme) {
    let place = area.height - 1 - MixerContent.cell(share, of: area.height)
    let x = area.x + 1
    for y in 0..<area.height {
      let (text, slot): (String, Theme.Slot) =
        y == place ? ("●", .progressKnob) : y < place ? ("│", .progressRest) : ("┃", .progressDone)
      surface.write(text, at: Point(x, area.y + y), theme[slot], in: area)
    }
  }

  /// Draws a meter, the left channel on the left in every layout direction.
  private func draw(_ meter: MeterContent, on surface: inout Surface, in area: Rect, _ theme: Theme) {
    surface.drawUnmirrored(in: area) { surface, area in
      for (index, level) in [meter.left, meter.right].enumerated() {
        let share = 1 - level / MeterContent.floor
        let slot: Theme.Slot = level > -3 ? .meterHigh : level > -12 ? .meterMiddle : .meterLow
        VerticalBar(level: VerticalBar.level(share, rows: area.height), style: theme[slot])
          .draw(on: &surface, in: Rect(area.x + index, area.y, 1, area.height))
      }
    }
  }
}

import Dubbing
import TerminalKit

/// Draws bars, waveform and hits by time, from left to right in every layout direction.
extension TimelineContent: LayerContent {
  package var pane: Pane? { .timeline }

  /// Milliseconds; a hit that is nearer to its step has no sign.
  private static let exact = 2.0
  static let levels = Array("▁▂▃▄▅▆▇█")
  static let levelGlyphs = levels.map { Glyph($0, width: 1) }

  package func draw(on surface: inout Surface, in area: Rect, theme: Theme) {
    guard area.width >= 2, area.height >= 2 else { return }
    surface.clear(area, theme[.plain])
    Border(style: theme[.rule]).draw(on: &surface, in: area)
    let layout = TimelineLayout(self, in: area)
    guard layout.hasRoom else {
      let line = Rect(area.x + 1, area.y + 1, area.width - 2, 1)
      return surface.write(needed: TimelineLayout.leastSize, of: area, in: line, theme)
    }
    surface.write(
      " \(heading) ".fitted(to: area.width - 4), at: Point(area.x + 2, area.y), theme[.heading],
      in: area)
    surface.drawUnmirrored(in: area) { surface, area in
      let layout = TimelineLayout(self, in: area)
      drawRuler(on: &surface, in: layout.ruler, theme)
      drawWave(on: &surface, in: layout.wave, theme)
      drawSongMarks(layout, on: &surface, theme)
      for row in 0..<layout.lanes.height { drawLane(row, layout, on: &surface, theme) }
      drawBand(layout, on: &surface, theme)
      drawCursor(layout, on: &surface, theme)
      surface.write(status, in: layout.status, theme[.plain])
    }
    Rect(area.x + 2, area.endY - 1, area.width - 4, 1).drawHints(hints, theme, on: &surface)
  }

  // MARK: Time

  private func drawRuler(on surface: inout Surface, in area: Rect, _ theme: Theme) {
    for column in marks.indices where marks[column] == .beat {
      surface.draw(Glyph("·", width: 1), at: Point(area.x + column, area.y), theme[.faint], in: area)
    }
    for (column, number) in bars {
      surface.write("│\(number)", at: Point(area.x + column, area.y), theme[.heading], in: area)
    }
    for (range, slot) in [(loop, Theme.Slot.markedRow), (punch, .error)] {
      guard let range else { continue }
      let columns = range.clamped(to: 0..<area.width)
      surface.restyle(Rect(area.x + columns.lowerBound, area.y, columns.count, 1)) { $0 = theme[slot] }
      drawEnd(slot == .error ? "{" : "[", range.lowerBound, theme[slot], on: &surface, in: area)
      drawEnd(slot == .error ? "}" : "]", range.upperBound - 1, theme[slot], on: &surface, in: area)
    }
  }

  private func drawEnd(
    _ end: Character, _ column: Int, _ style: Style, on surface: inout Surface, in area: Rect
  ) {
    guard (0..<area.width).contains(column) else { return }
    surface.draw(Glyph(end, width: 1), at: Point(area.x + column, area.y), style, in: area)
  }

  private func drawWave(on surface: inout Surface, in area: Rect, _ theme: Theme) {
    guard let waveform, area.height > 0 else { return }
    let played = playhead.map { (Double($0) + 0.5) / Double(max(area.width, 1)) } ?? 0
    WaveformBand(waveform: waveform, played: min(max(played, -1), 2), theme: theme).draw(
      on: &surface, in: area)
  }

  /// Names the marks of the song in the top row of the waveform, or between the numbers of the bars if it has one row.
  private func drawSongMarks(_ layout: TimelineLayout, on surface: inout Surface, _ theme: Theme) {
    let area = layout.wave.height > 1 ? layout.wave.row(0) : layout.ruler
    MarkTicks(marks: songMarks, theme: theme).draw(on: &surface, in: area)
  }

  // MARK: Hits

  private func drawLane(_ row: Int, _ layout: TimelineLayout, on surface: inout Surface, _ theme: Theme) {
    let index = layout.firstLane + row
    guard lanes.indices.contains(index) else { return }
    let (lane, line) = (lanes[index], layout.lanes.row(row))
    let slot = TimelineContent.slot(of: lane)
    let name = layout.names.row(row)
    surface.write(
      lane.curve == nil ? lane.name : lane.name.fittedAtStart(to: name.width), in: name, theme[slot])
    if index == chosen { surface.restyle(name) { $0 = theme[.selectedRow] } }
    if let curve = lane.curve {
      for column in 0..<min(curve.cells.count, line.width)
      where curve.values != nil || curve.cells[column].share == nil {
        let (character, style) = glyph(Cell(), column, lane, theme[slot], theme)
        let point = Point(line.x + column, line.y)
        if character != " " { surface.draw(Glyph(character, width: 1), at: point, style, in: line) }
      }
      if let values = curve.values { return draw(values, of: curve, on: &surface, in: line, theme) }
      return draw(curve, isHeard: lane.isHeard, on: &surface, in: line, theme)
    }
    for column in 0..<min(lane.cells.count, line.width) {
      let (cell, point) = (lane.cells[column], Point(line.x + column, line.y))
      let (character, style) = glyph(cell, column, lane, theme[slot], theme)
      if character != " " { surface.draw(Glyph(character, width: 1), at: point, style, in: line) }
      if cell.velocity > 0, showsSteps { drawLateness(cell, after: column, on: &surface, in: line, theme) }
    }
  }

  private static func slot(of lane: Lane) -> Theme.Slot {
    if !lane.isHeard { return .faint }
    guard let pad = lane.lane.pad, HitColumns.padRange.contains(pad) else { return .plain }
    return Theme.Slot(rawValue: Theme.Slot.pad1.rawValue + (pad - 1) % 8) ?? .pad1
  }

  private func glyph(
    _ cell: Cell, _ column: Int, _ lane: Lane, _ style: Style, _ theme: Theme
  ) -> (Character, Style) {
    func level(_ velocity: Int) -> Character {
      TimelineContent.levels[(velocity - 1) * TimelineContent.levels.count / 127]
    }
    if cell.velocity > 0 {
      let shown = cell.isCopy ? theme[.faint] : cell.isSelected ? theme[.selectedRow] : style
      return (level(cell.velocity), shown)
    }
    if cell.songVelocity > 0 { return (level(cell.songVelocity), theme[.faint]) }
    if cell.isHeld { return ("─", style) }
    if lane.sound?.contains(column) == true { return (TimelineContent.soundGlyph(lane.peaks, column), style) }
    if column == playhead { return ("│", theme[.waveCursor]) }
    switch marks[column] {
    case .bar: return ("│", theme[.rule])
    case .beat: return (showsSteps ? ":" : "·", theme[.faint])
    case .step: return ("·", theme[.faint])
    case .none: return (" ", style)
    }
  }

  /// Returns the character for the level of recorded sound in a column.
  private static func soundGlyph(_ peaks: [Float], _ column: Int) -> Character {
    guard peaks.indices.contains(column) else { return "▒" }
    let level = Int((min(peaks[column], 1) * Float(levels.count)).rounded(.up))
    return level == 0 ? "▁" : levels[level - 1]
  }

  /// Shows on which side of its step a hit is, if there is room before the next step.
  private func drawLateness(
    _ cell: Cell, after column: Int, on surface: inout Surface, in line: Rect, _ theme: Theme
  ) {
    let next = column + 1
    guard abs(cell.lateness) > TimelineContent.exact, next < line.width, marks.indices.contains(next),
      marks[next] == .none
    else {
      return
    }
    let sign: Character = cell.lateness < 0 ? "<" : ">"
    surface.draw(Glyph(sign, width: 1), at: Point(line.x + next, line.y), theme[.warning], in: line)
  }

  private func drawCursor(_ layout: TimelineLayout, on surface: inout Surface, _ theme: Theme) {
    guard (0..<layout.lanes.width).contains(cursor) else { return }
    let x = layout.lanes.x + cursor
    let row = chosen - layout.firstLane
    surface.restyle(Rect(x, layout.ruler.y, 1, 1)) { $0 = theme[.cursor] }
    if (0..<layout.lanes.height).contains(row) {
      surface.restyle(Rect(x, layout.lanes.y + row, 1, 1)) { $0 = theme[.cursor] }
    }
  }
}

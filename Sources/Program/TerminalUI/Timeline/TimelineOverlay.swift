import Application
import Dubbing
import TerminalKit

/// The overlay of the timeline: bars, waveform and hits by time, from left to right in every layout direction.
struct TimelineOverlay: Widget {
  /// Milliseconds; a hit that is nearer to its step has no sign.
  private static let exact = 2.0
  private static let levels = Array("▁▂▃▄▅▆▇█")

  let content: TimelineContent
  let theme: Theme

  func draw(on surface: inout Surface, in area: Rect) {
    guard area.width >= 2, area.height >= 2 else { return }
    surface.clear(area, theme[.plain])
    Border(style: theme[.rule]).draw(on: &surface, in: area)
    let layout = TimelineLayout(content, in: area)
    guard layout.hasRoom else {
      let line = Rect(area.x + 1, area.y + 1, area.width - 2, 1)
      return surface.write(needed: TimelineLayout.leastSize, of: area, in: line, theme)
    }
    surface.write(
      " \(content.heading) ".fitted(to: area.width - 4), at: Point(area.x + 2, area.y), theme[.heading],
      in: area)
    surface.drawUnmirrored(in: area) { surface, area in
      let layout = TimelineLayout(content, in: area)
      drawRuler(on: &surface, in: layout.ruler)
      drawWave(on: &surface, in: layout.wave)
      for row in 0..<layout.lanes.height { drawLane(layout.firstLane + row, layout, row, on: &surface) }
      drawCursor(layout, on: &surface)
      surface.write(content.status, in: layout.status, theme[.plain])
    }
    Rect(area.x + 2, area.endY - 1, area.width - 4, 1).drawHints(content.hints, theme, on: &surface)
  }

  // MARK: Time

  private func drawRuler(on surface: inout Surface, in area: Rect) {
    for (column, mark) in content.marks.enumerated() where mark == .beat {
      surface.draw(Glyph("·", width: 1), at: Point(area.x + column, area.y), theme[.faint], in: area)
    }
    for (column, number) in content.bars {
      surface.write("│\(number)", at: Point(area.x + column, area.y), theme[.heading], in: area)
    }
    for (range, slot) in [(content.loop, Theme.Slot.markedRow), (content.punch, .error)] {
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

  private func drawWave(on surface: inout Surface, in area: Rect) {
    guard let waveform = content.waveform, area.height > 0 else { return }
    let played = content.playhead.map { (Double($0) + 0.5) / Double(max(area.width, 1)) } ?? 0
    WaveformBand(waveform: waveform, played: min(max(played, -1), 2), theme: theme).draw(
      on: &surface, in: area)
  }

  // MARK: Hits

  private func drawLane(_ index: Int, _ layout: TimelineLayout, _ row: Int, on surface: inout Surface) {
    guard content.lanes.indices.contains(index) else { return }
    let (lane, line) = (content.lanes[index], layout.lanes.row(row))
    let slot = TimelineOverlay.slot(of: lane)
    let name = layout.names.row(row)
    surface.write(lane.name, in: name, theme[slot])
    if index == content.chosen { surface.restyle(name) { $0 = theme[.selectedRow] } }
    for (column, cell) in lane.cells.enumerated() where column < line.width {
      let point = Point(line.x + column, line.y)
      let (character, style) = glyph(cell, column, lane, theme[slot])
      if character != " " { surface.draw(Glyph(character, width: 1), at: point, style, in: line) }
      if cell.velocity > 0, content.showsSteps { drawLateness(cell, after: column, on: &surface, in: line) }
    }
  }

  private static func slot(of lane: TimelineContent.Lane) -> Theme.Slot {
    if !lane.isHeard { return .faint }
    guard let pad = lane.lane.pad, HitColumns.padRange.contains(pad) else { return .plain }
    let slots: [Theme.Slot] = [.pad1, .pad2, .pad3, .pad4, .pad5, .pad6, .pad7, .pad8]
    return slots[(pad - 1) % slots.count]
  }

  private func glyph(
    _ cell: TimelineContent.Cell, _ column: Int, _ lane: TimelineContent.Lane, _ style: Style
  ) -> (Character, Style) {
    if cell.velocity > 0 {
      let level = (cell.velocity - 1) * TimelineOverlay.levels.count / 127
      let shown = cell.isCopy ? theme[.faint] : cell.isSelected ? theme[.selectedRow] : style
      return (TimelineOverlay.levels[level], shown)
    }
    if cell.isHeld { return ("─", style) }
    if lane.sound?.contains(column) == true { return (TimelineOverlay.soundGlyph(lane.peaks, column), style) }
    if column == content.playhead { return ("│", theme[.waveCursor]) }
    switch content.marks[column] {
    case .bar: return ("│", theme[.rule])
    case .beat: return (content.showsSteps ? ":" : "·", theme[.faint])
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
    _ cell: TimelineContent.Cell, after column: Int, on surface: inout Surface, in line: Rect
  ) {
    let next = column + 1
    guard abs(cell.lateness) > TimelineOverlay.exact, next < line.width, content.marks.indices.contains(next),
      content.marks[next] == .none
    else {
      return
    }
    let sign: Character = cell.lateness < 0 ? "<" : ">"
    surface.draw(Glyph(sign, width: 1), at: Point(line.x + next, line.y), theme[.warning], in: line)
  }

  private func drawCursor(_ layout: TimelineLayout, on surface: inout Surface) {
    guard (0..<layout.lanes.width).contains(content.cursor) else { return }
    let x = layout.lanes.x + content.cursor
    let row = content.chosen - layout.firstLane
    surface.restyle(Rect(x, layout.ruler.y, 1, 1)) { $0 = theme[.cursor] }
    if (0..<layout.lanes.height).contains(row) {
      surface.restyle(Rect(x, layout.lanes.y + row, 1, 1)) { $0 = theme[.cursor] }
    }
  }
}

extension TimelineContent {
  package var pane: Pane? { .timeline }

  package func draw(on surface: inout Surface, in area: Rect, theme: Theme) {
    TimelineOverlay(content: self, theme: theme).draw(on: &surface, in: area)
  }
}

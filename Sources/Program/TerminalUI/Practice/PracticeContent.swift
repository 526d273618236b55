import Application
import Dubbing
import TerminalKit

package struct PracticeContent: Hashable, Sendable {
  /// The figures of a pad or of a place in the bar.
  struct Row: Hashable, Sendable {
    var name: String
    var figures: HitTiming.Figures
  }

  /// The figures of all hits in one line.
  struct Summary: Hashable, Sendable {
    var name: String
    var line: String
  }

  let heading: String
  /// The figures of the last bars, and those of the whole pass.
  let summaries: [Summary]
  /// The index of the summary whose histogram, pads and places are shown.
  let shown: Int
  /// The number of hits in each of the equal parts of a step, from half a step early to half a step late.
  let histogram: [Int]
  /// Half of the longest step in seconds.
  let halfStep: Double
  let pads: [Row]
  let places: [Row]
  let firstRow: Int
  let hasHits: Bool

  @MainActor
  init(_ layer: PracticeLayer, pads names: [PadContent]) {
    let practice = layer.practice
    let (last, all) = (practice.log.timing(ofLast: practice.bars), practice.log.all)
    let timing = layer.showsPass ? all : last
    heading = "Practice · \(PracticeText.parts(timing.division))"
    summaries = [
      Summary(
        name: "last \(ShownText.count(practice.bars, "bar", "bars"))", line: PracticeText.line(last)),
      Summary(name: "whole pass", line: PracticeText.line(all)),
    ]
    shown = layer.showsPass ? 1 : 0
    histogram = timing.histogram
    halfStep = max(timing.steps?.upperBound ?? 1, 0.001) / 2
    pads = timing.pads.sorted { $0.key < $1.key }.map { number, figures in
      let name = names.indices.contains(number - 1) ? names[number - 1].name : ""
      return Row(name: name.isEmpty ? "pad \(number)" : name, figures: figures)
    }
    places = timing.places.sorted { $0.key < $1.key }.map { place, figures in
      let beat = PracticeText.beat(place, division: timing.division)
      return Row(name: "beat \(ShownText.decimal(beat))", figures: figures)
    }
    firstRow = layer.firstRow
    hasHits = all.all.hits > 0
  }
}

struct PracticeLayout {
  static let leastSize = Size(40, 9)
  private static let largest = Size(96, 32)
  /// The maximum number of rows of the histogram.
  private static let highest = 8

  let box: Rect
  let summaries: Rect
  let histogram: Rect
  /// The numbers below the histogram.
  let axis: Rect
  /// The pads and the places, side by side if there is room.
  let lists: [Rect]
  let hasRoom: Bool

  init(in area: Rect) {
    hasRoom = area.size.holds(PracticeLayout.leastSize)
    box = area.box(PracticeLayout.largest)
    let inner = box.inset(2, 1)
    let high = min(max((inner.height - 4) / 2, 2), PracticeLayout.highest)
    let rows = inner.rows([.fixed(2), .fixed(high), .fixed(1), .fixed(1), .flexible()])
    (summaries, axis) = (rows[0], rows[2])
    histogram = rows[1]
    lists = inner.width >= 64 ? rows[4].columns([.flexible(), .flexible()], gap: 3) : [rows[4]]
  }

  func rows(_ pads: Int, _ places: Int) -> Int { lists.count == 2 ? max(pads, places) : pads + places }
}

extension PracticeContent: LayerContent {
  package func draw(on surface: inout Surface, in area: Rect, theme: Theme) {
    let layout = PracticeLayout(in: area)
    guard layout.box.width >= 10, layout.box.height >= 3 else { return }
    surface.drawBox(heading, layout.box, theme)
    guard layout.hasRoom else {
      let line = layout.box.inset(2, 1).row(0)
      return surface.write(needed: PracticeLayout.leastSize, of: area, in: line, theme)
    }
    drawSummaries(on: &surface, in: layout.summaries, theme)
    guard hasHits else {
      let text = "strike pads while the metronome is heard, or music whose beats were tapped or found"
      for (line, place) in zip(text.wrapped(to: layout.histogram.width), layout.histogram.lines) {
        surface.write(line, in: place, theme[.faint])
      }
      return
    }
    drawHistogram(on: &surface, layout, theme)
    drawLists(on: &surface, layout, theme)
  }

  private func drawSummaries(on surface: inout Surface, in area: Rect, _ theme: Theme) {
    for (index, summary) in summaries.enumerated() {
      let parts = area.row(index).columns([.fixed(15), .flexible()], gap: 1)
      let style = theme[index == shown ? .currentRow : .plain]
      surface.write("\(index == shown ? "▸" : " ") \(summary.name)", in: parts[0], style)
      surface.write(summary.line, in: parts[1], style)
    }
  }

  // MARK: The histogram

  /// Draws a bar for each part of a step, from early to late, and the axis below.
  private func drawHistogram(on surface: inout Surface, _ layout: PracticeLayout, _ theme: Theme) {
    let (area, count) = (layout.histogram, histogram.count)
    let width = max(area.width / count, 1)
    let left = area.x + (area.width - width * count) / 2
    let most = Float(max(histogram.max() ?? 0, 1))
    for (index, hits) in histogram.enumerated() {
      // A part with a single hit stays visible.
      let level = max(VerticalBar.level(Float(hits) / most, rows: area.height), hits > 0 ? 1 : 0)
      let columns = Rect(left + index * width, area.y, width > 2 ? width - 1 : width, area.height)
      for x in columns.columns {
        VerticalBar(level: level, style: theme[.waveMiddle]).draw(
          on: &surface, in: Rect(x, area.y, 1, area.height))
      }
    }
    let axis = Rect(left, layout.axis.y, width * count, 1)
    surface.fill(axis, with: "─", theme[.progressRest])
    let isShort = axis.width < 32
    surface.write(isShort ? "−0.5" : "−0.5 step early", at: axis.origin, theme[.faint], in: axis)
    surface.write("0", at: Point(axis.x + axis.width / 2, axis.y), theme[.padName], in: axis)
    surface.write(isShort ? "+0.5" : "late +0.5 step", in: axis, theme[.faint], .trailing)
  }

  // MARK: Pads and places

  private func drawLists(on surface: inout Surface, _ layout: PracticeLayout, _ theme: Theme) {
    if layout.lists.count == 2 {
      draw(pads, on: &surface, in: layout.lists[0], theme)
      draw(places, on: &surface, in: layout.lists[1], theme)
    } else {
      draw(pads + places, on: &surface, in: layout.lists[0], theme)
    }
  }

  private func draw(_ rows: [Row], on surface: inout Surface, in area: Rect, _ theme: Theme) {
    for (index, row) in rows.dropFirst(firstRow).prefix(area.height).enumerated() {
      let parts = area.row(index).columns([.fixed(9), .fixed(6), .fixed(5), .fixed(4), .flexible()], gap: 1)
      surface.write(row.name, in: parts[0], theme[.plain])
      surface.write(PracticeText.tenths(row.figures.mean), in: parts[1], theme[.plain], .trailing)
      surface.write(
        "±\(PracticeText.tenths(row.figures.spread).dropFirst())", in: parts[2], theme[.faint], .trailing)
      surface.write("\(row.figures.hits)×", in: parts[3], theme[.faint], .trailing)
      drawRange(row.figures, on: &surface, in: parts[4], theme)
    }
  }

  /// Draws the mean as a dot and the spread as a line, on a scale from half a step early to half a step late.
  private func drawRange(
    _ figures: HitTiming.Figures, on surface: inout Surface, in area: Rect, _ theme: Theme
  ) {
    guard area.width >= 7 else { return }
    let line = Rect(area.x, area.y, (area.width - 1) / 2 * 2 + 1, 1)
    func column(_ seconds: Double) -> Int {
      let share = (min(max(seconds / halfStep, -1), 1) + 1) / 2
      return line.x + Int((share * Double(line.width - 1)).rounded())
    }
    surface.fill(line, with: "·", theme[.progressRest])
    let (start, end) = (column(figures.mean - figures.spread), column(figures.mean + figures.spread))
    surface.fill(Rect(start, line.y, end - start + 1, 1), with: "─", theme[.waveMiddle])
    let middle = column(0)
    let isCrossed = (start...end).contains(middle)
    surface.write(isCrossed ? "┼" : "│", at: Point(middle, line.y), theme[.faint], in: line)
    surface.write("●", at: Point(column(figures.mean), line.y), theme[.padName], in: line)
  }
}

extension PlayerScreen {
  /// The largest first row of the list of pads and places of practice.
  var lastPracticeRow: Int {
    guard let layer = session.layer(PracticeLayer.self) else { return 0 }
    let timing = layer.practice.log.all
    let places = PracticeLayout(in: layout.overlay)
    return max(places.rows(timing.pads.count, timing.places.count) - places.lists[0].height, 0)
  }
}

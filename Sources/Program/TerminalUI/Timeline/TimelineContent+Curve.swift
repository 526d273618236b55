import Application
import Dubbing
import TerminalKit

/// Curves of lanes. The height of a column is the value at its end.
extension TimelineContent.Lane {
  /// Creates the row of a lane. Reads a few points of each column, which binary search finds. If the range of the lane is not
  /// known, reads all visible points.
  ///
  /// - Parameters:
  ///   - frames: the first frames of the columns, and of the one behind the last; empty for a row that is not seen.
  ///   - selected: the frames of the points of the lane that are selected.
  @MainActor
  init(
    _ row: TimelineLane, _ id: Lane.ID, _ layer: TimelineLayer, _ take: Take?, _ view: TimelineViewport,
    frames: [Int], selected: Set<Int>
  ) {
    guard !frames.isEmpty else {
      self.init(
        lane: row, name: id.address, isHeard: true, cells: [],
        curve: TimelineContent.Curve(cells: [], lowest: "", highest: ""))
      return
    }
    let (lane, known) = (take?.lane(id) ?? Lane(id), layer.application.scale(ofLane: id.address))
    let owner = id.layer.flatMap { take?.layer($0) }
    let isHeard = known != nil && owner.flatMap { take?.sounds($0) } ?? true
    func scale(_ places: Range<Int>) -> LaneScale { known ?? layer.application.scale(of: lane, at: places) }
    let source = CurveCache.Source(lane: lane, viewport: view, scale: known, selected: selected)
    var curve = layer.curves.curve(of: source) { Self.curve(source, frames, scale) }
    if layer.showsSteps {
      let places = lane.first(from: frames[0])..<lane.first(from: frames[view.columns])
      curve.values = Self.values(of: lane, scale(places), layer, view)
    }
    self.init(lane: row, name: id.address, isHeard: isHeard, cells: [], curve: curve)
  }

  /// - Parameter scale: returns the scale of a lane of which points at some places are shown.
  private static func curve(
    _ source: CurveCache.Source, _ frames: [Int], _ scale: (Range<Int>) -> LaneScale
  ) -> TimelineContent.Curve {
    let (lane, view, selected) = (source.lane, source.viewport, source.selected)
    let edges = frames.map(lane.first(from:))
    let scale = scale(max(edges[0] - 1, 0)..<edges[view.columns])
    var cells: [TimelineContent.Curve.Cell] = []
    cells.reserveCapacity(view.columns)
    for column in 0..<view.columns {
      let places = edges[column]..<edges[column + 1]
      let value =
        places.isEmpty
        ? lane.value(at: max(view.frame(ofColumn: column), frames[column]))
        : lane.values[places.upperBound - 1]
      let isSelected =
        !selected.isEmpty
        && places.prefix(mostPoints).contains { selected.contains(lane.frames[$0]) }
      cells.append(
        TimelineContent.Curve.Cell(
          share: value.map(scale.share), hasPoint: !places.isEmpty, isSelected: isSelected))
    }
    return TimelineContent.Curve(cells: cells, lowest: scale.lowest, highest: scale.highest)
  }

  /// Returns the values of the points of a lane by the columns of their steps, each as long as its step has room.
  @MainActor
  private static func values(
    of lane: Lane, _ scale: LaneScale, _ layer: TimelineLayer, _ view: TimelineViewport
  ) -> [Int: String] {
    let grid = layer.grid
    func frame(_ step: Int) -> Int { Int(saturating: grid.frame(ofStep: step).rounded()) }
    func column(_ step: Int) -> Int { view.column(of: Double(frame(step))) }
    var values: [Int: String] = [:]
    let first = grid.step(at: view.frames.lowerBound)
    for step in first...max(grid.step(at: view.frames.upperBound), first) {
      guard let point = layer.point(in: lane, near: frame(step)) else { continue }
      let room = min(column(step + 1) - 1, view.columns) - column(step)
      values[column(step)] = scale.text(point.value, in: room) ?? "•"
    }
    return values
  }

  /// The points of a column of which one may be drawn as selected.
  private static let mostPoints = 64
}

extension TimelineContent {
  /// Draws a curve as bars over the rows of an area. Points stand out, and columns before the first point are left out.
  func draw(
    _ curve: Curve, isHeard: Bool, on surface: inout Surface, in area: Rect, _ theme: Theme
  ) {
    let glyphs = TimelineContent.levelGlyphs
    for column in 0..<min(curve.cells.count, area.width) {
      let cell = curve.cells[column]
      guard let share = cell.share else { continue }
      let height = max(Int((share * Double(area.height * glyphs.count)).rounded()), 1)
      let slot: Theme.Slot =
        cell.isSelected
        ? .selectedRow : column == playhead ? .waveCursor : cell.hasPoint && isHeard ? .plain : .faint
      for row in 0..<area.height {
        let level = min(height - row * glyphs.count, glyphs.count)
        guard level > 0 else { break }
        surface.draw(
          glyphs[level - 1], at: Point(area.x + column, area.endY - 1 - row), theme[slot], in: area)
      }
    }
  }

  /// Draws the values of points at their steps.
  func draw(
    _ values: [Int: String], of curve: Curve, on surface: inout Surface, in line: Rect, _ theme: Theme
  ) {
    for (column, text) in values where (0..<line.width).contains(column) {
      let isSelected = curve.cells[column..<min(column + text.count + 1, curve.cells.count)].contains {
        $0.isSelected
      }
      surface.write(
        text, at: Point(line.x + column, line.y), theme[isSelected ? .selectedRow : .plain], in: line)
    }
  }

  /// Draws the lane of the row `band` over several rows, with the ends of its range.
  func drawBand(_ layout: TimelineLayout, on surface: inout Surface, _ theme: Theme) {
    guard let band, let curve = lanes[band].curve, !layout.band.isEmpty else { return }
    let names = Rect(layout.names.x, layout.band.y, layout.names.width, layout.band.height)
    surface.write(curve.highest, in: names.row(0), theme[.faint])
    surface.write(curve.lowest, in: names.row(names.height - 1), theme[.faint])
    draw(curve, isHeard: lanes[band].isHeard, on: &surface, in: layout.band, theme)
  }
}

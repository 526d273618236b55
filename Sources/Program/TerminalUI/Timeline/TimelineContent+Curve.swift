import Application
import Dubbing
import TerminalKit

/// The curves of lanes: each column is as high as the value at its end.
extension TimelineContent.Lane {
  /// Creates the row of a lane. It looks at a few points of each column, which it finds by binary search; of a lane whose range
  /// is not known, at all those that are shown.
  ///
  /// - Parameter frames: the first frames of the columns, and of the one behind the last; empty for a row that is not seen.
  @MainActor
  init(
    _ row: TimelineLane, _ id: Lane.ID, _ layer: TimelineLayer, _ view: TimelineViewport, frames: [Int]
  ) {
    let owner = id.layer.flatMap { layer.take?.layer($0) }
    let isHeard =
      layer.application.knowsLane(id.address) && owner.flatMap { layer.take?.sounds($0) } ?? true
    guard !frames.isEmpty else {
      self.init(
        lane: row, name: id.address, isHeard: isHeard, cells: [],
        curve: TimelineContent.Curve(cells: [], lowest: "", highest: ""))
      return
    }
    let (lane, selected) = (layer.course(of: id), layer.points.lanes[id] ?? [])
    let edges = frames.map(lane.first(from:))
    let scale = layer.application.scale(of: lane, at: max(edges[0] - 1, 0)..<edges[view.columns])
    let cells = (0..<view.columns).map { column in
      let places = edges[column]..<edges[column + 1]
      let value =
        places.isEmpty
        ? lane.value(at: max(view.frame(ofColumn: column), frames[column]))
        : lane.values[places.upperBound - 1]
      return TimelineContent.Curve.Cell(
        share: value.map(scale.share), hasPoint: !places.isEmpty,
        isSelected: !selected.isEmpty
          && places.prefix(Self.mostPoints).contains { selected.contains(lane.frames[$0]) })
    }
    self.init(
      lane: row, name: id.address, isHeard: isHeard, cells: [],
      curve: TimelineContent.Curve(
        cells: cells, values: layer.showsSteps ? Self.values(of: lane, scale, layer, view) : nil,
        lowest: scale.lowest, highest: scale.highest))
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
    let levels = TimelineContent.levels
    for (column, cell) in curve.cells.enumerated() where column < area.width {
      guard let share = cell.share else { continue }
      let height = max(Int((share * Double(area.height * levels.count)).rounded()), 1)
      let slot: Theme.Slot =
        cell.isSelected
        ? .selectedRow : column == playhead ? .waveCursor : cell.hasPoint && isHeard ? .plain : .faint
      for row in 0..<area.height {
        let level = min(height - row * levels.count, levels.count)
        guard level > 0 else { break }
        surface.draw(
          Glyph(levels[level - 1], width: 1), at: Point(area.x + column, area.endY - 1 - row), theme[slot],
          in: area)
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

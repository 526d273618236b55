import Application
import AudioBase
import Dubbing
import SystemBase
import TerminalKit

/// The mouse in the timeline.
extension TimelineLayer {
  /// The objects that the mouse can move.
  package enum Moved: Hashable {
    case hits
    /// Points of lanes. In a band of several rows, they also move up and down, over the whole range from its first row to its
    /// last one.
    case points(row: Int, rows: Int)
    /// All beats. If the first beat is fixed, the tempo changes.
    case beats(keepsFirst: Bool)
  }

  func press(_ target: TimelineLayout.Target, _ content: TimelineContent) {
    switch target {
    case .ruler(let column): drag = (.beats(keepsFirst: false), column)
    case .wave(let column): seek(to: column, content)
    case .band(let row, let rows, let column): pressBand(row, of: rows, column, content)
    case .lane(let row, let column):
      if pressPoint(at: row, column, content) { return }
      if showsSteps { return pressStep(row, column, content) }
      guard point(at: row, column, content) else { return }
      if let layer, let place = placeAtCursor {
        let id = layer.hits.ids[place]
        if !selection.contains(id, in: layer.id) {
          (selection, points) = (HitSelection(layer: layer.id, [id]), PointSelection())
        }
        drag = (.hits, column)
      } else {
        (selection, points) = (HitSelection(), PointSelection())
        beginRange()
      }
    }
  }

  /// Begins to drag the point of a cell in the row of a lane, and selects it. Returns false if there is none.
  ///
  /// - Parameter band: the row of the band at which the drag begins, and the number of its rows.
  private func pressPoint(
    at row: Int, _ column: Int, _ content: TimelineContent, band: (row: Int, rows: Int) = (0, 1)
  ) -> Bool {
    guard let (id, frame) = point(ofRow: row, column, content) else { return false }
    choose(content.lanes[row].lane)
    moveCursor(to: frame)
    if !points.contains(frame, in: id) { (selection, points) = (HitSelection(), PointSelection(id, [frame])) }
    drag = (.points(row: band.row, rows: band.rows), column)
    return true
  }

  /// Returns the lane of a row and the frame of its point in a column, or in the step of the column where steps are shown; nil
  /// if there is none.
  private func point(ofRow row: Int, _ column: Int, _ content: TimelineContent) -> (Lane.ID, Int)? {
    guard content.lanes.indices.contains(row), let id = content.lanes[row].lane.curve else { return nil }
    let (lane, view) = (course(of: id), content.viewport)
    let middle = view.frame(ofColumn: column)
    if showsSteps {
      let step = Int(saturating: grid.frame(ofStep: grid.step(at: middle)).rounded())
      return point(in: lane, near: step).map { (id, $0.frame) }
    }
    let next = lane.first(from: middle)
    let place = [next, next - 1].first {
      lane.frames.indices.contains($0) && view.column(of: Double(lane.frames[$0])) == column
    }
    return place.map { (id, lane.frames[$0]) }
  }

  /// Removes the point of a cell of a lane. Returns false if there is none.
  func removePoint(at target: TimelineLayout.Target?, _ content: TimelineContent) -> Bool {
    let cell: (row: Int, column: Int)? =
      switch target {
      case .lane(let row, let column): (row, column)
      case .band(_, _, let column): content.band.map { ($0, column) }
      case .ruler, .wave, nil: nil
      }
    guard let cell, let (id, frame) = point(ofRow: cell.row, cell.column, content) else { return false }
    editLanes { $0.lanes(deleting: PointSelection(id, [frame])) }
    return true
  }

  /// Begins to drag the point of a cell of the band. Without one, sets it with the value of the row.
  private func pressBand(_ row: Int, of rows: Int, _ column: Int, _ content: TimelineContent) {
    guard let index = content.band, let id = content.lanes[index].lane.curve else { return }
    if pressPoint(at: index, column, content, band: (row, rows)) { return }
    let frame = content.viewport.frame(ofColumn: column)
    guard (0..<length).contains(frame) else { return notify(.outside(isBeforeStart: frame < 0)) }
    guard point(at: index, column, content) else { return }
    let lane = course(of: id)
    let share = 1 - Double(row) / Double(max(rows - 1, 1))
    setPoint(in: lane, at: cursor, to: application.scale(of: lane).value(at: share))
  }

  /// Sets or removes the hit of a step, or sets a point of a lane. None is set before the start or after the end; a hit can be removed whose step
  /// begins before the start.
  private func pressStep(_ row: Int, _ column: Int, _ content: TimelineContent) {
    let frame = content.viewport.frame(ofColumn: column)
    guard (0..<length).contains(frame) || content.hasHit(row, column) else {
      return notify(.outside(isBeforeStart: frame < 0))
    }
    guard point(at: row, column, content) else { return }
    if let curve { togglePoint(in: curve) } else { toggleHit() }
  }

  private func seek(to column: Int, _ content: TimelineContent) {
    let frame = max(content.viewport.frame(ofColumn: column), 0)
    application.report(application.seek(to: Double(frame) / Double(grid.beats.rate.hertz)))
  }

  /// Moves the cursor to a cell of the rows: to its step where steps are shown. Returns false if there is no such row.
  private func point(at row: Int, _ column: Int, _ content: TimelineContent) -> Bool {
    guard content.lanes.indices.contains(row) else { return false }
    let frame = content.viewport.frame(ofColumn: column)
    choose(content.lanes[row].lane)
    moveCursor(to: showsSteps ? Int(saturating: grid.frame(ofStep: grid.step(at: frame)).rounded()) : frame)
    return true
  }

  func continueRange(to target: TimelineLayout.Target?, _ content: TimelineContent) {
    guard case .lane(let row, let column)? = target, drag == nil, !showsSteps else { return }
    _ = point(at: row, column, content)
  }

  /// Ends a drag: moves the dragged hits, points or beats, seeks after a click on the bar numbers, or ends the selected range.
  ///
  /// - Parameter row: the row of the band.
  func release(at column: Int, row: Int, _ content: TimelineContent) {
    endRange()
    guard let (moved, start) = drag else { return }
    drag = nil
    let distance = Int(saturating: (Double(column - start) * content.viewport.framesPerColumn).rounded())
    switch moved {
    case .hits: if distance != 0 { moveHits(by: distance) }
    case .points(let first, let rows):
      let share = rows > 1 ? Double(first - min(max(row, 0), rows - 1)) / Double(rows - 1) : 0
      if distance != 0 || share != 0 { moveHits(by: distance, values: share) }
    case .beats where distance == 0: seek(to: column, content)
    case .beats(let keepsFirst):
      let beat = grid.beats.frame(ofBeatNear: max(content.viewport.frame(ofColumn: start), 0))
      takes.tempo.moveBeat(near: beat, to: beat + distance, keepsFirst: keepsFirst)
    }
  }

  /// Scrolls; with Ctrl, and over the waveform, zooms at the pointer.
  func turnWheel(_ event: MouseEvent, _ target: TimelineLayout.Target?, _ content: TimelineContent) {
    let isUp = event.kind == .wheelUp
    switch target {
    case .ruler(let column), .wave(let column): zoom(at: column, in: isUp, content)
    case .lane(_, let column) where event.modifiers.contains(.ctrl): zoom(at: column, in: isUp, content)
    case .band(_, _, let column) where event.modifiers.contains(.ctrl): zoom(at: column, in: isUp, content)
    case .lane, .band, nil: scroll(by: isUp ? -1 : 1)
    }
  }

  private func zoom(at column: Int, in isIn: Bool, _ content: TimelineContent) {
    moveCursor(to: content.viewport.frame(ofColumn: column))
    zoom(in: isIn)
  }
}

extension TimelineContent {
  /// Returns whether a hit is drawn in a cell of the rows.
  fileprivate func hasHit(_ row: Int, _ column: Int) -> Bool {
    lanes.indices.contains(row) && lanes[row].cells.indices.contains(column)
      && lanes[row].cells[column].velocity > 0
  }
}

extension SoundViews.Peaks {
  init(_ view: TimelineViewport, _ rate: SampleRate) {
    self.init(start: view.start, length: view.framesPerColumn, count: view.columns, rate: rate)
  }
}

extension PlayerScreen {
  /// Returns the name of a pad of the kit, or of a note.
  func padName(_ number: Int) -> String {
    guard pads.indices.contains(number - 1) else { return TimelineText.name(ofPad: number) }
    return "\(number) \(pads[number - 1].name)"
  }
}

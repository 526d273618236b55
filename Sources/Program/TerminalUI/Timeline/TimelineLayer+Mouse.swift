import Application
import AudioBase
import Controls
import Dubbing
import SystemBase
import TerminalKit

/// What the mouse does in the timeline.
extension TimelineLayer {
  func press(_ target: TimelineLayout.Target, _ content: TimelineContent) {
    switch target {
    case .ruler(let column): drag = (.beats(keepsFirst: false), column)
    case .wave(let column): seek(to: column, content)
    case .lane(let row, let column):
      if showsSteps { return pressStep(row, column, content) }
      guard point(at: row, column, content) else { return }
      if let layer, let place = placeAtCursor {
        let id = layer.hits.ids[place]
        if !selection.contains(id, in: layer.id) { selection = HitSelection(layer: layer.id, [id]) }
        drag = (.hits, column)
      } else {
        selection = HitSelection()
        beginRange()
      }
    }
  }

  /// Sets or removes the hit of a step. None is set before the start or after the end; a hit can be removed whose step
  /// begins before the start.
  private func pressStep(_ row: Int, _ column: Int, _ content: TimelineContent) {
    let frame = content.viewport.frame(ofColumn: column)
    guard (0..<length).contains(frame) || content.hasHit(row, column) else {
      return notify(.outside(isBeforeStart: frame < 0))
    }
    if point(at: row, column, content) { toggleHit() }
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

  /// Ends a drag: moves the dragged hits or beats, seeks after a click on the bar numbers, or ends the selected range.
  func release(at column: Int, _ content: TimelineContent) {
    endRange()
    guard let (moved, start) = drag else { return }
    drag = nil
    let distance = Int(saturating: (Double(column - start) * content.viewport.framesPerColumn).rounded())
    switch moved {
    case .hits: if distance != 0 { moveHits(by: distance) }
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
    case .lane, nil: scroll(by: isUp ? -1 : 1)
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

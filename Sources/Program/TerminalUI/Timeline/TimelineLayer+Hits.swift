import Application
import Dubbing

/// The hits at the cursor and beside it, and their edits.
extension TimelineLayer {
  private static let usualVelocity = 100
  /// The difference of velocities that a key makes.
  static let velocityStep = 5

  /// The frames of the range that is being selected, with or without hits in it; else those from the first selected hit to
  /// the end of the step of the last one. Nil if nothing is selected.
  var selectedFrames: Range<Int>? {
    if let rangeFrames, !rangeFrames.isEmpty { return rangeFrames }
    let (hits, grid) = (selection, grid)
    let frames = (take?.layers ?? []).flatMap { layer in
      hits.places(in: layer).map { layer.hits.frames[$0] }
    }
    guard let first = frames.min(), let last = frames.max() else { return nil }
    return first..<max(Int(grid.frame(ofStep: grid.step(at: last) + 1).rounded()), last + 1)
  }

  /// The place of the hit at the cursor; nil if there is none.
  package var placeAtCursor: Int? { layer.flatMap { place(in: $0, pad: lane.pad, near: cursor) } }

  /// Returns the place of the hit that is drawn at a frame: on its step, or in its column.
  package func place(in layer: Layer, pad: Int?, near frame: Int) -> Int? {
    let (grid, reach) = (grid, viewport.framesPerColumn)
    let step = grid.step(nearest: frame)
    let range =
      showsSteps
      ? Int(grid.frame(ofStep: step - 1))..<Int(grid.frame(ofStep: step + 1)) + 1
      : Int(Double(frame) - reach)..<Int(Double(frame) + reach) + 1
    let hits = layer.hits
    return index(of: layer).places(in: range).map(Int.init)
      .filter {
        (pad == nil || hits.pads[$0] == pad) && (!showsSteps || grid.step(nearest: hits.frames[$0]) == step)
      }
      .min { abs(hits.frames[$0] - frame) < abs(hits.frames[$1] - frame) }
  }

  /// The target of commands: the selected hits, or the hit at the cursor.
  var target: HitSelection {
    if hasSelection { return selection }
    guard let layer, let place = placeAtCursor else { return HitSelection() }
    return HitSelection(layer: layer.id, [layer.hits.ids[place]])
  }

  /// Moves the cursor to a hit of its row and plays it. Reports a notice if there is none.
  func moveCursor(toHitForward forward: Bool) {
    guard let layer, let place = placeBeside(forward: forward) else {
      return notify(.noNeighbour(forward: forward, neighbour))
    }
    moveCursor(to: layer.hits.frames[place])
    takes.free.audition(layer.hits[place])
  }

  private func placeBeside(forward: Bool) -> Int? {
    guard let layer else { return nil }
    let frame = placeAtCursor.map { layer.hits.frames[$0] } ?? cursor
    return index(of: layer).place(beside: frame, forward: forward, pad: lane.pad)
  }

  /// The hit of the row beside the hit at the cursor, or beside the cursor.
  package var neighbour: TakeNotice.Timeline.Neighbour {
    placeBeside(forward: true) != nil ? .next : placeBeside(forward: false) != nil ? .previous : .none
  }

  /// Adds a hit at the cursor; removes the hit at the cursor if there is one.
  package func toggleHit() {
    if let layer, let place = placeAtCursor {
      edit { _ in [HitEdit(layer: layer.id, removed: layer.hits.hits(at: [place]))] }
      return
    }
    guard layer?.audio == nil else { return }
    let pad = lane.pad ?? layer.flatMap { index(of: $0).pads.first } ?? application.state.bank.pads[0]
    let hit = TakeHit(
      frame: cursor, pad: pad, velocity: TimelineLayer.usualVelocity, sample: TakeHit.anySample)
    guard takes.list.add(hit, to: layer?.id) else { return }
    takes.free.audition(hit)
    if isAfterEnd { notify(.afterEnd(1, of: 1)) }
  }

  /// Performs an edit of the take that is shown, and says how many hits it leaves after the end of the track. Returns its
  /// parts.
  @discardableResult
  func edit(_ change: (Take) -> [HitEdit], lanes: (Take) -> [Lane] = { _ in [] }) -> [HitEdit] {
    let edits = apply(change, lanes: lanes) ?? []
    let count = hitsAfterEnd(of: edits)
    if count > 0 { notify(.afterEnd(count, of: edits.reduce(0) { $0 + $1.insertedCount })) }
    return edits
  }

  /// Performs an edit of hits and lanes of the take that is shown, and returns the part of the hits. If there would be too many
  /// points, says so and returns nil.
  func apply(_ change: (Take) -> [HitEdit], lanes: (Take) -> [Lane] = { _ in [] }) -> [HitEdit]? {
    guard let entry = takes.list.shownEntry, let take else { return nil }
    let (edits, changed) = (change(take), lanes(take))
    var hasRoom = true
    takes.list.edit(entry) { hasRoom = $0.replaceHits(edits, lanes: changed) }
    if !hasRoom { notify(.lane(.tooManyPoints)) }
    return hasRoom ? edits : nil
  }

  /// Returns how many hits edits have added after the end of the track, or moved there.
  func hitsAfterEnd(of edits: [HitEdit]) -> Int {
    guard let trackEnd else { return 0 }
    return edits.reduce(0) { $0 + $1.countChange(from: trackEnd) }
  }
}

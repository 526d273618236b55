import Application
import AudioBase
import Dubbing
import SystemBase

/// The commands of the timeline.
extension TimelineLayer {
  func performHere(_ command: Command, at time: HostTime?) -> Outcome? {
    switch command {
    case .timeline(let command): return perform(command)
    case .seek(let seconds): moveCursor(bySeconds: seconds)
    // No list has the focus.
    case .list(.activate), .list(.remove), .list(.mark), .queue(.trackUp), .queue(.trackDown): break
    case .playback(.next), .playback(.previous), .playback(.stop): return nil
    case .program(.cancel): if !deselect() { close() }
    case .program(.undo): return application.turn(.undo)
    case .program(.redo): return application.turn(.redo)
    case .program(.palette): session.open(PaletteLayer(session))
    case .request(let request):
      if let target = request.value(of: Command.Request.seek) { return moveCursor(to: target) }
      let isHere = request.row.group == .timeline || request.ownRow.traits.contains(.opensNothing)
      guard isHere else { return nil }
      return session.perform(request) ?? application.performInAreas(command, from: .key, at: time)
    case .playback(let command): return session.perform(command)
    case .take(let command) where command.row.traits.contains(.opensNothing):
      return application.perform(command, takes, at: time)
    default: return nil
    }
    return .row
  }

  private func moveCursor(bySeconds seconds: Int) {
    moveCursor(to: cursor + FrameCount(seconds: Double(seconds), at: grid.beats.rate).value)
  }

  private func moveCursor(to target: SeekTarget) -> Outcome? {
    switch target {
    case .bars(.seek(let bar)): moveCursor(toBar: bar - 1)
    case .bars(.seekBy(let count)): moveCursor(byBars: count)
    case .position(let seconds): moveCursor(to: FrameCount(seconds: seconds, at: grid.beats.rate).value)
    case .part(let part): moveCursor(to: Int(part * Double(length)))
    case .bars(.loop), .chapter, .seconds: return nil
    }
    return .row
  }

  private func perform(_ command: Command.Timeline) -> Outcome {
    if let curve, let outcome = perform(command, on: curve) { return outcome }
    switch command {
    case .cursorBack: return moved(isForward: false) { moveCursor(bySteps: -1) }
    case .cursorForward: return moved(isForward: true) { moveCursor(bySteps: 1) }
    case .cursorBarBack: return moved(isForward: false) { moveCursor(byBars: -1) }
    case .cursorBarForward: return moved(isForward: true) { moveCursor(byBars: 1) }
    case .zoomIn: return zoomed(after: zoom(in: true))
    case .zoomOut: return zoomed(after: zoom(in: false))
    case .zoomAll: return zoomed(after: showAll())
    case .steps: return zoomed(after: turnSteps())
    case .stepLength:
      chooseNextDivision()
      return .steps(division.text)
    case .follow:
      turnFollowing()
      return .follows(isFollowing)
    case .playHere: return application.seek(to: Double(cursor) / Double(grid.beats.rate.hertz))
    case .nextHit: moveCursor(toHitForward: true)
    case .previousHit: moveCursor(toHitForward: false)
    case .setHit:
      toggleHit()
      if layer?.audio != nil { return .refused(.layerHasSound) }
    case .selectHit: return hits(after: toggleSelection())
    case .selectRange:
      turnRange()
      return isSelectingRange
        ? .rangeBegins : .rangeEnds(selected: selection.count, points: points.count)
    case .selectPad: return selected(after: selectAll(layer: lane.layer, pad: lane.pad))
    case .selectLayer: return selected(after: selectAll(layer: lane.layer))
    case .selectAll: return selected(after: selectAll())
    case .velocityUp: return hits(after: changeVelocity(by: TimelineLayer.velocityStep))
    case .velocityDown: return hits(after: changeVelocity(by: -TimelineLayer.velocityStep))
    case .padUp: return hits(after: changePad(by: -1))
    case .padDown: return hits(after: changePad(by: 1))
    case .deleteHits:
      deleteSelected()
      return hits(after: ())
    case .nudgeEarlier: return hits(after: nudge(by: -1))
    case .nudgeLater: return hits(after: nudge(by: 1))
    case .stepEarlier: return hits(after: moveHits(bySteps: -1))
    case .stepLater: return hits(after: moveHits(bySteps: 1))
    case .copy: copy()
    case .cut: cut()
    case .paste: paste()
    case .repeat: return hits(after: repeatHits(1))
    case .quantise: return quantise(Quantise(division))
    case .pattern:
      return hits(after: perform(havePatternsAtCursor ? PatternCommand.off : .untilEnd))
    case .nextLane: showNextLane()
    case .allLanes: showAllLanes()
    case .typePoint: return openPoint()
    case .thin: return thin(to: TimelineLayer.usualTolerance)
    case .laneShape: return .notice(.take(.timeline(.lane(noneShown))))
    }
    return .row
  }

  /// Returns whether the end of the rows or of the timeline that stops a movement is the last one; nil if none does.
  func end(at movement: Movement) -> Bool? {
    switch movement {
    case .up: laneIndex == 0 ? false : nil
    case .down: laneIndex == lanes.count - 1 ? true : nil
    case .pageUp: cursor == 0 ? false : nil
    case .pageDown: cursor == length - 1 ? true : nil
    case .start, .end: nil
    }
  }

  /// Moves the cursor, which stays where it is at the end of the timeline.
  private func moved(isForward: Bool, _ move: () -> Void) -> Outcome {
    let before = cursor
    move()
    return cursor == before ? .rowWith(.atEnd(isAfter: isForward)) : .row
  }

  private func zoomed(after change: Void) -> Outcome { .refused(.zoom) }

  func selected(after change: Void) -> Outcome { .selected(hits: selection.count, points: points.count) }

  func hits(after change: Void) -> Outcome {
    if hasSelection { return .row }
    if curve != nil { return targetPoints.isEmpty ? .refused(.noPoint) : .row }
    return placeAtCursor == nil ? .refused(.noHit(neighbour)) : .row
  }

  // MARK: Edits

  /// Makes hits louder or softer, and changes the values of points by a step.
  private func changeVelocity(by difference: Int) {
    edit(
      { $0.edits(of: target) { $0.velocity += difference } },
      lanes: changingValues(of: targetPoints, by: difference > 0 ? 1 : -1))
  }

  /// Moves hits to the next pads, or notes to the next keys.
  private func changePad(by difference: Int) {
    let wanted = target
    edit { take in
      take.edits(of: wanted) { hit in
        if let note = hit.note {
          hit.pad = TakeNote(key: note.key + difference, string: note.string).number
        } else {
          let pads = HitColumns.padRange
          hit.pad = min(max(hit.pad + difference, pads.lowerBound), pads.upperBound)
          hit.sample = TakeHit.anySample
        }
      }
    }
    guard selection.isEmpty, let pad = lane.pad, let next = lanes.first(where: { $0.pad == pad + difference })
    else { return }
    choose(next)
  }

  private func nudge(by milliseconds: Int) {
    moveHits(by: Int(saturating: (Double(milliseconds * grid.beats.rate.hertz) / 1_000).rounded()))
  }

  private func moveHits(bySteps count: Int) {
    let (grid, from) = (grid, grid.step(nearest: cursor))
    moveHits(by: Int(saturating: (grid.frame(ofStep: from + count) - grid.frame(ofStep: from)).rounded()))
  }

  /// Moves hits and points, all by the same distance.
  ///
  /// - Parameter share: the part of the ranges of lanes by which the values of the points are moved, too.
  package func moveHits(by frames: Int, values share: Double = 0) {
    let (hits, points, isSelection) = (target, targetPoints, hasSelection)
    if hits.isEmpty && points.isEmpty { return }
    let point = pointAtCursor.flatMap { point in
      curve.flatMap { points.contains(point.frame, in: $0.id) ? point : nil }
    }
    let values = share == 0 ? nil : movingValues(of: points, by: share)
    var moved = PointSelection()
    var distance = 0
    followingHit {
      edit(
        {
          distance = $0.distance(moving: hits, points, by: frames)
          return $0.edits(moving: hits, by: distance)
        },
        lanes: { take in
          var changed = take
          if let values { changed.setLanes(values(take)) }
          let lanes: [Lane]
          (lanes, moved) = changed.lanes(moving: points, by: distance)
          return lanes
        })
    }
    if isSelection { self.points = moved }
    if let point, distance != 0 { moveCursor(to: point.frame + distance) }
  }

  /// Performs an edit. If it moves the hit at the cursor, the cursor follows.
  @discardableResult
  func followingHit<Result>(_ edit: () -> Result) -> Result {
    let (shown, layer, place) = (take?.id, layer, placeAtCursor)
    let result = edit()
    if let layer, let place, take?.id == shown, let hits = take?.layer(layer.id)?.hits,
      let now = hits.place(of: layer.hits.ids[place]), hits.frames[now] != layer.hits.frames[place]
    {
      moveCursor(to: hits.frames[now])
    }
    return result
  }

  private func deleteSelected() {
    edit({ $0.edits(deleting: target) }, lanes: { $0.lanes(deleting: targetPoints) })
  }

  private func copy() {
    if let clip = keepClip() { notify(.copied(clip.count, points: clip.pointCount)) }
  }

  private func cut() {
    guard let clip = keepClip() else { return }
    deleteSelected()
    notify(.cut(clip.count, points: clip.pointCount))
  }

  /// Copies the hits and points that commands act on, and returns them. Reports a notice if there are none.
  private func keepClip() -> HitClip? {
    guard var clip = take?.clip(of: target, targetPoints) else {
      notify(curve == nil ? .noTarget(neighbour) : .lane(.noPoint))
      return nil
    }
    clip.lateness = grid.lateness(of: clip.start)
    takes.list.clip = clip
    return clip
  }

  /// Adds the copied hits and points at the cursor and selects them. On a step, they are as early or late as they were
  /// played. In the row of a lane, points of another one are pasted there.
  private func paste() {
    guard var clip = takes.list.clip else { return notify(.nothingCopied) }
    if let curve, clip.parts.isEmpty, clip.lanes.count == 1 {
      clip.lanes[0] = copy(of: clip.lanes[0], in: curve)
    }
    let isOnStep = Int(saturating: grid.frame(ofStep: grid.step(nearest: cursor)).rounded()) == cursor
    let frame = max(isOnStep ? cursor + clip.lateness : cursor, 0)
    guard take != nil else { return notify(.noTake) }
    var lanes: [Lane] = []
    let pasted = apply(
      { $0.edits(pasting: clip, at: frame, in: lane.layer) },
      lanes: {
        lanes = $0.lanes(pasting: clip, at: frame)
        return lanes
      })
    guard let edits = pasted else { return }
    select(edits)
    points = zip(lanes, clip.lanes).reduce(into: PointSelection()) { points, pasted in
      points.insert(pasted.1.frames.map { $0 - clip.start + frame }, in: pasted.0.id)
    }
    let seconds = FrameCount(frame).seconds(at: grid.beats.rate)
    let late = frame - Int(grid.frame(ofStep: grid.step(nearest: frame)).rounded())
    notify(
      .pasted(
        edits.reduce(0) { $0 + $1.insertedCount }, points: points.count, at: seconds,
        offGrid: isOnStep ? 0 : FrameCount(late).seconds(at: grid.beats.rate),
        afterEnd: hitsAfterEnd(of: edits)))
  }

  func repeatHits(_ times: Int) {
    guard let clip = take?.clip(of: target, targetPoints) else {
      return application.report(.take(.noHits))
    }
    let beats = grid.beats
    select(
      edit(
        { $0.edits(repeating: clip, times: times, in: lane.layer, on: beats) },
        lanes: { $0.lanes(repeating: clip, times: times, on: beats) }))
    points = PointSelection()
  }

  /// Moves the selected hits and points to the steps of a grid; without a selection, all hits of the take, or in the row of
  /// a lane all its points.
  func quantise(_ quantise: Quantise) -> Outcome {
    var points = points
    if !hasSelection, let curve { points.insert(curve.frames, in: curve.id) }
    if points.isEmpty { return followingHit { application.quantise(quantise, selection) } }
    let (hits, beats, isSelection) = (selection, grid.beats, hasSelection)
    var moved: [Lane] = []
    let before = take
    let edits = followingHit {
      edit(
        { $0.edits(quantising: hits, quantise, on: beats) },
        lanes: {
          moved = $0.lanes(quantising: points, quantise, on: beats)
          return moved
        })
    }
    var count = 0
    var selected = self.points
    for lane in moved {
      guard let old = before?.lane(lane.id) else { continue }
      count += old.frames.count { lane.place(of: $0) == nil }
      selected.insert(lane.frames.filter { old.place(of: $0) == nil }, in: lane.id)
    }
    if isSelection { self.points = selected }
    return .notice(
      .take(
        .timeline(.lane(.quantised(hits: edits.reduce(0) { $0 + $1.insertedCount }, points: count)))))
  }

  func humanise(_ humanise: Humanise) -> Outcome {
    followingHit { application.humanise(humanise, selection) }
  }

  private func select(_ added: [HitEdit]) {
    selection = added.reduce(into: HitSelection()) { $0.insert($1.inserted.ids, in: $1.layer) }
  }
}

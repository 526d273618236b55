import Application
import AudioBase
import Dubbing
import SystemBase

/// What the keys do in the timeline.
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
    switch command {
    case .cursorBack: moveCursor(bySteps: -1)
    case .cursorForward: moveCursor(bySteps: 1)
    case .cursorBarBack: moveCursor(byBars: -1)
    case .cursorBarForward: moveCursor(byBars: 1)
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
      return isSelectingRange ? .rangeBegins : .rangeEnds(selected: selection.count)
    case .selectPad: return selected(after: selectAll(layer: lane.layer, pad: lane.pad))
    case .selectLayer: return selected(after: selectAll(layer: lane.layer))
    case .selectAll: return selected(after: selectAll())
    case .velocityUp: return hits(after: changeVelocity(by: TimelineLayer.velocityStep))
    case .velocityDown: return hits(after: changeVelocity(by: -TimelineLayer.velocityStep))
    case .padUp: return hits(after: changePad(by: -1))
    case .padDown: return hits(after: changePad(by: 1))
    case .deleteHits:
      edit { $0.edits(deleting: target) }
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
    }
    return .row
  }

  private func zoomed(after change: Void) -> Outcome { .refused(.zoom) }

  private func selected(after change: Void) -> Outcome { .selected(hits: selection.count) }

  private func hits(after change: Void) -> Outcome {
    selection.isEmpty && placeAtCursor == nil ? .refused(.noHit(neighbour)) : .row
  }

  // MARK: Edits

  private func changeVelocity(by difference: Int) {
    edit { $0.edits(of: target) { $0.velocity += difference } }
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

  package func moveHits(by frames: Int) {
    let wanted = target
    if !wanted.isEmpty { followingHit { edit { $0.edits(moving: wanted, by: frames) } } }
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

  private func copy() {
    if let count = keepClip() { notify(.copied(count)) }
  }

  private func cut() {
    guard let count = keepClip() else { return }
    edit { $0.edits(deleting: target) }
    notify(.cut(count))
  }

  /// Keeps the hits that commands act on as the copied ones. Returns their number; without one, says so and returns nil.
  private func keepClip() -> Int? {
    guard var clip = take?.clip(of: target) else {
      notify(.noTarget(neighbour))
      return nil
    }
    clip.lateness = grid.lateness(of: clip.start)
    takes.list.clip = clip
    return clip.count
  }

  /// Adds the copied hits at the cursor and selects them. On a step, they are as early or late as they were played.
  private func paste() {
    guard let clip = takes.list.clip else { return notify(.nothingCopied) }
    let isOnStep = Int(saturating: grid.frame(ofStep: grid.step(nearest: cursor)).rounded()) == cursor
    let frame = max(isOnStep ? cursor + clip.lateness : cursor, 0)
    guard take != nil else { return notify(.noTake) }
    let edits = apply { $0.edits(pasting: clip, at: frame, in: lane.layer) }
    select(edits)
    let seconds = FrameCount(frame).seconds(at: grid.beats.rate)
    let late = frame - Int(grid.frame(ofStep: grid.step(nearest: frame)).rounded())
    notify(
      .pasted(
        edits.reduce(0) { $0 + $1.insertedCount }, at: seconds,
        offGrid: isOnStep ? 0 : FrameCount(late).seconds(at: grid.beats.rate),
        afterEnd: hitsAfterEnd(of: edits)))
  }

  func repeatHits(_ times: Int) {
    guard let clip = take?.clip(of: target) else { return application.report(.take(.noHits)) }
    select(edit { $0.edits(repeating: clip, times: times, in: lane.layer, on: grid.beats) })
  }

  /// Moves the selected hits to the steps of a grid; without a selection, all of the take.
  func quantise(_ quantise: Quantise) -> Outcome {
    followingHit { application.quantise(quantise, selection) }
  }

  func humanise(_ humanise: Humanise) -> Outcome {
    followingHit { application.humanise(humanise, selection) }
  }

  private func select(_ added: [HitEdit]) {
    selection = added.reduce(into: HitSelection()) { $0.insert($1.inserted.ids, in: $1.layer) }
  }
}

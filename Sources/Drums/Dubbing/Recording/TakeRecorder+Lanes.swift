import MixEngine
import Studio

/// The changes of the mixer that become points of lanes.
extension TakeRecorder {
  /// Sets the addresses of the values that are recorded, by the numbers with which the engine reports their changes.
  package mutating func setLanes(_ addresses: [Int: String]) { self.addresses = addresses }

  /// Stores a change at the frame of the track with which it is heard, in the layer of its pass.
  mutating func store(_ change: AutomationChange) -> [Output] {
    guard let target, let address = addresses[change.address], change.value.isFinite else { return [] }
    let time = timeline.time(ofOutputFrame: change.outputFrame)
    guard time >= target.since, endsAt.map({ time <= $0 }) ?? true else { return [] }
    let outputs = findOrigin(of: target, firstKey: nil)
    guard let (heard, pass) = placeOfChange(atOutputFrame: change.outputFrame, target) else { return [] }
    let frame = change.trackFrame ?? heard
    var end = frame
    if let punch = target.punch, !punch.contains(frame) {
      // What the punch began ends with it.
      guard change.value == 0, heldMoves[address] != nil else { return [] }
      end = TakeRecorder.end(of: punch, near: frame)
    }
    return outputs + add(change.value, to: address, at: end, pass, loop: target.loop)
  }

  /// Adds a point to the lane of a pass.
  private mutating func add(
    _ value: Double, to address: String, at frame: Int, _ pass: Int, loop: Range<Int>?
  ) -> [Output] {
    guard HitColumns.frameRange.contains(frame) else { return [] }
    let (index, begun) = layer(of: pass)
    let id = Lane.ID(address, layer: layers[index].id)
    var outputs = begun
    if let held = heldMoves[address], held != id, let loop {
      // It was held while the take without a track began again.
      outputs.append(.lanePoint(held, Lane.Point(loop.upperBound - 1, 0)))
      outputs.append(.lanePoint(id, Lane.Point(loop.lowerBound, 1)))
    }
    switch MixGraph.Address(address)?.part {
    case .move?, .throw?: heldMoves[address] = value == 0 ? nil : id
    case .gain?, .pan?, .mute?, .solo?, .send?, .parameter?, .sweep?, .song?, nil: break
    }
    return outputs + [.lanePoint(id, Lane.Point(frame, value))]
  }

  /// Returns the place of a change: as that of a hit, and while the music is paused, where it goes on.
  private func placeOfChange(
    atOutputFrame frame: Int, _ target: RecordingTarget
  ) -> (frame: Int, pass: Int)? {
    if let place = place(atOutputFrame: frame, target) { return place }
    guard let position = timeline.position(atOutputFrame: frame), position.speed == 0,
      target.streams.contains(position.stream)
    else { return nil }
    return (position.trackFrame, passes.pass(atOutputFrame: frame))
  }

  // MARK: Moves that are held

  /// Releases the moves that are held in the pass that a segment ends, and holds them from the beginning of the next pass.
  mutating func carryMoves(to segment: MusicSegment) -> [Output] {
    let frame = segment.outputFrame
    guard let target, !heldMoves.isEmpty,
      passes.pass(atOutputFrame: frame) != passes.pass(atOutputFrame: frame - 1),
      endsAt.map({ timeline.time(ofOutputFrame: frame) <= $0 }) ?? true
    else { return [] }
    var outputs = releases(atOutputFrame: frame - 1, target)
    let moves = heldMoves.keys.sorted()
    heldMoves = [:]
    guard let (place, pass) = placeOfChange(atOutputFrame: frame, target),
      target.punch?.contains(place) ?? true
    else { return outputs }
    for move in moves { outputs += add(1, to: move, at: place, pass, loop: nil) }
    return outputs
  }

  /// Returns the points at the end of a recording, after which no change is stored: of values that are held, and of moves
  /// that are released.
  func lastPoints(of target: RecordingTarget) -> [Output] {
    if heldMoves.isEmpty && heldValues.isEmpty { return [] }
    guard let end = endsAt.flatMap(timeline.outputFrame(heardAt:)),
      let (frame, pass) = placeOfChange(atOutputFrame: end, target), HitColumns.frameRange.contains(frame)
    else { return [] }
    var outputs: [Output] = []
    if let layer = layers.first(where: { $0.pass == pass }), target.punch?.contains(frame) ?? true {
      for (address, value) in heldValues.sorted(by: { $0.key < $1.key }) {
        outputs.append(.lanePoint(Lane.ID(address, layer: layer.id), Lane.Point(frame, value)))
      }
    }
    return outputs + releases(atOutputFrame: end, target)
  }

  private func releases(atOutputFrame frame: Int, _ target: RecordingTarget) -> [Output] {
    guard let (place, _) = placeOfChange(atOutputFrame: frame, target) else { return [] }
    let end = target.punch.map { TakeRecorder.end(of: $0, near: place) } ?? place
    return heldMoves.values.sorted().map { .lanePoint($0, Lane.Point(end, 0)) }
  }

  /// Returns the frame of a punch, or the one after it, that is nearest to a frame.
  private static func end(of punch: Range<Int>, near frame: Int) -> Int {
    min(max(frame, punch.lowerBound), punch.upperBound)
  }
}

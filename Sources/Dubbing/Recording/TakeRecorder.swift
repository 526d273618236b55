import AudioBase
import MixEngine

/// Makes hits of takes of what the engine tells: a value, fed in the order in which it was told.
package struct TakeRecorder: Sendable {
  package enum Output: Hashable, Sendable {
    case layer(Int, name: String)
    case hit(TakeHit, layer: Int)
    /// The track is another now, or has ended.
    case trackChanged
    /// All that was played before the end was asked for has been stored.
    case ended
  }

  /// A hit this much before the music is one that came a little early, in seconds.
  private static let early = 0.1
  /// Until then a key that came before the end may still be told, in seconds: all periods and buffers.
  private static let lag = 0.25

  private var timeline = Timeline()
  private var passes = PassCounter()
  private var target: RecordingTarget?
  /// Where the count-in began, by the output's frames.
  private var origin: Int?
  private var layer: (id: Int, pass: Int)?
  private var endsAt: HostTime?
  private var wasHeard = false

  package init() {}

  package var isRecording: Bool { target != nil }

  // MARK: What is asked for

  package mutating func begin(_ target: RecordingTarget) {
    self.target = target
    origin = freeOrigins[target.start?.serial ?? -1]
    layer = nil
    endsAt = nil
    wasHeard = false
  }

  /// Goes on in a new layer.
  package mutating func nextLayer() { layer = nil }

  package mutating func setPunch(_ range: Range<Int>?) { target?.punch = range }

  /// Another opening of the same track.
  package mutating func accept(_ stream: StreamID) { target?.streams.insert(stream) }

  /// Keys up to now are stored still.
  package mutating func end(at time: HostTime) { if endsAt == nil { endsAt = time } }

  // MARK: What is told

  private var freeOrigins: [Int: Int] = [:]

  package mutating func follow(_ report: ClockReport) { timeline.follow(report) }

  package mutating func take(_ event: EngineEvent) -> [Output] {
    timeline.take(event)
    switch event {
    case .music(let segment): passes.take(segment)
    case .freeBegan(let serial, let frame):
      freeOrigins = [serial: frame]
      if serial == target?.start?.serial { origin = frame }
    case .hit(let hit): return store(hit)
    case .ended, .clock: break
    }
    return []
  }

  /// Looks whether the recording is over; to be asked while there is one.
  package mutating func check(at time: HostTime) -> [Output] {
    guard let target else { return [] }
    if let endsAt, time.seconds(since: endsAt) > TakeRecorder.lag { return finish(.ended) }
    if target.isFree { return [] }
    let position = timeline.position(heardAt: time)
    if let position, target.streams.contains(position.stream) {
      wasHeard = true
    } else if wasHeard {
      return finish(.trackChanged)
    }
    return []
  }

  /// Ends at once.
  package mutating func finish(_ output: Output = .ended) -> [Output] {
    if target == nil { return [] }
    target = nil
    return [output]
  }

  // MARK: Hits

  private mutating func store(_ hit: StartedHit) -> [Output] {
    guard let target, !hit.isPlanned, hit.keyTime >= target.since else { return [] }
    if let endsAt, hit.keyTime > endsAt { return [] }
    guard let (frame, pass) = place(hit.keyTime, target), HitColumns.frameRange.contains(frame) else {
      return []
    }
    if let punch = target.punch, !punch.contains(frame) { return [] }
    let stored = TakeHit(frame: frame, pad: hit.pad, velocity: hit.velocity, sample: hit.sample)
    if let layer, layer.pass == pass { return [.hit(stored, layer: layer.id)] }
    let id = target.nextLayer
    self.target?.nextLayer += 1
    layer = (id, pass)
    return [.layer(id, name: "layer \(id)"), .hit(stored, layer: id)]
  }

  /// The frame that was heard at a time, and in which pass. Nil while nothing runs that could be played to.
  private func place(_ time: HostTime, _ target: RecordingTarget) -> (frame: Int, pass: Int)? {
    if !target.isFree, let position = timeline.position(heardAt: time), position.speed > 0 {
      guard target.streams.contains(position.stream) else { return nil }
      return (position.trackFrame, passes.pass(atOutputFrame: position.outputFrame))
    }
    guard let start = target.start, let origin, let heard = timeline.outputFrame(heardAt: time) else {
      return nil
    }
    let frames = heard - origin - start.after
    if Double(frames) < -TakeRecorder.early * Double(target.rate.hertz) { return nil }
    if target.isFree { return (max(frames, 0), 0) }
    // A hand that was early for the first beat.
    guard frames < 0 else { return nil }
    let first = passes.pass(atOutputFrame: origin + start.after)
    return (max(start.trackFrame + Int(Double(frames) * start.ratio), 0), first)
  }
}

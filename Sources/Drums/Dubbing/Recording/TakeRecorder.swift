import MixEngine
import SystemBase

/// Converts events of the engine to hits and points of lanes of takes. A value; events are passed in order.
package struct TakeRecorder: Sendable {
  package enum Output: Hashable, Sendable {
    case layer(Int, name: String)
    /// A hit, with its number in the layer.
    case hit(TakeHit, id: Int, layer: Int)
    /// The length for which the pad of a hit was held, by the number of the hit.
    case length(Int, hit: Int, layer: Int)
    /// A point of a lane of a layer: a value of the mixer was changed.
    case lanePoint(Lane.ID, Lane.Point)
    case audio(AudioClip, layer: Int, name: String)
    /// The number of frames of a layer's sound that are in the file.
    case audioGrew(AudioClip, layer: Int)
    /// A free recording has begun with a key or the command, when this output frame was heard.
    case origin(Int)
    /// All hits and changes before the end of the recording have been stored.
    case ended
  }

  /// Seconds; a hit that precedes the music by less is recorded at its start.
  private static let early = 0.1
  /// The seconds after the end in which hits from before it may still be reported: all periods and buffers.
  private static let lag = 0.25
  /// The same after the end of a track: one period. The hits of the next track are stored after them.
  private static let trackLag = 0.15
  private static let keptEvents = 1024
  private static let keptOrigins = 8

  private struct HeldHit: Sendable {
    var layer: Int
    var id: Int
    /// Output frame that was heard when the key came.
    var outputFrame: Int
    /// Track frames for each output frame.
    var ratio: Double
  }

  /// A layer of the recording, which has what was played in one pass through the track.
  struct PassLayer: Sendable {
    var id: Int
    var pass: Int
    var hits = 0
  }

  private(set) var timeline = Timeline()
  private(set) var passes = PlaythroughCounter()
  private(set) var target: RecordingTarget?
  /// The output frame at which the count-in started.
  private var origin: Int?
  /// The layers of the last two passes: a value is reported before it is heard, and a hit after its key came.
  var layers: [PassLayer] = []
  /// The addresses of the values of the mixer that are recorded, by the numbers with which the engine reports them.
  var addresses: [Int: String] = [:]
  /// The lanes of the moves that are held, by their addresses.
  var heldMoves: [String: Lane.ID] = [:]
  /// The values that are held when the recording ends, by their addresses.
  private(set) var heldValues: [String: Double] = [:]
  /// The controllers of the instrument that are not at rest, by their numbers.
  private var controls: [Int: TakeControl] = [:]
  private var held: [Int: HeldHit] = [:]
  /// The latest hits, releases and changes that no recording has stored: the order to start may arrive late.
  private var recent: [RecordedEvent] = []
  enum RecordedEvent: Sendable {
    case struck(StartedHit)
    case ended(EndedHit)
    case changed(AutomationChange)
  }

  /// Whether the latest hits have still to be stored.
  private var isBehind = false
  private(set) var endsAt: HostTime?

  package init() {}

  package var isRecording: Bool { target != nil }

  var isEnding: Bool { target != nil && (endsAt != nil || leftAt != nil) }

  /// The time at which something else is or was heard after the track of the recording; nil if that is not known.
  private var leftAt: HostTime? {
    guard let target, let end = timeline.end(of: target.streams) else { return nil }
    let time = timeline.time(ofOutputFrame: end)
    // The track may have been heard before the recording, and be opened again.
    return time > target.since ? time : nil
  }

  // MARK: Orders

  package mutating func begin(_ target: RecordingTarget) {
    self.target = target
    isBehind = true
    origin = target.start.flatMap { $0.origin.isReported ? freeOrigins[$0.serial] : nil }
    layers = []
    (heldMoves, heldValues) = ([:], [:])
    endsAt = target.until
    held = [:]
  }

  /// Stores the hits between the request of a recording and the handling of its order to begin. To be called after the
  /// orders that arrived with it were handled too, since the order to end may be one of them.
  package mutating func catchUp() -> [Output] {
    defer { isBehind = false }
    if !isBehind { return [] }
    let events = recent
    recent = []
    return events.flatMap { store($0) }
  }

  /// Stores an event, or keeps it for a recording that begins later.
  mutating func store(_ event: RecordedEvent) -> [Output] {
    let outputs =
      switch event {
      case .struck(let hit): store(hit)
      case .ended(let hit): end(hit)
      case .changed(let change): store(change)
      }
    if outputs.isEmpty {
      recent.append(event)
      if recent.count > TakeRecorder.keptEvents { recent.removeFirst() }
    }
    return outputs
  }

  mutating func nextLayerNumber() -> Int {
    let number = target?.nextLayer ?? 1
    target?.nextLayer += 1
    return number
  }

  package mutating func nextLayer() { (layers, heldMoves) = ([], [:]) }

  package mutating func setPunch(_ range: Range<Int>?) { target?.punch = range }

  /// Adds another opening of the same track.
  package mutating func accept(_ stream: StreamID) { target?.streams.insert(stream) }

  /// Ends the recording. Keys up to a time are still stored, and values that are held have points there.
  ///
  /// - Parameter values: those of the mixer, by their addresses.
  package mutating func end(at time: HostTime, holding values: [String: Double] = [:]) {
    if endsAt == nil { (endsAt, heldValues) = (time, values) }
  }

  // MARK: Events

  /// The start frames of the latest free sequences by serial number, because a recording may start after its sequence.
  private var freeOrigins: [Int: Int] = [:]

  package mutating func follow(_ report: ClockReport) { timeline.follow(report) }

  package mutating func handle(_ event: EngineEvent) -> [Output] {
    timeline.apply(event)
    switch event {
    case .music(let segment):
      passes.apply(segment)
      return carryMoves(to: segment)
    case .freeBegan(let serial, let frame):
      freeOrigins[serial] = frame
      if freeOrigins.count > TakeRecorder.keptOrigins, let oldest = freeOrigins.keys.min() {
        freeOrigins[oldest] = nil
      }
      if let start = target?.start, start.serial == serial, start.origin.isReported {
        origin = frame
        // Hits that were struck before the engine had the command sound earlier than the sequence begins.
        isBehind = true
        return catchUp()
      }
    case .hit(let hit):
      if !hit.isPlanned { return store(.struck(hit)) }
    case .hitEnded(let hit): return store(.ended(hit))
    case .note(let played): if !played.isPlanned { return store(played) }
    case .automation(let change): if addresses[change.address] != nil { return store(.changed(change)) }
    case .ended, .clock: break
    }
    return []
  }

  /// Checks whether the recording is over. The sound of an input arrives later than hits.
  package mutating func check(at time: HostTime, hasInput: Bool = false) -> [Output] {
    if target == nil { return [] }
    if let endsAt, time.seconds(since: endsAt) > TakeRecorder.lag { return finish() }
    if let leftAt, time.seconds(since: leftAt) > (hasInput ? TakeRecorder.lag : TakeRecorder.trackLag) {
      return finish()
    }
    return []
  }

  package mutating func finish() -> [Output] {
    guard let target else { return [] }
    defer { (self.target, heldMoves) = (nil, [:]) }
    return lastPoints(of: target) + [.ended]
  }

  // MARK: Notes

  /// Stores a note as the hit of its number; a note off ends the notes of its key and its string.
  private mutating func store(_ played: PlayedNote) -> [Output] {
    let note = played.note
    let time = note.time.advanced(bySeconds: Double(note.delay))
    switch note.kind {
    case .on:
      // The comparison is false for NaN.
      let velocity = note.value >= 1 ? Int(min(note.value, 127)) : 1
      return store(
        .struck(
          StartedHit(
            pad: TakeNote(key: note.key, string: note.string).number, velocity: velocity, sample: 0,
            outputFrame: played.outputFrame, isLate: false, keyTime: time)))
    case .off:
      let ended = held.keys.compactMap { TakeNote(number: $0) }.filter {
        (note.key < 0 || note.key == $0.key) && (note.string < 0 || note.string == $0.string)
      }
      return ended.sorted { $0.number < $1.number }.flatMap {
        store(.ended(EndedHit(pad: $0.number, outputFrame: played.outputFrame, keyTime: time)))
      }
    case .bend:
      // The comparison is false for NaN.
      let semitones = note.value.magnitude <= 12 ? note.value : note.value > 0 ? 12 : -12
      let steps = Int((semitones * Float(NoteEvent.bendSteps)).rounded())
      return store(TakeControl(controller: -1, value: steps), at: time)
    // What these end is stored as lengths of notes.
    case .control where note.key == NoteEvent.soundOff || note.key == NoteEvent.notesOff: return []
    case .control:
      let value = note.value > 0 ? Int(min(note.value, 127)) : 0
      return store(TakeControl(controller: note.key, value: value), at: time)
    }
  }

  /// Stores the movement of a controller in the layer that hits have begun, with the controllers that are not at rest.
  private mutating func store(_ control: TakeControl, at time: HostTime) -> [Output] {
    controls[control.number] = control.value == 0 ? nil : control
    guard let target, time >= target.since, endsAt.map({ time <= $0 }) ?? true,
      let (frame, pass) = place(time, target), HitColumns.frameRange.contains(frame),
      target.punch?.contains(frame) ?? true,
      let index = layers.firstIndex(where: { $0.pass == pass && $0.hits > 0 })
    else { return [] }
    return [add(TakeHit(frame: frame, control), toLayerAt: index)]
  }

  // MARK: Hits

  private mutating func store(_ hit: StartedHit) -> [Output] {
    forgetHeld(hit.pad)
    guard let target, hit.keyTime >= target.since else { return [] }
    if let endsAt, hit.keyTime > endsAt { return [] }
    var outputs = findOrigin(of: target, firstKey: hit.keyTime)
    guard let (frame, pass) = place(hit.keyTime, target), HitColumns.frameRange.contains(frame) else {
      return []
    }
    if let punch = target.punch, !punch.contains(frame) { return [] }
    let (index, begun) = layer(of: pass)
    outputs += begun
    if layers[index].hits == 0 {
      for control in controls.values.sorted(by: { $0.number < $1.number }) {
        outputs.append(add(TakeHit(frame: frame, control), toLayerAt: index))
      }
    }
    hold(hit, in: layers[index].id, id: layers[index].hits)
    let sample = hit.sample == StartedHit.unheard ? TakeHit.anySample : hit.sample
    let stored = TakeHit(frame: frame, pad: hit.pad, velocity: hit.velocity, sample: sample)
    return outputs + [add(stored, toLayerAt: index)]
  }

  private mutating func add(_ hit: TakeHit, toLayerAt index: Int) -> Output {
    defer { layers[index].hits += 1 }
    return .hit(hit, id: layers[index].hits, layer: layers[index].id)
  }

  /// Returns the index of the layer of a pass, and the output that begins it if there was none.
  mutating func layer(of pass: Int) -> (index: Int, begun: [Output]) {
    if let index = layers.firstIndex(where: { $0.pass == pass }) { return (index, []) }
    let id = nextLayerNumber()
    layers = layers.suffix(1) + [PassLayer(id: id, pass: pass)]
    return (layers.count - 1, [.layer(id, name: "layer \(id)")])
  }

  /// Finds when a recording that the engine does not report begins: by the first key, or by the command.
  mutating func findOrigin(of target: RecordingTarget, firstKey: HostTime?) -> [Output] {
    if origin != nil { return [] }
    let time: HostTime? =
      switch target.start?.origin {
      case .key: firstKey
      case .command(let time): time
      case .sequence, .hit, nil: nil
      }
    origin = time.flatMap(timeline.outputFrame(heardAt:))
    return origin.map { [.origin($0)] } ?? []
  }

  /// Forgets the hit of a pad, or the note of the same string, which the new one replaces.
  private mutating func forgetHeld(_ number: Int) {
    held[number] = nil
    guard let string = TakeNote(number: number)?.string, string >= 0 else { return }
    held = held.filter { TakeNote(number: $0.key)?.string != string }
  }

  private mutating func hold(_ hit: StartedHit, in layer: Int, id: Int) {
    guard let frame = timeline.outputFrame(heardAt: hit.keyTime) else { return }
    let ratio = timeline.position(atOutputFrame: frame)?.ratio ?? 0
    let usual = target?.start?.ratio ?? 1
    held[hit.pad] = HeldHit(layer: layer, id: id, outputFrame: frame, ratio: ratio > 0 ? ratio : usual)
  }

  /// Ends the hit of a gate pad whose key was released. Its length in track frames is its time in output frames by the
  /// speed at its beginning, so it does not depend on where the track is at the release.
  private mutating func end(_ hit: EndedHit) -> [Output] {
    guard target != nil, let begun = held.removeValue(forKey: hit.pad),
      let frame = timeline.outputFrame(heardAt: hit.keyTime)
    else { return [] }
    let length = max(Int(saturating: (Double(frame - begun.outputFrame) * begun.ratio).rounded()), 1)
    guard HitColumns.frameRange.contains(length) else { return [] }
    return [.length(length, hit: begun.id, layer: begun.layer)]
  }

  /// Returns the frame that was heard at a time, and in which pass. Nil while nothing runs that could be played to.
  private func place(_ time: HostTime, _ target: RecordingTarget) -> (frame: Int, pass: Int)? {
    timeline.outputFrame(heardAt: time).flatMap { place(atOutputFrame: $0, target) }
  }

  /// Returns the frame of an output frame, and in which pass. Nil while nothing runs that could be played to.
  func place(atOutputFrame heard: Int, _ target: RecordingTarget) -> (frame: Int, pass: Int)? {
    if !target.isFree, let position = timeline.position(atOutputFrame: heard), position.speed > 0 {
      guard target.streams.contains(position.stream) else { return nil }
      return (position.trackFrame, passes.pass(atOutputFrame: position.outputFrame))
    }
    guard let start = target.start else { return target.isFree ? nil : placeBefore(heard, target) }
    guard let origin else { return nil }
    // The hit that starts the recording precedes the music.
    let passed = heard - origin - start.after
    // Without a count-in, every hit since the command is recorded: before the music is heard, at its start.
    let frames = start.after > 0 ? passed : max(passed, 0)
    if Double(frames) < -TakeRecorder.early * Double(target.rate.hertz) { return nil }
    if target.isFree {
      let frames = max(frames, 0)
      guard let loop = target.loop else { return (frames, 0) }
      return (loop.lowerBound + frames % loop.count, frames / loop.count)
    }
    // The hit was early for the first beat, or began the recording.
    guard passed <= 0 else { return nil }
    let first = passes.pass(atOutputFrame: origin + start.after)
    return (max(start.trackFrame + Int(saturating: Double(frames) * start.ratio), 0), first)
  }

  /// Returns the first frame of music that begins soon after a silent one: after the silence between two tracks.
  private func placeBefore(_ frame: Int, _ target: RecordingTarget) -> (frame: Int, pass: Int)? {
    guard let next = timeline.nextMusic(afterOutputFrame: frame), target.streams.contains(next.stream),
      Double(next.outputFrame - frame) <= TakeRecorder.early * Double(target.rate.hertz)
    else { return nil }
    return (next.trackFrame, passes.pass(atOutputFrame: next.outputFrame))
  }
}

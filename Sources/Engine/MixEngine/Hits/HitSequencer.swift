import AudioBase
import SystemBase

/// A planned hit with its place in the part that is being rendered.
struct DuePlannedHit: DueEvent {
  var hit: PlannedHit
  var offset: Int
  /// Output frames for which a gate pad sounds; 0 if it sounds to its end.
  var heldFrames: Int

  var isStart: Bool { true }
}

/// Finds the planned hits of the frames that are being rendered. It looks at the frames as they are read, so hits are
/// exact at any speed, through seeks and joins. Audio thread.
struct HitSequencer: ~Copyable {
  private var sequences = HitSequenceSet()
  private(set) var due = DueList<DuePlannedHit>(capacity: 512)
  /// The track frame up to which hits were found, and its track: the next frames continue there, so that no hit is
  /// lost or struck twice.
  private var reached = 0.0
  private var reachedStream: UInt64 = 0
  /// Whether music was read since the last jump.
  private var continues = false
  /// Moves values as the frames of tracks are read.
  var lanes = CoursePlayer()
  /// Moves values with the free sequence.
  var freeLanes = CoursePlayer(isExact: true)
  /// A mixed frame on the grid of the music that was read last, on which changes by hand are made.
  private(set) var grid = 0
  /// Whether music jumped before the next frames.
  private var hasJumped = true
  private var free = HitSequenceTable()
  /// The output frame at which the free sequence began.
  private var freeOrigin = 0
  private var isFreeOpen = false
  /// Whether the values of the free sequence have not begun.
  private var beginsFree = false
  /// The beats of the metronome without music, which repeat by their period.
  private var beats = HitSequenceTable()
  /// The output frame at which the beats began.
  private var beatsOrigin = 0
  /// The number of hits of this part for which there was no room.
  private(set) var lost = 0
  private let rate: Double
  /// Frames for which the music has waited since the last jump.
  private var waited = 0
  /// Receives the beats; nil: they are due with the pads.
  private(set) var sender: BeatSender?
  /// The output frame up to which beats of the free sequence were sent.
  private var sentFree = 0
  /// The output frame up to which beats of the metronome without music were sent.
  private var sentBeats = 0

  init(rate: SampleRate) { self.rate = Double(rate.hertz) }

  mutating func use(_ sequences: HitSequenceSet) { self.sequences = sequences }

  mutating func startFree(
    _ table: HitSequenceTable, _ courses: CourseSet = CourseSet(), at outputFrame: Int, isOpen: Bool
  ) {
    free = table
    freeLanes.use(courses)
    beginsFree = true
    freeOrigin = outputFrame
    isFreeOpen = isOpen
    sender?.cancel(.freeSequence)
    sentFree = outputFrame
  }

  /// Replaces the hits of the free sequence and moves its beginning.
  ///
  /// - Parameter outputFrame: the frame at which the block comes out.
  mutating func replaceFree(
    _ table: HitSequenceTable, _ courses: CourseSet, movedBy frames: Int, at outputFrame: Int
  ) {
    free = table
    freeLanes.use(courses)
    beginsFree = false
    freeOrigin += frames
    sender?.cancel(.freeSequence)
    sentFree = outputFrame
  }

  /// Replaces the beats of the metronome without music; a table without hits ends them.
  ///
  /// - Parameters:
  ///   - origin: the output frame of the first beat.
  ///   - first: the first output frame whose beats can sound.
  mutating func startBeats(_ table: HitSequenceTable, at origin: Int, from first: Int) {
    beats = table
    beatsOrigin = origin
    sender?.cancel(.metronome)
    sentBeats = max(origin, first)
  }

  /// Moves the free sequence and the beats in the output.
  mutating func moveFree(by frames: Int) {
    freeOrigin += frames
    beatsOrigin += frames
  }

  /// Returns whether there are beats, the free sequence is open, or it has hits that were not due before an output frame.
  func isFreeRunning(at outputFrame: Int) -> Bool {
    if isFreeOpen || beats.count > 0 { return true }
    guard let hits = free.hits, free.count > 0 else { return false }
    if free.period >= 1 { return true }
    return hits[free.count - 1].frame >= outputFrame - freeOrigin
  }

  /// Returns whether courses of the free sequence have values that have not acted before an output frame.
  func hasFreeValues(at outputFrame: Int) -> Bool {
    guard freeLanes.isActive else { return false }
    return free.period >= 1 || freeLanes.set.lastFrame >= outputFrame - freeOrigin - CoursePlayer.grid
  }

  /// Begins a part, and finds the hits of the free sequence in it. To be called before `passMusic`.
  mutating func beginPart(_ count: Int, outputFrame: Int) {
    due.removeAll()
    lost = 0
    lanes.beginPart()
    freeLanes.beginPart()
    if freeLanes.isActive { passFreeLanes(from: Double(outputFrame - freeOrigin), count: count) }
    let part = Receiver.part(count: count, offset: 0)
    if free.count > 0 { pass(free, from: Double(outputFrame - freeOrigin), count: count, to: part) }
    if beats.count > 0 { pass(beats, from: Double(outputFrame - beatsOrigin), count: count, to: part) }
  }

  /// Finds the hits of a part in a sequence without music: those before its turns, and in each turn that the part
  /// touches.
  ///
  /// - Parameter start: the part's first frame, counted from the beginning of the sequence.
  private mutating func pass(_ table: HitSequenceTable, from start: Double, count: Int, to receiver: Receiver)
  {
    let (period, end) = (table.period, start + Double(count))
    if period < 1 { return pass(table, from: start, end: end, origin: start, step: 1, to: receiver) }
    guard end > 0 else { return }
    let lead = table.lead
    if start < lead {
      pass(table, from: max(start, 0), end: min(end, lead), origin: start, step: 1, to: receiver)
    }
    var turn = start > lead ? Double(Int((start - lead) / period)) * period : 0
    while lead + turn < end {
      pass(
        table, from: max(start - turn, lead), end: min(end - turn, lead + period), origin: start - turn,
        step: 1, to: receiver)
      turn += period
    }
  }

  /// Passes the frames of a part to the courses of the free sequence. Each turn jumps back to the end of the lead.
  private mutating func passFreeLanes(from start: Double, count: Int) {
    let turnEnd = free.lead + free.period
    var (done, isJump) = (0, false)
    while done < count {
      var from = start + Double(done)
      var left = count - done
      if free.period >= 1 {
        if from >= turnEnd {
          let turns = Double(Int((from - free.lead) / free.period))
          from -= turns * free.period
          isJump = isJump || from < free.lead + 1
        }
        left = min(left, max(HitSequencer.roundedUp(turnEnd - from), 1))
      }
      freeLanes.add(
        CoursePiece(
          stream: 0, from: from, end: from + Double(left), count: left, offset: done,
          isJump: isJump || beginsFree, grid: grid))
      beginsFree = false
      done += left
      isJump = true
    }
  }

  /// Notes that the music continues at another place: hits between the places are skipped.
  mutating func jumped() {
    continues = false
    hasJumped = true
    waited = 0
  }

  /// Notes that music begins or goes on: its values are those of the place, whatever was set meanwhile.
  mutating func musicBegins() { hasJumped = true }

  /// Notes that music stands at a frame of its track, whose values hold meanwhile.
  ///
  /// - Parameters:
  ///   - count: the frames of silence.
  ///   - offset: the place of the first one in the part.
  mutating func passStanding(_ stream: StreamID, at frame: Double, count: Int, offset: Int) {
    lanes.add(
      CoursePiece(
        stream: stream.value, from: frame, end: frame, count: count, offset: offset, isJump: hasJumped,
        grid: grid))
    hasJumped = false
  }

  /// Returns whether music that could begin has to wait for its sequence.
  ///
  /// - Parameter count: the frames of silence that follow if it has to.
  mutating func mustWait(for stream: StreamID, _ count: Int) -> Bool {
    if Double(waited) >= sequences.timeout * rate || !sequences.isAwaited(stream.value) { return false }
    waited += count
    return true
  }

  /// Finds the hits of music that is being read.
  ///
  /// - Parameters:
  ///   - from: the first track frame that is read.
  ///   - end: the track frame after the last one.
  ///   - count: the output frames that they become.
  ///   - offset: the place of the first frame in the part.
  ///   - start: the mixed frame with which the track would have begun, had it been heard from there.
  ///   - margin: the track frames by which values act before their own.
  mutating func passMusic(
    _ stream: StreamID, from: Double, end: Double, count: Int, at offset: Int, start: Int, margin: Double
  ) {
    if count == 0 { return }
    grid = start
    lanes.add(
      CoursePiece(
        stream: stream.value, from: from, end: end, count: count, offset: offset, isJump: hasJumped,
        grid: grid, margin: margin))
    hasJumped = false
    let step = (end - from) / Double(count)
    var start = from
    // At a change of speed, places are exact to a frame or two only.
    if continues && reachedStream == stream.value && (reached - from).magnitude < 4 * max(step, 1) {
      start = reached
    }
    continues = true
    reachedStream = stream.value
    reached = end
    if start >= end { return }
    for index in 0..<sequences.count {
      guard let table = sequences.table(index, of: stream.value) else { continue }
      pass(table, from: start, end: end, origin: from, step: step, to: .part(count: count, offset: offset))
    }
  }

  /// Finds the hits of a sequence within a range of its frames.
  ///
  /// - Parameters:
  ///   - origin: the frame of the sequence at the beginning of what the receiver states.
  ///   - step: frames of the sequence for each output frame.
  private mutating func pass(
    _ table: HitSequenceTable, from: Double, end: Double, origin: Double, step: Double, to receiver: Receiver
  ) {
    guard let hits = table.hits else { return }
    var index = table.first(from: from)
    while index < table.count && Double(hits[index].frame) < end {
      let frames = (Double(hits[index].frame) - origin) / step
      switch receiver {
      case .part(let count, let offset):
        if sender != nil && hits[index].isBeat { break }
        let place = min(max(HitSequencer.roundedUp(frames), 0), count - 1)
        let held = HitSequencer.held(hits[index], from: place, origin, step)
        let hit = DuePlannedHit(hit: hits[index], offset: offset + place, heldFrames: held)
        if !due.insert(hit) { lost += 1 }
      case .device(let outputFrame, let source):
        sendBeat(hits[index], at: Double(outputFrame) + frames, of: source)
      }
      index += 1
    }
  }

  /// Returns the output frames from a hit to its end; 0 if it sounds to its end.
  private static func held(_ hit: PlannedHit, from place: Int, _ origin: Double, _ step: Double) -> Int {
    if hit.length <= 0 { return 0 }
    let end = (Double(hit.frame) + Double(hit.length) - origin) / step
    return end < 1e9 ? max(roundedUp(end) - place, 1) : 0
  }

  /// Rounds up to the first whole frame at or after a place. Sums of steps that are not binary fractions exceed the
  /// place by a little, which is ignored.
  static func roundedUp(_ frames: Double) -> Int {
    let frames = frames - 1e-6
    let whole = Int(frames)
    return Double(whole) < frames ? whole + 1 : whole
  }
}

// MARK: Beats for a device of their own

extension HitSequencer {
  /// Receives hits that were found.
  private enum Receiver: BitwiseCopyable {
    /// The part that is being rendered.
    case part(count: Int, offset: Int)
    /// The device of the metronome, which receives beats only; with the output frame of their origin.
    case device(outputFrame: Int, BeatSource)
  }

  /// Sends beats to a device from an output frame on; nil: they are due with the pads again.
  mutating func sendBeats(_ new: BeatSender?, at outputFrame: Int) {
    sender?.cancel(.freeSequence)
    sender?.cancel(.metronome)
    sender = new
    sendBeatsAgain(at: outputFrame)
  }

  /// Sends the beats without music again that come out from an output frame on, but those that the device has rendered.
  mutating func sendBeatsAgain(at outputFrame: Int) {
    guard let sender else { return }
    sender.cancel(.freeSequence)
    sender.cancel(.metronome)
    let start = max(outputFrame, sender.rendered)
    (sentFree, sentBeats) = (max(start, freeOrigin), max(start, beatsOrigin))
  }

  /// Begins a block. See `BeatSender.beginBlock`.
  mutating func beginBlock(
    _ report: ClockReport, asked: HostTime, count: Int, latency: Int, level: Float
  ) {
    sender?.beginBlock(report, asked: asked, count: count, latency: latency, level: level)
  }

  /// Sends the beats without music up to the sender's horizon.
  mutating func sendFreeBeats() {
    guard let horizon = sender?.horizon else { return }
    if free.count > 0 && sentFree < horizon {
      pass(
        free, from: Double(sentFree - freeOrigin), count: horizon - sentFree,
        to: .device(outputFrame: sentFree, .freeSequence))
    }
    if beats.count > 0 && sentBeats < horizon {
      pass(
        beats, from: Double(sentBeats - beatsOrigin), count: horizon - sentBeats,
        to: .device(outputFrame: sentBeats, .metronome))
    }
    (sentFree, sentBeats) = (max(sentFree, horizon), max(sentBeats, horizon))
  }

  /// Sends the beats of a range of a track's frames.
  ///
  /// - Parameters:
  ///   - origin: the frame of the track that comes out at `outputFrame`.
  ///   - step: frames of the track for each output frame.
  mutating func sendMusic(
    _ stream: StreamID, from: Double, end: Double, origin: Double, step: Double, outputFrame: Int
  ) {
    for index in 0..<sequences.count {
      guard let table = sequences.table(index, of: stream.value) else { continue }
      pass(
        table, from: from, end: end, origin: origin, step: step,
        to: .device(outputFrame: outputFrame, .music))
    }
  }

  private func sendBeat(_ hit: PlannedHit, at outputFrame: Double, of source: BeatSource) {
    switch hit.kind {
    case .pad, .note, .control: break
    case .beat: sender?.send(hit, isAccent: false, at: outputFrame, of: source)
    case .accent: sender?.send(hit, isAccent: true, at: outputFrame, of: source)
    }
  }
}

extension PlannedHit {
  fileprivate var isBeat: Bool {
    switch kind {
    case .pad, .note, .control: false
    case .beat, .accent: true
    }
  }
}

import AudioBase
import Dubbing
import MixEngine
import SystemBase

extension TakeController {
  /// A key that came in the same moment as the one that records is recorded, in seconds.
  private static let grace = 0.05
  /// For so long the metronome of a free take beats, in seconds.
  private static let longestFree = 3600.0

  /// Records, or stops recording. While the last keys of one recording are still on their way, the next one can begin:
  /// its hits are stored as soon as the first has ended.
  ///
  /// - Parameter time: when its key was read: what is played from then on, or up to then, counts; nil: now.
  package func toggleRecording(at time: HostTime? = nil) {
    switch phase {
    case .idle, .ending:
      askedAt = time ?? model.now()
      record()
    case .waitingForTrack: phase = unwantedPhase
    case .countingIn, .waitingForHit, .recording: end(at: time)
    }
  }

  /// What is going on where no recording is wanted any more.
  var unwantedPhase: Phase { recorded == nil ? .idle : .ending }

  func record() {
    guard model.playbackState != .stopped, let played = playedTrack else { return recordFree() }
    look(for: played)
    guard track.isFound, format != nil else {
      phase = .waitingForTrack
      return
    }
    guard track.key != nil else {
      if let problem = track.problem { tell(.noTrack(problem)) }
      phase = unwantedPhase
      return
    }
    if model.phase.isPlaying {
      begin(played, start: nil)
      phase = .recording
    } else {
      arm(played)
    }
  }

  /// Counts in, or waits for the first hit; the engine starts the music on the very frame.
  private func arm(_ played: TrackLocation) {
    guard let format else { return }
    let rate = tools.engine.sampleRate
    let beats = bpm * model.speed
    let after = Metronome.length(of: beatsBefore, bpm: beats, rate: rate)
    let plan = HitPlan(Metronome.beats(beatsBefore, bpm: beats, rate: rate))
    let isOnHit = tools.recordStart == .firstHit
    phase = isOnHit ? .waitingForHit : .countingIn
    let serial = tools.engine.startFree(plan, musicAfter: FrameCount(after), onHit: isOnHit)
    started(serial, bpm: beats)
    let ratio = Double(format.sampleRate.hertz) / Double(rate.hertz) * model.speed
    let frame = FrameCount(seconds: model.elapsed, at: format.sampleRate).value
    begin(
      played,
      start: RecordingTarget.Start(
        serial: serial, after: after, trackFrame: frame, ratio: ratio, origin: isOnHit ? .hit : .plan))
  }

  private func recordFree() {
    let rate = tools.engine.sampleRate
    let after = Metronome.length(of: beatsBefore, bpm: bpm, rate: rate)
    var beats = beatsBefore
    if isMetronomeOn { beats += Int(TakeController.longestFree / 60 * bpm) }
    var plan = Metronome.beats(beats, bpm: bpm, rate: rate)
    if isPlaybackOn, let take = freeTake {
      plan += TakeCompiler.freeHits(of: take, rate: rate, after: after, knowsSamples: knowsSamples(take))
    }
    let isOnHit = tools.recordStart == .firstHit
    phase = isOnHit ? .waitingForHit : beatsBefore > 0 ? .countingIn : .recording
    let serial = tools.engine.startFree(HitPlan(plan), isOpen: true, onHit: isOnHit)
    started(serial, bpm: bpm)
    let origin: RecordingTarget.Start.Origin = !isOnHit ? .plan : plan.isEmpty ? .key : .hit
    begin(nil, start: RecordingTarget.Start(serial: serial, after: after, origin: origin))
  }

  private func started(_ serial: Int, bpm: Double) {
    freePlayback = nil
    hitStart = phase == .waitingForHit ? serial : nil
    countIn(serial, bpm: bpm)
  }

  private func begin(_ played: TrackLocation?, start: RecordingTarget.Start?) {
    // What begins with a hit does not begin with one that came before.
    let grace = phase == .waitingForHit ? 0 : TakeController.grace
    let since = askedAt.advanced(bySeconds: -grace)
    waiting.append(WaitingRecording(track: played, start: start, since: since))
    beginWaiting()
  }

  /// Gives the journal the next recording, once the one before has ended: they may be of one take.
  func beginWaiting() {
    guard recorded == nil, !waiting.isEmpty else { return }
    let next = waiting.removeFirst()
    let played = next.track
    lastGroup = TakeGroup(played)
    let take = takeToRecord(played)
    let journal = tools.store.journal(of: take, recording: random.next())
    recorded = Recorded(track: played, firstLayer: take.nextLayerID, journal: journal)
    let target = RecordingTarget(
      streams: played == nil ? [] : Set(openings.filter { $0.track == played }.map(\.stream)),
      start: next.start, since: next.since, until: next.until, punch: punch, nextLayer: take.nextLayerID,
      rate: tools.engine.sampleRate)
    tools.journal.begin(target, take: take, path: journal)
  }

  /// The free take that can be recorded to: its frames are the output's.
  private var freeTake: Take? {
    guard let take = tracks[.free]?.take, take.rate ?? .standard == tools.engine.sampleRate else {
      return nil
    }
    return take
  }

  /// The current take, or a new one.
  private func takeToRecord(_ played: TrackLocation?) -> Take {
    var track = tracks[TakeGroup(played)] ?? TrackTakes(isFound: true)
    let known = played == nil ? freeTake : track.take
    if let known { return known }
    let now = Timestamp.now
    var random = AnyGenerator(random)
    var take = Take(
      id: TakeID.make(at: now, using: &random), name: "take \(track.takes.count + 1)", track: nil,
      kit: tools.kit, tempo: track.tempo, created: now)
    if played == nil { take.rate = tools.engine.sampleRate }
    if let path = played?.path, let key = track.key, let format {
      take.track = TrackReference(
        key: key, path: tools.folder.appending(path), sampleRate: format.sampleRate, frames: format.length)
    }
    track.put(take)
    track.current = take.id
    tracks[TakeGroup(played)] = track
    return take
  }

  /// Ends a recording; what was played up to now is stored still.
  package func end(at time: HostTime? = nil) {
    guard phase.isBeforeStart || phase == .recording else { return }
    if phase.isBeforeStart || targetTrack == nil { tools.engine.startFree(HitPlan([])) }
    // Music that was to begin by itself does not.
    if phase.isBeforeStart, targetTrack != nil { tools.engine.send(.pause) }
    phase = .ending
    (countIn, beatsLeft) = (nil, nil)
    let time = time ?? model.now()
    if waiting.isEmpty { tools.journal.end(at: time) } else { waiting[waiting.count - 1].until = time }
  }

  /// The music plays: by itself, or since somebody did not wait. What is left of the count-in is not heard then.
  func countInIsOver() {
    phase = .recording
    (countIn, beatsLeft) = (nil, nil)
    tools.engine.startFree(HitPlan([]))
  }
}

/// A generator of any kind, where one of a kind is wanted.
private struct AnyGenerator: RandomNumberGenerator {
  private var generator: any RandomNumberGenerator

  init(_ generator: any RandomNumberGenerator) { self.generator = generator }

  mutating func next() -> UInt64 { generator.next() }
}

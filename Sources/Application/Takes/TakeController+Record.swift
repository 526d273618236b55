import AudioBase
import Dubbing
import MixEngine
import SystemBase

extension TakeController {
  /// Seconds; a hit that precedes the record key by less is recorded.
  private static let grace = 0.05
  /// Seconds for which the metronome of a free take is planned.
  private static let longestFree = 3600.0

  /// Starts or stops recording. The next recording can start before the last hits of the previous one have arrived; its
  /// hits are stored when the previous one has ended.
  ///
  /// - Parameter time: when the key was read, which is when the recording starts or ends; nil: now.
  func toggleRecording(at time: HostTime? = nil) {
    switch phase {
    case .idle, .ending:
      recordTime = time ?? model.now()
      record()
    case .waitingForTrack: phase = unwantedPhase
    case .countingIn, .waitingForHit, .recording: end(at: time)
    }
  }

  /// The phase when no recording is wanted.
  var unwantedPhase: Phase { recorded == nil ? .idle : .ending }

  func record() {
    guard model.playbackState != .stopped, let played = playedTrack else { return recordFree() }
    look(for: played)
    guard track.isFound, format != nil else {
      phase = .waitingForTrack
      return
    }
    guard track.key != nil else {
      if let problem = track.problem { notify(.noTrack(problem)) }
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

  /// Counts in or waits for the first hit. The engine starts the music on the exact frame.
  private func arm(_ played: TrackLocation) {
    guard let format else { return }
    let rate = tools.engine.sampleRate
    let beats = bpm * model.speed
    let after = Metronome.length(of: beatsBefore, bpm: beats, rate: rate)
    let plan = HitPlan(Metronome.beats(beatsBefore, bpm: beats, rate: rate, signature: metronome.signature))
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
    if input != nil { notify(.inputNeedsTrack) }
    let rate = tools.engine.sampleRate
    let after = Metronome.length(of: beatsBefore, bpm: bpm, rate: rate)
    var beats = beatsBefore
    if isMetronomeOn { beats += Int(TakeController.longestFree / 60 * bpm) }
    var plan = Metronome.beats(beats, bpm: bpm, rate: rate, signature: metronome.signature)
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
    // A recording that starts with the first hit ignores earlier hits.
    let grace = phase == .waitingForHit ? 0 : TakeController.grace
    let since = recordTime.advanced(bySeconds: -grace)
    waiting.append(WaitingRecording(track: played, start: start, since: since))
    beginWaiting()
  }

  /// Starts the next recording in the journal when the previous one has ended, because both may be of one take.
  func beginWaiting() {
    guard recorded == nil, !waiting.isEmpty else { return }
    let next = waiting.removeFirst()
    let played = next.track
    lastGroup = TakeGroup(played)
    let take = takeToRecord(played)
    let journal = tools.store.journal(of: take, recording: random.next())
    recorded = Recorded(track: played, firstLayer: take.nextLayerID, journal: journal)
    let target = RecordingTarget(
      streams: played == nil ? [] : Set(openStreams.filter { $0.track == played }.map(\.stream)),
      start: next.start, since: next.since, until: next.until, punch: punch, nextLayer: take.nextLayerID,
      rate: tools.engine.sampleRate)
    tools.journal.begin(target, take: take, path: journal, audio: tools.store.audio(of: take))
  }

  /// The free take, if it was recorded at the sample rate of the engine; otherwise nil.
  private var freeTake: Take? {
    guard let take = tracks[.free]?.take, take.rate ?? .standard == tools.engine.sampleRate else {
      return nil
    }
    return take
  }

  /// Returns the current take, or makes a new one.
  func takeToRecord(_ played: TrackLocation?) -> Take {
    var track = tracks[TakeGroup(played)] ?? TrackTakes(isFound: true)
    let known = played == nil ? freeTake : track.take
    if let known { return known }
    let now = Timestamp.now
    var random = AnyGenerator(random)
    var take = Take(
      id: TakeID.make(at: now, using: &random), name: "take \(track.takes.count + 1)", track: nil,
      kit: tools.kit, tempo: track.tempo, created: now)
    if tools.kit?.hash == nil { unidentified.insert(take.id) }
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

  /// Ends a recording. Hits up to now are stored.
  package func end(at time: HostTime? = nil) {
    guard phase.isBeforeStart || phase == .recording else { return }
    if phase.isBeforeStart || targetTrack == nil { tools.engine.startFree(HitPlan([])) }
    // The music that the engine would start must not start.
    if phase.isBeforeStart, targetTrack != nil { tools.engine.send(.pause) }
    phase = .ending
    (countIn, beatsLeft) = (nil, nil)
    let time = time ?? model.now()
    if waiting.isEmpty { tools.journal.end(at: time) } else { waiting[waiting.count - 1].until = time }
  }

  /// The music has started, by the engine or by the user; the rest of the count-in is dropped.
  func countInIsOver() {
    phase = .recording
    (countIn, beatsLeft) = (nil, nil)
    tools.engine.startFree(HitPlan([]))
  }
}

/// Wraps an existential generator for functions that need a concrete type.
private struct AnyGenerator: RandomNumberGenerator {
  private var generator: any RandomNumberGenerator

  init(_ generator: any RandomNumberGenerator) { self.generator = generator }

  mutating func next() -> UInt64 { generator.next() }
}

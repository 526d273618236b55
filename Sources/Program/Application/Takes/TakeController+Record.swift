import AudioBase
import Dubbing
import MixEngine
import Studio
import SystemBase

extension TakeController {
  /// Seconds; a hit that precedes the record key by less is recorded.
  private static let grace = 0.05
  /// Seconds before and after the report of a change of the track in which that change may be heard.
  private static let changeover = 2.0
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
    case .countingIn, .waitingForHit, .recording: end(at: time, isLooped: true)
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
    let rate = parts.engine.sampleRate
    let frame = FrameCount(seconds: model.elapsed, at: format.sampleRate).value
    let beats = BeatGrid(bpm: grid.bpm(atFrame: frame) * model.speed, rate: rate, signature: grid.signature)
    let after = Int(saturating: beats.frame(ofBeat: beatsBefore).rounded())
    let sequence = HitSequence(beats.hits(ofBeats: 0..<beatsBefore))
    let isOnHit = parts.recordStart == .firstHit
    phase = isOnHit ? .waitingForHit : .countingIn
    let serial = parts.engine.startFree(sequence, musicAfter: FrameCount(after), hitsSince: hitsSince)
    started(serial, beats)
    let ratio = Double(format.sampleRate.hertz) / Double(rate.hertz) * model.speed
    begin(
      played,
      start: RecordingTarget.Start(
        serial: serial, after: after, trackFrame: frame, ratio: ratio, origin: isOnHit ? .hit : .sequence))
  }

  /// The time since which a hit starts the recording; nil if the command does.
  private var hitsSince: HostTime? { parts.recordStart == .firstHit ? recordTime : nil }

  private func recordFree() {
    if input != nil { notify(.sound(.inputNeedsTrack)) }
    // The loop of an earlier run is not played along to unless the user plays it first.
    if parts.recordStart == .firstHit, let take = freeTake, take.loop != nil, !usedTakes.contains(take.id) {
      tracks[.free]?.current = nil
    }
    if let playback = freePlayback, let loop = playback.loop, let take = freeTake,
      take.id == playback.entry.take
    {
      return recordOver(playback, loop)
    }
    let rate = parts.engine.sampleRate
    let tempo = freeTake?.tempo ?? tracks[.free]?.tempo ?? TempoMap(bpm: bpm)
    let playedTempo = stated(tempo)
    let grid = BeatGrid(tempo, rate: rate, signature: metronome.signature)
    let beats = BeatGrid(bpm: grid.bpm(atFrame: 0), rate: rate, signature: grid.signature)
    let after = Int(saturating: beats.frame(ofBeat: beatsBefore).rounded())
    var sequence = beats.hits(ofBeats: 0..<beatsBefore)
    let entry = freeTake.map { Entry(group: .free, take: $0.id) }
    let loop = entry.flatMap(loop(of:))
    if isMetronomeOn, loop == nil {
      sequence += grid.hits(before: Int(TakeController.longestFree) * rate.hertz, click).map {
        $0.moved(by: after)
      }
    }
    if loop == nil, isPlaybackOn, let take = freeTake {
      onPads(take.pads)
      sequence += freeHits(of: take, after: after)
    }
    let isOnHit = parts.recordStart == .firstHit
    phase = isOnHit ? .waitingForHit : beatsBefore > 0 ? .countingIn : .recording
    let origin: RecordingTarget.Start.Origin =
      switch (isOnHit, isSilent: sequence.isEmpty && loop == nil) {
      case (true, true): .key
      case (true, false): .hit
      case (false, true): .command(recordTime)
      case (false, false): .sequence
      }
    freePlayback = nil
    var serial = 0
    if loop != nil, let take = freeTake, let entry {
      begin(take, entry, before: sequence, lead: after, hitsSince: hitsSince)
      serial = freePlayback?.serial ?? 0
    } else {
      serial = parts.engine.startFree(HitSequence(sequence), isOpen: true, hitsSince: hitsSince)
    }
    freeRecording = FreeRecording(serial: serial, after: after, isOnKey: origin == .key)
    started(serial, beats)
    if loop == nil, isMetronomeOn || beatsBefore > 0 {
      recordingBeats = FreeBeats(serial: serial, grid: grid, lead: after)
    }
    begin(
      nil, start: RecordingTarget.Start(serial: serial, after: after, origin: origin), loop: loop,
      tempo: playedTempo)
  }

  /// Records to a take that repeats, without a new beginning.
  private func recordOver(_ playback: FreePlayback, _ loop: Range<Int>) {
    let first = playback.outputFrame(of: loop.lowerBound)
    phase = .recording
    begin(
      nil,
      start: RecordingTarget.Start(
        serial: playback.serial, after: first.map { $0 - (playback.reported ?? $0) } ?? 0), loop: loop)
  }

  private func started(_ serial: Int, _ beats: BeatGrid) {
    if freePlayback?.loop == nil { freePlayback = nil }
    hitStart = phase == .waitingForHit ? serial : nil
    countIn(serial, beats)
  }

  private func begin(
    _ played: TrackLocation?, start: RecordingTarget.Start?, loop: Range<Int>? = nil,
    tempo: TempoMap? = nil
  ) {
    // A recording that starts with the first hit ignores earlier hits.
    let grace = phase == .waitingForHit ? 0 : TakeController.grace
    let since = recordTime.advanced(bySeconds: -grace)
    let streams = Set(openStreams.filter { $0.track == played }.map(\.stream))
    stopReason = nil
    waiting.append(
      WaitingRecording(
        track: played, streams: streams, start: start, loop: loop, tempo: tempo, since: since))
    beginWaiting()
  }

  /// Starts the next recording in the journal when the previous one has ended, because both may be of one take, and when
  /// its track was read.
  func beginWaiting() {
    guard recorded == nil, let next = waiting.first, isRead(next) else { return }
    waiting.removeFirst()
    let played = next.track
    if let played, tracks[.track(played)]?.key == nil { return cannotRecord(to: played) }
    lastGroup = TakeGroup(played)
    var take = takeToRecord(played)
    if take.tempo == nil, let tempo = played.map(playedTempo) ?? next.tempo {
      if isPlayedToClock(played) { clockTakes.insert(take.id) }
      take.tempo = tempo
      tracks[TakeGroup(played)]?.replace(take)
    }
    usedTakes.insert(take.id)
    let journal = parts.store.journal(of: take, recording: random.next())
    recorded = Recorded(track: played, firstLayer: take.nextLayerID, journal: journal)
    let target = RecordingTarget(
      streams: next.streams, start: next.start, since: next.since, until: next.until, punch: punch,
      loop: next.loop, nextLayer: take.nextLayerID, rate: parts.engine.sampleRate)
    parts.journal.begin(target, take: take, path: journal, audio: parts.store.audio(of: take))
  }

  /// Returns whether the takes, the key and the format of the track of a recording are known, or cannot be.
  private func isRead(_ next: WaitingRecording) -> Bool {
    guard let played = next.track else { return true }
    guard let track = tracks[.track(played)], track.isFound else { return false }
    return track.key == nil || (streamFormat(of: played) != nil && !next.streams.isEmpty)
  }

  /// Ends a recording that would continue with a track that cannot be read.
  private func cannotRecord(to played: TrackLocation) {
    if let problem = tracks[.track(played)]?.problem {
      notify(.recordingStopped(.unreadable(problem), saved: nil))
    }
    if waiting.isEmpty { phase = .idle }
    beginWaiting()
  }

  /// The free take, if it was recorded at the sample rate of the engine; otherwise nil.
  private var freeTake: Take? {
    guard let take = tracks[.free]?.take, take.rate ?? .standard == parts.engine.sampleRate else {
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
      kit: parts.kit, tempo: track.tempo ?? track.tagTempo, created: now)
    let mixer = mixer()
    if mixer != MixGraph() { take.mixer = mixer }
    if let kit = parts.kit, kit.hash == nil { unidentified.insert(take.id) }
    if played == nil { take.rate = parts.engine.sampleRate }
    if let played, let key = track.key, let format = streamFormat(of: played) {
      take.track = TrackReference(
        key: key, path: parts.folder.appending(played.path), sampleRate: format.sampleRate,
        frames: format.length)
      let playing = model.nowPlaying.flatMap { $0.location == played ? $0 : nil }
      take.track?.title = playing?.listedTitle
      take.track?.artist = playing?.artist
    }
    track.replace(take)
    track.current = take.id
    tracks[TakeGroup(played)] = track
    return take
  }

  /// Ends a recording. Hits up to now are stored.
  ///
  /// - Parameters:
  ///   - reason: why the program ends the recording, which is reported at once; nil if the user ends it.
  ///   - isLooped: whether a first recording without a track that began with a hit becomes a loop.
  package func end(
    at time: HostTime? = nil, because reason: TakeNotice.RecordingStop? = nil, isLooped: Bool = false
  ) {
    guard phase.isBeforeStart || phase == .recording else { return }
    stopReason = reason
    if let reason { notify(.recordingStopped(reason, saved: nil)) }
    if isLooped, phase == .recording { loopFirstRecording(at: time ?? model.now()) }
    if phase.isBeforeStart {
      freePlayback = nil
      parts.engine.startFree(HitSequence([]))
    } else if targetTrack == nil, freePlayback?.loop == nil {
      parts.engine.startFree(HitSequence([]))
    }
    freeRecording = nil
    // The music that the engine would start must not start.
    if phase.isBeforeStart, targetTrack != nil { parts.engine.send(.pause) }
    phase = .ending
    (countIn, beatsLeft, recordingBeats) = (nil, nil, nil)
    if dropUnopened(), waiting.isEmpty, recorded == nil {
      phase = .idle
      return
    }
    endKeys(at: time ?? model.now())
  }

  /// Drops the last recording if it continues with a track that was not opened, of which nothing was heard.
  private func dropUnopened() -> Bool {
    guard let last = waiting.last, last.isContinuation, last.track.flatMap(streamFormat) == nil else {
      return false
    }
    waiting.removeLast()
    return true
  }

  /// Hits of the last recording after a time are not stored.
  private func endKeys(at time: HostTime) {
    if waiting.isEmpty { parts.journal.end(at: time) } else { waiting[waiting.count - 1].until = time }
  }

  /// Handles that the current track is no longer that of the recording: the recording continues with the current one.
  /// If it has not begun, or there is no track to record to, it ends.
  func leaveRecordedTrack() {
    switch phase {
    case .countingIn, .waitingForHit: end(because: .trackChanged)
    case .recording:
      if let playedTrack {
        continueRecording(with: playedTrack)
      } else {
        end(because: model.nowPlaying.map { .stream($0.name) } ?? .musicStopped)
      }
    case .idle, .waitingForTrack, .ending: break
    }
  }

  /// Continues the recording with another track, whose music is heard later than now or was heard a moment ago. Each
  /// hit belongs to the track that was heard with it, so both recordings overlap in time.
  private func continueRecording(with played: TrackLocation) {
    let now = model.now()
    if !dropUnopened() { endKeys(at: now.advanced(bySeconds: TakeController.changeover)) }
    let current = openStreams.filter { $0.track == played && $0.stream == parts.transport.current }
    waiting.append(
      WaitingRecording(
        track: played, streams: Set(current.map(\.stream)),
        since: now.advanced(bySeconds: -TakeController.changeover), isContinuation: true))
    beginWaiting()
  }

  /// Ends the count-in. Called when the engine or the user has started the music.
  func endCountIn() {
    phase = .recording
    (countIn, beatsLeft) = (nil, nil)
    parts.engine.startFree(HitSequence([]))
  }
}

/// Wraps an existential generator for functions that need a concrete type.
private struct AnyGenerator: RandomNumberGenerator {
  private var generator: any RandomNumberGenerator

  init(_ generator: any RandomNumberGenerator) { self.generator = generator }

  mutating func next() -> UInt64 { generator.next() }
}

extension PlannedHit {
  fileprivate func moved(by frames: Int) -> PlannedHit {
    var hit = self
    hit.frame += frames
    return hit
  }
}

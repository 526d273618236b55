import AudioBase
import Dubbing
import MixEngine
import Studio
import SystemBase

extension TakeRecording {
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
  func toggle(at time: HostTime? = nil) {
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
    guard model.playbackState != .stopped, let played = owner.playedTrack else { return recordFree() }
    owner.list.look(for: played)
    guard owner.list.track.isFound, owner.playback.format != nil else {
      phase = .waitingForTrack
      return
    }
    guard owner.list.track.key != nil else {
      if let problem = owner.list.track.problem { owner.notify(.noTrack(problem)) }
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
    guard let format = owner.playback.format else { return }
    let rate = parts.engine.sampleRate
    let frame = FrameCount(seconds: model.elapsed, at: format.sampleRate).value
    let beats = BeatGrid(
      bpm: owner.tempo.grid.bpm(atFrame: frame) * model.speed, rate: rate,
      signature: owner.tempo.grid.signature)
    let after = Int(saturating: beats.frame(ofBeat: beatsBefore).rounded())
    let sequence = HitSequence(beats.hits(ofBeats: 0..<beatsBefore))
    let isOnHit = recordStart == .firstHit
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
  private var hitsSince: HostTime? { recordStart == .firstHit ? recordTime : nil }

  private func recordFree() {
    if input != nil { owner.notify(.sound(.inputNeedsTrack)) }
    // The loop of an earlier run is not played along to unless the user plays it first.
    if recordStart == .firstHit, let take = owner.list.freeTake, take.loop != nil,
      !owner.free.usedTakes.contains(take.id)
    {
      owner.list.tracks[.free]?.current = nil
    }
    if let playback = owner.free.playback, let loop = playback.loop, let take = owner.list.freeTake,
      take.id == playback.entry.take
    {
      return recordOver(playback, loop)
    }
    let rate = parts.engine.sampleRate
    let tempo =
      owner.list.freeTake?.tempo ?? owner.list.tracks[.free]?.tempo ?? TempoMap(bpm: owner.tempo.bpm)
    let playedTempo = owner.tempo.stated(tempo)
    let grid = BeatGrid(tempo, rate: rate, signature: owner.tempo.metronome.signature)
    let beats = BeatGrid(bpm: grid.bpm(atFrame: 0), rate: rate, signature: grid.signature)
    let after = Int(saturating: beats.frame(ofBeat: beatsBefore).rounded())
    var sequence = beats.hits(ofBeats: 0..<beatsBefore)
    let entry = owner.list.freeTake.map { TakeList.Entry(group: .free, take: $0.id) }
    let loop = entry.flatMap(owner.free.loop)
    if owner.tempo.isMetronomeOn, loop == nil {
      sequence += grid.hits(before: Int(TakeRecording.longestFree) * rate.hertz, owner.tempo.click).map {
        $0.moved(by: after)
      }
    }
    if loop == nil, owner.playback.isOn, let take = owner.list.freeTake {
      owner.playback.onPads(take.pads)
      sequence += owner.free.hits(of: take, after: after)
    }
    let isOnHit = recordStart == .firstHit
    phase = isOnHit ? .waitingForHit : beatsBefore > 0 ? .countingIn : .recording
    let origin: RecordingTarget.Start.Origin =
      switch (isOnHit, isSilent: sequence.isEmpty && loop == nil) {
      case (true, true): .key
      case (true, false): .hit
      case (false, true): .command(recordTime)
      case (false, false): .sequence
      }
    owner.free.playback = nil
    var serial = 0
    if loop != nil, let take = owner.list.freeTake, let entry {
      owner.free.begin(take, entry, before: sequence, lead: after, hitsSince: hitsSince)
      serial = owner.free.playback?.serial ?? 0
    } else {
      serial = parts.engine.startFree(HitSequence(sequence), isOpen: true, hitsSince: hitsSince)
    }
    freeRecording = FreeRecording(serial: serial, after: after, isOnKey: origin == .key)
    started(serial, beats)
    if loop == nil, owner.tempo.isMetronomeOn || beatsBefore > 0 {
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
    if owner.free.playback?.loop == nil { owner.free.playback = nil }
    hitStart = phase == .waitingForHit ? serial : nil
    countIn(serial, beats)
  }

  private func begin(
    _ played: TrackLocation?, start: RecordingTarget.Start?, loop: Range<Int>? = nil,
    tempo: TempoMap? = nil
  ) {
    // A recording that starts with the first hit ignores earlier hits.
    let grace = phase == .waitingForHit ? 0 : TakeRecording.grace
    let since = recordTime.advanced(bySeconds: -grace)
    let streams = Set(owner.playback.openStreams.filter { $0.track == played }.map(\.stream))
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
    if let played, owner.list.tracks[.track(played)]?.key == nil { return cannotRecord(to: played) }
    owner.list.lastGroup = TakeGroup(played)
    var take = owner.list.takeToRecord(played)
    if take.tempo == nil, let tempo = played.map(owner.tempo.playedTempo) ?? next.tempo {
      if owner.tempo.isPlayedToClock(played) { owner.tempo.clockTakes.insert(take.id) }
      take.tempo = tempo
      owner.list.tracks[TakeGroup(played)]?.replace(take)
    }
    owner.free.usedTakes.insert(take.id)
    let journal = parts.store.journal(of: take, recording: owner.list.random.next())
    recorded = Recorded(track: played, firstLayer: take.nextLayerID, journal: journal)
    let target = RecordingTarget(
      streams: next.streams, start: next.start, since: next.since, until: next.until,
      punch: owner.ranges.punch,
      loop: next.loop, nextLayer: take.nextLayerID, rate: parts.engine.sampleRate)
    parts.journal.begin(target, take: take, path: journal, audio: parts.store.audio(of: take))
  }

  /// Returns whether the takes, the key and the format of the track of a recording are known, or cannot be.
  private func isRead(_ next: WaitingRecording) -> Bool {
    guard let played = next.track else { return true }
    guard let track = owner.list.tracks[.track(played)], track.isFound else { return false }
    return track.key == nil || (owner.playback.streamFormat(of: played) != nil && !next.streams.isEmpty)
  }

  /// Ends a recording that would continue with a track that cannot be read.
  private func cannotRecord(to played: TrackLocation) {
    if let problem = owner.list.tracks[.track(played)]?.problem {
      owner.notify(.recordingStopped(.unreadable(problem), saved: nil))
    }
    if waiting.isEmpty { phase = .idle }
    beginWaiting()
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
    if let reason { owner.notify(.recordingStopped(reason, saved: nil)) }
    if isLooped, phase == .recording { owner.free.loopFirstRecording(at: time ?? model.now()) }
    if phase.isBeforeStart {
      owner.free.playback = nil
      parts.engine.startFree(HitSequence([]))
    } else if targetTrack == nil, owner.free.playback?.loop == nil {
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
    guard let last = waiting.last, last.isContinuation, last.track.flatMap(owner.playback.streamFormat) == nil
    else {
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
      if let playedTrack = owner.playedTrack {
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
    if !dropUnopened() { endKeys(at: now.advanced(bySeconds: TakeRecording.changeover)) }
    let current = owner.playback.openStreams.filter {
      $0.track == played && $0.stream == parts.transport.current
    }
    waiting.append(
      WaitingRecording(
        track: played, streams: Set(current.map(\.stream)),
        since: now.advanced(bySeconds: -TakeRecording.changeover), isContinuation: true))
    beginWaiting()
  }

  /// Ends the count-in. Called when the engine or the user has started the music.
  func endCountIn() {
    phase = .recording
    (countIn, beatsLeft) = (nil, nil)
    parts.engine.startFree(HitSequence([]))
  }
}

extension PlannedHit {
  fileprivate func moved(by frames: Int) -> PlannedHit {
    var hit = self
    hit.frame += frames
    return hit
  }
}

import AudioBase
import Dubbing
import MixEngine
import SystemBase

extension TakeRecording {
  /// Seconds; a hit that precedes the record key by less is recorded.
  private static let grace = 0.05
  /// Seconds for which the metronome of a free take is planned.
  private static let longestFree = 3600.0

  /// Finds what there is to record to: the track, or a take without one.
  func prepare() {
    guard model.playbackState != .stopped, let played = owner.playedTrack else { return prepareFree() }
    owner.list.look(for: played)
    let track = owner.list.track
    guard track.isFound, owner.playback.format != nil else { return apply(.unread) }
    guard track.key != nil else { return apply(.unreadable(track.problem)) }
    apply(model.phase.isPlaying ? .playing(recording(of: played)) : .paused(recordStart))
  }

  private func prepareFree() {
    if input != nil { owner.notify(.sound(.inputNeedsTrack)) }
    // The loop of an earlier run is not played along to unless the user plays it first.
    if recordStart == .firstHit, let take = owner.list.freeTake, take.loop != nil,
      !owner.free.usedTakes.contains(take.id)
    {
      owner.list.tracks[.free]?.current = nil
    }
    let playback = owner.free.playback
    let isRepeating = playback?.loop != nil && playback?.entry.take == owner.list.freeTake?.id
    apply(isRepeating ? .repeating : .free(recordStart, countIn: beatsBefore))
  }

  /// Counts in or waits for the first hit. The engine starts the music on the exact frame.
  func arm() {
    guard let played = owner.playedTrack, let format = owner.playback.format else { return }
    let rate = parts.engine.sampleRate
    let frame = FrameCount(seconds: model.elapsed, at: format.sampleRate).value
    let grid = owner.tempo.grid
    let beats = BeatGrid(
      bpm: grid.bpm(atFrame: frame) * model.speed, rate: rate, signature: grid.signature)
    let after = Int(saturating: beats.frame(ofBeat: beatsBefore).rounded())
    let sequence = HitSequence(beats.hits(ofBeats: 0..<beatsBefore))
    let serial = parts.engine.startFree(sequence, musicAfter: FrameCount(after), hitsSince: hitsSince)
    if owner.free.playback?.loop == nil { owner.free.playback = nil }
    countIn(serial, beats)
    let ratio = Double(format.sampleRate.hertz) / Double(rate.hertz) * model.speed
    let start = RecordingTarget.Start(
      serial: serial, after: after, trackFrame: frame, ratio: ratio,
      origin: recordStart == .firstHit ? .hit : .sequence)
    apply(.armed(recording(of: played, start: start), serial: serial))
  }

  /// The time since which a hit starts the recording; nil if the command does.
  private var hitsSince: HostTime? { recordStart == .firstHit ? state.commandTime : nil }

  /// Starts the count-in, the metronome and the take to which a take without a track is recorded.
  func startFree() {
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
    let origin: RecordingTarget.Start.Origin =
      switch (recordStart == .firstHit, isSilent: sequence.isEmpty && loop == nil) {
      case (true, true): .key
      case (true, false): .hit
      case (false, true): .command(state.commandTime)
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
    countIn(serial, beats)
    if loop == nil, owner.tempo.isMetronomeOn || beatsBefore > 0 {
      recordingBeats = FreeBeats(serial: serial, grid: grid, lead: after)
    }
    let start = RecordingTarget.Start(serial: serial, after: after, origin: origin)
    apply(.armed(recording(of: nil, start: start, loop: loop, tempo: playedTempo), serial: serial))
  }

  /// Records to the take that repeats, without a new beginning.
  func joinFree() {
    guard let playback = owner.free.playback, let loop = playback.loop else { return }
    let first = playback.outputFrame(of: loop.lowerBound)
    let start = RecordingTarget.Start(
      serial: playback.serial, after: first.map { $0 - (playback.reported ?? $0) } ?? 0)
    apply(.armed(recording(of: nil, start: start, loop: loop), serial: playback.serial))
  }

  private func recording(
    of played: TrackLocation?, start: RecordingTarget.Start? = nil, loop: Range<Int>? = nil,
    tempo: TempoMap? = nil
  ) -> RecordingState.Waiting {
    // A recording that starts with the first hit ignores earlier hits.
    let grace = phase == .waitingForHit ? 0 : TakeRecording.grace
    let streams = Set(owner.playback.openStreams.filter { $0.track == played }.map(\.stream))
    return RecordingState.Waiting(
      track: played, streams: streams, start: start, loop: loop, tempo: tempo,
      since: state.commandTime.advanced(bySeconds: -grace))
  }

  /// Returns the recording that continues the one of another track. The music of a late main thread began long ago.
  func continuation(with played: TrackLocation) -> RecordingState.Waiting {
    let current = owner.playback.openStreams.filter {
      $0.track == played && $0.stream == parts.transport.current
    }
    let (now, timeline) = (model.now(), parts.events.timeline)
    let start = current.first.flatMap { timeline.start(of: $0.stream) }
    let heard = start.map { min(timeline.time(ofOutputFrame: $0), now) } ?? now
    var next = RecordingState.Waiting(
      track: played, streams: Set(current.map(\.stream)),
      since: max(
        heard.advanced(bySeconds: -RecordingTransition.changeover),
        state.commandTime.advanced(bySeconds: -TakeRecording.grace)),
      isContinuation: true)
    if let end = state.endTime, parts.transport.heard(at: end)?.location == played { next.until = end }
    return next
  }

  // MARK: The next recording

  /// Starts the next recording in the journal if the previous one has ended and the takes, the key and the format of its
  /// track are known.
  func beginNext() {
    guard let next = state.waiting.first else { return }
    guard let played = next.track else { return apply(.ready) }
    // The track has passed, and no stream of it is known: no hit can be placed in it, and those of later tracks wait.
    if next.streams.isEmpty, state.waiting.count > 1 { return apply(.failed(nil)) }
    guard let track = owner.list.tracks[.track(played)], track.isFound else { return }
    if track.key == nil { return apply(.failed(track.problem)) }
    if owner.playback.streamFormat(of: played) != nil, !next.streams.isEmpty { apply(.ready) }
  }

  func begin(_ next: RecordingState.Waiting) {
    let played = next.track
    owner.list.lastGroup = TakeGroup(played)
    var take = owner.list.takeToRecord(played)
    if take.tempo == nil, let tempo = played.map(owner.tempo.playedTempo) ?? next.tempo {
      if owner.tempo.isPlayedToClock(played) { owner.tempo.clockTakes.insert(take.id) }
      take.tempo = tempo
      owner.list.tracks[TakeGroup(played)]?.replace(take)
    }
    owner.free.usedTakes.insert(take.id)
    let journal = parts.store.journal(of: take, recording: owner.list.random.next())
    apply(.begun(RecordingState.Recorded(track: played, firstLayer: take.nextLayerID, journal: journal)))
    let target = RecordingTarget(
      streams: next.streams, start: next.start, since: next.since, until: next.until,
      punch: owner.ranges.punch, loop: next.loop, nextLayer: take.nextLayerID, rate: parts.engine.sampleRate)
    parts.journal.begin(target, take: take, path: journal, audio: parts.store.audio(of: take))
  }
}

import AudioBase
import Dubbing
import MixEngine
import SystemBase

/// Playing takes.
extension TakeController {
  /// Mutes or unmutes takes. While the player is stopped, starts or stops the current take without a track.
  func togglePlayback() {
    if model.playbackState == .stopped, group == .free || group == .lost, !isRecording, let currentEntry {
      return playFree(currentEntry)
    }
    isPlaybackOn.toggle()
    sequencesChanged()
    notify(.playback(isPlaybackOn))
  }

  /// The take without a track that the keys for playing, pausing and looping control; nil while music plays.
  ///
  /// It is the take that plays. If none plays, it is the current one, if that was recorded or chosen last, or if there is no
  /// music.
  var freeEntry: Entry? {
    if model.playbackState == .playing { return nil }
    if let freePlayback, isPlayingFree { return freePlayback.entry }
    guard model.playbackState == .stopped, group == .free || group == .lost,
      lastGroup != nil || model.nowPlaying == nil
    else { return nil }
    return currentEntry
  }

  package var isPlayingFree: Bool {
    guard let freePlayback else { return false }
    return freePlayback.loop != nil || model.now() < freePlayback.end
  }

  /// Plays or stops the take without a track that keys act on; ends its recording.
  ///
  /// - Returns: whether there is one.
  func togglePlayingFree(at time: HostTime? = nil) -> Bool {
    if phase.isBeforeStart || phase == .recording, targetTrack == nil,
      freePlayback?.loop != nil || model.nowPlaying == nil
    {
      end(at: time, isLooped: false)
      endFree()
      return true
    }
    guard let freeEntry, !isRecording else { return false }
    playFree(freeEntry)
    return true
  }

  /// Plays a take without its track, or stops it.
  func playFree(_ entry: Entry) {
    guard let take = take(entry) else { return }
    if isPlayingFree, freePlayback?.entry == entry {
      notify(.free(.stopped(take.name)))
      return endFree()
    }
    isPlaybackOn = true
    usedTakes.insert(take.id)
    begin(take, entry, lead: 0)
    // A take that was recorded to the metronome begins on its first beat.
    restartBeats()
    notify(.free(.playing(take.name)))
  }

  /// Starts the engine's sequence of a take, from the beginning of its loop if it has one.
  ///
  /// - Parameter before: hits in front of the take, which has to be `lead` output frames later.
  func begin(_ take: Take, _ entry: Entry, before: [PlannedHit] = [], lead: Int, hitsSince: HostTime? = nil) {
    onPads(take.pads)
    let loop = loop(of: entry)
    let rate = parts.engine.sampleRate
    let hits = freeHits(of: take)
    let ratio = Double(rate.hertz) / Double(take.frameRate.hertz)
    // The hits of these patterns are still computed.
    let awaited = take.layers.filter { take.sounds($0) && copies(of: $0) == nil }
    let ends = awaited.compactMap { $0.settings.patterns.last?.end }
    let last = Int(saturating: (Double(hits.map(\.frame).max() ?? 0) / ratio).rounded(.up))
    let length = max(last, ends.max() ?? 0)
    var playback = FreePlayback(
      entry: entry, ratio: ratio, lead: lead, start: loop?.lowerBound ?? 0, loop: loop, length: length,
      end: model.now().advanced(bySeconds: FrameCount(length).seconds(at: take.frameRate)))
    playback.serial = parts.engine.startFree(
      freeSequence(hits, playback, before: before), isOpen: loop != nil, hitsSince: hitsSince)
    freePlayback = playback
  }

  /// Returns the hits of a take by frames of the output from its beginning on, without those of patterns that are not
  /// computed yet. They are sent when they are.
  ///
  /// - Parameter start: frames of the output before the take.
  func freeHits(of take: Take, after start: Int = 0) -> [PlannedHit] {
    let copies = parts.service.copies
    return TakeCompiler.freeHits(
      of: take, rate: parts.engine.sampleRate, after: start, knowsSamples: knowsSamples(take)
    ) { copies.playedHits(of: $0) ?? $0.hits }
  }

  func freeSequence(
    _ hits: [PlannedHit], _ playback: FreePlayback, before: [PlannedHit] = []
  ) -> HitSequence {
    let start = playback.lead - Int(saturating: (Double(playback.start) * playback.ratio).rounded())
    let moved = hits.compactMap { hit -> PlannedHit? in
      var hit = hit
      hit.frame += start
      return hit.frame >= playback.lead ? hit : nil
    }
    guard let loop = playback.loop else { return HitSequence(before + moved) }
    return HitSequence(
      before + moved, lead: Double(start) + Double(loop.lowerBound) * playback.ratio,
      period: Double(loop.count) * playback.ratio)
  }

  /// Sends the hits of the take that plays without its track again after a change.
  func sendFree() {
    guard isPlayingFree, !phase.isBeforeStart, let playback = freePlayback, let take = take(playback.entry)
    else {
      return
    }
    parts.engine.replaceFree(freeSequence(isPlaybackOn ? freeHits(of: take) : [], playback))
  }

  func endFree() {
    if freePlayback == nil { return }
    freePlayback = nil
    parts.engine.startFree(HitSequence([]))
    updateBeats()
  }

  /// Notes where the engine has begun a free sequence.
  func freeSequenceBegan(_ serial: Int, at frame: Int) {
    if freePlayback?.serial == serial {
      freePlayback?.reported = frame
      updateBeats()
    }
    if let recording = freeRecording, recording.serial == serial, !recording.isOnKey {
      freeRecording?.origin = frame + recording.after
    }
  }

  /// Plays one hit of a take, unless something is recorded or played without a track.
  func audition(_ hit: TakeHit) {
    guard !isRecording, !isPlayingFree, let take = current else { return }
    onPads(take.pads)
    var planned = PlannedHit(hit, gain: 1, knowsSamples: knowsSamples(take))
    planned.frame = 0
    parts.engine.startFree(HitSequence([planned]))
  }
}

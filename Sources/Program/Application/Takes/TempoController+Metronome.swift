import Dubbing
import MixEngine
import SystemBase

/// The beats of the metronome. Without music the engine repeats a bar; with music the beats are planned in frames of the
/// track.
extension TempoController {
  /// Plans the clicks of a loop again at each beat if the silent bars differ between repetitions. Beats that were heard are
  /// planned for the next repetition.
  private func followClick(at now: HostTime) {
    guard isMetronomeOn, clickBars.isMoving(click), let playedTrack = owner.playedTrack, freeBeats == nil,
      let heard = heardPlace(at: now)
    else { return }
    let beat = heard.grid.beat(atFrame: heard.frame)
    if beat == clickBars.heardBeat { return }
    clickBars.hear(beat)
    owner.list.forgetSequences(of: playedTrack)
    owner.playback.sendSequences()
  }

  // MARK: Beats without music

  /// Starts or stops the beats without music, and tells the tempo.
  func updateBeats() {
    defer { updateClock() }
    reportTempo()
    let wanted = hasFreeBeats ? freeGrid : nil
    if wanted == freeBeats?.grid && (wanted == nil || click == freeBeats?.click) { return }
    guard let wanted else { return stopBeats() }
    start(wanted, at: owner.free.playback?.outputFrame(of: 0) ?? clockOrigin(of: wanted))
  }

  /// Starts beats without music.
  ///
  /// - Parameter origin: the output frame of their first beat, which may have passed; nil: as soon as possible.
  func start(_ grid: BeatGrid, at origin: Int?) {
    let serial = parts.engine.startBeats(grid.endlessSequence(click), at: origin)
    freeBeats = FreeBeats(serial: serial, grid: grid, click: click)
  }

  /// The beats without music: those of the take that plays without its track, else the tempo at the place of the track.
  var freeGrid: BeatGrid {
    let rate = parts.engine.sampleRate
    if let entry = owner.free.playback?.entry, let take = owner.list.take(entry) {
      return BeatGrid(
        take.tempo ?? TempoMap(bpm: metronome.tempo), rate: take.frameRate, signature: metronome.signature
      ).converted(to: rate)
    }
    if let clockGrid { return clockGrid }
    let bpm = model.playbackState == .paused ? bpm * model.speed : bpm
    return BeatGrid(bpm: bpm, rate: rate, signature: signature)
  }

  /// Starts the beats without music again with the first one.
  func restartBeats() {
    freeBeats = nil
    updateBeats()
  }

  /// Restores the metronome after other beats have replaced its own.
  package func metronomeDidResume() {
    parts.levels.set(.click, to: metronome.level)
    stopBeats()
    updateBeats()
  }

  private func stopBeats() {
    freeBeats = nil
    beat = nil
    parts.engine.startBeats(HitSequence([]))
  }

  /// Whether the metronome sounds without music. A count-in has beats of its own, and so has a free recording, unless its
  /// take repeats.
  private var hasFreeBeats: Bool {
    guard isMetronomeOn, !owner.recording.phase.isBeforeStart,
      !owner.recording.isActive || owner.recording.state.track != nil || owner.free.playback?.loop != nil
    else { return false }
    return model.playbackState == .stopped || model.playbackState == .paused
  }

  /// Notes where the engine has begun beats without music.
  func beatsBegan(_ serial: Int, at frame: Int) {
    guard freeBeats?.serial == serial else { return }
    freeBeats?.origin = frame
    updateClock()
  }

  // MARK: The beat that is heard

  /// Updates the beat that is shown. Called when `nextMetronomeBeat` is due.
  func followMetronome(at now: HostTime) {
    followClick(at: now)
    let heard = heardBeat(at: now)
    nextMetronomeBeat = heard?.next
    let place = heard?.place
    if beat != place { beat = place }
  }

  /// Returns the place in its bar of the beat that is heard at a time, from 0, and when the next one is heard.
  private func heardBeat(at now: HostTime) -> (place: Int, next: HostTime)? {
    guard isMetronomeOn, owner.recording.recordingBeats == nil, let heard = heardPlace(at: now),
      heard.hasBegun
    else {
      return nil
    }
    let beat = heard.grid.beat(atFrame: heard.frame)
    return (
      heard.grid.signature.place(ofBeat: beat), now.advanced(bySeconds: heard.seconds(toBeat: beat + 1))
    )
  }

  /// Whether the metronome is heard, or the positions of the beats of the music are known. A tempo alone states no positions.
  var isGridKnown: Bool {
    isMetronomeOn || owner.recording.recordingBeats != nil
      || owner.list.track.knownTempo?.beats.isEmpty == false
  }

  /// Returns the position in the beat grid that was heard at a time; nil if nothing with beats was heard.
  func heardPlace(at time: HostTime) -> HeardPlace? {
    if let beats = owner.recording.recordingBeats ?? freeBeats {
      guard let origin = beats.origin, let heard = parts.events.timeline.outputFrame(heardAt: time) else {
        return nil
      }
      return HeardPlace(id: .beats(beats.serial), grid: beats.grid, frame: heard - origin, speed: 1)
    }
    guard let heard = parts.transport.heard(at: time), heard.item == model.nowPlaying?.id, heard.speed > 0
    else { return nil }
    return HeardPlace(
      id: .track(heard.item), grid: grid, frame: heard.trackFrame.value, speed: heard.speed)
  }
}

import AudioBase
import Dubbing
import MixEngine
import Player
import SystemBase

/// Following a MIDI clock: the metronome, and tracks without a tempo, have its tempo and its beats.
extension TempoController {
  /// The smallest change of the tempo of the clock that is shown.
  private static let tempoStep = 0.15
  /// The deviation from the clock in seconds from which beats are moved.
  private static let tolerance = 0.0005
  /// The seconds after its last beat for which a clock is known.
  private static let clockPause = 4.0

  /// The beats of the time signature in a quarter note.
  private var beatsOfQuarter: Double { Double(signature.unit) / 4 }

  func follow(_ beats: ClockBeats) {
    let bpm = beats.bpm * beatsOfQuarter
    guard TempoMap.speeds.contains(bpm) else { return }
    clock = beats
    if (bpm - metronome.tempo).magnitude >= TempoController.tempoStep {
      metronome.tempo = (bpm * 10).rounded() / 10
      clockTempo = nil
      beatsChanged()
      owner.notify(.tempo(metronome.tempo))
    }
    alignTrack(beats)
    alignFreeBeats()
  }

  /// Starts the beats without music with the first one. The clock moves them with its first message.
  func clockStarts() {
    clock = nil
    restartBeats()
  }

  /// Moves the beats of a track without a tempo to those of the clock, unless they agree.
  private func alignTrack(_ beats: ClockBeats) {
    guard let playedTrack = owner.playedTrack, !statesTempo,
      let heard = parts.transport.heard(at: beats.time),
      heard.item == model.nowPlaying?.id, heard.speed > 0
    else { return }
    let bpm = beats.bpm * beatsOfQuarter / heard.speed
    guard TempoMap.speeds.contains(bpm) else { return }
    let (frame, grid) = (Double(heard.trackFrame.value), grid)
    let late = lateness(atPlace: grid.place(atFrame: frame), of: beats, in: signature.beats)
    if clockTempo?.track == playedTrack, late.magnitude <= TempoController.tolerance { return }
    let length = 60 / bpm * Double(grid.rate.hertz)
    let tempo = TempoMap(bpm: bpm, beats: [firstBar(frame, beats, length)])
    clockTempo = (playedTrack, tempo)
    beatsChanged()
  }

  /// Moves the beats without music to those of the clock, unless they agree.
  private func alignFreeBeats() {
    guard let freeBeats, let began = freeBeats.origin, let clock,
      let origin = clockOrigin(of: freeBeats.grid),
      let heard = parts.events.timeline.outputFrame(heardAt: clock.time)
    else { return }
    let place = freeBeats.grid.place(atFrame: Double(heard - began))
    let late = lateness(atPlace: place, of: clock, in: freeBeats.grid.signature.beats * click.barCount)
    if late.magnitude <= TempoController.tolerance { return }
    start(freeGrid, at: origin)
  }

  /// Returns the output frame of the first beat of a bar by the clock; nil if the clock is not known now, or if something
  /// else states the tempo.
  func clockOrigin(of grid: BeatGrid) -> Int? {
    guard let clock, followsClockFreely, isClockKnown,
      let heard = parts.events.timeline.outputFrame(heardAt: clock.time)
    else { return nil }
    let count = Double(grid.signature.beats * click.barCount)
    let length = 60 / (clock.bpm * beatsOfQuarter) * Double(grid.rate.hertz)
    let passed = place(of: clock).truncatingRemainder(dividingBy: count)
    return heard - Int(saturating: (passed * length).rounded())
  }

  /// Returns the place of the beat of a clock in beats of the time signature, from the start of the song.
  private func place(of clock: ClockBeats) -> Double { Double(clock.beat) * beatsOfQuarter }

  /// Returns the seconds by which a place in a grid is ahead of the clock; they differ by at most half of a number of beats.
  private func lateness(atPlace place: Double, of clock: ClockBeats, in count: Int) -> Double {
    let beats = (place - self.place(of: clock)).remainder(dividingBy: Double(count))
    return beats * 60 / (clock.bpm * beatsOfQuarter)
  }

  /// The beats without music by the clock; nil if something else states the tempo.
  var clockGrid: BeatGrid? {
    guard let clock, followsClockFreely else { return nil }
    return BeatGrid(bpm: clock.bpm * beatsOfQuarter, rate: parts.engine.sampleRate, signature: signature)
  }

  /// Whether nothing but the clock states the tempo of beats without music.
  private var followsClockFreely: Bool {
    !statesTempo
      && owner.free.playback.flatMap {
        clockTakes.contains($0.entry.take) ? nil : owner.list.take($0.entry)?.tempo
      } == nil
  }

  /// Whether the track or its take states a tempo, other than that of the clock to which the take was played.
  private var statesTempo: Bool {
    owner.list.track.knownTempo != nil && !(owner.list.track.take.map { clockTakes.contains($0.id) } ?? false)
  }

  private var isClockKnown: Bool {
    clock.map { model.now().seconds(since: $0.time) < TempoController.clockPause } ?? false
  }

  // MARK: The tempo of a take

  /// Returns the tempo of a recording without a track with its time signature; nil if neither the metronome, its setting, a
  /// count-in nor a clock states it.
  func stated(_ tempo: TempoMap) -> TempoMap? {
    let isStated =
      knownTempo != nil || owner.recording.beatsBefore > 0 || metronome.tempo != Metronome.usualTempo
    return isStated || isMetronomeOn || isClockKnown ? withSignature(tempo) : nil
  }

  /// Returns the tempo and the beats to which a recording of a track is played that states none: those of the metronome or
  /// of the clock. Nil if neither is heard.
  func playedTempo(_ played: TrackLocation) -> TempoMap? {
    isMetronomeOn || clockTempo?.track == played ? withSignature(usualTempo(of: played)) : nil
  }

  private func withSignature(_ tempo: TempoMap) -> TempoMap {
    var tempo = tempo
    if tempo.signature == nil { tempo.signature = metronome.signature }
    return tempo
  }

  /// Returns whether the tempo of a recording that states none is that of the clock.
  func isPlayedToClock(_ played: TrackLocation?) -> Bool {
    played.map { clockTempo?.track == $0 } ?? (isClockKnown && knownTempo == nil)
  }

  /// Moves the beats of a take without a track to those of the clock, if no beats are heard but those of other devices.
  ///
  /// - Parameter origin: the output frame of the start of the take.
  func alignTake(to origin: Int) {
    guard let clock, !isMetronomeOn, owner.recording.beatsBefore == 0,
      let recorded = owner.recording.recorded, recorded.track == nil,
      recorded.firstLayer == 1, let take = owner.recording.recordedTake, clockTakes.contains(take.id),
      let heard = parts.events.timeline.outputFrame(heardAt: clock.time)
    else { return }
    let bpm = clock.bpm * beatsOfQuarter
    let length = 60 / bpm * Double(take.frameRate.hertz)
    let tempo = TempoMap(
      bpm: bpm, beats: [firstBar(Double(heard - origin), clock, length)], signature: metronome.signature)
    owner.list.edit(TakeList.Entry(group: .free, take: take.id)) { $0.tempo = tempo }
  }

  /// Returns the frame of the first bar of a clock, from 0.
  ///
  /// - Parameters:
  ///   - frame: the frame that is heard at the time of the clock.
  ///   - length: the frames of a beat.
  private func firstBar(_ frame: Double, _ clock: ClockBeats, _ length: Double) -> Int {
    let bar = Double(signature.beats) * length
    let first = (frame - place(of: clock) * length).remainder(dividingBy: bar)
    return Int(saturating: (first < 0 ? first + bar : first).rounded())
  }

  func usualTempo(of track: TrackLocation?) -> TempoMap {
    if let clockTempo, clockTempo.track == track { return clockTempo.tempo }
    return TempoMap(bpm: metronome.tempo)
  }

  /// Returns the place in the track of a sixteenth note since the start of the song, in seconds; nil without a track.
  func seconds(ofSixteenth number: Int) -> Double? {
    guard owner.playedTrack != nil else { return nil }
    let grid =
      owner.list.track.knownTempo == nil
      ? BeatGrid(bpm: metronome.tempo, rate: grid.rate, signature: signature) : grid
    let place = Double(number) / 4 * Double(grid.signature.unit) / 4
    return max(grid.frame(atPlace: place), 0) / Double(grid.rate.hertz)
  }
}

extension TempoController {
  /// Sends a clock to a function, or no longer.
  package func sendClock(_ send: ((ClockPlan) -> Void)?) {
    onClock = send
    updateClock()
  }

  func receive(_ segment: MusicSegment) {
    segmentFrame = segment.outputFrame
    updateClock()
  }

  /// Sends the beats that are heard now.
  package func updateClock() {
    guard let onClock, let plan = clockPlan else { return }
    onClock(plan)
  }

  /// The beats that are heard; nil while they are not known.
  private var clockPlan: ClockPlan? {
    let (now, timeline) = (model.now(), parts.events.timeline)
    let heard = timeline.outputFrame(heardAt: now)
    guard model.playbackState == .playing else {
      guard let freeBeats, let origin = freeBeats.origin, let heard else {
        let grid = BeatGrid(bpm: bpm * model.speed, rate: .standard, signature: signature)
        return ClockPlan(grid: grid, frame: 0, time: HostTime(nanoseconds: 0), isRunning: false)
      }
      return ClockPlan(grid: freeBeats.grid, frame: Double(heard - origin), time: now, isRunning: false)
    }
    // What was rendered last is heard soon, at a time that is known.
    let frame = max(heard ?? 0, segmentFrame)
    guard let music = parts.transport.heard(atOutputFrame: frame), music.item == model.nowPlaying?.id,
      music.speed > 0
    else { return nil }
    return ClockPlan(
      grid: grid, frame: Double(music.trackFrame.value), time: timeline.time(ofOutputFrame: frame),
      speed: music.speed, isRunning: true)
  }
}

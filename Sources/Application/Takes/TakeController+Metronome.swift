import AudioBase
import Dubbing
import MixEngine
import SystemBase

/// The values of the metronome.
package struct MetronomeSettings: Hashable, Sendable {
  /// The tempo of tracks and free takes that have none, in beats per minute.
  package var tempo: Double
  package var signature: TimeSignature
  /// The level of the click.
  package var level: Decibels

  package static let levels = -60.0...12.0

  package init(
    tempo: Double = Metronome.usualTempo, signature: TimeSignature = .common, level: Decibels = .unity
  ) {
    (self.tempo, self.signature, self.level) = (tempo, signature, level)
  }
}

/// The beats that sound without music.
struct FreeBeats {
  /// The serial number of the engine's beats or free plan.
  var serial: Int
  /// Beats per minute.
  var bpm: Double
  var signature: TimeSignature
  /// The output frame of the first beat; nil until the engine reports it.
  var origin: Int?
}

/// The metronome and the tempo. Without music the engine repeats a bar; with music the beats are planned in frames of
/// the track.
extension TakeController {
  func toggleMetronome() {
    isMetronomeOn.toggle()
    beatsChanged()
    notify(.metronome(isMetronomeOn, bpm: bpm))
  }

  /// Makes the plans of all beats again.
  private func beatsChanged() {
    plansChanged()
    updateBeats()
  }

  // MARK: Tempo, time signature and level

  /// Sets the tempo from two or more taps; the last one is a beat of the track.
  ///
  /// - Parameter time: when the key was read; nil: now.
  package func tap(at time: HostTime? = nil) {
    let time = time ?? model.now()
    guard let bpm = taps.tap(at: time) else { return }
    var tempo = TempoMap(bpm: bpm)
    if let heard = tools.transport.heard(at: time), heard.item == model.nowPlaying?.id, heard.speed > 0 {
      tempo.bpm = min(max(bpm / heard.speed, TempoMap.speeds.lowerBound), TempoMap.speeds.upperBound)
      tempo.beats = [max(0, heard.trackFrame.value)]
    }
    use(tempo)
  }

  /// Sets the tempo of the track or of free takes in beats per minute. A known beat of the track stays a beat.
  package func setTempo(_ bpm: Double) {
    guard TempoMap.speeds.contains(bpm) else { return notify(.invalidTempo) }
    use(TempoMap(bpm: bpm, beats: track.knownTempo?.beats.first.map { [$0] } ?? []))
  }

  private func use(_ tempo: TempoMap) {
    tracks[group, default: TrackTakes()].tempo = tempo
    if current != nil { edit { $0.tempo = tempo } }
    beatsChanged()
    notify(.tempo(tempo.bpm))
  }

  /// Sets the tempo that was typed: `97.5`.
  func setTempo(typed text: String) {
    guard let bpm = Double(text.replacing(",", with: ".")) else { return notify(.invalidTempo) }
    setTempo(bpm)
  }

  package func setTimeSignature(_ signature: TimeSignature) {
    metronome.signature = signature
    beatsChanged()
    notify(.timeSignature(signature))
  }

  /// Sets the time signature that was typed: `6/8`.
  func setTimeSignature(typed text: String) {
    guard let signature = TimeSignature(text) else { return notify(.invalidTimeSignature) }
    setTimeSignature(signature)
  }

  /// Sets the level of the click, limited to `MetronomeSettings.levels`.
  package func setClickLevel(_ level: Decibels) {
    metronome.level = level.clamped(to: MetronomeSettings.levels)
    tools.engine.set(.click, to: metronome.level)
    notify(.clickLevel(metronome.level))
  }

  // MARK: Beats without music

  /// Starts or stops the beats without music.
  func updateBeats() {
    let bpm = model.playbackState == .paused ? bpm * model.speed : bpm
    let wanted = hasFreeBeats ? (bpm, metronome.signature) : nil
    let sounding = freeBeats.map { ($0.bpm, $0.signature) }
    if wanted?.0 == sounding?.0 && wanted?.1 == sounding?.1 { return }
    guard let wanted else { return stopBeats() }
    let plan = Metronome.bar(bpm: wanted.0, rate: tools.engine.sampleRate, signature: wanted.1)
    freeBeats = FreeBeats(serial: tools.engine.startBeats(plan), bpm: wanted.0, signature: wanted.1)
  }

  /// Starts the beats without music again with the first one.
  func restartBeats() {
    freeBeats = nil
    updateBeats()
  }

  /// Restores the metronome after other beats have replaced its own.
  package func metronomeGoesOn() {
    tools.engine.set(.click, to: metronome.level)
    stopBeats()
    updateBeats()
  }

  private func stopBeats() {
    freeBeats = nil
    beat = nil
    tools.engine.startBeats(HitPlan([]))
  }

  /// Whether the metronome sounds without music. A count-in and a free recording have beats of their own.
  private var hasFreeBeats: Bool {
    guard isMetronomeOn, !phase.isBeforeStart, !(isRecording && targetTrack == nil) else { return false }
    return model.playbackState == .stopped || model.playbackState == .paused
  }

  // MARK: The beat that is heard

  /// Updates the beat that is shown. Called when `nextMetronomeBeat` is due.
  func followMetronome(at now: HostTime) {
    let heard = heardBeat(at: now)
    nextMetronomeBeat = heard?.next
    let place = heard?.place
    if beat != place { beat = place }
  }

  /// Returns the place in its bar of the beat that is heard at a time, from 0, and when the next one is heard.
  private func heardBeat(at now: HostTime) -> (place: Int, next: HostTime)? {
    guard isMetronomeOn else { return nil }
    if let freeBeats { return heardBeat(of: freeBeats, at: now) }
    guard let heard = tools.transport.heard(at: now), heard.item == model.nowPlaying?.id, heard.speed > 0
    else { return nil }
    let tempo = track.knownTempo ?? TempoMap(bpm: metronome.tempo)
    let beat = tempo.beat(atFrame: heard.trackFrame.value, rate: heard.sampleRate)
    let frames = tempo.frame(ofBeat: beat + 1, rate: heard.sampleRate) - Double(heard.trackFrame.value)
    let seconds = frames / Double(heard.sampleRate.hertz) / heard.speed
    return (metronome.signature.place(ofBeat: beat), now.advanced(bySeconds: seconds))
  }

  private func heardBeat(of beats: FreeBeats, at now: HostTime) -> (place: Int, next: HostTime)? {
    let timeline = tools.events.timeline
    guard let origin = beats.origin, let heard = timeline.outputFrame(heardAt: now), heard >= origin else {
      return nil
    }
    let length = 60 / beats.bpm * Double(tools.engine.sampleRate.hertz)
    let beat = Int(Double(heard - origin) / length)
    let next = origin + Int((Double(beat + 1) * length).rounded(.up))
    return (beats.signature.place(ofBeat: beat), timeline.time(ofOutputFrame: next))
  }
}

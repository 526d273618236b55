import AudioBase
import Dubbing
import MixEngine
import Player
import SystemBase

/// The values of the metronome.
package struct MetronomeSettings: Hashable, Sendable {
  /// The tempo of tracks and free takes that have none, in beats per minute.
  package var tempo: Double
  package var signature: TimeSignature
  /// The level of the click.
  package var level: Decibels

  package static let levels = -60.0...12.0
  /// The valid levels in words.
  package static let levelWords = "\(Int(levels.lowerBound)) to \(Int(levels.upperBound))"

  package init(
    tempo: Double = Metronome.usualTempo, signature: TimeSignature = .common, level: Decibels = .unity
  ) {
    (self.tempo, self.signature, self.level) = (tempo, signature, level)
  }
}

/// The beats that sound without music.
struct FreeBeats {
  /// The serial number of the engine's beats or free sequence.
  var serial: Int
  /// The beats by output frames, from the first beat on.
  var grid: BeatGrid
  /// The pattern of the clicks.
  var click = ClickPattern()
  /// The frames of the count-in before the first beat.
  var lead = 0
  /// The output frame of the first beat; nil until the engine reports it.
  var origin: Int?
}

/// The metronome and the tempo. Without music the engine repeats a bar; with music the beats are planned in frames of
/// the track.
extension TakeController {
  func toggleMetronome() {
    isMetronomeOn.toggle()
    beatsChanged()
    notify(.metronome(isMetronomeOn, bpm: bpm, speed: beatSpeed))
  }

  /// Makes the sequences of all beats again.
  func beatsChanged() {
    countClickBars()
    sequencesChanged()
    updateBeats()
  }

  // MARK: Tempo, time signature and level

  /// The beats of the track or take of the group, at the usual tempo if no other one is known.
  package var grid: BeatGrid {
    BeatGrid(
      track.knownTempo ?? usualTempo(of: playedTrack),
      rate: format?.sampleRate ?? current?.frameRate ?? .standard,
      signature: metronome.signature)
  }

  /// The tempo of the track in beats per minute; nil if it is not known.
  package var knownTempo: Double? { track.knownTempo == nil ? nil : bpm }
  /// The tempo at the place of the track that is heard or would be, in beats per minute.
  package var bpm: Double {
    let grid = grid
    return grid.bpm(atFrame: FrameCount(seconds: model.elapsed, at: grid.rate).value)
  }

  /// The speed at which the beats of `bpm` are heard: that of the music, also in a pause, and 1 without music.
  package var beatSpeed: Double {
    model.playbackState == .stopped || freePlayback != nil ? 1 : model.speed
  }

  /// Whether neither the track nor the take nor the metronome states the tempo.
  package var isTempoAssumed: Bool { knownTempo == nil && shown?.tempo == nil && !isMetronomeOn }

  package var signature: TimeSignature { track.knownTempo?.signature ?? metronome.signature }

  /// Notes the tempi of the tags of the opened tracks. They may be read later than the tracks.
  func readTagTempi() {
    var isChanged = false
    for track in Set(openStreams.map(\.track) + [playedTrack].compactMap { $0 }) {
      let tempo = tagTempo(of: track)
      guard let known = tracks[.track(track)], known.tagTempo != tempo else { continue }
      tracks[.track(track)]?.tagTempo = tempo
      if known.knownTempo == tracks[.track(track)]?.knownTempo { continue }
      tracks[.track(track)]?.sequences = nil
      isChanged = true
    }
    guard isChanged else { return }
    sendSequences()
    updateBeats()
  }

  private func tagTempo(of track: TrackLocation) -> TempoMap? {
    let current = model.nowPlaying.flatMap { $0.location == track ? $0 : nil }
    guard let item = current ?? parts.transport.names.item(of: track).flatMap({ model.queue[$0] }),
      let bpm = item.tags?.bpm ?? item.listed.bpm, TempoMap.speeds.contains(bpm)
    else { return nil }
    return TempoMap(bpm: bpm)
  }

  /// Sets the tempo from two or more taps; the last one is a beat of the track.
  ///
  /// - Parameter time: when the key was read; nil: now.
  package func tap(at time: HostTime? = nil) {
    let time = time ?? model.now()
    guard let bpm = taps.tap(at: time) else { return }
    // One undo for all taps of a measurement.
    if taps.count == 2 { noteTempo() } else { tempi[group]?.renew() }
    var tempo = TempoMap(bpm: bpm)
    if let heard = parts.transport.heard(at: time), heard.item == model.nowPlaying?.id, heard.speed > 0 {
      tempo.bpm = min(max(bpm / heard.speed, TempoMap.speeds.lowerBound), TempoMap.speeds.upperBound)
      tempo.beats = [max(0, heard.trackFrame.value)]
    }
    use(tempo)
  }

  /// Sets the tempo of the track or of free takes in beats per minute. A known beat of the track stays a beat.
  package func setTempo(_ bpm: Double) {
    guard TempoMap.speeds.contains(bpm) else { return notify(.invalidTempo) }
    let known = track.knownTempo
    noteTempo()
    use(TempoMap(bpm: bpm, beats: known?.beats.first.map { [$0] } ?? [], signature: known?.signature))
  }

  /// Uses a tempo for the track and its take, and stores it for both.
  private func use(_ tempo: TempoMap) {
    apply(tempo, to: group)
    notify(.tempo(tempo.bpm))
  }

  /// Stores a tempo for a group and its take, and makes the beats again.
  func apply(_ tempo: TempoMap, to group: TakeGroup) {
    keep(tempo, of: group)
    beatsChanged()
  }

  private func keep(_ tempo: TempoMap, of group: TakeGroup) {
    tracks[group, default: TrackTakes()].tempo = tempo
    if let take = tracks[group]?.take { edit(Entry(group: group, take: take.id)) { $0.tempo = tempo } }
    if case .track = group, let key = tracks[group]?.key { parts.service.save(tempo, of: key) }
  }

  /// Sets the tempo that was typed: `97.5`.
  func setTempo(typed text: String) {
    if let command = BeatCommand(text) { return perform(command) }
    guard let bpm = Double(text.replacing(",", with: ".")) else { return notify(.invalidTempo) }
    setTempo(bpm)
  }

  package func setTimeSignature(_ signature: TimeSignature) {
    metronome.signature = signature
    if var tempo = track.knownTempo, tempo.signature != nil {
      tempo.signature = signature
      keep(tempo, of: group)
    }
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
    parts.engine.set(.click, to: metronome.level)
    notify(.clickLevel(metronome.level))
  }

  /// Tells the tempo that is heard, if it has changed.
  func reportTempo() {
    let tempo = bpm * model.speed
    if tempo == reportedTempo { return }
    reportedTempo = tempo
    onTempo(tempo)
  }

  // MARK: The click

  /// Sets the pattern of the metronome, unless it does not divide the beats.
  func setClick(_ click: ClickPattern) {
    guard click.fits(signature) else { return notify(.clickDoesNotFit(click, signature)) }
    self.click = click
    beatsChanged()
    notify(.click(click))
  }

  /// Starts the count of bars of the pattern at the start of the loop, or of the track.
  func countClickBars() {
    clickBars = ClickBars()
    guard click.silent > 0, let loopEnd else { return }
    let (first, end) = (grid.beat(nearestTo: loopStart ?? 0), grid.beat(nearestTo: loopEnd))
    clickBars.firstBeat = first
    clickBars.length = max((end - first + signature.beats - 1) / signature.beats, 1)
  }

  /// Plans the clicks of a loop again at each beat if the silent bars differ between repetitions. Beats that were heard are
  /// planned for the next repetition.
  private func followClick(at now: HostTime) {
    guard isMetronomeOn, clickBars.isMoving(click), let playedTrack, freeBeats == nil,
      let heard = heardPlace(at: now)
    else { return }
    let beat = heard.grid.beat(atFrame: heard.frame)
    if beat == clickBars.heardBeat { return }
    clickBars.hear(beat)
    tracks[.track(playedTrack)]?.sequences = nil
    sendSequences()
  }

  // MARK: Beats without music

  /// Starts or stops the beats without music, and tells the tempo.
  func updateBeats() {
    defer { updateClock() }
    reportTempo()
    let wanted = hasFreeBeats ? freeGrid : nil
    if wanted == freeBeats?.grid && (wanted == nil || click == freeBeats?.click) { return }
    guard let wanted else { return stopBeats() }
    start(wanted, at: freePlayback?.outputFrame(of: 0) ?? clockOrigin(of: wanted))
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
    if let entry = freePlayback?.entry, let take = take(entry) {
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
    parts.engine.set(.click, to: metronome.level)
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
    guard isMetronomeOn, !phase.isBeforeStart,
      !isRecording || targetTrack != nil || freePlayback?.loop != nil
    else { return false }
    return model.playbackState == .stopped || model.playbackState == .paused
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
    guard isMetronomeOn, recordingBeats == nil, let heard = heardPlace(at: now), heard.hasBegun else {
      return nil
    }
    let beat = heard.grid.beat(atFrame: heard.frame)
    return (
      heard.grid.signature.place(ofBeat: beat), now.advanced(bySeconds: heard.seconds(toBeat: beat + 1))
    )
  }

  /// Whether the metronome is heard, or the positions of the beats of the music are known. A tempo alone states no positions.
  var isGridKnown: Bool { isMetronomeOn || recordingBeats != nil || track.knownTempo?.beats.isEmpty == false }

  /// Returns the position in the beat grid that was heard at a time; nil if nothing with beats was heard.
  func heardPlace(at time: HostTime) -> HeardPlace? {
    if let beats = recordingBeats ?? freeBeats {
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

/// A position in the beat grid of the track or of the metronome.
struct HeardPlace {
  /// The source of the beats.
  enum ID: Hashable {
    case track(QueueItem.ID)
    /// The serial number of the engine's beats or free sequence.
    case beats(Int)
  }

  var id: ID
  var grid: BeatGrid
  /// The frame in the grid; negative before the first beat of the metronome without music.
  var frame: Int
  /// The playback speed, in seconds of the track per second.
  var speed: Double

  var hasBegun: Bool { frame >= 0 }

  /// Returns whether a hit can belong to a part of a beat: the first beat has begun, or begins within half a part.
  func isPlayedTo(division: Int) -> Bool {
    hasBegun || (grid.place(atFrame: 0) - grid.place(atFrame: Double(frame))) * Double(division) <= 0.5
  }

  /// Returns the seconds until a beat is heard.
  func seconds(toBeat beat: Int) -> Double {
    (grid.frame(ofBeat: beat) - Double(frame)) / Double(grid.rate.hertz) / speed
  }
}

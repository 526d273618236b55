import AudioBase
import Dubbing
import MixEngine
import Observation
import Player
import SystemBase

/// The tempo and the beats of tracks and takes, and the metronome. Main thread.
@MainActor @Observable
package final class TempoController: TakePart {
  package internal(set) var isMetronomeOn = false
  package internal(set) var metronome: MetronomeSettings
  /// The pattern of the metronome.
  package internal(set) var click = ClickPattern()
  /// The place in its bar of the beat that is heard, from 0; nil if none is.
  package internal(set) var beat: Int?
  /// The count of bars of the current track for the pattern of the metronome.
  @ObservationIgnored var clickBars = ClickBars()
  @ObservationIgnored var freeBeats: FreeBeats?
  /// The time at which the next beat of the metronome is heard; nil if none follows.
  @ObservationIgnored var nextMetronomeBeat: HostTime?
  @ObservationIgnored private var taps = TapTempo()
  /// The changes of tempi, as the tempo before or after each.
  @ObservationIgnored var tempi: [TakeGroup: UndoStack<TempoMap>] = [:]
  /// Finds the beats and the keys of tracks; nil where nothing decodes.
  @ObservationIgnored var analyser: SongAnalyser?
  /// The search for beats that runs; nil if none does.
  @ObservationIgnored var beatSearch: AnalysisSearch?
  /// Called with the tempo that is heard, in beats per minute, when it has changed.
  @ObservationIgnored var onTempo: (Double) -> Void = { _ in }
  /// The tempo with which `onTempo` was called last.
  @ObservationIgnored private var reportedTempo = 0.0
  /// The beats of the MIDI clock that is followed, as they were reported last; nil if none was.
  @ObservationIgnored var clock: ClockBeats?
  /// The tempo and a beat of the clock in frames of a track without a tempo.
  @ObservationIgnored var clockTempo: (track: TrackLocation, tempo: TempoMap)?
  /// The takes whose tempo is that of the clock, which is followed while they are current.
  @ObservationIgnored var clockTakes: Set<Take.ID> = []
  /// Called with the beats that are heard, when they have changed; nil while no clock is sent.
  @ObservationIgnored var onClock: ((ClockPlan) -> Void)?
  /// The output frame of the segment of music that was rendered last.
  @ObservationIgnored var segmentFrame = 0

  override init(_ owner: TakeController) {
    metronome = owner.parts.metronome
    super.init(owner)
  }

  func toggleMetronome() {
    isMetronomeOn.toggle()
    beatsChanged()
    owner.notify(.metronome(isMetronomeOn, bpm: bpm, speed: beatSpeed))
  }

  /// Makes the sequences of all beats again.
  func beatsChanged() {
    countClickBars()
    owner.playback.sequencesChanged()
    updateBeats()
  }

  // MARK: Tempo, time signature and level

  /// The beats of the track or take of the group, at the usual tempo if no other one is known.
  package var grid: BeatGrid {
    BeatGrid(
      owner.list.track.knownTempo ?? usualTempo(of: owner.playedTrack),
      rate: owner.playback.format?.sampleRate ?? owner.list.current?.frameRate ?? .standard,
      signature: metronome.signature)
  }

  /// The tempo of the track in beats per minute; nil if it is not known.
  package var knownTempo: Double? { owner.list.track.knownTempo == nil ? nil : bpm }
  /// The tempo at the place of the track that is heard or would be, in beats per minute.
  package var bpm: Double {
    let grid = grid
    return grid.bpm(atFrame: FrameCount(seconds: model.elapsed, at: grid.rate).value)
  }

  /// The speed at which the beats of `bpm` are heard: that of the music, also in a pause, and 1 without music.
  package var beatSpeed: Double {
    model.playbackState == .stopped || owner.free.playback != nil ? 1 : model.speed
  }

  /// Whether neither the track nor the take nor the metronome states the tempo.
  package var isAssumed: Bool { knownTempo == nil && owner.list.shown?.tempo == nil && !isMetronomeOn }

  package var signature: TimeSignature { owner.list.track.knownTempo?.signature ?? metronome.signature }

  /// Notes the tempi of the tags of the opened tracks. They may be read later than the tracks.
  func readTagTempi() {
    var isChanged = false
    for track in Set(owner.playback.openStreams.map(\.track) + [owner.playedTrack].compactMap { $0 }) {
      let tempo = tagTempo(of: track)
      guard let known = owner.list.tracks[.track(track)], known.tagTempo != tempo else { continue }
      owner.list.tracks[.track(track)]?.tagTempo = tempo
      if known.knownTempo == owner.list.tracks[.track(track)]?.knownTempo { continue }
      owner.list.forgetSequences(of: track)
      isChanged = true
    }
    guard isChanged else { return }
    owner.playback.sendSequences()
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
    if taps.count == 2 { noteTempo() } else { tempi[owner.list.group]?.renew() }
    var tempo = TempoMap(bpm: bpm)
    if let heard = parts.transport.heard(at: time), heard.item == model.nowPlaying?.id, heard.speed > 0 {
      tempo.bpm = min(max(bpm / heard.speed, TempoMap.speeds.lowerBound), TempoMap.speeds.upperBound)
      tempo.beats = [max(0, heard.trackFrame.value)]
    }
    use(tempo)
  }

  /// Sets the tempo of the track or of free takes in beats per minute. A known beat of the track stays a beat.
  package func setTempo(_ bpm: Double) {
    guard TempoMap.speeds.contains(bpm) else { return owner.notify(.invalidTempo) }
    let known = owner.list.track.knownTempo
    noteTempo()
    use(TempoMap(bpm: bpm, beats: known?.beats.first.map { [$0] } ?? [], signature: known?.signature))
  }

  /// Uses a tempo for the track and its take, and stores it for both.
  private func use(_ tempo: TempoMap) {
    apply(tempo, to: owner.list.group)
    owner.notify(.tempo(tempo.bpm))
  }

  /// Stores a tempo for a group and its take, and makes the beats again.
  func apply(_ tempo: TempoMap, to group: TakeGroup) {
    keep(tempo, of: group)
    beatsChanged()
  }

  private func keep(_ tempo: TempoMap, of group: TakeGroup) {
    owner.songs.edit([.tempo(tempo)], of: group)
    if let take = owner.list.tracks[group]?.take {
      owner.list.edit(TakeList.Entry(group: group, take: take.id)) { $0.tempo = tempo }
    }
  }

  /// Sets the tempo that was typed: `97.5`.
  package func setTempo(typed text: String) {
    if let command = TempoCommand(text) { return perform(command) }
    guard let bpm = Double(text.replacing(",", with: ".")) else { return owner.notify(.invalidTempo) }
    setTempo(bpm)
  }

  package func setTimeSignature(_ signature: TimeSignature) {
    metronome.signature = signature
    if var tempo = owner.list.track.knownTempo, tempo.signature != nil {
      tempo.signature = signature
      keep(tempo, of: owner.list.group)
    }
    beatsChanged()
    owner.notify(.timeSignature(signature))
  }

  /// Sets the time signature that was typed: `6/8`.
  package func setTimeSignature(typed text: String) {
    guard let signature = TimeSignature(text) else { return owner.notify(.invalidTimeSignature) }
    setTimeSignature(signature)
  }

  /// Sets the level of the click, limited to `MetronomeSettings.levels`.
  package func setClickLevel(_ level: Decibels) {
    metronome.level = level.clamped(to: MetronomeSettings.levels)
    parts.levels.set(.click, to: metronome.level)
    owner.notify(.clickLevel(metronome.level))
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
    guard click.fits(signature) else { return owner.notify(.clickDoesNotFit(click, signature)) }
    self.click = click
    beatsChanged()
    owner.notify(.click(click))
  }

  /// Starts the count of bars of the pattern at the start of the loop, or of the track.
  func countClickBars() {
    clickBars = ClickBars()
    guard click.silent > 0, let loopEnd = owner.ranges.loopEnd else { return }
    let (first, end) = (grid.beat(nearestTo: owner.ranges.loopStart ?? 0), grid.beat(nearestTo: loopEnd))
    clickBars.firstBeat = first
    clickBars.length = max((end - first + signature.beats - 1) / signature.beats, 1)
  }
}

import AudioBase
import Dubbing
import MixEngine
import Observation

/// Plays takes with their tracks: the hits that the engine plays, and the recorded sound that the feeder mixes. Main thread.
@MainActor @Observable
package final class TakePlayback: TakePart {
  private static let keptStreams = 4

  /// Whether takes are heard.
  package internal(set) var isOn = true
  /// The current stream and those that were opened last, newest last.
  @ObservationIgnored private(set) var openStreams: [(stream: StreamID, track: TrackLocation)] = []
  /// Whether the kit is not loaded yet: music with planned hits waits for it.
  @ObservationIgnored var awaitsKit = false
  /// Called with the pads of a take that will be played.
  @ObservationIgnored var onPads: (PadSet) -> Void = { _ in }

  /// What waits for the hits that patterns add; nil if nothing does.
  @ObservationIgnored private var awaitingCopies: (() -> Void)?

  /// Mutes or unmutes takes. While the player is stopped, starts or stops the current take without a track.
  func toggle() {
    if model.playbackState == .stopped, owner.list.group == .free || owner.list.group == .lost,
      !owner.recording.isActive, let currentEntry = owner.list.currentEntry
    {
      return owner.free.play(currentEntry)
    }
    isOn.toggle()
    sequencesChanged()
    owner.notify(.playback(isOn))
  }

  /// Handles that the engine has the samples of a kit. `kit` is the loaded kit; nil for the requested kit.
  func kitIsLoaded(_ kit: KitReference? = nil) {
    awaitsKit = false
    if let kit { owner.list.kit = kit }
    sequencesChanged()
  }

  // MARK: Streams

  func open(_ stream: StreamID, _ track: TrackLocation) {
    openStreams.append((stream, track))
    if openStreams.count <= TakePlayback.keptStreams { return }
    // Each change of the next track opens another one, while the track that is heard was opened once.
    let oldest = openStreams.firstIndex { $0.stream != parts.transport.current } ?? 0
    openStreams.remove(at: oldest)
  }

  /// Plans the beats of a track, which need its format. It may be known after the takes of the track were found.
  func formatIsKnown(of stream: StreamID) {
    guard owner.tempo.isMetronomeOn, let track = track(of: stream) else { return }
    owner.list.forgetSequences(of: track)
    sendSequences()
  }

  var format: StreamFormat? { owner.playedTrack.flatMap(streamFormat) }

  func track(of stream: StreamID) -> TrackLocation? { openStreams.last { $0.stream == stream }?.track }

  /// Returns the format of a track that was opened; nil before it is known.
  func streamFormat(of track: TrackLocation) -> StreamFormat? { parts.transport.names.format(of: track) }

  // MARK: Sequences

  /// Sends the engine the hits of the tracks that may be heard next.
  func sendSequences() {
    var list: [(stream: StreamID, sequence: HitSequence)] = []
    var awaited: [StreamID] = []
    for opening in openStreams {
      guard let track = owner.list.tracks[.track(opening.track)] else { continue }
      let group = TakeGroup.track(opening.track)
      let sequences = track.sequences ?? sequences(group, track, opening.stream)
      let awaitsBeats = owner.tempo.isMetronomeOn && parts.transport.names[opening.stream]?.format == nil
      let awaitsHits = owner.list.tracks[group]?.plans.awaitsHits ?? false
      if !track.isFound || awaitsBeats || awaitsHits || (awaitsKit && sequences.contains { $0.count > 0 }) {
        awaited.append(opening.stream)
      }
      if track.sequences == nil { owner.list.tracks[.track(opening.track)]?.sequences = sequences }
      list += sequences.map { (opening.stream, $0) }
      guard let recorded = owner.recording.recorded, recorded.track == opening.track else { continue }
      guard let live = track.liveSequences ?? liveSequences(track, recorded) else { continue }
      if track.liveSequences == nil { owner.list.tracks[.track(opening.track)]?.liveSequences = live }
      list += live.sequences.map { (opening.stream, $0) }
    }
    // On a busy machine, the kit may need half a second at the program's start.
    parts.engine.setSequences(list, awaited: awaited, timeout: awaitsKit ? 1 : 0.25)
    sendClips()
    owner.lanes.send()
    owner.free.send()
  }

  /// Lets the feeder mix the recorded sound of takes into their tracks. What was fed before is fed again if the music is
  /// not recorded to.
  private func sendClips() {
    var isChanged = false
    for track in Set(openStreams.map(\.track)) {
      let take = isOn ? owner.list.tracks[.track(track)]?.take : nil
      let clips = take.map { $0.clips(in: parts.store.folder, layers: ..<writtenLayer(of: $0, track)) } ?? []
      if parts.clips.set(clips, of: track), track == owner.playedTrack { isChanged = true }
    }
    if isChanged, !owner.recording.isStoring, owner.recording.state.waiting.isEmpty {
      parts.transport.feedAgain()
    }
  }

  /// Returns the number of the layer whose sound is being written; the largest number if there is none.
  private func writtenLayer(of take: Take, _ track: TrackLocation) -> Int {
    guard let recorded = owner.recording.recorded, recorded.track == track else { return .max }
    return recorded.soundLayer(of: take)?.id ?? .max
  }

  /// Returns the hits that the patterns of a layer add; nil while they are computed.
  package func copies(of layer: Layer) -> HitColumns? { parts.service.copies.copies(of: layer) }

  /// Passes the hits that the patterns of layers add: at once, or when they have been computed on another thread. A newer
  /// call replaces one that waits.
  package func withCopies(of layers: [Layer], _ use: @escaping @MainActor ([HitColumns]) -> Void) {
    let known = layers.compactMap(copies)
    awaitingCopies = known.count == layers.count ? nil : { [weak self] in self?.withCopies(of: layers, use) }
    if awaitingCopies == nil { use(known) }
  }

  /// Plays the hits of patterns that have been computed.
  func copiesAreReady() {
    sequencesChanged()
    awaitingCopies?()
  }

  func sequencesChanged() {
    for track in owner.list.tracks.keys { owner.list.tracks[track]?.forgetSequences() }
    sendSequences()
  }

  private func liveSequences(_ track: TrackTakes, _ recorded: RecordingState.Recorded) -> LiveHitSequences? {
    guard isOn, let take = track.take else { return nil }
    onPads(take.pads)
    return LiveHitSequences(
      take, layers: recorded.firstLayer..<Int.max, knowsSamples: owner.list.knowsSamples(take))
  }

  /// Returns the sequences of the layers of the current take, and that of the clicks.
  private func sequences(_ group: TakeGroup, _ track: TrackTakes, _ stream: StreamID) -> [HitSequence] {
    var planned: [HitSequence] = []
    if isOn, let take = track.take {
      let recording =
        owner.recording.recorded.map {
          owner.list.tracks[TakeGroup($0.track)]?.current == take.id ? $0.firstLayer : .max
        } ?? .max
      let knowsSamples = owner.list.knowsSamples(take)
      planned =
        owner.list.tracks[group]?.plans.sequences(
          of: take, layers: ..<recording, knowsSamples: knowsSamples, played: parts.service.copies.playedHits,
          long: parts.service.plans) ?? []
      if let pads = owner.list.tracks[group]?.plans.pads { onPads(pads) }
    }
    if owner.tempo.isMetronomeOn, let format = parts.transport.names[stream]?.format {
      let grid = BeatGrid(
        track.knownTempo ?? owner.tempo.usualTempo(of: self.track(of: stream)), rate: format.sampleRate,
        signature: owner.tempo.metronome.signature)
      let isCurrent = group == owner.list.group
      let clicks = grid.hits(
        before: clickEnd(format, grid, isCurrent: isCurrent), owner.tempo.click,
        bars: isCurrent ? owner.tempo.clickBars : ClickBars()
      )
      planned.append(HitSequence(clicks))
    }
    return planned
  }

  /// Returns the frame up to which clicks are planned. It is limited to one day, since a damaged file may state any length,
  /// and to the end of a loop that is planned again at each beat.
  private func clickEnd(_ format: StreamFormat, _ grid: BeatGrid, isCurrent: Bool) -> Int {
    let rate = format.sampleRate.hertz
    let frames = min(
      format.length?.value ?? 3_600 * rate, 86_400 * rate / owner.tempo.click.count(in: grid.signature))
    return isCurrent && owner.tempo.clickBars.isMoving(owner.tempo.click)
      ? min(frames, owner.ranges.loopEnd ?? frames) : frames
  }
}

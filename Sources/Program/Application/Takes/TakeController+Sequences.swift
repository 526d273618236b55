import AudioBase
import Dubbing
import MixEngine

/// The sequences of hits that the engine plays with the tracks.
extension TakeController {
  /// Sends the engine the hits of the tracks that may be heard next.
  func sendSequences() {
    var list: [(stream: StreamID, sequence: HitSequence)] = []
    var awaited: [StreamID] = []
    for opening in openStreams {
      guard let track = tracks[.track(opening.track)] else { continue }
      let group = TakeGroup.track(opening.track)
      let sequences = track.sequences ?? sequences(group, track, opening.stream)
      let awaitsBeats = isMetronomeOn && parts.transport.names[opening.stream]?.format == nil
      if !track.isFound || awaitsBeats || (awaitsKit && sequences.contains { $0.count > 0 }) {
        awaited.append(opening.stream)
      }
      if track.sequences == nil { tracks[.track(opening.track)]?.sequences = sequences }
      list += sequences.map { (opening.stream, $0) }
      guard let recorded, recorded.track == opening.track else { continue }
      guard let live = track.liveSequences ?? liveSequences(track, recorded) else { continue }
      if track.liveSequences == nil { tracks[.track(opening.track)]?.liveSequences = live }
      list += live.sequences.map { (opening.stream, $0) }
    }
    // On a busy machine, the kit may need half a second at the program's start.
    parts.engine.setSequences(list, awaited: awaited, timeout: awaitsKit ? 1 : 0.25)
    sendClips()
    sendFree()
  }

  /// Lets the feeder mix the recorded sound of takes into their tracks. What was fed before is fed again if the music is
  /// not recorded to.
  private func sendClips() {
    var isChanged = false
    for track in Set(openStreams.map(\.track)) {
      let take = isPlaybackOn ? tracks[.track(track)]?.take : nil
      let clips = take.map { $0.clips(in: parts.store.folder, layers: ..<writtenLayer(of: $0, track)) } ?? []
      if parts.clips.set(clips, of: track), track == playedTrack { isChanged = true }
    }
    if isChanged, !hasRecording, waiting.isEmpty { parts.transport.feedAgain() }
  }

  /// Returns the number of the layer whose sound is being written; the largest number if there is none.
  private func writtenLayer(of take: Take, _ track: TrackLocation) -> Int {
    guard let recorded, recorded.track == track else { return .max }
    return take.layers.last { $0.audio != nil && $0.id >= recorded.firstLayer }?.id ?? .max
  }

  /// Returns the hits that the patterns of a layer add; nil while they are computed.
  func copies(of layer: Layer) -> HitColumns? { parts.service.copies.copies(of: layer) }

  /// Makes all sequences again.
  func sequencesChanged() {
    for track in tracks.keys { tracks[track]?.forgetSequences() }
    sendSequences()
  }

  private func liveSequences(_ track: TrackTakes, _ recorded: Recorded) -> LiveHitSequences? {
    guard isPlaybackOn, let take = track.take else { return nil }
    onPads(take.pads)
    return LiveHitSequences(take, layers: recorded.firstLayer..<Int.max, knowsSamples: knowsSamples(take))
  }

  /// Returns the sequences of the layers of the current take, and that of the clicks.
  private func sequences(_ group: TakeGroup, _ track: TrackTakes, _ stream: StreamID) -> [HitSequence] {
    var planned: [HitSequence] = []
    if isPlaybackOn, let take = track.take {
      let recording =
        recorded.map { tracks[TakeGroup($0.track)]?.current == take.id ? $0.firstLayer : .max } ?? .max
      let knowsSamples = knowsSamples(take)
      planned =
        tracks[group]?.plans.sequences(
          of: take, layers: ..<recording, knowsSamples: knowsSamples, played: parts.service.copies.playedHits)
        ?? []
      if let pads = tracks[group]?.plans.pads { onPads(pads) }
    }
    if isMetronomeOn, let format = parts.transport.names[stream]?.format {
      let grid = BeatGrid(
        track.knownTempo ?? usualTempo(of: self.track(of: stream)), rate: format.sampleRate,
        signature: metronome.signature)
      let isCurrent = group == self.group
      let clicks = grid.hits(
        before: clickEnd(format, grid, isCurrent: isCurrent), click, bars: isCurrent ? clickBars : ClickBars()
      )
      planned.append(HitSequence(clicks))
    }
    return planned
  }

  /// Returns the frame up to which clicks are planned. It is limited to one day, since a damaged file may state any length,
  /// and to the end of a loop that is planned again at each beat.
  private func clickEnd(_ format: StreamFormat, _ grid: BeatGrid, isCurrent: Bool) -> Int {
    let rate = format.sampleRate.hertz
    let frames = min(format.length?.value ?? 3_600 * rate, 86_400 * rate / click.count(in: grid.signature))
    return isCurrent && clickBars.isMoving(click) ? min(frames, loopEnd ?? frames) : frames
  }
}

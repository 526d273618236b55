import AudioBase
import Dubbing
import KitEditing
import MixEngine
import Player
import Studio
import SystemBase

extension Application {
  /// Remembers a hit that no take plays or records, so that it can be sampled.
  func rememberHit(_ hit: StartedHit) {
    guard !hit.isPlanned, hit.sample != StartedHit.unheard, let takes, !takes.recording.isActive,
      let heard = takes.parts.transport.heard(atOutputFrame: hit.outputFrame), heard.speed > 0
    else { return }
    let frame = max(heard.trackFrame.value, 0)
    kits.sampling.hits.add(
      TakeHit(frame: frame, pad: hit.pad, velocity: hit.velocity, sample: hit.sample), with: heard.item)
  }

  /// Returns what is rendered for a sample of a part of the mix: the take of the track and the latest hits, with the present
  /// mixer; nil without a track.
  func sampleExport(
    _ mix: MixPart, _ place: SamplePlace, _ parts: SongParts?, _ takes: TakeController
  ) -> SampleExport? {
    guard let item = model.nowPlaying else { return nil }
    let path = takes.parts.folder.appending(place.track.path)
    let track =
      takes.list.track.key.flatMap { takes.list.reference(of: place.track, $0) }
      ?? TrackReference(
        key: TrackKey(high: 0, low: 0), path: path, sampleRate: place.rate,
        frames: takes.playback.format?.length)
    let isOfTrack = takes.list.group == .track(place.track)
    var take =
      (isOfTrack ? takes.list.shown : nil)
      ?? Take(id: "sample", name: "sample", track: track, tempo: takes.list.track.knownTempo, created: 0)
    (take.track, take.kit) = (take.track ?? track, takes.list.kit)
    let position = takes.ranges.heardFrame() ?? takes.ranges.position
    let hits = kits.sampling.hits.latest(with: item.id, upTo: position)
    if !hits.isEmpty { take.addLayer(name: "keys", hits: HitColumns(hits)) }
    let levels = TakeExport.Levels(
      music: model.levels.mix.music(balance: model.levels.balance),
      pads: model.levels.mix.pads(balance: model.levels.balance), gainChoice: model.gainChoice,
      mixer: mixer?.owner.snapshot ?? MixGraph())
    let (start, end) = (FrameCount(place.range.lowerBound), FrameCount(place.range.upperBound))
    guard
      let range = TakeExport.Range(
        start: start.seconds(at: place.rate), end: end.seconds(at: place.rate))
    else { return nil }
    return SampleExport(
      take: take, track: path, parts: parts, mix: mix, range: range, levels: levels, gain: item.gain)
  }
}

import AudioBase
import Dubbing
import Glibc
import MixEngine
import Percussion
import Player
import Studio
import SystemBase
import TakeExchange

/// The hits by keys and other devices of late, with the places of the tracks that they sounded with.
struct RecentHits: Sendable {
  private static let most = 1_024

  private var hits: [(item: QueueItem.ID, hit: TakeHit)] = []

  /// Adds a hit that sounded with a frame of a track.
  mutating func add(_ hit: TakeHit, with item: QueueItem.ID) {
    hits.append((item, hit))
    if hits.count > RecentHits.most { hits.removeFirst(RecentHits.most / 2) }
  }

  /// Returns the hits that were heard last at each frame of a track, ascending: up to a position those since the last jump,
  /// after it those before the jump.
  func latest(with item: QueueItem.ID, upTo position: Int) -> [TakeHit] {
    var (found, next, isBeforeJump) = ([TakeHit](), position, false)
    for (own, hit) in hits.reversed() where own == item {
      if hit.frame > next {
        if isBeforeJump { break }
        (isBeforeJump, next) = (true, .max)
      }
      if isBeforeJump, hit.frame <= position { break }
      found.append(hit)
      next = hit.frame
    }
    return found.sorted { $0.frame < $1.frame }
  }
}

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

/// A part of the mix that is rendered as an export is. Any thread.
struct SampleExport: Sendable {
  let take: Take
  let track: FilePath
  /// The parts in which the song is heard; nil: as its file.
  let parts: SongParts?
  let mix: MixPart
  let range: TakeExport.Range
  let levels: TakeExport.Levels
  let gain: ReplayGain?

  /// Renders the part, by a file that is removed afterwards.
  func render(_ tools: SamplingTools) throws(FileError) -> PCMBuffer {
    guard let exports = tools.exports, let encoding = AudioEncoding(.wav, samples: .float) else {
      throw FileError(.unsupported, SampleRequest.name(of: mix), detail: "only songs are sampled here")
    }
    if (range.end ?? .infinity) - range.start > SampleSound.longest {
      throw FileError(
        .unsupported, SampleRequest.name(of: mix),
        detail: "a sample of more than \(Int(SampleSound.longest)) seconds")
    }
    try FileBytes.makeFolder(tools.cache)
    let path = tools.cache.appending("sample.\(getpid()).wav")
    defer { FileBytes.remove(path) }
    var options = ExportOptions(path: path, format: .sound(encoding))
    (options.range, options.tail, options.replaces) = (range, 0, true)
    (options.mixer, options.track, options.part) = (.current, track, mix)
    options.parts = parts
    let job = try exports.job(take, options, levels: levels, gain: gain)
    do throws(ExportError) { _ = try job.run() } catch {
      switch error {
      case .cancelled: throw FileError(.writeFailed, path.shown, detail: "it was cancelled")
      case .failed(let error, _): throw error
      case .noDrumParts(_, let path): throw FileError(.unsupported, path.shown)
      }
    }
    return try tools.sampling.writer.read(of: TrackLocation(path: path))
  }
}

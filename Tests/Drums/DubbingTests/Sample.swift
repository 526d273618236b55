import AudioBase
import Dubbing
import SystemBase

/// Takes to test with.
enum Sample {
  static let key = TrackKey(high: 0x0123_4567_89AB_CDEF, low: 42)

  /// A take without layers.
  static var bare: Take { Take(id: "a-1", name: "take 1", track: track(), created: 1_777_636_800) }

  static func hits(_ count: Int, seed: UInt64 = 1) -> HitColumns {
    var random = SeededGenerator(seed: seed)
    var frame = 0
    return HitColumns(
      (0..<count).map { _ in
        frame += Int.random(in: 0...9000, using: &random)
        return TakeHit(
          frame: frame, pad: .random(in: 1...8, using: &random),
          velocity: .random(in: 1...127, using: &random),
          length: 0, sample: .random(in: 0...3, using: &random))
      })
  }

  static func track(_ path: String = "/music/a.flac") -> TrackReference {
    TrackReference(
      key: key, path: FilePath(path), sampleRate: SampleRate(44_100), frames: FrameCount(9_000_000))
  }

  static func take(id: String = "20260501-120000-3f9c") -> Take {
    var take = Take(
      id: id, name: "take \"1\"", track: track(),
      kit: KitReference(name: "DrumDub", path: FilePath("/kits/D"), hash: ContentHash([7])),
      tempo: TempoMap(bpm: 96.5, beats: [1000]), created: 1_777_636_800)
    take.addLayer(name: "verse", hits: hits(20))
    take.addLayer(hits: hits(5, seed: 2))
    return take
  }
}

import AudioAnalysis
import AudioBase
import HeardSound
import Testing

/// The shipped kits beside music at the reference loudness of ReplayGain, -18 LUFS.
@Suite(.together) struct KitLoudnessTests {
  /// The amplitude of a hit with a plain key, velocity 100, relative to an accent.
  private static let plain = Float(100 * 100) / (127 * 127)

  /// Four hits a second for six seconds, as the engine mixes them at the default levels.
  private func loudness(_ sound: KitSound) throws -> Double? {
    var mix = [Float](repeating: 0, count: 2 * 6 * 48_000)
    for start in stride(from: 0, to: 6 * 48_000, by: 12_000) {
      for (index, frame) in sound.frames.prefix(6 * 48_000 - start).enumerated() {
        mix[2 * (start + index)] += frame.x * Self.plain
        mix[2 * (start + index) + 1] += frame.y * Self.plain
      }
    }
    let meter = try LoudnessMeter(sampleRate: .standard, channels: 2)
    try mix.withUnsafeBufferPointer { try meter.add($0) }
    return try meter.loudness
  }

  @Test(arguments: ["DrumDub", "Electronic"])
  func everyPadIsHeardOverMusicAndNoneReachesTheLimiter(kit: String) throws {
    let sounds = try KitSound.all(kit: kit)
    #expect(Set(sounds.map(\.pad)) == Set(1...17))
    for sound in sounds {
      let peak = sound.frames.map { max(abs($0.x), abs($0.y)) }.max() ?? 0
      let hardest = Float(sound.velocities.upperBound * sound.velocities.upperBound) / (127 * 127)
      #expect(peak * hardest < 0.8, "pad \(sound.pad): \(peak)")
      guard sound.velocities.contains(100) else { continue }
      #expect(peak * Self.plain < 0.5, "pad \(sound.pad): \(peak)")
      let loudness = try #require(try loudness(sound))
      // The loudness of very short sounds is low for their peak.
      #expect((-26.0 ... -17.0).contains(loudness), "pad \(sound.pad): \(loudness) LUFS")
    }
  }
}

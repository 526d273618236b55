import AudioBase
import Glibc
import SystemBase
import Testing

@testable import AudioAnalysis

@Suite struct DrumSeparationTests {
  /// Returns the drums of samples.
  ///
  /// - Parameter order: that of the parts; nil for one after the other.
  private static func drums(
    _ samples: [Float], channels: Int = 1, hits: SongHits, strength: DrumStrength = .usual,
    order: [Int]? = nil
  ) throws -> [Float] {
    var separation = DrumSeparation(hits.rate, channels: channels, hits: hits, strength: strength)
    let frames = samples.count / channels
    var drums = [Float](repeating: 0, count: samples.count)
    for number in order ?? Array(0..<separation.parts(in: frames)) {
      let range = separation.surroundings(of: number)
      var sound = [Float](repeating: 0, count: max(0, -range.lowerBound) * channels)
      sound += samples[max(0, range.lowerBound) * channels..<min(range.upperBound, frames) * channels]
      let end = range.upperBound > frames ? frames : nil
      let made = separation.separate(number, from: sound, end: end, isCancelled: { false })
      let part = try #require(made)
      let places = part.frames.lowerBound * channels..<part.frames.upperBound * channels
      #expect(part.sound == samples[places] && part.drums.count == places.count)
      drums.replaceSubrange(places, with: part.drums)
    }
    return drums
  }

  private static func hits(_ mixture: HitMixture) -> SongHits {
    let hits = mixture.hits.flatMap { drum, times in
      times.map {
        SongHit(frame: Int($0 * Double(HitMixture.rate.hertz)), drum: drum, velocity: 90, certainty: 1)
      }
    }
    return SongHits(hits.sorted { $0.frame < $1.frame }, rate: HitMixture.rate)
  }

  /// Returns the power of a signal over that of what differs from it, in dB.
  private static func ratio(_ signal: [Float], _ other: [Float]) -> Double {
    let power = signal.reduce(0.0) { $0 + Double($1 * $1) }
    let difference = zip(signal, other).reduce(0.0) { $0 + Double(($1.0 - $1.1) * ($1.0 - $1.1)) }
    return 10 * log10(power / max(difference, 1e-12))
  }

  /// The music of a mixture has the same noise, chords and bass with drums and without.
  @Test func musicWithoutTheDrumsIsNearerToTheMusicAlone() throws {
    let (mixture, music) = (HitMixture(seconds: 12), HitMixture(seconds: 12, drums: 0).samples)
    let drums = try Self.drums(mixture.samples, hits: Self.hits(mixture))
    let before = Self.ratio(music, mixture.samples)
    let after = Self.ratio(music, zip(mixture.samples, drums).map { $0 - $1 })
    #expect(after > before + 10, "\(before) dB, then \(after) dB")
  }

  @Test func strongerSeparationTakesMore() throws {
    let mixture = HitMixture(seconds: 8)
    let powers = try DrumStrength.allCases.map { strength in
      try Self.drums(mixture.samples, hits: Self.hits(mixture), strength: strength).reduce(0) { $0 + $1 * $1 }
    }
    #expect(zip(powers, powers.dropFirst()).allSatisfy { $0 < $1 }, "\(powers)")
  }

  @Test func resultIsTheSameOnBothSides() throws {
    let mixture = HitMixture(seconds: 6)
    let hits = Self.hits(mixture)
    let drums = try Self.drums(mixture.samples, hits: hits)
    let stereo = try Self.drums(mixture.samples.flatMap { [$0, $0] }, channels: 2, hits: hits)
    let sides = (0..<2).map { side in stride(from: side, to: stereo.count, by: 2).map { stereo[$0] } }
    #expect(Self.ratio(drums, sides[0]) > 30 && Self.ratio(sides[0], sides[1]) > 80)
  }

  /// A low rate, at which the separation takes little time.
  @Test func resultDoesNotDependOnTheOrderOfTheParts() throws {
    let rate = SampleRate(8_000)
    var random = SeededGenerator(seed: 6)
    let noise = (0..<62 * rate.hertz).map { _ in Float.random(in: -0.2...0.2, using: &random) }
    let hits = SongHits(
      (1..<61).map { SongHit(frame: $0 * rate.hertz, drum: .kick, velocity: 90, certainty: 1) }, rate: rate)
    let drums = try Self.drums(noise, hits: hits)
    for order in [[2, 0, 1], [1, 2, 0]] {
      #expect(try Self.drums(noise, hits: hits, order: order) == drums)
    }
  }

  @Test func partsAreThoseOfTheirFrames() {
    let none = SongHits([], rate: SampleRate(8_000))
    let separation = DrumSeparation(none.rate, channels: 1, hits: none, strength: .usual)
    // The last part has a margin of half a second more.
    #expect([0, 1, 30 * 8_000, 31 * 8_000, 61 * 8_000].map(separation.parts) == [1, 1, 1, 2, 3])
    for part in 0..<3 {
      let (frames, around) = (separation.frames(of: part), separation.surroundings(of: part))
      #expect(around.lowerBound <= frames.lowerBound && frames.upperBound <= around.upperBound)
      #expect(separation.part(of: frames.lowerBound) == part)
      #expect(separation.part(of: frames.upperBound - 1) == part)
      #expect(separation.frames(of: part + 1).lowerBound == frames.upperBound)
    }
    #expect(separation.part(of: -1) == 0)
  }

  /// Parts of 30 s join without a step: the mixture of 34 s has a boundary.
  @Test func partsJoin() throws {
    let (mixture, music) = (HitMixture(seconds: 34), HitMixture(seconds: 34, drums: 0).samples)
    let drums = try Self.drums(mixture.samples, hits: Self.hits(mixture))
    let rest = zip(mixture.samples, drums).map { $0 - $1 }
    let rate = HitMixture.rate.hertz
    let around = 29 * rate..<31 * rate
    #expect(Self.ratio(Array(music[around]), Array(rest[around])) > 5)
  }

  @Test(arguments: [(8_000, 512), (44_100, 4_096), (48_000, 4_096), (192_000, 16_384)])
  func bandsHaveAllLinesOfAWindowOfAboutATenthOfASecond(rate: Int, window: Int) {
    let bands = PartBands(SampleRate(rate))
    #expect(bands.window == window && bands.edges.first == 0 && bands.edges.last == window / 2 + 1)
    #expect(zip(bands.edges, bands.edges.dropFirst()).allSatisfy { $0 < $1 })
    #expect(bands.width % 16 == 0 && bands.count < 420)
  }

  @Test func nothingIsTakenWithoutHits() throws {
    let mixture = HitMixture(seconds: 2)
    let none = SongHits([], rate: HitMixture.rate)
    let drums = try Self.drums(mixture.samples, hits: none)
    #expect(drums.allSatisfy { abs($0) < 1e-6 })
    #expect(try Self.drums([], hits: none).isEmpty)
    #expect(try Self.drums([0.5], hits: none).count == 1)
  }

  @Test func cancelledSeparationGivesNothing() {
    let mixture = HitMixture(seconds: 4)
    var separation = DrumSeparation(
      HitMixture.rate, channels: 1, hits: Self.hits(mixture), strength: .usual)
    let part = separation.separate(
      0, from: mixture.samples, end: mixture.samples.count, isCancelled: { true })
    #expect(part == nil)
  }
}

@Suite struct DrumPartTests {
  /// Drums and what they leave add up to the sound, and neither exceeds full scale.
  @Test(arguments: [15, 23]) func partsAddUpToTheBit(bits: Int) {
    let scale = Float(1 << bits)
    var random = SeededGenerator(seed: 5)
    let sound = (0..<20_000).map { _ in
      Float(Int.random(in: -(1 << bits)..<1 << bits, using: &random)) / scale
    }
    let drums = sound.map { $0 * Float.random(in: -0.5...1.5, using: &random) }
    let frames = DrumPart.frames(sound[...], drums[...], channels: 2)
    #expect(frames.count == 10_000)
    for (index, frame) in frames.enumerated() {
      for side in 0..<2 {
        let (sound, part) = (sound[2 * index + side], frame[side])
        let music = sound - part
        #expect(part + music == sound && music >= -1 && music < 1 && (-1..<1).contains(part))
        #expect(part * 32_768 == (part * 32_768).rounded())
        #expect(music * scale == (music * scale).rounded())
      }
    }
  }

  @Test func monoIsOnBothSidesAndLoudSamplesKeepTheirSum() {
    let frames = DrumPart.frames([0.5, 1.5, -1.5], [0.25, 0.1, -0.1], channels: 1)
    #expect(frames[0] == Frame(0.25, 0.25))
    // The music of a sample beyond full scale is at full scale.
    #expect(abs(frames[1].x - 0.5) < 0.0001 && 1.5 - frames[1].x < 1)
    #expect(abs(frames[2].x + 0.5) < 0.0001 && -1.5 - frames[2].x >= -1)
  }
}

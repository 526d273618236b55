import AudioBase
import Glibc
import SystemBase
import TestSupport
import Testing

@testable import AudioAnalysis

@Suite struct HitSearchTests {
  private static func search(
    _ samples: [Float], rate: SampleRate = HitMixture.rate, channels: Int = 1
  ) -> HitSearchResult {
    var detector = HitDetector(rate, channels: channels)
    samples.withUnsafeBufferPointer { detector.add($0) }
    return detector.finish()
  }

  private static func found(_ result: HitSearchResult) -> SongHits? {
    if case .found(let hits) = result, !hits.isGuess { hits } else { nil }
  }

  /// Returns the F measure of the hits of a drum, within 30 ms, and their errors in seconds in ascending order.
  private static func score(
    _ drum: SongDrum, _ found: SongHits, _ mixture: HitMixture
  ) -> (f: Double, errors: [Double]) {
    var left = mixture.hits[drum] ?? []
    let (known, hits) = (left.count, found.hits.filter { $0.drum == drum })
    var errors: [Double] = []
    for hit in hits {
      let time = Double(hit.frame) / Double(found.rate.hertz)
      guard let near = left.indices.min(by: { abs(left[$0] - time) < abs(left[$1] - time) }),
        abs(left[near] - time) <= 0.03
      else { continue }
      errors.append(abs(left[near] - time))
      left.remove(at: near)
    }
    return (2 * Double(errors.count) / Double(known + hits.count), errors.sorted())
  }

  @Test(arguments: [(UInt64(1), Float(1)), (2, 1), (3, 0.4)]) func hitsOfEachDrumOfAMixtureAreFound(
    seed: UInt64, level: Float
  ) throws {
    let mixture = HitMixture(seconds: 24, drums: level, seed: seed)
    let found = try #require(Self.found(Self.search(mixture.samples)))
    for drum in [SongDrum.kick, .snare, .hat] {
      let score = Self.score(drum, found, mixture)
      #expect(score.f >= 0.93, "\(drum): \(score.f)")
      #expect(
        score.errors[score.errors.count / 2] < 0.008 && score.errors[score.errors.count * 9 / 10] < 0.014)
    }
    #expect(zip(found.hits.dropFirst(), found.hits).allSatisfy { $0.frame >= $1.frame })
    #expect(found.hits.allSatisfy { (1...127).contains($0.velocity) && (0.5...1).contains($0.certainty) })
  }

  @Test func musicWithoutDrumsHasNoHits() {
    #expect(Self.search(HitMixture(seconds: 24, drums: 0).samples) == .noDrums(.noHits))
  }

  @Test func silenceAndShortTracksHaveNoHits() {
    let mixture = HitMixture(seconds: 20)
    #expect(Self.search([]) == .noDrums(.silent))
    #expect(Self.search([Float](repeating: 0, count: 44_100 * 10)) == .noDrums(.silent))
    #expect(Self.search(Array(mixture.samples.prefix(44_100))) == .noDrums(.short))
  }

  @Test func clicksTonesAndNoiseAreNoDrums() {
    let click: [Float] = (0..<44_100 * 20).map { $0 % 22_050 < 40 ? 0.5 : 0 }
    let tone: [Float] = (0..<44_100 * 10).map { 0.5 * sin(Float($0 % 441) * 8 * .pi / 441) }
    var random = SeededGenerator(seed: 7)
    let noise = (0..<44_100 * 10).map { _ in Float.random(in: -0.5...0.5, using: &random) }
    for samples in [click, tone] { #expect(Self.search(samples) == .noDrums(.noHits)) }
    // At most a guess that is marked as one.
    #expect(Self.found(Self.search(noise)) == nil)
  }

  @Test func hitsDoNotDependOnTheNumberOfChannelsOrAHighRate() throws {
    let mixture = HitMixture(seconds: 20)
    let mono = try #require(Self.found(Self.search(mixture.samples)))
    let eight = mixture.samples.flatMap { [Float](repeating: $0, count: 8) }
    let fast = mixture.samples.flatMap { [Float](repeating: $0, count: 4) }
    let others = [
      Self.search(eight, channels: 8), Self.search(fast, rate: SampleRate(176_400)),
    ]
    for (other, factor) in zip(others, [1, 4]) {
      let found = try #require(Self.found(other))
      // Rounding may move a value over its limit.
      for drum in SongDrum.allCases { #expect(abs(found.count(drum) - mono.count(drum)) <= 1) }
      #expect(
        found.hits.count { hit in mono.hits.contains { $0.frame * factor == hit.frame } } >= mono.hits.count
          - 3)
    }
  }

  @Test func cancelledSearchEndsAndProgressReachesTheEnd() throws {
    let frames = HitMixture(seconds: 10).samples.map { Frame(repeating: $0) }
    let search = HitSearch(decoders: MemoryDecoders(["track": frames]))
    let track = TrackLocation(path: FilePath("track"))
    var parts: [Double] = []
    let result = try search.find(
      in: track, isCancelled: { parts.count == 3 }, progress: { parts.append($0) })
    #expect(result == .cancelled && parts.count == 3)
    _ = try search.find(in: track, progress: { parts.append($0) })
    #expect(parts.last == 1 && parts.allSatisfy { $0 <= 1 })
  }

  @Test func fittedRulesFindTheHitsOfAnotherMixture() throws {
    var training = HitTraining()
    for seed in UInt64(11)...13 {
      let mixture = HitMixture(seconds: 16, seed: seed)
      let hits = mixture.hits.flatMap { drum, times in
        times.map { (frame: Int($0 * Double(HitMixture.rate.hertz)), drum: drum) }
      }
      training.add(mixture.samples, HitMixture.rate, hits: hits)
      training.add(
        HitMixture(seconds: 16, drums: 0, seed: seed).samples, HitMixture.rate, hits: [])
    }
    let rules = training.rules()
    let mixture = HitMixture(seconds: 24, seed: 2)
    var detector = HitDetector(HitMixture.rate, channels: 1, rules: rules)
    mixture.samples.withUnsafeBufferPointer { detector.add($0) }
    guard case .found(let found) = detector.finish() else {
      Issue.record("no drums")
      return
    }
    for drum in [SongDrum.kick, .snare, .hat] {
      let score = Self.score(drum, found, mixture)
      #expect(score.f >= 0.9, "\(drum): \(score.f)")
    }
    #expect(HitRules.standard.source.contains("      .hat: Rule(\n        [\n          "))
    #expect(HitRules.standard.source.hasSuffix("))\n}\n"))
  }
}

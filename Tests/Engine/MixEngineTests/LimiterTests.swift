import AudioBase
import EngineTestSupport
import Glibc
import SystemBase
import Testing

@testable import MixEngine

/// The limiter, by what comes out of the engine.
@Suite struct LimiterTests {
  private let ceiling = Decibels(-1).factor

  private func render(_ track: [Frame]) -> [Frame] {
    let bench = EngineBench(tracks: ["a": track])
    bench.load("a")
    bench.waitForMusic(track.count)
    let delay = bench.engine.control.lookAhead.value
    return Array(bench.device.render(FrameCount(track.count + delay))[delay...])
  }

  private func sine(_ frequency: Double, _ level: Float, phase: Double = 0, count: Int = 24_000) -> [Frame] {
    (0..<count).map { index in
      let value = Float(sin(2 * Double.pi * frequency * Double(index) / 48_000 + phase)) * level
      return Frame(value, -value)
    }
  }

  @Test func limiterDoesNotChangeMusicBelowTheCeiling() {
    let track = sine(997, 0.88)
    #expect(render(track) == track)
  }

  @Test func loudMusicStaysBelowTheCeilingAndKeepsItsShape() {
    let out = render(sine(200, 4))
    #expect(out.allSatisfy { $0.x.magnitude <= ceiling * 1.000_1 })
    // Settled, it is a sine again: its mean square is half its peak's square.
    let settled = out[12_000..<21_600]
    let meanSquare = settled.reduce(Float(0)) { $0 + $1.x * $1.x } / Float(settled.count)
    #expect(abs(meanSquare - ceiling * ceiling / 2) < 0.02)
  }

  @Test func limiterDetectsPeaksBetweenSamples() {
    // At a quarter of the rate, 45° off, the samples stand at 0.707 of the peak.
    let out = render(sine(12_000, 1.2, phase: .pi / 4))
    let largest = out[12_000...].map { $0.x.magnitude }.max() ?? 0
    // The true peak is √2 times the samples'.
    #expect(largest * 2.0.squareRoot().asFloat < ceiling * 1.01)
    #expect(largest * 2.0.squareRoot().asFloat > ceiling * 0.95)
  }

  @Test func limiterReducesASinglePeakAndRecovers() {
    var track = [Frame](repeating: Frame(repeating: 0.1), count: 48_000)
    track[10_000] = Frame(repeating: 8)
    let out = render(track)
    #expect(out.allSatisfy { $0.x.magnitude <= ceiling * 1.000_1 })
    #expect(out[9000] == track[9000])
    #expect(out[47_000].x > 0.099)
  }

  /// Whole blocks without a peak are only delayed; a peak in any place of a later block is limited as ever.
  @Test func peakAfterQuietBlocksIsLimitedAsAmongLoudOnes() {
    for place in [5_120, 5_121, 5_250, 5_375] {
      var (quiet, loud) = (
        [Frame](repeating: Frame(repeating: 0.1), count: 9_600), sine(997, 0.88, count: 9_600)
      )
      for index in 0..<40 { quiet[place + index] = Frame(repeating: 4) }
      loud.replaceSubrange(4_000..., with: quiet[4_000...])
      #expect(render(quiet)[4_500...] == render(loud)[4_500...], "at \(place)")
    }
  }

  @Test func nonFiniteSamplesAreSilenced() {
    var track = [Frame](repeating: Frame(repeating: 0.25), count: 4800)
    for index in 100..<110 { track[index] = Frame(.nan, .infinity) }
    let out = render(track)
    #expect(out.allSatisfy { $0.x.magnitude <= ceiling && $0.y.magnitude <= ceiling * 1.000_1 })
    #expect(out[103].x == 0)
  }

  /// Signals that come near the ceiling in many ways, and such as no file should hold.
  private func extremeTracks() -> [[Frame]] {
    var random = SeededGenerator(seed: 48)
    func make(_ frame: (Int, inout SeededGenerator) -> Frame) -> [Frame] {
      (0..<6_000).map { frame($0, &random) }
    }
    func noise(_ level: Float, _ random: inout SeededGenerator) -> Frame {
      Frame(.random(in: -level...level, using: &random), .random(in: -level...level, using: &random))
    }
    var tracks = ([0.3, 0.6, 1, 4] as [Float]).map { level in make { noise(level, &$1) } }
    var walk = Frame.zero
    tracks.append(
      make {
        walk += (noise(8, &$1) - walk) * 0.05
        return Frame(max(-0.98, min(0.98, walk.x)), walk.y)
      })
    // The steps of one phase of the interpolation, and the largest ones.
    tracks.append(make { Frame(repeating: ($0 % 2 == 0 ? 0.4655 : -0.4655) + noise(0.001, &$1).x) })
    tracks.append(
      make { Frame(repeating: ($0 % 12 < 6) == ($0 % 2 == 0) ? 0.47 : -0.47) + noise(0.002, &$1) })
    tracks.append(make { $0 % 499 == 0 ? Frame(8, -3) : noise(0.01, &$1) })
    let bad: [Float] = [.nan, .infinity, -.infinity, 1e30, -1e30, 0x1p-140, 1_000, -999]
    tracks.append(
      make {
        $0 % 701 < 20 ? Frame(bad[$0 % 8], noise(1_100, &$1).x) : noise($0 % 2_000 < 900 ? 0.2 : 1.3, &$1)
      })
    return tracks
  }

  @Test(arguments: [8_000, 44_100, 48_000])
  func outputHasTheSameBitsAsIfAllPeaksWereInterpolated(hertz: Int) {
    var random = SeededGenerator(seed: 7)
    for (number, track) in extremeTracks().enumerated() {
      var usual = Limiter(rate: SampleRate(hertz))
      var exhaustive = Limiter(rate: SampleRate(hertz))
      var (out, expected) = (track, track)
      var (place, blocks) = (0, 0)
      while place < track.count {
        let count = min(Int.random(in: 1...200, using: &random), track.count - place)
        if blocks % 10 == 9 {
          let ceiling = Decibels(blocks % 20 == 9 ? -3.3 : -1).factor
          usual.set(ceiling: ceiling, release: 0.001)
          exhaustive.set(ceiling: ceiling, release: 0.001)
        }
        exhaustive.harmless = -.infinity
        out.withUnsafeMutableBufferPointer { frames in
          if let start = frames.baseAddress { usual.apply(to: start + place, count: count) }
        }
        expected.withUnsafeMutableBufferPointer { frames in
          if let start = frames.baseAddress { exhaustive.apply(to: start + place, count: count) }
        }
        #expect(usual.smallestGain == exhaustive.smallestGain)
        place += count
        blocks += 1
      }
      let isSame = zip(out, expected).allSatisfy {
        $0.x.bitPattern == $1.x.bitPattern && $0.y.bitPattern == $1.y.bitPattern
      }
      #expect(isSame, "track \(number)")
    }
  }

  @Test func metersShowPeakAndMeanOfEachBus() {
    let bench = EngineBench(
      pads: [.sample([Float](repeating: 0.5, count: 48_000))], tracks: ["a": sine(1000, 0.5)])
    bench.load("a")
    bench.waitForMusic(24_000)
    bench.strike(1, atFrame: 0)
    _ = bench.device.render(FrameCount(20_480))
    let meters = bench.engine.events.meters
    #expect(abs(meters.music.peak.x - 0.5) < 0.01)
    #expect(meters.pads.peak.x == 0.5)
    #expect(abs(meters.music.meanSquare.x - 0.125 * 0.76) < 0.02)
    #expect(meters.master.peak.x > 0.85)
  }

  @Test func outputTellsItsPeakAndTheWorkOfTheLimiterUntilTheyAreCleared() {
    func render(_ track: [Frame]) -> EngineControl {
      let bench = EngineBench(tracks: ["a": track])
      bench.load("a")
      bench.waitForMusic(track.count)
      _ = bench.device.render(FrameCount(track.count))
      return bench.engine.control
    }
    let quiet = render(sine(997, 0.88)).master
    #expect(abs(quiet.peak - 0.88) < 0.01 && quiet.gain == 1 && quiet.smallestGain == 1 && !quiet.isClipped)
    let control = render(sine(200, 4))
    let loud = control.master
    #expect(loud.peak > 0.85 && loud.peak <= ceiling * 1.000_1 && loud.isClipped)
    #expect(abs(loud.largestReduction.value - 13.04) < 0.5 && abs(loud.reduction.value - 13.04) < 1)
    control.clearMaster()
    #expect(control.master.peak == 0 && control.master.smallestGain == 1 && !control.master.isClipped)
  }

  @Test func limiterKeepsTheCeilingThatIsSetAndReleasesAsSlowly() {
    func last(_ settings: LimiterSettings) -> (peak: Float, gain: Float) {
      var limiter = Limiter(rate: .standard, settings)
      var track = sine(200, 4, count: 9_600) + [Frame](repeating: Frame(repeating: 0.01), count: 9_600)
      track.withUnsafeMutableBufferPointer { frames in
        guard let start = frames.baseAddress else { return }
        limiter.apply(to: start, count: frames.count)
      }
      return (track.map { $0.x.magnitude }.max() ?? 0, (track.last?.x ?? 0) / 0.01)
    }
    var settings = LimiterSettings.standard
    let usual = last(settings)
    #expect(usual.peak <= ceiling * 1.000_1)
    (settings.ceiling, settings.release) = (Decibels(-6), 0.9)
    let other = last(settings)
    #expect(other.peak <= Decibels(-6).factor * 1.000_1 && other.peak > Decibels(-6.5).factor)
    #expect(other.gain < usual.gain - 0.2)
  }

  @Test func changedSettingsHoldWithTheNextBlockAndPeaksAreHeldUntilTheyAreCleared() {
    let track = sine(200, 4, count: 48_000)
    let bench = EngineBench(tracks: ["a": track])
    let control = bench.engine.control
    bench.load("a")
    bench.waitForMusic(track.count)
    func peak() -> Float {
      bench.device.render(FrameCount(9_600)).suffix(4_800).map(\.x.magnitude).max() ?? 0
    }
    #expect(peak() > Decibels(-1.5).factor)
    var settings = LimiterSettings.standard
    (settings.ceiling, settings.release) = (Decibels(-9), 0.2)
    control.setLimiter(settings)
    let lower = peak()
    #expect(lower <= Decibels(-9).factor * 1.000_1 && lower > Decibels(-9.5).factor)
    #expect(control.master.limiter == settings)
    control.setLimiter(.standard)
    let higher = peak()
    #expect(higher <= ceiling * 1.000_1 && higher > Decibels(-1.5).factor)
    #expect((control.heldPeak(of: .music) ?? 0) > 3.9 && control.heldPeak(of: .pads) == 0)
    #expect(control.heldPeak(of: .click) == nil)
    control.clearMaster()
    #expect(control.heldPeak(of: .music) == 0)
  }

  @Test func readersOfTheMixReceiveEachFrameOnce() {
    let bench = EngineBench(tracks: ["a": sine(997, 0.5)])
    let control = bench.engine.control
    var position: Int?
    control.followMix(true, for: .loudness)
    #expect(control.nextMix(after: &position).isEmpty)
    bench.load("a")
    bench.waitForMusic(24_000)
    _ = control.nextMix(after: &position)
    var rendered = bench.device.render(FrameCount(4_096))
    #expect(control.nextMix(after: &position) == rendered)
    rendered = bench.device.render(FrameCount(1_024))
    #expect(control.nextMix(after: &position) == rendered)
    #expect(control.latestMix(512) == rendered.suffix(512).map { ($0.x + $0.y) * 0.5 })
    control.followMix(false, for: .loudness)
    _ = bench.device.render(FrameCount(512))
    #expect(control.nextMix(after: &position).isEmpty)
  }

  /// Each frame counts, wherever it lies in its block, and each side for itself.
  @Test(arguments: [0, 1, 2, 3, 254, 255, 256]) func meterMeasuresEachFrame(_ place: Int) {
    var track = [Frame](repeating: Frame(0.25, -0.125), count: 512)
    track[place] = Frame(-0.75, 0.5)
    let bench = EngineBench(tracks: ["a": track])
    bench.load("a")
    bench.waitForMusic(track.count)
    _ = bench.device.render(FrameCount(512))
    let peak = bench.engine.events.meters.music.peak
    #expect(peak.x > 0.74 && peak.x <= 0.75 && peak.y > 0.49 && peak.y <= 0.5)
  }
}

extension Double {
  fileprivate var asFloat: Float { Float(self) }
}

import AudioBase
import Effects
import Testing

/// Times, levels and sides of echoes.
@Suite struct DelayTests {
  /// Echoes that only the feedback changes.
  private let plain: [String: Double] = [
    "mix": 100, "high-pass": 20, "low-pass": 20_000, "drive": 0, "feedback": 50,
  ]

  @Test(arguments: [(44_100, 0.125, 120.0, 2756), (48_000, 0.75, 120, 18_000), (48_000, 4, 60, 192_000)])
  func echoComesAtTheExactFrame(hertz: Int, beats: Double, tempo: Double, frame: Int) {
    let values = plain.merging(["time": beats, "tempo": tempo]) { $1 }
    let response = EffectBench(.delay, values, rate: SampleRate(hertz)).impulseResponse(frame + 2)
    #expect(response[..<frame].peak == 0)
    #expect(response[frame] == Frame(repeating: 0.5))
  }

  @Test func timesBeyondFourSecondsAreLimited() {
    let values = plain.merging(["time": 4, "tempo": 20]) { $1 }
    let response = EffectBench(.delay, values, rate: SampleRate(8000)).impulseResponse(32_002)
    #expect(response.firstIndex { $0 != .zero } == 32_000)
  }

  @Test func eachEchoIsTheOneBeforeTimesTheFeedback() {
    for feedback in [30.0, 80] {
      let values = plain.merging(["time": 0.25, "tempo": 120, "feedback": feedback]) { $1 }
      let bench = EffectBench(.delay, values)
      bench.settle()
      // 6000 frames from echo to echo.
      let response = bench.render(
        sine(1000, level: 0.02, frames: 3000) + .init(repeating: .zero, count: 30_000))
      let levels = (1...4).map { index in
        Array(response[(index * 6000)..<(index * 6000 + 4000)]).magnitude(at: 1000, rate: .standard)
      }
      for (before, after) in zip(levels, levels.dropFirst()) {
        #expect(abs(decibels(after / before / (feedback / 100))) < 0.1)
      }
    }
  }

  @Test func pingPongAlternatesBetweenTheSides() {
    let values = plain.merging(["time": 0.125, "tempo": 120, "mode": 1]) { $1 }
    let response = EffectBench(.delay, values).impulseResponse(16_000, impulse: Frame(0.25, 0.75))
    for echo in 1...4 {
      let part = response[(echo * 3000)..<(echo * 3000 + 100)]
      let (left, right) = (part.map(\.x.magnitude).max() ?? 0, part.map(\.y.magnitude).max() ?? 0)
      let (loud, quiet) = echo % 2 == 1 ? (left, right) : (right, left)
      #expect(loud > 0.02 && quiet < 0.001, "echo \(echo)")
    }
  }

  @Test func filtersAndDriveChangeTheEchoesAfterTheFirst() {
    func secondEcho(_ changes: [String: Double], _ frequency: Double, level: Double = 0.02) -> Double {
      let values = plain.merging(["time": 0.25, "tempo": 120]) { $1 }.merging(changes) { $1 }
      let bench = EffectBench(.delay, values)
      bench.settle()
      let input = sine(frequency, level: level, frames: 3000) + .init(repeating: .zero, count: 15_000)
      let response = bench.render(input)
      return decibels(Array(response[12_000..<16_000]).magnitude(at: frequency, rate: .standard) / level)
    }
    #expect(abs(secondEcho(["low-pass": 2000], 2000) - secondEcho([:], 2000) + 3) < 0.2)
    #expect(abs(secondEcho(["high-pass": 500], 500) - secondEcho([:], 500) + 3) < 0.2)
    #expect(secondEcho(["drive": 24], 1000, level: 0.5) < secondEcho([:], 1000, level: 0.5) - 6)
    #expect(
      abs(secondEcho(["drive": 24], 1000, level: 0.000_2) - secondEcho([:], 1000, level: 0.000_2)) < 0.1)
  }

  @Test func anotherTimeHoldsAfterTheCrossfade() {
    let bench = EffectBench(.delay, plain.merging(["time": 0.25, "tempo": 120, "feedback": 0]) { $1 })
    bench.settle()
    _ = bench.render(sine(440, frames: 12_000))
    bench.set("time", to: 0.5)
    _ = bench.render(sine(440, frames: 12_000))
    _ = bench.render(.init(repeating: .zero, count: 24_000))
    let response = bench.render([Frame(repeating: 0.5)] + .init(repeating: .zero, count: 12_001))
    #expect(response.firstIndex { $0 != .zero } == 12_000)
  }

  @Test func heldEchoGrowsUntilItIsLimitedAndThenFallsBack() {
    let values = plain.merging([
      "time": 0.125, "tempo": 120, "feedback": 40, "high-pass": 100, "low-pass": 6000,
    ]) { $1 }
    let bench = EffectBench(.delay, values)
    bench.settle()
    bench.set("held", to: 1)
    _ = bench.render(sine(800, level: 0.01, frames: 3000))
    // 3000 frames from echo to echo, each of which is louder by a fifth.
    let grown = bench.render(.init(repeating: .zero, count: 120_000))
    #expect((0.5...1.25).contains(grown.suffix(3000).map(\.x.magnitude).max() ?? 0) && grown.peak < 1.25)
    bench.set("held", to: 0)
    let fallen = bench.render(.init(repeating: .zero, count: 36_000))
    #expect(fallen.suffix(3000).map(\.x.magnitude).max() ?? 1 < 0.001)
    #expect(!EffectKind.delay.parameters.contains { $0.name == "held" }, "it is in no mixer")
  }
}

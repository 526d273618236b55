import AudioBase
import Effects
import Testing

/// How the sound slows down, stops and comes back.
@Suite struct BrakeTests {
  /// The sine's crossings of zero between two frames.
  private func crossings(_ frames: ArraySlice<Frame>) -> Int {
    zip(frames, frames.dropFirst()).count { $0.x < 0 && $1.x >= 0 }
  }

  private func bench(time: Double = 1) -> EffectBench {
    let bench = EffectBench(.brake, ["time": time])
    bench.settle()
    return bench
  }

  @Test func soundIsUntouchedUntilItIsHeld() {
    let input = sine(440, frames: 9600)
    let bench = bench()
    #expect(bench.render(input) == input)
  }

  @Test func pitchFallsEvenlyToAStop() {
    let bench = bench(time: 2)
    _ = bench.render(sine(1000, frames: 4800))
    bench.set("hold", to: 1)
    let out = bench.render(sine(1000, frames: 120_000, from: 4800))
    // Of 4,800 frames: 100 periods at full speed.
    for (start, speed) in [(9_600, 0.875), (45_600, 0.5), (81_600, 0.125)] {
      #expect(abs(Double(crossings(out[start..<(start + 4800)])) - 100 * speed) <= 1.5, "at \(start)")
    }
    #expect(Array(out[97_000...]).peak == 0)
  }

  @Test func slowedSineHasNoCorners() {
    let bench = bench(time: 3)
    var out = bench.render(sine(200, frames: 4800))
    bench.set("hold", to: 1)
    out += bench.render(sine(200, frames: 150_000, from: 4800))
    #expect(Array(out.dropFirst(960)).largestBend < sine(200, frames: 480).largestBend * 1.1)
    #expect(crossings(out[100_000...]) > 10, "it still sounds")
  }

  @Test func releaseReturnsToTheLiveSoundWithinTenMilliseconds() {
    let bench = bench(time: 0.5)
    _ = bench.render(sine(440, frames: 4800))
    bench.set("hold", to: 1)
    let stopped = bench.render(sine(440, frames: 28_800, from: 4800))
    #expect(stopped.suffix(4_000).allSatisfy { $0 == .zero })
    bench.set("hold", to: 0)
    let back = bench.render(sine(440, frames: 4800, from: 33_600))
    #expect(Array(back[512...]) == Array(sine(440, frames: 4800, from: 33_600)[512...]))
    #expect((Array(stopped.suffix(10)) + back).largestBend < sine(440, frames: 480).largestBend + 0.001)
    bench.set("hold", to: 1)
    let again = bench.render(sine(440, frames: 4800, from: 38_400))
    #expect(crossings(again[480...]) > 30, "it begins at full speed again")
  }

  @Test func brakeThatIsHeldInSilenceKeepsStanding() {
    let bench = bench(time: 0.2)
    bench.set("hold", to: 1)
    _ = bench.renderSilence(96_000)
    #expect(bench.render(sine(440, frames: 4800)).peak == 0)
    bench.set("hold", to: 0)
    #expect(bench.render(sine(440, frames: 4800)).peak > 0.2)
  }
}

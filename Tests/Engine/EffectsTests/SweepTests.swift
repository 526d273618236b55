import AudioBase
import Effects
import Testing

/// The filter of a disc jockey: sides, middle, steps of a knob.
@Suite struct SweepTests {
  private func gain(_ position: Double, at frequency: Double) -> Double {
    let response = EffectBench(.sweep, ["position": position]).impulseResponse(16_384)
    return decibels(response.magnitude(at: frequency, rate: .standard) / 0.5)
  }

  @Test func middlePassesEveryBit() {
    let bench = EffectBench(.sweep)
    bench.settle()
    let input = sine(440, frames: 4800)
    #expect(bench.render(input) == input)
    bench.set("position", to: -60)
    #expect(bench.render(sine(440, frames: 9600)) != sine(440, frames: 9600))
    bench.set("position", to: 0)
    _ = bench.render(sine(440, frames: 9600))
    #expect(bench.render(input) == input)
  }

  @Test func leftIsALowPassAndRightAHighPass() {
    #expect(gain(-50, at: 100) > -1 && gain(-50, at: 10_000) < -30)
    #expect(gain(50, at: 5_000) > -1 && gain(50, at: 50) < -30)
    #expect(gain(-100, at: 1_000) < -40 && gain(100, at: 1_000) < -40)
  }

  @Test(arguments: [-1.0, 1]) func cutoffMovesByEqualRatios(side: Double) {
    // The gain at the cutoff is the quality of the filter, 2.5 dB.
    for (share, cutoff) in [(0.25, [4_506.0, 98.5]), (0.5, [1_015, 485.0]), (0.75, [228.7, 2_389])] {
      let frequency = cutoff[side < 0 ? 0 : 1]
      #expect(abs(gain(side * share * 100, at: frequency) - 2.5) < 0.1, "\(share)")
    }
  }

  @Test func stepsOfAControllerAreSmooth() {
    let bench = EffectBench(.sweep)
    bench.settle()
    var out: [Frame] = []
    // 128 positions within a second.
    for step in 0..<128 {
      bench.set("position", to: Double(step - 64) / 64 * 100)
      out += bench.render(sine(440, frames: 375, from: step * 375))
    }
    let sineBend = sine(440, frames: 375).largestBend
    // The first frames fade in the unit.
    #expect(Array(out.dropFirst(960)).largestBend < sineBend * 1.5)
  }
}

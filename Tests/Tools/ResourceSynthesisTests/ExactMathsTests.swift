import Glibc
import ResourceSynthesis
import SystemBase
import Testing

@Suite struct ExactMathsTests {
  /// Values all over a range, the same on every run.
  private func values(_ range: ClosedRange<Double>, count: Int = 20_000) -> [Double] {
    var random = SeededGenerator(seed: 7)
    return (0..<count).map { _ in random.within(range) }
  }

  @Test func sineAndCosineAgreeWithTheCLibrary() {
    let worst = values(-100...100).reduce(0.0) { worst, turns in
      // Glibc's argument is reduced exactly, so that its own rounding of 2π·turns does not count.
      let angle = (turns - turns.rounded()) * 2 * .pi
      return max(
        worst, abs(ExactMaths.sine(turns: turns) - sin(angle)),
        abs(ExactMaths.cosine(turns: turns) - cos(angle)))
    }
    #expect(worst < 1e-12)
  }

  @Test func sineIsExactAtTheQuarters() {
    #expect([0, 0.25, 0.5, 0.75, -0.25].map { ExactMaths.sine(turns: $0) } == [0, 1, 0, -1, -1])
  }

  @Test func exponentialsAgreeWithTheCLibrary() {
    let worst = values(-200...200).reduce(0.0) { worst, power in
      max(worst, abs(ExactMaths.exp2(power) / exp2(power) - 1), abs(ExactMaths.exp(power) / exp(power) - 1))
    }
    #expect(worst < 1e-12)
    #expect(ExactMaths.exp2(10) == 1024)
    #expect(ExactMaths.exp2(-2000) == 0)
  }

  @Test func tangentDecibelsAndKeysHaveTheExpectedValues() {
    for turns in values(-0.24...0.24, count: 1000) {
      #expect(
        abs(ExactMaths.tangent(turns: turns) - tan(turns * 2 * .pi)) < 1e-12 * (1 + abs(tan(turns * 2 * .pi)))
      )
    }
    #expect(abs(ExactMaths.factor(decibels: -20) - 0.1) < 1e-15)
    #expect(abs(ExactMaths.frequency(key: 60) - 261.625_565_300_598_6) < 1e-9)
  }

  @Test func roundingGoesToTheNearestAndTiesToEven() {
    #expect([0.4, 0.6, 0.5, 1.5, -0.6, -2.5].map(ExactMaths.rounded) == [0, 1, 0, 2, -1, -2])
  }

  @Test func theRandomNumbersAreSplitMix64() {
    // The first values that its authors' program gives for the seed 1234567.
    var random = SeededGenerator(seed: 1_234_567)
    #expect(random.next() == 6_457_827_717_110_365_317)
    #expect(random.next() == 3_203_168_211_198_807_973)
  }
}

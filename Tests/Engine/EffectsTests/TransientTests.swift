import AudioBase
import Effects
import Glibc
import Testing

/// Onsets and decays as the transient shaper changes them.
@Suite struct TransientTests {
  /// A click after silence: a tone that decays by 60 dB in half a second.
  private func click(level: Double = 0.3) -> [Frame] {
    [Frame](repeating: .zero, count: 4800)
      + (0..<24_000).map { index in
        let tone = cos(2 * Double.pi * 1000 * Double(index) / 48_000)
        return Frame(repeating: Float(level * tone * pow(10, -3 * Double(index) / 24_000)))
      }
  }

  /// By how many dB the effect changes the energy of a click, from and to a time in ms after its onset.
  private func change(_ values: [String: Double], level: Double = 0.3, _ time: Range<Int>) -> Double {
    let bench = EffectBench(.transient, values)
    bench.settle()
    let input = click(level: level)
    let out = bench.render(input)
    let part = (4800 + time.lowerBound * 48)..<(4800 + time.upperBound * 48)
    func energy(_ frames: [Frame]) -> Double { frames[part].reduce(0) { $0 + Double($1.x * $1.x) } }
    return decibels((energy(out) / energy(input)).squareRoot())
  }

  @Test(arguments: [-12.0, -6, 6, 12])
  func onsetOfAClickChangesByTheAttack(gain: Double) {
    for level in [0.01, 0.3] {
      #expect(abs(change(["attack": gain], level: level, 0..<3) - gain) < 0.1)
      #expect(abs(change(["attack": gain], level: level, 60..<120)) < 0.1)
    }
  }

  @Test(arguments: [-12.0, 6, 12])
  func decayOfAClickChangesByTheSustain(gain: Double) {
    #expect(abs(change(["sustain": gain], 0..<10)) < 0.1)
    #expect(abs(change(["sustain": gain], 250..<350) - gain) < 0.1)
  }

  @Test func eachClickOfASeriesIsAnOnset() {
    let bench = EffectBench(.transient, ["attack": 6])
    bench.settle()
    let input = click() + click()
    let out = bench.render(input)
    for onset in [4800, 33_600] { #expect(abs(out[onset].x / input[onset].x - 1.995) < 0.02) }
  }

  @Test func zeroAndZeroIsTheIdentity() {
    let bench = EffectBench(.transient)
    bench.settle()
    let input = click()
    #expect(bench.render(input) == input)
  }

  @Test(arguments: [45.0, 100, 1000])
  func steadyToneIsNeitherOnsetNorDecay(frequency: Double) {
    let bench = EffectBench(.transient, ["attack": 12, "sustain": 12])
    let input = sine(frequency, frames: 96_000)
    let out = bench.render(input)
    #expect(zip(out, input).suffix(48_000).allSatisfy { ($0.x - $1.x).magnitude < 0.001 })
  }
}

import AudioBase
import Glibc
import Testing

/// Frequency responses of the equalizer.
@Suite struct EqualizerTests {
  private enum Shape { case lowShelf, peak, highShelf }

  /// The gain of the filter of the Audio EQ Cookbook, from its coefficients.
  private func gain(
    _ shape: Shape, _ level: Double, at frequency: Double, center: Double, quality: Double = 0.5.squareRoot(),
    rate: SampleRate
  ) -> Double {
    let a = pow(10, level / 40)
    let w = 2 * Double.pi * center / Double(rate.hertz)
    let (alpha, c) = (sin(w) / (2 * quality), cos(w))
    let root = 2 * a.squareRoot() * alpha
    switch shape {
    case .peak:
      return gain(
        [1 + alpha * a, -2 * c, 1 - alpha * a], [1 + alpha / a, -2 * c, 1 - alpha / a], frequency, rate)
    case .lowShelf:
      return gain(
        [a * (a + 1 - (a - 1) * c + root), 2 * a * (a - 1 - (a + 1) * c), a * (a + 1 - (a - 1) * c - root)],
        [a + 1 + (a - 1) * c + root, -2 * (a - 1 + (a + 1) * c), a + 1 + (a - 1) * c - root], frequency, rate)
    case .highShelf:
      return gain(
        [a * (a + 1 + (a - 1) * c + root), -2 * a * (a - 1 + (a + 1) * c), a * (a + 1 + (a - 1) * c - root)],
        [a + 1 - (a - 1) * c + root, 2 * (a - 1 - (a + 1) * c), a + 1 - (a - 1) * c - root], frequency, rate)
    }
  }

  private func gain(_ b: [Double], _ a: [Double], _ frequency: Double, _ rate: SampleRate) -> Double {
    func magnitude(_ row: [Double]) -> Double {
      let w = 2 * Double.pi * frequency / Double(rate.hertz)
      let real = row.enumerated().reduce(0) { $0 + $1.element * cos(w * Double($1.offset)) }
      let imaginary = row.enumerated().reduce(0) { $0 + $1.element * sin(w * Double($1.offset)) }
      return (real * real + imaginary * imaginary).squareRoot()
    }
    return magnitude(b) / magnitude(a)
  }

  @Test(arguments: [44_100, 48_000])
  func responseIsThatOfTheCookbook(hertz: Int) {
    let rate = SampleRate(hertz)
    for (low, mid, high, width) in [
      (15.0, -15.0, 15.0, 0.3), (-15, 15, -15, 8), (6, -3, 2, 0.71), (0, 0, 0, 1),
    ] {
      let bench = EffectBench(
        .equalizer,
        [
          "low-gain": low, "low-frequency": 200, "mid-gain": mid, "mid-frequency": 1200, "mid-width": width,
          "high-gain": high, "high-frequency": 7000,
        ], rate: rate)
      let response = bench.impulseResponse(8192)
      for frequency in [40.0, 120, 200, 500, 1100, 1200, 2500, 7000, 12_000, 19_000] {
        let expected =
          gain(.lowShelf, low, at: frequency, center: 200, rate: rate)
          * gain(.peak, mid, at: frequency, center: 1200, quality: width, rate: rate)
          * gain(.highShelf, high, at: frequency, center: 7000, rate: rate)
        let measured = response.magnitude(at: frequency, rate: rate) / 0.5
        #expect(abs(decibels(measured / expected)) < 0.1, "\(low), \(mid), \(high) dB: \(frequency) Hz")
      }
    }
  }
}

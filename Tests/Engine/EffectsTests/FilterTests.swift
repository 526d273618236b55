import AudioBase
import Glibc
import Testing

/// Frequency responses of the filter.
@Suite struct FilterTests {
  /// The gain of the analogue filter, with the frequencies as the bilinear transform maps them.
  private func gain(
    _ mode: Double, at frequency: Double, cutoff: Double, quality: Double, rate: SampleRate
  ) -> Double {
    let hertz = Double(rate.hertz)
    let s = tan(Double.pi * frequency / hertz) / tan(Double.pi * cutoff / hertz)
    let denominator = ((1 - s * s) * (1 - s * s) + s * s / (quality * quality)).squareRoot()
    return [1, s * s, s / quality][Int(mode)] / denominator
  }

  @Test(arguments: [44_100, 48_000], [0.0, 1, 2])
  func responseIsThatOfTheFormula(hertz: Int, mode: Double) {
    let rate = SampleRate(hertz)
    for (cutoff, quality) in [(60.0, 0.5), (440, 0.71), (3000, 12), (18_000, 1)] {
      let bench = EffectBench(.filter, ["mode": mode, "cutoff": cutoff, "resonance": quality], rate: rate)
      let response = bench.impulseResponse(8192)
      for frequency in [50.0, 200, 440, 1500, 3000, 9000, 19_000] {
        let expected = gain(mode, at: frequency, cutoff: cutoff, quality: quality, rate: rate)
        // Below −80 dB, the end of the measured response counts.
        if expected < 1e-4 { continue }
        let measured = response.magnitude(at: frequency, rate: rate) / 0.5
        #expect(abs(decibels(measured / expected)) < 0.1, "\(cutoff) Hz, Q \(quality): \(frequency) Hz")
      }
    }
  }
}

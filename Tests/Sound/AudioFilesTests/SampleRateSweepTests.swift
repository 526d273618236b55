import AudioBase
import AudioFiles
import Glibc
import Testing

/// Stepped sines through the converter: how loud they come out, and what comes with them.
@Suite struct SampleRateSweepTests {
  /// A sine converted: the settled middle of it.
  private func middle(_ hertz: Double, from: Int, to: Int) throws -> [Float] {
    let frames = from / 4
    let input = (0..<frames).map { index in
      Frame(repeating: Float(0.5 * sin(2 * .pi * hertz * Double(index) / Double(from))))
    }
    let converter = try SampleRateConverterMaker().makeConverter(from: SampleRate(from), to: SampleRate(to))
    var output = [Frame](repeating: .zero, count: to / 4 + 64)
    let made = input.withUnsafeBufferPointer { input in
      output.withUnsafeMutableBufferPointer { converter.convert(input, into: $0).made }
    }
    return output[to / 16..<min(made, to * 3 / 16)].map(\.x)
  }

  /// The level of a sine in a signal against half of full scale, and of all else, in dB: the sine that fits best is
  /// taken out.
  private func analyse(_ signal: [Float], _ hertz: Double, rate: Int) -> (level: Double, rest: Double) {
    var (cc, ss, cs, cx, sx, xx) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for (index, sample) in signal.enumerated() {
      let angle = 2 * .pi * hertz * Double(index) / Double(rate)
      let (c, s, x) = (cos(angle), sin(angle), Double(sample))
      cc += c * c
      ss += s * s
      cs += c * s
      cx += c * x
      sx += s * x
      xx += x * x
    }
    let determinant = cc * ss - cs * cs
    let (a, b) = ((cx * ss - sx * cs) / determinant, (sx * cc - cx * cs) / determinant)
    let rest = max(xx - a * cx - b * sx, 1e-30)
    let full = 0.125 * Double(signal.count)
    return (10 * log10((a * a + b * b) / 0.25), 10 * log10(rest / full))
  }

  @Test(arguments: [20, 100, 997, 5_000, 10_007, 15_000, 18_500, 19_500, 20_000])
  func conversionOf44100To48000HzIsFlatTo20kHzWithoutDistortion(hertz: Int) throws {
    let got = analyse(try middle(Double(hertz), from: 44_100, to: 48_000), Double(hertz), rate: 48_000)
    #expect(abs(got.level) < 0.01)
    #expect(got.rest < -120)
  }

  @Test(arguments: [997, 10_007, 19_000])
  func conversionBetweenOtherRatesIsFlatWithoutDistortion(hertz: Int) throws {
    for (from, to) in [(48_000, 44_100), (96_000, 48_000), (192_000, 44_100), (48_000, 96_000)] {
      let got = analyse(try middle(Double(hertz), from: from, to: to), Double(hertz), rate: to)
      #expect(abs(got.level) < 0.01, "\(from) to \(to)")
      #expect(got.rest < -120, "\(from) to \(to)")
    }
  }

  /// What the lower rate cannot hold is gone, instead of coming back as another tone.
  @Test(arguments: [(48_000, 44_100, 22_600), (96_000, 48_000, 25_000), (96_000, 48_000, 40_000)])
  func frequenciesAboveTheLowerRateAreRemovedWithoutAliases(from: Int, to: Int, hertz: Int) throws {
    let signal = try middle(Double(hertz), from: from, to: to)
    let power = signal.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(signal.count)
    #expect(10 * log10(power / 0.125 + 1e-30) < -120)
  }
}

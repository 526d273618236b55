import AudioBase
import Effects
import Glibc
import Testing

/// Curve, aliasing and filters of the distortion.
@Suite struct DistortionTests {
  /// The output for a steady sine, of a tenth of a second.
  private func settled(
    _ values: [String: Double], _ frequency: Double, level: Double, rate: SampleRate = .standard
  ) -> [Frame] {
    let bench = EffectBench(.distortion, values, rate: rate)
    return Array(
      bench.render(sine(frequency, level: level, frames: rate.hertz / 2, rate: rate)).suffix(rate.hertz / 10))
  }

  private func gain(_ values: [String: Double], at frequency: Double, level: Double = 0.001) -> Double {
    let out = settled(values, frequency, level: level)
    return decibels(out.magnitude(at: frequency, rate: .standard) / (level * 2400))
  }

  @Test(arguments: [(48_000, 1.0, 1000.0), (48_000, 0.1, 1000), (44_100, 1, 100), (96_000, 1, 1000)])
  func aliasesOfASineAtFullDriveAreBelow80Decibels(hertz: Int, level: Double, distance: Double) {
    // All aliases are at multiples of the greatest common divisor of frequency and rate.
    let rate = SampleRate(hertz)
    let out = settled(["drive": 36, "tone": 20_000], 5000, level: level, rate: rate)
    let fundamental = out.magnitude(at: 5000, rate: rate)
    for frequency in stride(from: 0, through: Double(hertz) / 2, by: distance)
    where frequency.remainder(dividingBy: 5000) != 0 {
      #expect(decibels(out.magnitude(at: frequency, rate: rate) / fundamental) < -80, "\(frequency) Hz")
    }
    // It is a square: the third harmonic is there.
    #expect(decibels(out.magnitude(at: 15_000, rate: rate) / fundamental) > -14)
  }

  /// The curve is evaluated at fewer places where less drive needs no more.
  @Test(arguments: [9.0, 12, 15, 18, 23])
  func aliasesOfAHighSineAtLessDriveAreBelow80Decibels(drive: Double) {
    let out = settled(["drive": drive, "tone": 20_000], 7000, level: 1)
    let fundamental = out.magnitude(at: 7000, rate: .standard)
    for frequency in stride(from: 0.0, through: 23_000, by: 1000)
    where frequency.remainder(dividingBy: 7000) != 0 {
      #expect(decibels(out.magnitude(at: frequency, rate: .standard) / fundamental) < -80, "\(frequency) Hz")
    }
  }

  @Test(arguments: [1000.0, 10_000, 20_000])
  func responseToSoftSoundIsTheSameAtAllDrives(frequency: Double) {
    let expected = gain(["drive": 0, "tone": 20_000], at: frequency)
    for drive in [9.0, 10, 15, 16, 23.5, 25] {
      let response = gain(["drive": drive, "tone": 20_000], at: frequency) - drive
      #expect(abs(response - expected) < 0.05, "\(drive) dB")
    }
  }

  @Test(arguments: [0.0, 12, 36])
  func steadyInputIsClippedByTheHyperbolicTangent(drive: Double) {
    for level in [-1.0, -0.1, 0.01, 0.3, 1] {
      let bench = EffectBench(.distortion, ["drive": drive, "output": -6])
      let out = bench.render(.init(repeating: Frame(Float(level), Float(-level)), count: 4800))[4799]
      let expected = tanh(level * pow(10, drive / 20)) * pow(10, -6.0 / 20)
      #expect(abs(Double(out.x) - expected) < 0.001 && abs(Double(out.y) + expected) < 0.001)
    }
  }

  @Test func sideThatFallsSilentHasNoDenormalSamples() {
    let bench = EffectBench(.distortion)
    _ = bench.render(sine(440, frames: 4800))
    // The other side keeps the unit awake.
    let out = bench.render(sine(440, frames: 9600).map { Frame($0.x, 0) })
    #expect(!out.contains { $0.y.isSubnormal })
    #expect(out[9599].y.magnitude < 1e-20)
  }

  @Test func dryInputKeepsItsSpectrum() {
    for frequency in [50.0, 1000, 10_000, 20_000] {
      #expect(abs(gain(["mix": 0, "drive": 36], at: frequency, level: 0.5)) < 0.02, "\(frequency) Hz")
    }
  }

  @Test func dryAndClippedSoundAreInStep() {
    // A delay between them would give a notch.
    for frequency in stride(from: 1000.0, through: 15_000, by: 1000) {
      #expect(abs(gain(["mix": 50, "drive": 0, "tone": 20_000], at: frequency)) < 2, "\(frequency) Hz")
    }
  }

  @Test(arguments: [500.0, 2000, 8000])
  func toneIsTheCutoffOfALowPass(frequency: Double) {
    let values = ["drive": 0, "tone": frequency]
    #expect(abs(gain(values, at: frequency) + 3) < 0.4)
    #expect(abs(gain(values, at: frequency / 10)) < 0.1)
    #expect(gain(values, at: frequency * 2) < -6.4)
  }
}

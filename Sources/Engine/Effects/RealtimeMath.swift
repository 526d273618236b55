import AudioBase

/// Functions of the C library that the audio thread must not call, as series. Relative errors are below 10⁻⁶.
package enum RealtimeMath {
  /// Returns 2 to the power of `x`, which is limited to −126…127.
  @_noLocks @_noAllocation
  package static func exp2(_ x: Float) -> Float {
    // The comparison is false for NaN.
    let x = x > -126 ? min(x, 127) : -126
    // Rounds to the nearest integer, since the sum is positive.
    let whole = Int32(x + 150.5) &- 150
    let z = (x - Float(whole)) * 0.693_147_18
    let series = 1 + z * (1 + z / 2 * (1 + z / 3 * (1 + z / 4 * (1 + z / 5 * (1 + z / 6)))))
    return Float(bitPattern: UInt32(bitPattern: (whole &+ 127) &<< 23)) * series
  }

  /// Returns the binary logarithm of a positive number; −126 for smaller ones than 2 to the power of −126.
  @_noLocks @_noAllocation
  package static func log2(_ x: Float) -> Float {
    // The comparison is false for NaN.
    if !(x >= 0x1p-126) { return -126 }
    // The exponent for a mantissa from √½ to √2.
    let bits = Int32(bitPattern: x.bitPattern)
    let exponent = (bits &- 0x3F35_04F3) &>> 23
    let mantissa = Float(bitPattern: UInt32(bitPattern: bits &- (exponent &<< 23)))
    let t = (mantissa - 1) / (mantissa + 1)
    let s = t * t
    return Float(exponent) + 2.885_390_08 * t * (1 + s * (1 / 3 + s * (1 / 5 + s * (1 / 7 + s / 9))))
  }

  /// Returns the linear gain of a level in dB.
  package static func gain(decibels: Float) -> Float { exp2(decibels * 0.166_096_405) }

  /// Returns the tangent of an angle from 0 to below π/2.
  @_noLocks @_noAllocation
  package static func tangent(_ x: Float) -> Float {
    if x > 0.785_398_16 { return 1 / smallTangent(1.570_796_33 - x) }
    return smallTangent(x)
  }

  /// Returns the tangent of an angle from 0 to π/4: the quotient of the series of sine and cosine.
  private static func smallTangent(_ x: Float) -> Float {
    let s = x * x
    let sine = x * (1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72))))
    let cosine = 1 - s / 2 * (1 - s / 12 * (1 - s / 30 * (1 - s / 56)))
    return sine / cosine
  }
}

extension RealtimeMath {
  /// Returns the part of the distance to its input that a one-pole low-pass moves in a frame.
  ///
  /// This is 1 − exp(−1/`frames`) by a Padé approximant: within 0.1 % for a frame or more, below 1 for all.
  ///
  /// - Parameter frames: the time constant, above 0.
  package static func onePoleStep(frames: Float) -> Float { 12 / (12 * frames + 6 + 1 / frames) }

  /// Returns the level of a linear gain in dB; −759 dB for 0.
  package static func decibels(_ gain: Float) -> Float { log2(gain) * 6.020_599_9 }

  /// Returns the square root of a number; 10⁻¹⁹ for 0.
  @_noLocks @_noAllocation
  package static func squareRoot(_ x: Float) -> Float { exp2(log2(x) / 2) }

  /// Rounds a number to a multiple of 2⁻⁸³, so that a state that fades is never a denormal number. Numbers above 10⁻¹⁸
  /// stay as exact as they are.
  package static func withoutDenormals(_ x: Float) -> Float { (x + 0x1p-60) - 0x1p-60 }
}

/// Converts frequencies to coefficients. Audio thread.
package struct FrequencyScale: BitwiseCopyable {
  private let angle: Float
  private let highest: Float

  package init(rate: SampleRate) {
    angle = Float(Double.pi / Double(rate.hertz))
    highest = Float(rate.hertz) * 0.49
  }

  /// Returns the tangent of π times a frequency, in units of the sample rate: the integrator gain of a trapezoidal filter.
  package func tangent(_ hertz: Float) -> Float { RealtimeMath.tangent(min(hertz, highest) * angle) }
}

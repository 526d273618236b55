extension RealtimeMath {
  /// The part of the distance to its input that a one-pole low-pass moves in a frame.
  ///
  /// This is 1 − exp(−1/`frames`) by a Padé approximant: within 0.1 % for a frame or more, below 1 for all.
  ///
  /// - Parameter frames: the time constant, above 0.
  @_noLocks @_noAllocation
  package static func onePoleStep(frames: Float) -> Float { 12 / (12 * frames + 6 + 1 / frames) }

  /// The level of a linear gain in dB; −759 dB for 0.
  @_noLocks @_noAllocation
  package static func decibels(_ gain: Float) -> Float { log2(gain) * 6.020_599_9 }

  /// The square root of a number; 10⁻¹⁹ for 0.
  @_noLocks @_noAllocation
  package static func squareRoot(_ x: Float) -> Float { exp2(log2(x) / 2) }

  /// Rounds a number to a multiple of 2⁻⁸³, so that a state that fades is never a denormal number. Numbers above 10⁻¹⁸
  /// stay as exact as they are.
  @_noLocks @_noAllocation
  package static func withoutDenormals(_ x: Float) -> Float { (x + 0x1p-60) - 0x1p-60 }
}

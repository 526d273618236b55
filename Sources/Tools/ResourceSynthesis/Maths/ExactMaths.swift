/// Sine, exponential and related functions, computed by additions, multiplications and divisions only.
///
/// IEEE 754 defines the rounding of these operations, so that the results have the same bits on every processor; those of
/// the C library differ. The error is about 1e-15.
package enum ExactMaths {
  /// 1.5 × 2⁵²: adding it to a double rounds away the fraction.
  private static let roundingConstant = 6_755_399_441_055_744.0
  private static let tau = 6.283185307179586
  private static let ln2 = 0.6931471805599453

  /// Returns the nearest integer, ties to even, for magnitudes below 2⁵¹.
  @inline(__always)
  package static func rounded(_ value: Double) -> Double { (value + roundingConstant) - roundingConstant }

  /// Returns the sine of an angle in turns: `sine(turns: 0.25)` is 1.
  @inline(__always)
  package static func sine(turns: Double) -> Double {
    let shifted = turns * 4 + roundingConstant
    let quadrant = shifted.bitPattern & 3
    let angle = (turns - (shifted - roundingConstant) * 0.25) * tau
    let value = quadrant & 1 == 0 ? smallSine(angle) : smallCosine(angle)
    return quadrant & 2 == 0 ? value : -value
  }

  @inline(__always)
  package static func cosine(turns: Double) -> Double { sine(turns: turns + 0.25) }

  package static func tangent(turns: Double) -> Double { sine(turns: turns) / cosine(turns: turns) }

  /// Returns two to a power; 0 below 2⁻¹⁰⁰⁰.
  package static func exp2(_ power: Double) -> Double {
    precondition(power < 1000)
    if power < -1000 { return 0 }
    let whole = rounded(power)
    let scale = Double(bitPattern: UInt64(Int64(whole) + 1023) << 52)
    return smallExponential((power - whole) * ln2) * scale
  }

  package static func exp(_ power: Double) -> Double { exp2(power * 1.4426950408889634) }

  /// Returns the linear factor of a gain in dB.
  package static func factor(decibels: Double) -> Double { exp2(decibels * 0.16609640474436813) }

  /// Returns the frequency of a MIDI key in Hz, A4 = 440.
  package static func frequency(key: Double) -> Double { 440 * exp2((key - 69) / 12) }

  /// Returns the sine by its Taylor series; the first omitted term is below 1e-16 for |angle| ≤ π/4.
  @inline(__always)
  private static func smallSine(_ angle: Double) -> Double {
    let square = angle * angle
    var sum = -1 / 1_307_674_368_000.0
    sum = sum * square + 1 / 6_227_020_800.0
    sum = sum * square - 1 / 39_916_800.0
    sum = sum * square + 1 / 362_880.0
    sum = sum * square - 1 / 5_040.0
    sum = sum * square + 1 / 120.0
    sum = sum * square - 1 / 6.0
    return angle + angle * square * sum
  }

  @inline(__always)
  private static func smallCosine(_ angle: Double) -> Double {
    let square = angle * angle
    var sum = 1 / 20_922_789_888_000.0
    sum = sum * square - 1 / 87_178_291_200.0
    sum = sum * square + 1 / 479_001_600.0
    sum = sum * square - 1 / 3_628_800.0
    sum = sum * square + 1 / 40_320.0
    sum = sum * square - 1 / 720.0
    sum = sum * square + 1 / 24.0
    sum = sum * square - 0.5
    return 1 + square * sum
  }

  private static func smallExponential(_ power: Double) -> Double {
    var sum = 1.0
    for divisor in stride(from: 14.0, through: 1, by: -1) { sum = 1 + sum * power / divisor }
    return sum
  }
}

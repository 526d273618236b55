import AudioBase
import Glibc

/// The volume as programs and the screen state it: a percentage with 100 at 0 dB, and the same as a fraction over MPRIS.
///
/// The curve is MPD's (src/mixer/Volume.hxx): exponential, so that equal steps are heard alike.
package enum VolumeScale {
  private static let percentPerE = 25.0
  private static let range = exp(100 / percentPerE) - 1

  /// Returns the volume in percent; more than 100 above 0 dB.
  package static func percent(_ level: Decibels, isMuted: Bool) -> Int {
    Int((fraction(level, isMuted: isMuted) * 100).rounded())
  }

  /// Returns the volume as a fraction; more than 1 above 0 dB.
  package static func fraction(_ level: Decibels, isMuted: Bool) -> Double {
    if isMuted { return 0 }
    let gain = pow(10, level.value / 20)
    return (percentPerE * log(gain * range + 1) * 1e4).rounded() / 1e6
  }

  /// Returns the level of a fraction; nil for silence.
  package static func level(fraction: Double) -> Decibels? {
    let quietest = VolumeScale.fraction(Decibels(PlayerModel.volumeRange.lowerBound), isMuted: false)
    guard fraction >= quietest / 2 else { return nil }
    return Decibels(20 * log10((exp(fraction * 100 / percentPerE) - 1) / range))
  }

  /// Reads a level in dB, or in percent as the screen shows it; nil if it is out of range.
  package static func level(_ text: String, in range: ClosedRange<Double>) -> Decibels? {
    if text.last == "%" { return level(percent: text, in: range) }
    return Double(text).flatMap { range.contains($0) ? Decibels($0) : nil }
  }

  /// Prints a level in dB as `level(_:in:)` reads it. A negative zero, as controllers compute it, is printed as 0.
  package static func text(_ level: Decibels) -> String { "\(level.value == 0 ? 0 : level.value)" }

  /// Reads a level in percent, such as `80%`; less than the range has is its end. Returns nil if the text is not a
  /// number with `%`, or beyond the range.
  package static func level(percent text: String, in range: ClosedRange<Double>) -> Decibels? {
    guard text.last == "%", let percent = Double(text.dropLast().filter { $0 != " " }), percent >= 0,
      percent <= 1_000
    else { return nil }
    let quietest = Decibels(range.lowerBound)
    guard let level = level(fraction: percent / 100) else { return quietest }
    return level.value <= range.upperBound ? max(level, quietest) : nil
  }
}

import AudioBase
import Glibc

/// Volumes in percent, on the scale of MPD (src/mixer/Volume.hxx): exponential, so that equal steps are heard alike.
enum MPDVolume {
  private static let percentPerE = 25.0
  private static let range = exp(100 / percentPerE) - 1

  static func percent(_ level: Decibels, isMuted: Bool) -> Int {
    if isMuted { return 0 }
    let gain = pow(10, level.value / 20)
    return min(Int((percentPerE * log(gain * range + 1)).rounded()), 100)
  }

  /// - Parameter percent: 1 to 100.
  static func level(_ percent: Int) -> Decibels {
    Decibels(20 * log10((exp(Double(percent) / percentPerE) - 1) / range))
  }
}

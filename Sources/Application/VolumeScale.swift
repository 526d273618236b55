import AudioBase
import Glibc
import Player

/// Volumes from 0 to 1 and more, as volume controls of desktops show them: the cube root of the gain.
package enum VolumeScale {
  private static let decibelsPerDecade = 60.0

  package static func value(_ level: Decibels, isMuted: Bool) -> Double {
    isMuted ? 0 : Double(Int((pow(10, level.value / decibelsPerDecade) * 1e6).rounded())) / 1e6
  }

  /// The level of a volume; nil for silence.
  package static func level(_ value: Double) -> Decibels? {
    let quietest = pow(10, PlayerModel.volumeRange.lowerBound / decibelsPerDecade)
    guard value >= quietest / 2 else { return nil }
    return Decibels(decibelsPerDecade * log10(value))
  }
}

import Application
import Glibc

/// The velocities of strikes by keys, and the curve for strikes with a velocity of their own.
package struct StrikeVelocities: Hashable, Sendable {
  /// Maps the velocity of the mouse, and of other devices with dynamics, before the pad is struck and the hit recorded.
  package enum Curve: String, CaseIterable, Sendable {
    /// The velocity stays.
    case linear
    /// Gentle strikes sound louder.
    case soft
    /// Gentle strikes sound quieter: loud ones need more force.
    case hard

    private var exponent: Double {
      switch self {
      case .linear: 1
      case .soft: 0.6
      case .hard: 1.7
      }
    }

    /// Applies the curve to a velocity. `velocity`: 1–127.
    package func apply(_ velocity: Int) -> Int {
      let range = Command.Stroke.velocities
      let share = Double(velocity) / Double(range.upperBound)
      let mapped = Int((pow(share, exponent) * Double(range.upperBound)).rounded())
      return min(max(mapped, range.lowerBound), range.upperBound)
    }
  }

  /// The velocity of a plain key.
  package var plain = 100
  /// The velocity of a key with an accent.
  package var accent = 127
  package var curve = Curve.linear

  package init() {}

  package func velocity(of stroke: Command.Stroke) -> Int {
    switch stroke {
    case .plain: plain
    case .accented: accent
    case .velocity(let velocity): velocity
    }
  }
}

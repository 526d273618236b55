import AudioBase
import Glibc

/// A value that moves to its goal without a corner: two one-pole filters in series, of 5 ms each. Audio thread.
///
/// A single one-pole filter begins to move at its full slope, which is heard as a click at −54 dB.
package struct Glide: BitwiseCopyable {
  package var goal: Float
  private var middle: Float
  package private(set) var value: Float

  package init(_ value: Float) {
    goal = value
    middle = value
    self.value = value
  }

  package var isMoving: Bool {
    @_noLocks @_noAllocation get { value != goal || middle != goal }
  }

  /// Moves on by a slice.
  ///
  /// - Parameters:
  ///   - step: `Glide.step` of the rate, times the frames of the slice.
  ///   - tolerance: the distance from the goal that counts as none.
  @_noLocks @_noAllocation
  package mutating func advance(_ step: Float, tolerance: Float) {
    middle += (goal - middle) * step
    value += (middle - value) * step
    if (goal - middle).magnitude <= tolerance && (goal - value).magnitude <= tolerance { jump() }
  }

  /// Moves to the goal at once.
  @_noLocks @_noAllocation
  package mutating func jump() {
    middle = goal
    value = goal
  }

  /// Returns the fraction of the way to the goal that a filter moves for each frame of a slice. Control side.
  package static func step(rate: SampleRate) -> Float {
    let slice = 32.0
    return Float((1 - exp(-slice / (0.005 * Double(rate.hertz)))) / slice)
  }
}

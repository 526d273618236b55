import Synchronization

/// A value of the mixer as the audio thread sets it: the bits that a parameter, a fader or a send moves to, or a level of
/// the player. What it moves is smoothed there as after any other change.
public struct AutomationTarget: @unchecked Sendable, BitwiseCopyable, Hashable {
  enum Place: BitwiseCopyable, Hashable, @unchecked Sendable {
    /// The memory of a unit that lives as long as the owner of the course or of the plan.
    case bits(UnsafeMutablePointer<Atomic<UInt64>>)
    /// A level, whose bits are those of a linear gain as a `Double`.
    case level(EngineCommand.Level)
  }

  let place: Place

  /// Differs for different targets.
  var key: UInt {
    switch place {
    case .bits(let bits): UInt(bitPattern: bits)
    case .level(let level): UInt(bitPattern: level.rawValue)
    }
  }

  /// Creates the target of memory that has to outlive its use on the audio thread.
  package init(_ bits: UnsafeMutablePointer<Atomic<UInt64>>) { place = .bits(bits) }

  /// Creates the target of a level of the player.
  package init(_ level: EngineCommand.Level) { place = .level(level) }
}

/// The values that a target has while music or a free sequence plays: each from its frame on.
package struct AutomationCourse: Sendable {
  package let target: AutomationTarget
  /// The frames of the track in ascending order; in a free sequence, output frames from its beginning.
  package var frames: [Int]
  /// The bits of the values, one for each frame.
  package var bits: [UInt64]
  /// Keeps the memory of the target.
  let owner: (any AnyObject & Sendable)?

  package init(
    _ target: AutomationTarget, frames: [Int] = [], bits: [UInt64] = [], owner: (any AnyObject & Sendable)?
  ) {
    (self.target, self.frames, self.bits, self.owner) = (target, frames, bits, owner)
  }
}

/// A change of a value by hand that the audio thread has carried out.
public struct AutomationChange: Hashable, Sendable, BitwiseCopyable {
  /// The number that the control side has given to the address of the value.
  public var address: Int
  /// The value in the unit of its parameter.
  public var value: Double
  /// The output frame from which on it moves.
  public var outputFrame: Int
  /// The frame of the track from which on it moves, if that is not the one at the output frame; nil if it is.
  public var trackFrame: Int?

  package init(address: Int, value: Double, outputFrame: Int, trackFrame: Int? = nil) {
    (self.address, self.value, self.outputFrame) = (address, value, outputFrame)
    self.trackFrame = trackFrame
  }
}

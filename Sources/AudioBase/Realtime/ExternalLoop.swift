import Synchronization

/// A loop through another program, which a device of sound serves: what a unit sends in one block of the device comes back
/// in the next one.
///
/// The control side owns the object. A device that serves it keeps it alive while its thread uses the memory.
package final class ExternalLoop: Sendable {
  /// The name of the program; empty for ports that the user connects.
  package let program: String
  nonisolated(unsafe) package let state: UnsafeMutablePointer<ExternalLoopState>

  package init(program: String) {
    self.program = program
    state = .allocate(capacity: 1)
    state.initialize(to: ExternalLoopState())
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
  }
}

/// What happens to the loops of a device.
package enum ExternalLoopEvent: Hashable, Sendable {
  /// The program of a loop does not answer, or is not there.
  case gone(String)
  /// The program answers again.
  case back(String)
  /// The latency of a loop is another one than before.
  case latencyChanged
}

/// The memory of a loop. The device's thread uses it, except for the atomic values.
package struct ExternalLoopState: ~Copyable {
  /// The longest block that is exchanged.
  package static var longestBlock: Int {
    @_noLocks @_noAllocation get { 8192 }
  }

  /// The frames of a block of the device, by which the sound comes back later; 0 if no device serves the loop.
  package let period = Atomic<Int>(0)
  /// Whether the program has answered the block before.
  package let isAnswered = Atomic<Bool>(false)
  private let sent: UnsafeMutablePointer<Frame>
  private let returned: UnsafeMutablePointer<Frame>
  /// The frames of the block that were exchanged, and all of them.
  private var position = 0
  private var count = 0
  private var hasAnswer = false
  /// Whether the frames that were sent in this block differ from those of the block before.
  private var sentChanges = false

  init() {
    (sent, returned) = (
      .allocate(capacity: ExternalLoopState.longestBlock), .allocate(capacity: ExternalLoopState.longestBlock)
    )
    sent.initialize(repeating: .zero, count: ExternalLoopState.longestBlock)
    returned.initialize(repeating: .zero, count: ExternalLoopState.longestBlock)
  }

  deinit {
    sent.deallocate()
    returned.deallocate()
  }

  /// Begins a block with what the program has answered to the block before.
  ///
  /// The memory of a program that has died or hangs repeats its last block until the server notices. A block that sounds
  /// and is repeated, although other frames were sent, is therefore no answer.
  ///
  /// - Parameters:
  ///   - left: the left side of the answer; nil if no program is connected.
  ///   - count: the length of the block, at most `longestBlock`.
  package mutating func beginBlock(
    _ left: UnsafePointer<Float>?, _ right: UnsafePointer<Float>?, count: Int
  ) {
    let isLong = count == self.count
    (position, self.count, hasAnswer) = (0, count, false)
    defer {
      sentChanges = false
      isAnswered.store(hasAnswer, ordering: .relaxed)
    }
    guard let left, let right, count <= ExternalLoopState.longestBlock else { return }
    var (isRepeated, sounds) = (isLong, false)
    for index in 0..<count {
      let frame = Frame(left[index], right[index])
      if frame != returned[index] { isRepeated = false }
      if frame != .zero { sounds = true }
      returned[index] = frame
    }
    hasAnswer = !(isRepeated && sounds && sentChanges)
  }

  /// Passes the next frames of the block to the program.
  ///
  /// - Returns: its answer to the frames one block before; nil if there is none.
  @_noLocks @_noAllocation
  package mutating func exchange(_ frames: UnsafePointer<Frame>, count: Int) -> UnsafePointer<Frame>? {
    guard position + count <= self.count else { return nil }
    let start = position
    position += count
    for index in 0..<count {
      if sent[start + index] != frames[index] { sentChanges = true }
      sent[start + index] = frames[index]
    }
    return hasAnswer ? UnsafePointer(returned + start) : nil
  }

  /// Ends a block: writes what was sent, and silence for frames that no unit has passed.
  package mutating func endBlock(_ left: UnsafeMutablePointer<Float>?, _ right: UnsafeMutablePointer<Float>?)
  {
    let (passed, all) = (position, count)
    // What comes after the block, at a device that does not serve the loop, finds no answer.
    position = all
    guard let left, let right else { return }
    for index in 0..<all {
      left[index] = index < passed ? sent[index].x : 0
      right[index] = index < passed ? sent[index].y : 0
    }
  }
}

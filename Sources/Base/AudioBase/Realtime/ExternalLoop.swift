import Synchronization
import SystemBase

/// A loop through another program, which a device of sound serves: the answer to what a unit sends in one block of the
/// device comes back in the next one, or later by the latency that the program states.
///
/// The control side owns the object. A device that serves it keeps it alive while its thread uses the memory.
package final class ExternalLoop: Sendable {
  /// What the program is used as.
  package enum Role: Hashable, Sendable {
    /// It receives sound.
    case effect
    /// It receives notes.
    case instrument
  }

  /// The name of the program; empty for ports that the user connects.
  package let program: String
  package let role: Role
  private let memory: PinnedValue<ExternalLoopState>

  package init(program: String, role: Role = .effect) {
    (self.program, self.role) = (program, role)
    memory = PinnedValue(ExternalLoopState(sendsSound: role == .effect))
  }

  package var state: UnsafeMutablePointer<ExternalLoopState> { memory.pointer }
}

/// What happens to the loops of a device.
package enum ExternalLoopEvent: Hashable, Sendable {
  /// The program of a loop does not answer, or is not there.
  case gone(String, ExternalLoop.Role)
  /// The program answers again.
  case back(String, ExternalLoop.Role)
  case latencyChanged
}

/// The memory of a loop. The device's thread uses it, except for the atomic values.
package struct ExternalLoopState: ~Copyable {
  package static var longestBlock: Int {
    @_noLocks @_noAllocation get { 8192 }
  }

  package static var longestDelay: Int {
    @_noLocks @_noAllocation get { 65_000 }
  }

  /// The frames of a block of the device, by which the sound comes back later; 0 if no device serves the loop.
  package let period = Atomic<Int>(0)
  /// The frames by which the program states that its sound is later than what it receives.
  package let programLatency = Atomic<Int>(0)
  /// Whether the program has answered the block before.
  package let isAnswered = Atomic<Bool>(false)
  private let sent: UnsafeMutablePointer<Frame>
  private let returned: UnsafeMutablePointer<Frame>
  /// The messages that the program receives in this block, by their frames in the block.
  package var messages = MessageList()
  /// The frames of the block that were exchanged.
  package private(set) var position = 0
  private var count = 0
  private var hasAnswer = false
  /// Whether the frames that were sent in this block differ from those of the block before.
  private var sentChanges: Bool
  /// Whether the program receives sound, so that it may answer alike as long as that stays alike.
  private let sendsSound: Bool

  init(sendsSound: Bool) {
    (self.sendsSound, sentChanges) = (sendsSound, !sendsSound)
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

  /// Frames from what is sent to its answer; 0 if no device serves the loop.
  package var delay: Int {
    @_noLocks @_noAllocation get {
      let period = period.load(ordering: .relaxed)
      if period == 0 { return 0 }
      let delay = period + programLatency.load(ordering: .relaxed)
      return min(max(delay, 0), ExternalLoopState.longestDelay)
    }
  }

  /// Begins a block with what the program has answered to the block before.
  ///
  /// The memory of a program that has died or hangs repeats its last block until the server notices. A block that sounds
  /// and is repeated, although other frames were sent, is therefore no answer; nor is any repeated one of an instrument.
  ///
  /// - Parameters:
  ///   - left: the left side of the answer; nil if no program is connected.
  ///   - count: the length of the block, at most `longestBlock`.
  package mutating func beginBlock(
    _ left: UnsafePointer<Float>?, _ right: UnsafePointer<Float>?, count: Int
  ) {
    let isLong = count == self.count
    (position, self.count, hasAnswer) = (0, count, false)
    messages.removeAll()
    defer {
      sentChanges = !sendsSound
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

  /// Passes the next frames of the block to the program. Returns its answer to the frames one block before; nil if
  /// there is none.
  @_noLocks @_noAllocation
  package mutating func exchange(_ frames: UnsafePointer<Frame>, count: Int) -> UnsafePointer<Frame>? {
    guard accepts(count) else { return nil }
    for index in 0..<count {
      if sent[position + index] != frames[index] { sentChanges = true }
      sent[position + index] = frames[index]
    }
    return receive(count: count)
  }

  /// Receives the next frames of the block from the program. Returns nil if there is no answer.
  @_noLocks @_noAllocation
  package mutating func receive(count: Int) -> UnsafePointer<Frame>? {
    guard accepts(count) else { return nil }
    defer { position += count }
    return hasAnswer ? UnsafePointer(returned + position) : nil
  }

  /// Returns whether the block has as many frames left: a device serves the loop.
  @_noLocks @_noAllocation
  package func accepts(_ count: Int) -> Bool { position + count <= self.count }

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

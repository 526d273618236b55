import AudioBase
import SystemBase

/// Delays a path of a plan.
///
/// The line belongs to the path and goes on from one plan to the next; each plan has a unit with its own delay. The first
/// block of a plan moves the line to that delay.
package final class DelayUnit: PlanUnit, @unchecked Sendable {
  private let owner: FrameDelayOwner
  private let delay: PinnedValue<PathDelay>

  /// Creates a unit with a line of its own, which contains silence.
  package convenience init(_ frames: FrameCount) {
    self.init(FrameDelayOwner(FrameDelay(frames: frames.value, capacity: frames.value)), frames: frames.value)
  }

  fileprivate init(_ owner: FrameDelayOwner, frames: Int) {
    self.owner = owner
    delay = PinnedValue(PathDelay(line: owner.line.pointer, frames: frames))
  }

  package var unit: RenderUnit {
    RenderUnit(context: delay.pointer, latency: delay.pointee.frames, process: unitProcessDelay)
  }

  /// The delay as a send reads it.
  var pathDelay: PathDelay { delay.pointee }
}

/// The delay lines of the paths of an engine's plans. Control side.
final class PathDelays {
  /// A path that can be delayed.
  enum Path: Hashable {
    case bus(RenderPlan.Bus)
    case returns(Int)
    case send(RenderPlan.Bus, target: Int)
  }

  private struct Line {
    let owner: FrameDelayOwner
    let capacity: Int
    /// The time at which its delay became 0; nil while it is not 0.
    var unused: HostTime?
  }

  /// Frames that a new line can be delayed by without being replaced: 340 ms at 48 kHz.
  private static let usualCapacity = 1 << 14
  /// Seconds after which a line without delay has faded to it.
  private static let fadeTime = 1.0

  private var lines: [Path: Line] = [:]
  /// Whether a path that is delayed for the first time may carry sound.
  var carrySound = false

  /// Returns the unit that delays a path; nil if the path has had no delay for some time.
  ///
  /// A delay that exceeds the capacity of the line begins with a new line.
  func unit(_ path: Path, frames: Int, at now: HostTime = .now) -> DelayUnit? {
    var line = lines[path]
    if let unused = line?.unused, frames == 0, now.seconds(since: unused) > PathDelays.fadeTime {
      lines[path] = nil
      return nil
    }
    if frames > line?.capacity ?? 0 { line = newLine(frames) }
    guard var line else { return nil }
    line.unused = frames > 0 ? nil : line.unused ?? now
    lines[path] = line
    return DelayUnit(line.owner, frames: frames)
  }

  private func newLine(_ frames: Int) -> Line {
    let capacity = max(frames, PathDelays.usualCapacity)
    let delay = FrameDelay(frames: frames, capacity: capacity, beginsUndelayed: carrySound)
    return Line(owner: FrameDelayOwner(delay), capacity: capacity)
  }
}

/// Owns the memory of a delay line.
private final class FrameDelayOwner: Sendable {
  let line: PinnedValue<FrameDelay>

  init(_ delay: consuming FrameDelay) { line = PinnedValue(delay) }
}

/// A line and the delay that a plan gives it. Audio thread.
struct PathDelay: BitwiseCopyable {
  fileprivate let line: UnsafeMutablePointer<FrameDelay>
  let frames: Int

  /// Begins a block. Returns whether its output is silent; then `next` must not be called for it.
  func staysSilent(count: Int, isSilent: Bool) -> Bool {
    line.pointee.staysSilent(delay: frames, count: count, isSilent: isSilent)
  }

  /// Takes the next frame and returns the delayed one.
  func next(_ frame: Frame) -> Frame { line.pointee.next(frame) }
}

/// A delay of frames that skips silence. A change of the delay is crossfaded as soon as the line contains enough frames,
/// so that no gap is heard. Audio thread.
private struct FrameDelay: ~Copyable {
  /// Frames of a crossfade: 10 ms at 48 kHz.
  private static let fadeLength = 480

  private var line: DelayLine<Frame>
  private let capacity: Int
  /// The delay that is heard; during a crossfade, the new one.
  private var frames: Int
  /// The delay before the crossfade.
  private var former: Int
  /// The delay of the plan that is rendered.
  private var goal: Int
  /// Frames until the crossfade ends.
  private var fadeLeft = 0
  /// The newest frames that may be read.
  private var filled: Int
  /// The number of silent frames since the last one that was not silent.
  private var silentFrames: Int

  /// Creates a line that contains silence.
  ///
  /// - Parameters:
  ///   - frames: the delay.
  ///   - capacity: the largest delay.
  ///   - beginsUndelayed: whether frames pass undelayed until the line contains enough: for a path that carries sound.
  init(frames: Int, capacity: Int, beginsUndelayed: Bool = false) {
    precondition(frames >= 0 && capacity >= frames)
    self.capacity = capacity
    self.frames = beginsUndelayed ? 0 : frames
    (former, goal) = (self.frames, frames)
    filled = beginsUndelayed ? 0 : capacity
    silentFrames = filled
    line = DelayLine(length: capacity + 1, .zero)
  }

  /// Begins a block with the delay that is wanted.
  mutating func staysSilent(delay: Int, count: Int, isSilent: Bool) -> Bool {
    goal = delay
    if isSilent && silentFrames >= max(max(frames, goal), fadeLeft > 0 ? former : 0) {
      frames = goal
      fadeLeft = 0
      // Older frames precede the silence that is skipped now.
      filled = goal
      return true
    }
    silentFrames = isSilent ? silentFrames + count : 0
    return false
  }

  /// Takes the next frame and returns the delayed one.
  mutating func next(_ frame: Frame) -> Frame {
    line.push(frame)
    if filled < capacity { filled += 1 }
    if fadeLeft == 0 {
      if frames == goal || filled <= goal { return line.at(frames) }
      former = frames
      frames = goal
      fadeLeft = FrameDelay.fadeLength
    }
    fadeLeft -= 1
    let left = Float(fadeLeft) / Float(FrameDelay.fadeLength)
    // A curve without bends at its ends.
    let share = left * left * (3 - 2 * left)
    return line.at(former) * share + line.at(frames) * (1 - share)
  }
}

@_noLocks @_noAllocation
private func unitProcessDelay(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  let delay = context.assumingMemoryBound(to: PathDelay.self).pointee
  if delay.staysSilent(count: count, isSilent: isSilent) { return true }
  let block = inputBlock(frames, count, isSilent)
  for index in 0..<count { block[index] = delay.next(block[index]) }
  return false
}

import AudioBase
import MixEngine
import Synchronization

/// A unit whose sound comes from another program.
package protocol ExternalUnit: EffectUnit {
  var loop: ExternalLoop { get }
}

/// Passes a bus through another program. While the program does not answer, the bus plays dry, as late as before.
package final class LoopUnit: ExternalUnit, @unchecked Sendable {
  package let loop: ExternalLoop
  /// Only the audio thread uses it once the unit is in a plan, except `isBypassed`.
  private let path: UnsafeMutablePointer<LoopPath>

  package init(_ setup: UnitSetup, _ loop: ExternalLoop) {
    self.loop = loop
    path = .allocate(capacity: 1)
    path.initialize(to: LoopPath(loop.state, rate: setup.rate, isBypassed: setup.isBypassed))
  }

  deinit {
    path.deinitialize(count: 1)
    path.deallocate()
  }

  package var unit: RenderUnit {
    RenderUnit(context: path, latency: loop.state.pointee.delay, process: unitProcessLoop)
  }

  package var parameters: [EffectParameter] { [] }
  package func set(_ parameter: Int, to value: Double) {}
  package func value(_ parameter: Int) -> Double { preconditionFailure("a program has no parameters") }

  package func bypass(_ isBypassed: Bool) { path.pointee.isBypassed.store(isBypassed, ordering: .relaxed) }
}

/// What a unit of a loop does on the audio thread.
private struct LoopPath: ~Copyable {
  /// What is heard.
  private enum Source { case input, delayedInput, answer }

  let isBypassed: Atomic<Bool>
  private let loop: UnsafeMutablePointer<ExternalLoopState>
  /// The frames that were sent, of which the answers come later.
  private var line = DelayLine<Frame>(length: ExternalLoopState.longestDelay + 1, .zero)
  /// The frames in the line, up to its length.
  private var filled = 0
  private var source = Source.input
  private var delay = 0
  private var fade: StepFade

  init(_ loop: UnsafeMutablePointer<ExternalLoopState>, rate: SampleRate, isBypassed: Bool) {
    self.loop = loop
    self.isBypassed = Atomic(isBypassed)
    fade = StepFade(rate: rate)
  }

  /// Processes frames in place. Returns whether all of the output is zero.
  @_noLocks @_noAllocation
  mutating func process(_ frames: UnsafeMutablePointer<Frame>, count: Int) -> Bool {
    let delay = loop.pointee.delay
    let answer = loop.pointee.exchange(frames, count: count)
    // Answers come to frames that were sent this long ago.
    let isHeard = answer != nil && filled >= delay && !isBypassed.load(ordering: .relaxed)
    var isSilent = true
    for index in 0..<count {
      line.push(frames[index])
      if filled <= ExternalLoopState.longestDelay { filled += 1 }
      let source: Source = isHeard ? .answer : delay > 0 && filled > delay ? .delayedInput : .input
      var frame = line.at(source == .delayedInput ? delay : 0)
      if source == .answer, let answer { frame = StepFade.limited(answer[index]) }
      if source != self.source || delay != self.delay {
        (self.source, self.delay) = (source, delay)
        fade.begin(with: frame)
      }
      frame = fade.next(frame)
      if frame != .zero { isSilent = false }
      frames[index] = frame
    }
    return isSilent
  }
}

/// Spreads the step between two sounds over 10 ms. Audio thread.
///
/// The difference between what was heard and what is heard next is added and decays, since the former sound may have ended.
package struct StepFade: BitwiseCopyable {
  private let length: Int
  private var last = Frame.zero
  private var step = Frame.zero
  private var left = 0

  package init(rate: SampleRate) { length = max(rate.hertz / 100, 1) }

  /// Begins to fade to another sound, of which this is the first frame.
  @_noLocks @_noAllocation
  package mutating func begin(with frame: Frame) {
    step = last - frame
    left = length
  }

  /// Returns what is heard for the next frame of the sound.
  @_noLocks @_noAllocation
  package mutating func next(_ frame: Frame) -> Frame {
    last = frame
    if left > 0 {
      let share = Float(left) / Float(length)
      last += step * (share * share * (3 - 2 * share))
      left -= 1
    }
    return last
  }

  /// Replaces samples that are not numbers by 0 and limits all to ±24 dBFS.
  @_noLocks @_noAllocation
  package static func limited(_ frame: Frame) -> Frame { Frame(limited(frame.x), limited(frame.y)) }

  @_noLocks @_noAllocation
  private static func limited(_ sample: Float) -> Float {
    let limit: Float = 15.848_931
    return sample != sample ? 0 : min(max(sample, -limit), limit)
  }
}

/// Processes a block. `.ci/render-path` finds the function by the beginning of its name.
@_noLocks @_noAllocation
private func unitProcessLoop(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  let block = frames.assumingMemoryBound(to: Frame.self)
  if isSilent { block.update(repeating: .zero, count: count) }
  return context.assumingMemoryBound(to: LoopPath.self).pointee.process(block, count: count)
}

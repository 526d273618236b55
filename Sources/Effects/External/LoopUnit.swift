import AudioBase
import MixEngine
import Synchronization

/// Passes a bus through another program. While the program does not answer, the bus plays dry, as late as before.
package final class LoopUnit: EffectUnit, @unchecked Sendable {
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
    RenderUnit(
      context: path, latency: loop.state.pointee.period.load(ordering: .relaxed), process: unitProcessLoop)
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
  private var line = DelayLine<Frame>(length: ExternalLoopState.longestBlock + 1, .zero)
  /// The frames in the line, up to its length.
  private var filled = 0
  private var source = Source.input
  private var delay = 0
  private var last = Frame.zero
  /// The difference between what was heard and what is heard now. It decays, since the former sound may have ended.
  private var step = Frame.zero
  private var stepLeft = 0
  /// The frames within which it decays: 10 ms.
  private let fadeLength: Int

  init(_ loop: UnsafeMutablePointer<ExternalLoopState>, rate: SampleRate, isBypassed: Bool) {
    self.loop = loop
    self.isBypassed = Atomic(isBypassed)
    fadeLength = max(rate.hertz / 100, 1)
  }

  /// Processes frames in place. - Returns: whether all of the output is zero.
  @_noLocks @_noAllocation
  mutating func process(_ frames: UnsafeMutablePointer<Frame>, count: Int) -> Bool {
    let delay = min(loop.pointee.period.load(ordering: .relaxed), ExternalLoopState.longestBlock)
    let answer = loop.pointee.exchange(frames, count: count)
    // Answers come to frames that were sent one period ago.
    let isHeard = answer != nil && filled >= delay && !isBypassed.load(ordering: .relaxed)
    var isSilent = true
    for index in 0..<count {
      line.push(frames[index])
      if filled <= ExternalLoopState.longestBlock { filled += 1 }
      let source: Source = isHeard ? .answer : delay > 0 && filled > delay ? .delayedInput : .input
      var frame = line.at(source == .delayedInput ? delay : 0)
      if source == .answer, let answer { frame = LoopPath.limited(answer[index]) }
      frame = withoutStep(frame, source, delay)
      if frame != .zero { isSilent = false }
      frames[index] = frame
    }
    return isSilent
  }

  /// Spreads the step of a change of the source.
  @_noLocks @_noAllocation
  private mutating func withoutStep(_ frame: Frame, _ source: Source, _ delay: Int) -> Frame {
    if source != self.source || delay != self.delay {
      (self.source, self.delay) = (source, delay)
      step = last - frame
      stepLeft = fadeLength
    }
    last = frame
    if stepLeft > 0 {
      let left = Float(stepLeft) / Float(fadeLength)
      last += step * (left * left * (3 - 2 * left))
      stepLeft -= 1
    }
    return last
  }

  /// Replaces samples that are not numbers by 0 and limits all to ±24 dBFS.
  @_noLocks @_noAllocation
  private static func limited(_ frame: Frame) -> Frame {
    Frame(limited(frame.x), limited(frame.y))
  }

  @_noLocks @_noAllocation
  private static func limited(_ sample: Float) -> Float {
    let limit: Float = 15.848_931
    return sample != sample ? 0 : min(max(sample, -limit), limit)
  }
}

/// `.ci/render-path` finds the function by the beginning of its name.
@_noLocks @_noAllocation
private func unitProcessLoop(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  let block = frames.assumingMemoryBound(to: Frame.self)
  if isSilent { block.update(repeating: .zero, count: count) }
  return context.assumingMemoryBound(to: LoopPath.self).pointee.process(block, count: count)
}

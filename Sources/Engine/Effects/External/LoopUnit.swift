import AudioBase
import MixEngine
import Synchronization
import SystemBase

/// A unit whose sound comes from another program.
package protocol ExternalUnit: EffectUnit {
  var loop: ExternalLoop { get }
}

/// Passes a bus through another program. While the program does not answer, the bus plays dry, as late as before.
package final class LoopUnit: ExternalUnit, @unchecked Sendable {
  package let loop: ExternalLoop
  /// Only the audio thread uses it once the unit is in a plan, except its atomic values.
  private let path: PinnedValue<LoopPath>

  package init(_ setup: UnitSetup, _ loop: ExternalLoop) {
    self.loop = loop
    path = PinnedValue(LoopPath(loop.state, rate: setup.rate, isBypassed: setup.isBypassed))
  }

  package var unit: RenderUnit {
    RenderUnit(context: path.pointer, latency: path.pointee.delay, process: unitProcessLoop)
  }

  package var parameters: [EffectParameter] { [] }
  package func set(_ parameter: Int, to value: Double) {}
  package func value(_ parameter: Int) -> Double { preconditionFailure("a program has no parameters") }

  package func bypass(_ isBypassed: Bool) { path.pointee.isBypassed.store(isBypassed, ordering: .relaxed) }

  /// Sets whether the unit leaves the chains: it counts no latency then, and passes its input on at once.
  package func setLeaving(_ isLeaving: Bool) { path.pointee.isLeaving.store(isLeaving, ordering: .relaxed) }
}

/// What a unit of a loop does on the audio thread.
///
/// Changes between the program and the input are crossfaded within 10 ms. What a program receives when it begins to answer is
/// faded in before the program is heard, since its sound would begin with a step. The sound of a program that has ended cannot
/// be faded out: the step is spread.
private struct LoopPath: ~Copyable {
  /// What is heard.
  private enum Source: Equatable {
    case input(delay: Int)
    case answer
  }

  /// The frames that are exchanged at once.
  private static let slice = 128

  let isBypassed: Atomic<Bool>
  let isLeaving = Atomic<Bool>(false)
  private let loop: UnsafeMutablePointer<ExternalLoopState>
  /// The frames that came in, of which the answers come later.
  private var line = DelayLine<Frame>(length: ExternalLoopState.longestDelay + LoopPath.slice, .zero)
  /// The frames in the line, up to the longest delay.
  private var filled = 0
  /// The level of what the program receives.
  private var entry: SwitchFade
  /// The frames that were sent since the program began to answer, up to the longest delay and the fade.
  private var entered = 0
  private var source = Source.input(delay: 0)
  /// What was heard before, while the share of the source moves.
  private var former = Source.input(delay: 0)
  private var share: SwitchFade
  private let fadeLength: Int
  private var step: StepFade

  init(_ loop: UnsafeMutablePointer<ExternalLoopState>, rate: SampleRate, isBypassed: Bool) {
    self.loop = loop
    self.isBypassed = Atomic(isBypassed)
    fadeLength = max(rate.hertz / 100, 1)
    entry = SwitchFade(rate: rate, isOn: true)
    share = entry
    share.jump()
    step = StepFade(rate: rate)
  }

  /// The frames between input and output.
  var delay: Int { isLeaving.load(ordering: .relaxed) ? 0 : loop.pointee.delay }

  /// Processes frames in place. Returns whether all of the output is zero.
  mutating func process(_ frames: UnsafeMutablePointer<Frame>, count: Int) -> Bool {
    let isServed = loop.pointee.accepts(count)
    let isAnswered = isServed && loop.pointee.isAnswered.load(ordering: .relaxed)
    if !isAnswered {
      entry.restart()
      entered = 0
    }
    var isSilent = true
    var start = 0
    while start < count {
      let length = min(count - start, LoopPath.slice)
      let wanted = wanted(isAnswered: isAnswered)
      keep(frames + start, length, fadesIn: isAnswered)
      let answer = isServed ? loop.pointee.exchange(frames + start, count: length) : nil
      if !mix(frames + start, length, wanted, answer) { isSilent = false }
      start += length
    }
    return isSilent
  }

  /// Returns what is to be heard. Until a program that begins to answer is heard, nothing changes.
  private func wanted(isAnswered: Bool) -> Source {
    let delay = delay
    if !isAnswered || isBypassed.load(ordering: .relaxed) || isLeaving.load(ordering: .relaxed) {
      return .input(delay: filled >= delay ? delay : 0)
    }
    return entered >= delay + fadeLength ? .answer : source
  }

  /// Keeps the frames of a slice, and fades in what the program receives.
  private mutating func keep(_ frames: UnsafeMutablePointer<Frame>, _ count: Int, fadesIn: Bool) {
    for index in 0..<count { line.push(frames[index]) }
    filled = min(filled + count, ExternalLoopState.longestDelay)
    if !fadesIn { return }
    entered = min(entered + count, ExternalLoopState.longestDelay + fadeLength)
    if entry.isMoving { for index in 0..<count { frames[index] *= entry.next() } }
  }

  /// Writes what is heard. Returns whether all of it is zero.
  private mutating func mix(
    _ frames: UnsafeMutablePointer<Frame>, _ count: Int, _ wanted: Source, _ answer: UnsafePointer<Frame>?
  ) -> Bool {
    let isLost = answer == nil && (source == .answer || share.isMoving && former == .answer)
    if isLost {
      source = wanted
      share.jump()
    } else if wanted != source && !share.isMoving {
      (former, source) = (source, wanted)
      share.restart()
    }
    var isSilent = true
    for index in 0..<count {
      var frame = sound(source, back: count - 1 - index, answer, index)
      if share.isMoving {
        let before = sound(former, back: count - 1 - index, answer, index)
        frame = before + (frame - before) * share.next()
      }
      if isLost && index == 0 { step.begin(with: frame) }
      frame = step.next(frame)
      if frame != .zero { isSilent = false }
      frames[index] = frame
    }
    return isSilent
  }

  /// Returns a frame of a source.
  ///
  /// - Parameter back: the frames of the slice after it.
  @inline(__always)
  private func sound(_ source: Source, back: Int, _ answer: UnsafePointer<Frame>?, _ index: Int) -> Frame {
    switch source {
    case .input(let delay): line.at(delay + back)
    case .answer: if let answer { SampleLimits.limited(answer[index]) } else { .zero }
    }
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
}

@_noLocks @_noAllocation
private func unitProcessLoop(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  let block = frames.assumingMemoryBound(to: Frame.self)
  if isSilent { block.update(repeating: .zero, count: count) }
  return context.assumingMemoryBound(to: LoopPath.self).pointee.process(block, count: count)
}

import AudioBase
import Synchronization

/// What the context of an effect's unit points to: parameters, kernel, and what all effects do alike.
///
/// Frames are processed in slices, which go on from block to block. Another one begins where a parameter was set, so that a
/// change sounds alike wherever blocks begin. The first frames after the unit was added, and changes of the bypass, are
/// faded. A unit that is bypassed passes its input on, and so does a neutral kernel. After silence has come in for long
/// enough, the kernel rests.
///
/// Generic functions cannot have the annotations of the audio thread. Each effect's `unitProcess…` function has them, and
/// the compiler checks what it makes of this code for the kernel.
package struct EffectState<Kernel: EffectProcessor>: ~Copyable {
  /// The most frames that the kernel processes at once, with constant parameters.
  package static var slice: Int { Kernel.slice }

  var parameters: ParameterSmoother
  private let bypassBits: UnsafePointer<Atomic<UInt64>>
  private var kernel: Kernel
  private var fade: DryWetFade
  /// Whether the kernel is silent and clear.
  private var isResting = true
  /// Frames since input or output was not silent.
  private var silentFrames = 0
  /// Frames of the present slice that are left.
  private var left = 0

  /// Creates the state of a kernel.
  ///
  /// - Parameters:
  ///   - bypass: the bits of a `Double`: 0 unless the input passes unchanged. Any thread changes them.
  ///   - sidechain: the peak level of another bus. This memory and that of `bypass` must outlive the state.
  init(
    _ kernel: Kernel, _ parameters: [EffectParameter], _ setup: UnitSetup,
    bypass: UnsafePointer<Atomic<UInt64>>, sidechain: UnsafePointer<Atomic<Float>>?
  ) {
    self.parameters = ParameterSmoother(parameters, rate: setup.rate, values: setup.values)
    bypassBits = bypass
    self.kernel = kernel
    self.kernel.setSidechain(sidechain)
    fade = DryWetFade(rate: setup.rate, capacity: EffectState.slice)
  }

  /// Frees the memory of the kernel. It is no `deinit`: those of generic noncopyable structs do not run where the type is
  /// destroyed by generic code, as `PinnedValue` does (Swift 6.3).
  borrowing func deallocateKernel() { kernel.deallocate() }

  /// Processes a block as `RenderUnit.Process` states it. Audio thread.
  package mutating func process(
    _ frames: UnsafeMutablePointer<Frame>, count: Int, isSilent: Bool
  ) -> Bool {
    fade.turn(on: bypassBits.pointee.load(ordering: .relaxed) == 0)
    let hasNotes = kernel.hasNotes
    if parameters.hasNewTargets { left = 0 }
    if isResting && isSilent && !hasNotes {
      left = 0
      fade.jump()
      return true
    }
    if fade.isOff {
      left = 0
      // It may have been switched off before it was heard.
      if !isResting { rest() }
      return isSilent
    }
    if isPassing && !isSilent && SampleLimits.areKept(frames, count) {
      (silentFrames, left) = (0, 0)
      kernel.pass(frames, count: count)
      return false
    }
    if isSilent { frames.update(repeating: .zero, count: count) }
    kernel.beginBlock(frames: count)
    var isSilent = true
    var start = 0
    while start < count {
      let isBeginning = left == 0
      if isBeginning { left = EffectState.slice }
      let length = min(count - start, left)
      if !process(frames + start, length, isBeginning: isBeginning, hasNotes: hasNotes) { isSilent = false }
      start += length
      left -= length
    }
    return isSilent
  }

  /// Whether the unit would change no frame of the next block.
  private var isPassing: Bool {
    kernel.isNeutral && !isResting && !fade.isMoving && !parameters.isChanging
  }

  /// Processes the next frames of a slice. Returns whether the output is silent.
  private mutating func process(
    _ frames: UnsafeMutablePointer<Frame>, _ count: Int, isBeginning: Bool, hasNotes: Bool
  ) -> Bool {
    let hasInput = SampleLimits.cleanInput(frames, count) || hasNotes
    if fade.isOff { return !hasInput }
    if isResting {
      if !hasInput {
        fade.jump()
        return true
      }
      wake(hasNotes: hasNotes)
    } else if isBeginning && parameters.advance(frames: EffectState.slice) {
      kernel.update(parameters.values)
    }
    fade.keepDry(frames, count)
    kernel.process(frames, count: count, left: left)
    fade.mix(frames, count)
    let level = SampleLimits.limitOutput(frames, count)
    if level.isInvalid { kernel.clear() }
    if fade.isOff { rest() }
    silentFrames = hasInput || level.isAudible ? 0 : silentFrames + count
    if silentFrames > kernel.longestSilence { rest() }
    return false
  }

  /// Begins with the parameters as they are, since none of their changes was heard.
  private mutating func wake(hasNotes: Bool) {
    // The input has sounded before.
    if fade.isMoving && !hasNotes { fade.enter(latency: kernel.latency) }
    isResting = false
    (silentFrames, left) = (0, EffectState.slice)
    parameters.jump()
    kernel.update(parameters.values)
    kernel.clear()
  }

  private mutating func rest() {
    isResting = true
    kernel.clear()
  }
}

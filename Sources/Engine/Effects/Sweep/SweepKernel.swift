import AudioBase

/// The filter of a disc jockey's mixer: to the left a low-pass closes, to the right a high-pass, and the middle is dry.
///
/// Both filters run in series, and each fades in at the beginning of its side, so that a sweep across the middle has no
/// step. Source: `StateVariableFilter`.
struct SweepKernel: EffectKernel {
  static let parameters = [EffectParameter("position", .percent, -100...100, initial: 0)]

  /// The share of a side within which its filter fades in.
  private static let fadeIn: Float = 0.1
  /// The damping of both filters at rest, a gentle resonance of 2.5 dB, and what a fast sweep adds to it: the resonance
  /// would follow it as a click.
  private static var damping: (least: Float, moving: Float) { (0.75, 0.8) }
  /// The cutoffs at the middle in Hz, and the octaves from there to the end of the side.
  private static var lowPass: (start: Float, octaves: Float) { (20_000, -8.6) }
  private static var highPass: (start: Float, octaves: Float) { (20, 9.2) }

  private let scale: FrequencyScale
  /// What the position moves by in a frame: from the middle to an end in 60 ms.
  private let step: Float
  /// The frames of a period of the lowest cutoff.
  let longestSilence: Int
  /// −1 left, 0 middle, 1 right.
  private var position: Float = 0
  private var goal: Float = 0
  private var lowPass = SweepSide()
  private var highPass = SweepSide()

  init(rate: SampleRate) {
    scale = FrequencyScale(rate: rate)
    step = 1 / (0.06 * Float(rate.hertz))
    longestSilence = rate.hertz / 20
  }

  var isNeutral: Bool { position == goal && !lowPass.isRunning && !highPass.isRunning }

  mutating func update(_ values: UnsafePointer<Float>) { goal = values[0] / 100 }

  mutating func process(_ frames: UnsafeMutablePointer<Frame>, count: Int, left: Int) {
    if position != goal && left == SweepKernel.slice {
      let most = step * Float(left)
      position = min(max(goal, position - most), position + most)
      tune()
    }
    lowPass.process(frames, count: count, left: left)
    highPass.process(frames, count: count, left: left)
  }

  mutating func clear() {
    position = goal
    tune()
    lowPass.clear()
    highPass.clear()
  }

  /// Gives the filters the coefficients of the position.
  private mutating func tune() {
    let (left, right) = (max(-position, 0), max(position, 0))
    let (low, high) = (SweepKernel.lowPass, SweepKernel.highPass)
    let damping = SweepKernel.damping
    let k = damping.least + damping.moving * min((goal - position).magnitude, 1)
    let leftShare = min(left / SweepKernel.fadeIn, 1)
    let rightShare = min(right / SweepKernel.fadeIn, 1)
    lowPass.move(
      to: StateVariableFilter.Coefficients(
        g: scale.tangent(low.start * RealtimeMath.exp2(low.octaves * left)), k: k, input: 1 - leftShare,
        band: 0, low: leftShare), share: leftShare)
    highPass.move(
      to: StateVariableFilter.Coefficients(
        g: scale.tangent(high.start * RealtimeMath.exp2(high.octaves * right)), k: k, input: 1,
        band: -k * rightShare, low: -rightShare), share: rightShare)
  }
}

/// One of the two filters, which does nothing while its share is 0. Audio thread.
private struct SweepSide: BitwiseCopyable {
  private var filter = StateVariableFilter(.init(g: 1, k: 1, input: 1, band: 0, low: 0))
  private var share: Float = 0
  private(set) var isRunning = false

  mutating func move(to coefficients: StateVariableFilter.Coefficients, share: Float) {
    self.share = share
    if share > 0 && !isRunning {
      // Begins with the coefficients of before, whose share is 0.
      filter.clear()
      isRunning = true
    }
    filter.move(to: coefficients)
  }

  mutating func process(_ frames: UnsafeMutablePointer<Frame>, count: Int, left: Int) {
    if !isRunning { return }
    filter.process(frames, count: count, left: left)
    if share == 0 && count == left { isRunning = false }
  }

  mutating func clear() {
    filter.clear()
    isRunning = share > 0
  }
}

@_noLocks @_noAllocation
func unitProcessSweep(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  context.assumingMemoryBound(to: EffectState<SweepKernel>.self).pointee
    .process(frames.assumingMemoryBound(to: Frame.self), count: count, isSilent: isSilent)
}

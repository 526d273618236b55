import AudioBase

/// A filter with a cutoff and a resonance that can be swept: low-pass, high-pass or band-pass of second order.
///
/// Source: `StateVariableFilter`. The band-pass has a gain of 1 at the cutoff.
struct FilterKernel: EffectKernel {
  static let parameters = [
    EffectParameter("mode", choices: ["low-pass", "high-pass", "band-pass"]),
    EffectParameter("cutoff", .hertz, 20...20_000, initial: 1000, scale: .logarithmic),
    EffectParameter("resonance", .ratio, 0.5...12, initial: 0.71, scale: .logarithmic),
  ]

  private let scale: FrequencyScale
  private let step: Float
  /// The frames of a period of the lowest cutoff.
  let longestSilence: Int
  private var cutoff: Float = 1000
  private var resonance: Float = 0.71
  /// The share of each mode in the output.
  private var lowPass = Glide(1)
  private var highPass = Glide(0)
  private var bandPass = Glide(0)
  private var filter = StateVariableFilter(.init(g: 1, k: 1, input: 0, band: 0, low: 1))

  init(rate: SampleRate) {
    scale = FrequencyScale(rate: rate)
    step = Glide.step(rate: rate)
    longestSilence = rate.hertz / 20
  }

  mutating func update(_ values: UnsafePointer<Float>) {
    lowPass.goal = values[0] == 0 ? 1 : 0
    highPass.goal = values[0] == 1 ? 1 : 0
    bandPass.goal = values[0] == 2 ? 1 : 0
    cutoff = values[1]
    resonance = values[2]
    filter.move(to: coefficients)
  }

  mutating func process(_ frames: UnsafeMutablePointer<Frame>, count: Int, left: Int) {
    if left == FilterKernel.slice, lowPass.isMoving || highPass.isMoving || bandPass.isMoving {
      moveMode(by: step * Float(left))
    }
    filter.process(frames, count: count, left: left)
  }

  mutating func clear() {
    lowPass.jump()
    highPass.jump()
    bandPass.jump()
    filter.move(to: coefficients)
    filter.clear()
  }

  private mutating func moveMode(by step: Float) {
    lowPass.advance(step, tolerance: 0x1p-16)
    highPass.advance(step, tolerance: 0x1p-16)
    bandPass.advance(step, tolerance: 0x1p-16)
    filter.move(to: coefficients)
  }

  private var coefficients: StateVariableFilter.Coefficients {
    let k = 1 / resonance
    return StateVariableFilter.Coefficients(
      g: scale.tangent(cutoff), k: k, input: highPass.value,
      band: (bandPass.value - highPass.value) * k, low: lowPass.value - highPass.value)
  }
}

@_noLocks @_noAllocation
func unitProcessFilter(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  context.assumingMemoryBound(to: EffectState<FilterKernel>.self).pointee
    .process(frames.assumingMemoryBound(to: Frame.self), count: count, isSilent: isSilent)
}

import AudioBase

/// An equalizer of three bands: a low shelf, a peak and a high shelf.
///
/// The responses are those of R. Bristow-Johnson, "Audio EQ Cookbook" (W3C Note, 2021), with a shelf slope of 1. They
/// are made by `StateVariableFilter`, with the coefficients that A. Simper derives for shelves and bells, "Solving the
/// continuous SVF equations using trapezoidal integration and equivalent currents", Cytomic, 2013.
struct EqualizerKernel: EffectKernel {
  static let parameters = [
    EffectParameter("low-gain", .decibels, -15...15, initial: 0),
    EffectParameter("low-frequency", .hertz, 30...1000, initial: 120, scale: .logarithmic),
    EffectParameter("mid-gain", .decibels, -15...15, initial: 0),
    EffectParameter("mid-frequency", .hertz, 100...10_000, initial: 1000, scale: .logarithmic),
    EffectParameter("mid-width", .ratio, 0.3...8, initial: 0.71, scale: .logarithmic),
    EffectParameter("high-gain", .decibels, -15...15, initial: 0),
    EffectParameter("high-frequency", .hertz, 1000...16_000, initial: 6000, scale: .logarithmic),
  ]

  private let scale: FrequencyScale
  /// The frames of a period of the lowest frequency.
  let longestSilence: Int
  private var low = StateVariableFilter(.init(g: 1, k: 1, input: 1, band: 0, low: 0))
  private var mid = StateVariableFilter(.init(g: 1, k: 1, input: 1, band: 0, low: 0))
  private var high = StateVariableFilter(.init(g: 1, k: 1, input: 1, band: 0, low: 0))

  init(rate: SampleRate) {
    scale = FrequencyScale(rate: rate)
    longestSilence = rate.hertz / 30
  }

  mutating func update(_ values: UnsafePointer<Float>) {
    low.move(to: lowShelf(gain: values[0], g: scale.tangent(values[1])))
    mid.move(to: bell(gain: values[2], g: scale.tangent(values[3]), quality: values[4]))
    high.move(to: highShelf(gain: values[5], g: scale.tangent(values[6])))
  }

  mutating func process(_ frames: UnsafeMutablePointer<Frame>, count: Int, left: Int) {
    low.process(frames, count: count, left: left)
    mid.process(frames, count: count, left: left)
    high.process(frames, count: count, left: left)
  }

  mutating func clear() {
    low.clear()
    mid.clear()
    high.clear()
  }

  // The cookbook's A is the gain at half its level in dB. A shelf of slope 1 has the quality √½.

  private func lowShelf(gain: Float, g: Float) -> StateVariableFilter.Coefficients {
    let a = RealtimeMath.gain(decibels: gain / 2)
    let k: Float = 1.414_213_56
    return StateVariableFilter.Coefficients(
      g: g * RealtimeMath.gain(decibels: -gain / 4), k: k, input: 1, band: k * (a - 1), low: a * a - 1)
  }

  private func bell(gain: Float, g: Float, quality: Float) -> StateVariableFilter.Coefficients {
    let a = RealtimeMath.gain(decibels: gain / 2)
    let k = 1 / (quality * a)
    return StateVariableFilter.Coefficients(g: g, k: k, input: 1, band: k * (a * a - 1), low: 0)
  }

  private func highShelf(gain: Float, g: Float) -> StateVariableFilter.Coefficients {
    let a = RealtimeMath.gain(decibels: gain / 2)
    let k: Float = 1.414_213_56
    return StateVariableFilter.Coefficients(
      g: g * RealtimeMath.gain(decibels: gain / 4), k: k, input: a * a, band: k * (1 - a) * a,
      low: 1 - a * a)
  }
}

@_noLocks @_noAllocation
func unitProcessEqualizer(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  context.assumingMemoryBound(to: EffectState<EqualizerKernel>.self).pointee
    .process(frames.assumingMemoryBound(to: Frame.self), count: count, isSilent: isSilent)
}

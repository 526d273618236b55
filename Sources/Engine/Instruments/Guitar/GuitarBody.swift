import AudioBase
import Effects

/// The resonances of a guitar's body: peaks in series. Audio thread.
///
/// The lowest one is that of the air in the body, the next ones are those of the plates (T. D. Rossing (ed.), "The Science
/// of String Instruments", 2010, chapter 3).
struct GuitarBody: BitwiseCopyable {
  private struct Mode: BitwiseCopyable {
    /// The integrator gain of the filter.
    let g: Float
    /// The damping of the filter.
    let k: Float
    /// The linear gain above 1 at full strength.
    let gain: Float
    var filter: StateVariableFilter

    init(_ hertz: Float, quality: Float, decibels: Float, _ scale: FrequencyScale) {
      g = scale.tangent(hertz)
      k = 1 / quality
      gain = RealtimeMath.gain(decibels: decibels) - 1
      filter = StateVariableFilter(.init(g: g, k: k, input: 1, band: 0, low: 0))
    }
  }

  private static let count = 5

  private let modes: UnsafeMutablePointer<Mode>

  init(rate: SampleRate) {
    let scale = FrequencyScale(rate: rate)
    modes = .allocate(capacity: GuitarBody.count)
    modes.initialize(to: Mode(98, quality: 8, decibels: 7, scale))
    (modes + 1).initialize(to: Mode(204, quality: 10, decibels: 8, scale))
    (modes + 2).initialize(to: Mode(390, quality: 12, decibels: 5, scale))
    (modes + 3).initialize(to: Mode(560, quality: 14, decibels: 4, scale))
    (modes + 4).initialize(to: Mode(870, quality: 14, decibels: 3, scale))
  }

  func deallocate() { modes.deallocate() }

  /// Moves to a strength from 0 to 1 within the next slice.
  func move(to strength: Float) {
    for index in 0..<GuitarBody.count {
      let mode = modes[index]
      modes[index].filter.move(
        to: .init(g: mode.g, k: mode.k, input: 1, band: mode.k * mode.gain * strength, low: 0))
    }
  }

  func process(_ frames: UnsafeMutablePointer<Frame>, count: Int) {
    for index in 0..<GuitarBody.count { modes[index].filter.process(frames, count: count) }
  }

  func clear() { for index in 0..<GuitarBody.count { modes[index].filter.clear() } }
}

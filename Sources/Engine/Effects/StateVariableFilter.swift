import AudioBase

/// A filter of second order whose coefficients may move while it runs. Audio thread.
///
/// It keeps its two integrators while coefficients change, so that a change makes no step. Source: A. Simper, "Solving
/// the continuous SVF equations using trapezoidal integration and equivalent currents", Cytomic, 2013; the same filter
/// as in V. Zavalishin, "The Art of VA Filter Design", chapter 4.
package struct StateVariableFilter: BitwiseCopyable {
  /// Coefficients that can be interpolated.
  package struct Coefficients: BitwiseCopyable {
    private var values: SIMD8<Float>

    /// Creates the coefficients of a filter.
    ///
    /// - Parameters:
    ///   - g: the tangent of π times the frequency, in units of the sample rate.
    ///   - k: the damping, the reciprocal of the quality.
    ///   - input, band, low: the shares of the input, the band-pass and the low-pass in the output.
    @_noLocks @_noAllocation
    package init(g: Float, k: Float, input: Float, band: Float, low: Float) {
      values = SIMD8(g, k, input, band, low, 0, 0, 0)
    }

    var g: Float { values[0] }
    var k: Float { values[1] }
    var input: Float { values[2] }
    var band: Float { values[3] }
    var low: Float { values[4] }

    /// Returns what has to be added in each of `count` steps to reach other coefficients.
    func step(to goal: Coefficients, count: Int) -> SIMD8<Float> { (goal.values - values) / Float(count) }

    mutating func add(_ step: SIMD8<Float>) { values += step }
  }

  private var current: Coefficients
  private var goal: Coefficients
  private var isMoving = false
  /// What the coefficients move by in a frame; nil before the first frame of the move.
  private var step: SIMD8<Float>?
  private var first = Frame.zero
  private var second = Frame.zero

  package init(_ coefficients: Coefficients) {
    current = coefficients
    goal = coefficients
  }

  /// Moves to other coefficients within the next slice.
  @_noLocks @_noAllocation
  package mutating func move(to coefficients: Coefficients) {
    goal = coefficients
    isMoving = true
    step = nil
  }

  /// Returns to silence, with the coefficients that it moves to.
  @_noLocks @_noAllocation
  package mutating func clear() {
    current = goal
    isMoving = false
    first = .zero
    second = .zero
  }

  /// Filters frames. Coefficients that move reach their goal after `left` frames, at least `count`; by default `count`.
  @_noLocks @_noAllocation
  package mutating func process(_ frames: UnsafeMutablePointer<Frame>, count: Int, left: Int = 0) {
    if isMoving {
      let step = step ?? current.step(to: goal, count: max(count, left))
      self.step = step
      for index in 0..<count {
        current.add(step)
        run(frames + index, count: 1)
      }
      if left <= count {
        current = goal
        isMoving = false
      }
    } else {
      run(frames, count: count)
    }
  }

  @inline(__always)
  private mutating func run(_ frames: UnsafeMutablePointer<Frame>, count: Int) {
    let (g, k, input, band, low) = (current.g, current.k, current.input, current.band, current.low)
    let a1 = 1 / (1 + g * (g + k))
    let a2 = g * a1
    let a3 = g * a2
    var (first, second) = (first, second)
    for index in 0..<count {
      let v0 = frames[index]
      let v3 = v0 - second
      let v1 = first * a1 + v3 * a2
      let v2 = second + first * a2 + v3 * a3
      first = v1 * 2 - first
      second = v2 * 2 - second
      frames[index] = v0 * input + v1 * band + v2 * low
    }
    (self.first, self.second) = (first, second)
  }
}

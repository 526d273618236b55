/// A value that moves linearly to its goal within a slice. Audio thread.
struct SliceRamp: BitwiseCopyable {
  var goal: Float
  /// The value of the last frame.
  private(set) var value: Float
  private var step: Float = 0

  init(_ value: Float) {
    goal = value
    self.value = value
  }

  mutating func begin(count: Int) {
    // Rounded steps do not reach the goal exactly.
    if (goal - value).magnitude <= 0x1p-20 { jump() }
    step = (goal - value) / Float(count)
  }

  /// Returns the value for the next frame.
  mutating func next() -> Float {
    value += step
    return value
  }

  /// Moves to the goal at once.
  mutating func jump() {
    value = goal
    step = 0
  }
}

import AudioBase

/// Crossfades between the input of an effect and its output within 10 ms. Audio thread.
struct DryWetFade: ~Copyable {
  /// The frames of a fade.
  private let length: Int
  /// The frames of the fade that have passed: 0 for the input, `length` for the effect.
  private var position = 0
  private var isOn = true
  private let dry: UnsafeMutablePointer<Frame>

  /// Creates a fade from the input to the effect.
  ///
  /// - Parameter capacity: the most frames of a slice.
  init(rate: SampleRate, capacity: Int) {
    length = max(rate.hertz / 100, 1)
    dry = .allocate(capacity: capacity)
    dry.initialize(repeating: .zero, count: capacity)
  }

  deinit { dry.deallocate() }

  /// Whether only the input is heard, and stays.
  var isOff: Bool {
    @_noLocks @_noAllocation get { position == 0 && !isOn }
  }

  @_noLocks @_noAllocation
  mutating func turn(on isOn: Bool) { self.isOn = isOn }

  /// Ends the fade at once.
  @_noLocks @_noAllocation
  mutating func jump() { position = isOn ? length : 0 }

  private var isMoving: Bool {
    @_noLocks @_noAllocation get { position != (isOn ? length : 0) }
  }

  /// Copies the input of a slice, if it is needed.
  @_noLocks @_noAllocation
  func keepDry(_ frames: UnsafePointer<Frame>, _ count: Int) {
    if !isMoving { return }
    for index in 0..<count { dry[index] = frames[index] }
  }

  /// Mixes the output of a slice with the input that was kept.
  @_noLocks @_noAllocation
  mutating func mix(_ frames: UnsafeMutablePointer<Frame>, _ count: Int) {
    if !isMoving { return }
    for index in 0..<count {
      position = isOn ? min(position + 1, length) : max(position - 1, 0)
      let x = Float(position) / Float(length)
      // A cubic has no corners at its ends.
      frames[index] = dry[index] + (frames[index] - dry[index]) * (x * x * (3 - 2 * x))
    }
  }
}

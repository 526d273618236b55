import AudioBase

/// The share of one of two sounds, which moves between 0 and 1 within 10 ms. Audio thread.
struct SwitchFade: BitwiseCopyable {
  /// The frames of a fade.
  private let length: Int
  /// The frames of the fade that have passed: 0 for a share of 0, `length` for 1.
  private var position = 0
  private(set) var isOn: Bool

  /// Creates a share of 0.
  ///
  /// - Parameter isOn: whether it moves to 1.
  init(rate: SampleRate, isOn: Bool) {
    length = max(rate.hertz / 100, 1)
    self.isOn = isOn
  }

  /// Whether the share is 0, and stays.
  var isOff: Bool { position == 0 && !isOn }

  var isMoving: Bool { position != (isOn ? length : 0) }

  mutating func turn(on isOn: Bool) { self.isOn = isOn }

  /// Ends the fade at once.
  mutating func jump() { position = isOn ? length : 0 }

  /// Begins again from 0.
  mutating func restart() { position = 0 }

  /// Returns the share of the next frame.
  @inline(__always)
  mutating func next() -> Float {
    position = isOn ? min(position + 1, length) : max(position - 1, 0)
    let x = Float(position) / Float(length)
    // A cubic has no corners at its ends.
    return x * x * (3 - 2 * x)
  }
}

/// Crossfades between the input of an effect and its output within 10 ms. Audio thread.
///
/// What enters an effect that begins within a sound is faded in first, so that neither an echo nor a filter begins with a
/// step. The crossfade begins when that sound has come out.
struct DryWetFade: ~Copyable {
  private var share: SwitchFade
  /// The level of what enters the effect.
  private var entry: SwitchFade
  /// The frames for which the output is not heard yet.
  private var entryLeft = 0
  private let entryLength: Int
  private let dry: UnsafeMutablePointer<Frame>

  /// Creates a fade from the input to the effect.
  ///
  /// - Parameter capacity: the most frames of a slice.
  init(rate: SampleRate, capacity: Int) {
    share = SwitchFade(rate: rate, isOn: true)
    entry = share
    entryLength = max(rate.hertz / 100, 1)
    dry = .allocate(capacity: capacity)
    dry.initialize(repeating: .zero, count: capacity)
  }

  deinit { dry.deallocate() }

  /// Whether only the input is heard, and stays.
  var isOff: Bool { share.isOff }

  var isMoving: Bool { share.isMoving }

  mutating func turn(on isOn: Bool) { share.turn(on: isOn) }

  /// Ends the fade at once.
  mutating func jump() {
    share.jump()
    entryLeft = 0
  }

  /// Fades in what enters the effect.
  ///
  /// - Parameter latency: the frames between the input and the output of the effect.
  mutating func enter(latency: Int) {
    entry.restart()
    entryLeft = entryLength + latency
  }

  /// Copies the input of a slice, if it is needed, and fades it in.
  mutating func keepDry(_ frames: UnsafeMutablePointer<Frame>, _ count: Int) {
    if !share.isMoving { return }
    for index in 0..<count { dry[index] = frames[index] }
    if entryLeft <= 0 { return }
    for index in 0..<count { frames[index] *= entry.next() }
  }

  /// Mixes the output of a slice with the input that was kept.
  mutating func mix(_ frames: UnsafeMutablePointer<Frame>, _ count: Int) {
    if !share.isMoving { return }
    if entryLeft > 0 {
      entryLeft -= count
      for index in 0..<count { frames[index] = dry[index] }
      return
    }
    for index in 0..<count { frames[index] = dry[index] + (frames[index] - dry[index]) * share.next() }
  }
}

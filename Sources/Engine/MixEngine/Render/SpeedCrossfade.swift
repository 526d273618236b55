import AudioBase

/// The next frames of the speed before a change, faded out under those of the new speed. Audio thread.
struct SpeedCrossfade: ~Copyable {
  /// The length of the fade: 5 ms.
  let capacity: Int
  private let frames: UnsafeMutablePointer<Frame>
  private var count = 0
  private var position = 0

  init(rate: SampleRate) {
    capacity = rate.hertz / 200
    frames = .allocate(capacity: max(capacity, 1))
    frames.initialize(repeating: .zero, count: max(capacity, 1))
  }

  deinit { frames.deallocate() }

  mutating func clear() {
    count = 0
    position = 0
  }

  /// Copies the next frames of a ring; `available` may be negative.
  mutating func keep(_ ring: RingReader<Frame>, _ available: Int) {
    count = max(0, min(capacity, available))
    position = 0
    for index in 0..<count { frames[index] = ring.peek(index) }
  }

  /// Mixes the tail into the next frames of the new speed.
  mutating func mix(into out: UnsafeMutablePointer<Frame>, count: Int) {
    let here = min(count, self.count - position)
    if here <= 0 { return }
    let step = 1 / Float(self.count + 1)
    for index in 0..<here {
      let share = Float(position + index + 1) * step
      out[index] = out[index] * share + frames[position + index] * (1 - share)
    }
    position += here
    if position == self.count { self.count = 0 }
  }
}

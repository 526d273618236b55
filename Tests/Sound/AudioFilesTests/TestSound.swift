import SystemBase

/// 16-bit sound made for a test: a sweep a channel with some seeded noise, so that no two places are alike.
struct TestSound {
  let channels: Int
  let rate: Int
  let samples: [Int16]

  /// Made once; most tests need no other.
  static let standard = TestSound()

  init(channels: Int = 2, rate: Int = 44_100, frames: Int = 44_101) {
    self.channels = channels
    self.rate = rate
    samples = [Int16](unsafeUninitializedCapacity: channels * frames) { buffer, filled in
      for channel in 0..<channels {
        TestSound.fill(buffer, channel, of: channels, rate: rate, frames: frames)
      }
      filled = channels * frames
    }
  }

  /// By hand, because this runs unoptimised for every test.
  private static func fill(
    _ buffer: UnsafeMutableBufferPointer<Int16>, _ channel: Int, of channels: Int, rate: Int, frames: Int
  ) {
    var generator = SeededGenerator(seed: UInt64(channel * 1_000_003 + rate))
    var phase = 0.0
    var step = (150 + 200 * Double(channel)) / Double(rate)
    let growth = 1_200 / Double(frames) / Double(rate)
    var index = channel
    while index < channels * frames {
      step += growth
      phase += step
      phase -= phase.rounded(.down)
      buffer[index] = Int16(9_000 * sine(phase)) + Int16(truncatingIfNeeded: generator.next() & 127) - 64
      index += channels
    }
  }

  /// One channel sounds at a time, for 1/channels of the length each.
  static func oneByOne(channels: Int, rate: Int = 48_000, frames: Int = 48_000) -> TestSound {
    let part = (frames + channels - 1) / channels
    var samples = [Int16](repeating: 0, count: frames * channels)
    for frame in 0..<frames {
      samples[frame * channels + frame / part] = Int16(9_000 * sine(Double(frame % 109) / 109))
    }
    return TestSound(channels: channels, rate: rate, samples: samples)
  }

  private init(channels: Int, rate: Int, samples: [Int16]) {
    self.channels = channels
    self.rate = rate
    self.samples = samples
  }

  /// The same with fewer bits.
  func rounded(to bits: Int) -> TestSound {
    let mask = Int16(truncatingIfNeeded: -1 << max(16 - bits, 0))
    return TestSound(channels: channels, rate: rate, samples: samples.map { $0 & mask })
  }

  var frames: Int { samples.count / channels }
  var floats: [Float] { samples.map { Float($0) / 32_768 } }

  /// A sine of turns, by Bhaskara's approximation: good enough to be heard as one.
  private static func sine(_ turn: Double) -> Double {
    let half = turn < 0.5 ? turn * 2 : (turn - 0.5) * 2
    let value = 16 * half * (1 - half) / (5 - 4 * half * (1 - half))
    return turn < 0.5 ? value : -value
  }
}

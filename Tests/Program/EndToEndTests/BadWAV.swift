/// A WAV file of 32-bit floats, byte by byte, whose header may say what it likes.
struct BadWAV {
  let bytes: [UInt8]

  /// - Parameter values: taken in turn for the samples.
  init(
    channels: Int = 2, rate: Int = 48_000, frames: Int = 24_000, claimedFrames: Int? = nil,
    values: [Float] = [0.1, -0.1]
  ) {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let size = (claimedFrames ?? frames) * channels * 4
    let format = number(3, 2) + number(channels, 2) + number(rate, 4)
    let layout = number(rate &* channels &* 4, 4) + number(channels * 4, 2) + number(32, 2)
    let samples = (0..<min(frames * channels, 100_000)).flatMap {
      number(Int(values[$0 % values.count].bitPattern), 4)
    }
    bytes =
      Array("RIFF".utf8) + number(36 + size, 4) + Array("WAVEfmt ".utf8) + number(16, 4) + format + layout
      + Array("data".utf8) + number(size, 4) + samples
  }
}

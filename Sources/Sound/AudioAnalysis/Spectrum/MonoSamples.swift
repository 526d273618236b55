/// Mixes the channels of a track to one, and averages frames to samples of a lower rate. Used by one thread at a time.
struct MonoSamples {
  private let channels: Int
  /// The frames that are averaged to one sample.
  private let reduction: Int
  /// The frames of a sample that is not complete.
  private var sum: Float = 0
  private var summed = 0

  init(channels: Int, reduction: Int) { (self.channels, self.reduction) = (channels, reduction) }

  /// Appends the samples of whole frames, which are interleaved and finite.
  mutating func append(_ frames: UnsafeBufferPointer<Float>, to samples: inout [Float]) {
    let scale = 1 / Float(channels * reduction)
    var index = 0
    while index < frames.count {
      for channel in 0..<channels { sum += frames[index + channel] }
      index += channels
      summed += 1
      if summed == reduction {
        samples.append(sum * scale)
        (sum, summed) = (0, 0)
      }
    }
  }
}

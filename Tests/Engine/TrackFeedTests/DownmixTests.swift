import AudioBase
import Testing
import TrackFeed

@Suite struct DownmixTests {
  private func mix(_ samples: [Float], channels: Int) -> [Frame] {
    var frames = [Frame](repeating: Frame(9, 9), count: samples.count / channels)
    samples.withUnsafeBufferPointer { samples in
      frames.withUnsafeMutableBufferPointer { Downmix(channels: channels).mix(samples, into: $0) }
    }
    return frames
  }

  @Test func downmixOfMonoCopiesTheSampleToBothSides() {
    #expect(mix([0.25, -1], channels: 1) == [Frame(0.25, 0.25), Frame(-1, -1)])
  }

  @Test func downmixOfStereoChangesNothing() {
    #expect(mix([0.1, 0.2, -0.3, 1.5], channels: 2) == [Frame(0.1, 0.2), Frame(-0.3, 1.5)])
  }

  /// Left shares after BS.775 before scaling; the right ones mirror them. h is √½.
  @Test(arguments: [
    (3, [1, 0, h]),
    (4, [1, 0, h, 0]),
    (5, [1, 0, h, h, 0]),
    (6, [1, 0, h, 0, h, 0]),
    (7, [1, 0, h, 0, 0.5, h, 0]),
    (8, [1, 0, h, 0, h, 0, h, 0]),
    (10, [1, 0, 1, 0, 1, 0, 1, 0, 1, 0]),
  ])
  func downmixSharesOfEachChannelFollowBS775(channels: Int, left: [Double]) {
    let sum = left.reduce(0, +)
    for channel in 0..<channels {
      var frame = [Float](repeating: 0, count: channels)
      frame[channel] = 1
      let got = mix(frame, channels: channels)[0]
      #expect(abs(Double(got.x) - left[channel] / sum) < 1e-6)
    }
  }

  @Test(arguments: 1...12)
  func downmixOfFullScaleOnAllChannelsDoesNotClip(channels: Int) {
    let got = mix([Float](repeating: 1, count: channels), channels: channels)[0]
    #expect(got.x <= 1.000_001 && got.y <= 1.000_001)
    #expect(max(got.x, got.y) > 0.999_999)
  }

  @Test func downmixSharesOfLeftAndRightAreSymmetric() {
    #expect(mix([0, 1, 0, 0, 0, 1], channels: 6)[0].y == mix([1, 0, 0, 0, 1, 0], channels: 6)[0].x)
  }
}

private let h = 0.5.squareRoot()

import AudioBase

/// Mixes any number of channels down to two.
///
/// Channels are expected in the default order of WAVE_FORMAT_EXTENSIBLE for their number (Microsoft, "Multiple
/// channel audio data and WAVE files"). Three to eight are mixed after ITU-R BS.775, annex 4: the centre and each
/// surround at √½, a single back channel at ½ to either side, the LFE channel left out. BS.775 does not scale the
/// sum; here it is scaled so that full scale on all channels gives full scale, since samples that clip here stay
/// clipped. mpv and MPD scale as well, other players do not.
///
/// Mono goes to both sides unchanged. There is no standard layout for more than eight channels: even ones go left,
/// odd ones right.
package struct Downmix: Sendable {
  /// The channels of the input.
  package let channels: Int
  /// The gain of each channel on the left and the right side.
  package let gains: [SIMD2<Float>]

  /// Creates a downmix to stereo.
  ///
  /// - Parameter channels: at least 1.
  package init(channels: Int) {
    precondition(channels > 0)
    self.channels = channels
    let shares = Downmix.layouts[channels] ?? (0..<channels).map { $0 % 2 == 0 ? .left : .right }
    let sums = shares.reduce(SIMD2<Float>.zero) { $0 + $1.gains }
    let largest = max(sums.x, sums.y)
    gains = shares.map { $0.gains / largest }
  }

  /// Mixes samples down.
  ///
  /// - Parameters:
  ///   - samples: whole frames, interleaved.
  ///   - frames: room for as many frames.
  package func mix(
    _ samples: UnsafeBufferPointer<Float>, into frames: UnsafeMutableBufferPointer<Frame>
  ) {
    let count = samples.count / channels
    precondition(frames.count >= count)
    guard let source = samples.baseAddress, let target = frames.baseAddress else { return }
    switch channels {
    case 1:
      for index in 0..<count { target[index] = Frame(repeating: source[index]) }
    case 2:
      UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: count * MemoryLayout<Frame>.size)
    default:
      gains.withUnsafeBufferPointer { Downmix.mix(source, into: target, count: count, gains: $0) }
    }
  }

  private static func mix(
    _ samples: UnsafePointer<Float>, into frames: UnsafeMutablePointer<Frame>, count: Int,
    gains: UnsafeBufferPointer<SIMD2<Float>>
  ) {
    var sample = samples
    for index in 0..<count {
      var sum = Frame.zero
      for channel in 0..<gains.count { sum += gains[channel] * sample[channel] }
      frames[index] = sum
      sample += gains.count
    }
  }
}

extension Downmix {
  private enum Share {
    case left, right, centre, leftSurround, rightSurround, backCentre, none

    var gains: SIMD2<Float> {
      let half = Float(0.5).squareRoot()
      return switch self {
      case .left: SIMD2(1, 0)
      case .right: SIMD2(0, 1)
      case .centre: SIMD2(half, half)
      case .leftSurround: SIMD2(half, 0)
      case .rightSurround: SIMD2(0, half)
      case .backCentre: SIMD2(0.5, 0.5)
      case .none: .zero
      }
    }
  }

  private static let layouts: [Int: [Share]] = [
    // The gains are scaled to 1: a single channel is not attenuated.
    1: [.centre],
    2: [.left, .right],
    3: [.left, .right, .centre],
    4: [.left, .right, .leftSurround, .rightSurround],
    5: [.left, .right, .centre, .leftSurround, .rightSurround],
    6: [.left, .right, .centre, .none, .leftSurround, .rightSurround],
    7: [.left, .right, .centre, .none, .backCentre, .leftSurround, .rightSurround],
    8: [.left, .right, .centre, .none, .leftSurround, .rightSurround, .leftSurround, .rightSurround],
  ]
}

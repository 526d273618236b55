/// Reorders the channels of Vorbis and Opus to the order of WAVE_FORMAT_EXTENSIBLE.
///
/// Sources: Vorbis I specification, section 4.3.9; RFC 7845, section 5.1.1.2 (Opus has the same order).
struct ChannelOrder {
  /// The index in the stream of each WAVE channel.
  private let sources: [Int]
  private let isSame: Bool

  init(vorbisChannels: Int) {
    sources =
      switch vorbisChannels {
      case 3: [0, 2, 1]
      case 5: [0, 2, 1, 3, 4]
      case 6: [0, 2, 1, 5, 3, 4]
      case 7: [0, 2, 1, 6, 5, 3, 4]
      case 8: [0, 2, 1, 7, 5, 6, 3, 4]
      default: Array(0..<vorbisChannels)
      }
    isSame = sources.elementsEqual(0..<vorbisChannels)
  }

  /// Reorders interleaved frames in place.
  func apply(to samples: UnsafeMutablePointer<Float>, frames: Int) {
    if isSame { return }
    withUnsafeTemporaryAllocation(of: Float.self, capacity: sources.count) { frame in
      var start = samples
      for _ in 0..<frames {
        for channel in sources.indices { frame[channel] = start[sources[channel]] }
        for channel in sources.indices { start[channel] = frame[channel] }
        start += sources.count
      }
    }
  }

  /// Interleaves frames that have one buffer for each channel.
  func interleave(
    _ planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>, into samples: UnsafeMutablePointer<Float>,
    frames: Int
  ) {
    if sources.count == 2, let left = planes[0], let right = planes[1] {
      for frame in 0..<frames {
        samples[2 * frame] = left[frame]
        samples[2 * frame + 1] = right[frame]
      }
      return
    }
    for channel in sources.indices {
      guard let plane = planes[sources[channel]] else { continue }
      for frame in 0..<frames { samples[frame * sources.count + channel] = plane[frame] }
    }
  }
}

/// Brings the channels of Vorbis and Opus into the order of WAVE_FORMAT_EXTENSIBLE.
///
/// Sources: Vorbis I specification, section 4.3.9; RFC 7845, section 5.1.1.2 (Opus uses the same order).
struct ChannelOrder {
  /// For each WAVE channel, where it stands in the stream.
  private let sources: [Int]
  private var frame: [Float]

  /// nil where both orders are the same.
  init?(vorbisChannels: Int) {
    switch vorbisChannels {
    case 3: sources = [0, 2, 1]
    case 5: sources = [0, 2, 1, 3, 4]
    case 6: sources = [0, 2, 1, 5, 3, 4]
    case 7: sources = [0, 2, 1, 6, 5, 3, 4]
    case 8: sources = [0, 2, 1, 7, 5, 6, 3, 4]
    default: return nil
    }
    frame = Array(repeating: 0, count: vorbisChannels)
  }

  mutating func apply(to samples: UnsafeMutablePointer<Float>, frames: Int) {
    var start = samples
    for _ in 0..<frames {
      for channel in sources.indices { frame[channel] = start[sources[channel]] }
      for channel in sources.indices { start[channel] = frame[channel] }
      start += sources.count
    }
  }
}

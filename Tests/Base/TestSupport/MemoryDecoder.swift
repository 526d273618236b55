import AudioBase
import SystemBase

/// A decoder over frames in memory.
package final class MemoryDecoder: AudioDecoder {
  package let format: StreamFormat
  package let endedEarly: Bool
  private let frames: [Frame]
  private var position = 0

  package init(frames: [Frame], sampleRate: SampleRate = .standard, endedEarly: Bool = false) {
    self.frames = frames
    self.endedEarly = endedEarly
    format = StreamFormat(sampleRate: sampleRate, channels: 2, length: FrameCount(frames.count))
  }

  package func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(FileError) -> Int {
    let count = min(buffer.count / 2, frames.count - position)
    for index in 0..<count {
      buffer[2 * index] = frames[position + index].x
      buffer[2 * index + 1] = frames[position + index].y
    }
    position += count
    return count
  }

  package func seek(to frame: FrameCount) throws(FileError) { position = min(frame.value, frames.count) }
}

/// Opens tracks that exist in memory only.
package struct MemoryDecoders: DecoderOpening {
  private let tracks: [String: [Frame]]
  private let endingEarly: Set<String>
  private let rate: SampleRate

  package init(
    _ tracks: [String: [Frame]], endingEarly: Set<String> = [], rate: SampleRate = .standard
  ) {
    self.tracks = tracks
    self.endingEarly = endingEarly
    self.rate = rate
  }

  package func open(_ path: FilePath) throws(FileError) -> sending any AudioDecoder {
    guard let frames = tracks[path.shown] else { throw FileError(.notFound, path.shown) }
    return MemoryDecoder(
      frames: frames, sampleRate: rate, endedEarly: endingEarly.contains(path.shown))
  }
}

/// A rate converter that changes nothing.
package struct NoConversion: RateConverterMaking {
  package init() {}

  package func makeConverter(
    from: SampleRate, to: SampleRate
  ) throws(FileError) -> sending any RateConverting { PassThrough() }

  private final class PassThrough: RateConverting {
    func convert(
      _ input: UnsafeBufferPointer<Frame>, into output: UnsafeMutableBufferPointer<Frame>
    ) -> (taken: Int, made: Int) {
      let count = min(input.count, output.count)
      for index in 0..<count { output[index] = input[index] }
      return (count, count)
    }

    func reset() {}
  }
}

/// Tracks whose every frame encodes its own position, below the threshold of the limiter.
package enum Ramp {
  package static func frames(_ count: Int, side: Float = 1) -> [Frame] {
    (0..<count).map { Frame(value($0), side * value($0)) }
  }

  private static func value(_ place: Int) -> Float { Float(place + 1) / 1_000_000 }

  /// Whether a frame is bit-identical to one of a track, neither faded nor mixed.
  package static func isExact(_ frame: Frame) -> Bool { place(frame) >= 0 && frame.x == value(place(frame)) }

  /// The position of the frame in its track.
  package static func place(_ frame: Frame) -> Int { Int((frame.x * 1_000_000).rounded()) - 1 }
}

import AudioBase
import SystemBase

/// Opens a piece of music in memory, whatever the path.
package struct MixtureDecoders: DecoderOpening {
  private let samples: [Float]

  package init(samples: [Float]) { self.samples = samples }

  package func open(_ path: FilePath) throws(FileError) -> sending any AudioDecoder { Decoder(samples) }

  private final class Decoder: AudioDecoder {
    let format: StreamFormat
    let endedEarly = false
    private let samples: [Float]
    private var position = 0

    init(_ samples: [Float]) {
      self.samples = samples
      format = StreamFormat(sampleRate: SongMixture.rate, channels: 1, length: FrameCount(samples.count))
    }

    func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(FileError) -> Int {
      let count = min(buffer.count, samples.count - position)
      for index in 0..<count { buffer[index] = samples[position + index] }
      position += count
      return count
    }

    func seek(to frame: FrameCount) throws(FileError) { position = min(frame.value, samples.count) }
  }
}

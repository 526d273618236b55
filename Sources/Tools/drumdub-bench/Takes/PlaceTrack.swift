import AudioBase
import SystemBase

/// A track whose every frame encodes its own position, below the threshold of the limiter.
enum PlaceTrack {
  static let length = 950_000

  static let frames: [Frame] = (0..<length).map { Frame(repeating: Float($0 + 1) / 1_000_000) }

  /// Returns the position; −1 for silence.
  static func place(_ frame: Frame) -> Int { Int((frame.x * 1_000_000).rounded()) - 1 }
}

/// Opens the track from memory.
struct PlaceTrackOpener: DecoderOpening {
  func open(_ path: FilePath) throws(FileError) -> sending any AudioDecoder { Decoder() }

  private final class Decoder: AudioDecoder {
    let format = StreamFormat(sampleRate: .standard, channels: 2, length: FrameCount(PlaceTrack.length))
    private var position = 0

    func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(FileError) -> Int {
      let count = min(buffer.count / 2, PlaceTrack.length - position)
      for index in 0..<count {
        buffer[2 * index] = PlaceTrack.frames[position + index].x
        buffer[2 * index + 1] = PlaceTrack.frames[position + index].y
      }
      position += count
      return count
    }

    func seek(to frame: FrameCount) throws(FileError) { position = min(frame.value, PlaceTrack.length) }
  }
}

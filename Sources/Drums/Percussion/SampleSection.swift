import AudioBase
import SystemBase

/// Opens files of which only some frames are played, at the exact frames of the file.
struct SectionDecoders: DecoderOpening {
  let decoders: any DecoderOpening
  /// The first frame, and the frame after the last one; nil for the end of the file.
  let start: Int
  let end: Int?

  func open(_ path: FilePath) throws(FileError) -> sending any AudioDecoder {
    try SectionDecoder(try decoders.open(path), start: start, end: end ?? .max)
  }
}

/// Decodes some frames of a file, as if they were all.
private final class SectionDecoder: AudioDecoder {
  let format: StreamFormat
  private let decoder: any AudioDecoder
  private let start: Int
  private let end: Int
  /// The frame of the file that is read next.
  private var position: Int

  init(_ decoder: any AudioDecoder, start: Int, end: Int) throws(FileError) {
    (self.decoder, self.start, self.end, position) = (decoder, start, end, start)
    let file = decoder.format
    format = StreamFormat(
      sampleRate: file.sampleRate, channels: file.channels,
      length: file.length.map { FrameCount(max(0, min($0.value, end) - start)) })
    if start > 0 { try decoder.seek(to: FrameCount(start)) }
  }

  var endedEarly: Bool { position < end && decoder.endedEarly }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(FileError) -> Int {
    let room = min(buffer.count / format.channels, end - position)
    guard room > 0 else { return 0 }
    let count = try decoder.read(
      into: UnsafeMutableBufferPointer(rebasing: buffer[..<(room * format.channels)]))
    position += count
    return count
  }

  func seek(to frame: FrameCount) throws(FileError) {
    position = min(start + frame.value, end)
    try decoder.seek(to: FrameCount(position))
  }
}

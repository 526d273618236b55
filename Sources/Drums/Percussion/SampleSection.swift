import AudioBase
import SystemBase

/// Opens files of which only some frames are played, at the exact frames of the file.
struct SectionDecoders: DecoderOpening {
  let decoders: any DecoderOpening
  /// The first frame, and the frame after the last one; nil for the end of the file.
  let start: Int
  let end: Int?
  /// Whether the frames are decoded from the last to the first.
  var isReversed = false

  func open(_ path: FilePath) throws(FileError) -> sending any AudioDecoder {
    let section = try SectionDecoder(try decoders.open(path), start: start, end: end ?? .max)
    if isReversed { return try ReversedDecoder(section, path) }
    return section
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

/// Decodes a file from its last frame to the first.
private final class ReversedDecoder: AudioDecoder {
  /// The frames that are decoded at a time.
  private static let blockLength = 1 << 14

  let format: StreamFormat
  private(set) var endedEarly = false
  private let decoder: any AudioDecoder
  private let count: Int
  /// The number of frames that were put into blocks.
  private var position = 0
  /// The samples of the present block, in the order of reading, and the number of those that were read.
  private var block: [Float] = []
  private var used = 0

  /// Throws `unsupported` if the file does not state its length.
  init(_ decoder: any AudioDecoder, _ path: FilePath) throws(FileError) {
    guard let length = decoder.format.length else {
      throw FileError(
        .unsupported, path.shown, detail: "it does not state its length, so it cannot be played backwards")
    }
    (self.decoder, format, count) = (decoder, decoder.format, length.value)
  }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(FileError) -> Int {
    if used == block.count { try decodeBlock() }
    let samples = min(block.count - used, buffer.count / format.channels * format.channels)
    for index in 0..<samples { buffer[index] = block[used + index] }
    used += samples
    return samples / format.channels
  }

  /// Decodes the frames before those that were decoded last. What the file lacks of the stated length is silent.
  private func decodeBlock() throws(FileError) {
    let (channels, length) = (format.channels, min(ReversedDecoder.blockLength, count - position))
    var forward = [Float](repeating: 0, count: length * channels)
    if length > 0 { try decoder.seek(to: FrameCount(count - position - length)) }
    var read = 0
    while read < length {
      let offset = read * channels
      let made = try forward.withUnsafeMutableBufferPointer { (samples) throws(FileError) in
        try decoder.read(into: UnsafeMutableBufferPointer(rebasing: samples[offset...]))
      }
      if made == 0 { break }
      read += made
    }
    if read < length { endedEarly = true }
    block = (0..<length).reversed().flatMap { forward[($0 * channels)..<(($0 + 1) * channels)] }
    (used, position) = (0, position + length)
  }

  func seek(to frame: FrameCount) throws(FileError) {
    position = min(max(frame.value, 0), count)
    (block, used) = ([], 0)
  }
}

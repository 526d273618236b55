import AudioBase
import SystemBase

/// Opens one track with other levels of its drums and its music, and all other files as they are. Any thread.
package struct DrumLevelDecoders: DecoderOpening {
  private let decoders: any DecoderOpening
  private let track: TrackLocation
  private let drums: FilePath
  private let gains: (file: Float, drums: Float)

  /// - Parameters:
  ///   - drums: the drums of the track, a stereo file that begins with it.
  ///   - gains: the factors of the file and of its drums, which are in the file already: (1, −1) is the music alone.
  package init(
    _ decoders: any DecoderOpening, _ track: TrackLocation, drums: FilePath,
    gains: (file: Float, drums: Float)
  ) {
    (self.decoders, self.track, self.drums, self.gains) = (decoders, track, drums, gains)
  }

  package func open(_ path: FilePath) throws(FileError) -> sending any AudioDecoder {
    guard path == track.path else { return try decoders.open(path) }
    let file = try decoders.open(path)
    let rate = file.format.sampleRate
    return DrumLevelDecoder(
      file, try decoders.open(drums), start: track.section?.start.position(at: rate).value ?? 0, gains: gains)
  }

  package func open(_ path: FilePath, soundTrack: Int) throws(FileError) -> sending any AudioDecoder {
    try decoders.open(path, soundTrack: soundTrack)
  }

  package func receive(
    _ address: StreamAddress, onChange: @escaping @Sendable () -> Void
  ) throws(FileError) -> sending any StreamDecoder {
    try decoders.receive(address, onChange: onChange)
  }
}

/// Decodes a file and adds its drums.
private final class DrumLevelDecoder: AudioDecoder {
  private let file: any AudioDecoder
  private let drums: any AudioDecoder
  /// The frame of the file where the drums begin.
  private let start: Int
  private let gains: (file: Float, drums: Float)
  /// The next frame of the file, and that of the drums.
  private var position = 0, drumPosition = 0
  private var part: [Float] = []

  init(
    _ file: any AudioDecoder, _ drums: any AudioDecoder, start: Int, gains: (file: Float, drums: Float)
  ) {
    (self.file, self.drums, self.start, self.gains) = (file, drums, start, gains)
  }

  var format: StreamFormat { file.format }
  var endedEarly: Bool { file.endedEarly }

  func nextEvent() -> StreamEvent? { file.nextEvent() }

  func seek(to frame: FrameCount) throws(FileError) {
    try file.seek(to: frame)
    position = frame.value
  }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(FileError) -> Int {
    let count = try file.read(into: buffer)
    let channels = file.format.channels
    for index in 0..<count * channels { buffer[index] *= gains.file }
    // The frames of the buffer that are before the drums.
    let before = min(max(start - position, 0), count)
    var place = before
    while place < count {
      let read = try readDrums(position + place - start, most: count - place)
      if read == 0 { break }
      for frame in 0..<read {
        for channel in 0..<min(channels, 2) {
          buffer[(place + frame) * channels + channel] += gains.drums * part[2 * frame + channel]
        }
      }
      place += read
    }
    position += count
    return count
  }

  /// Reads frames of the drums from a frame of theirs on. Returns how many; 0 after the last one.
  private func readDrums(_ frame: Int, most: Int) throws(FileError) -> Int {
    if frame != drumPosition { try drums.seek(to: FrameCount(frame)) }
    drumPosition = frame
    if part.count < 2 * most { part = Array(repeating: 0, count: 2 * most) }
    var result: Result<Int, FileError> = .success(0)
    part.withUnsafeMutableBufferPointer { part in
      let room = UnsafeMutableBufferPointer(rebasing: part[..<(2 * most)])
      result = Result { () throws(FileError) in try drums.read(into: room) }
    }
    let read = try result.get()
    drumPosition += read
    return read
  }
}

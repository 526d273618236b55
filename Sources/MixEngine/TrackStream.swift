import AudioBase

/// A track as stereo at the device's rate: decoder, downmix and rate conversion in a row. Used by one thread.
package final class TrackStream {
  package let format: StreamFormat
  /// Of what is read.
  package let sampleRate: SampleRate
  private let decoder: any AudioDecoder
  private let converter: any RateConverting
  private let downmix: Downmix
  private let samples: UnsafeMutableBufferPointer<Float>
  private let stereo: UnsafeMutableBufferPointer<Frame>
  /// The decoded frames that the converter has not taken yet.
  private var waiting = 0..<0
  private var decoderHasEnded = false
  /// The frames decoded so far, or sought, in the track's own frames.
  private var decodedFrames = 0
  /// Whether samples came that are no numbers; they are silent.
  package private(set) var hadInvalidSamples = false

  private static let chunk = 2048

  /// Opens a track and decodes its first frames: a file that has none fails here, where nothing waits for it yet.
  ///
  /// - Parameter rate: nil leaves the track's own.
  package init(
    path: FilePath, rate: SampleRate?, decoders: any DecoderOpening, converters: any RateConverterMaking
  ) throws(AudioError) {
    decoder = try decoders.open(path)
    format = decoder.format
    sampleRate = rate ?? format.sampleRate
    converter = try converters.makeConverter(from: format.sampleRate, to: sampleRate)
    downmix = Downmix(channels: format.channels)
    samples = .allocate(capacity: TrackStream.chunk * format.channels)
    stereo = .allocate(capacity: TrackStream.chunk)
    try decode()
    if decoderHasEnded { throw AudioError(decoder.endedEarly ? .endsEarly : .empty, path.shown) }
  }

  deinit {
    samples.deallocate()
    stereo.deallocate()
  }

  /// The next frame to be converted, in the track's own frames.
  package var trackFrame: Int { decodedFrames - waiting.count }

  /// The frames to be read in all, as far as the file tells, about.
  package var outputLength: FrameCount? {
    guard let length = format.length else { return nil }
    let frames = length.seconds(at: format.sampleRate) * Double(sampleRate.hertz)
    return frames < 1e18 ? FrameCount(Int(frames.rounded())) : nil
  }

  /// True after the end where the file holds less than it promised.
  package var endedEarly: Bool { decoder.endedEarly }

  /// Reads the next frames at the device's rate.
  ///
  /// - Returns: how many were read; 0 at the end, and only there.
  package func read(into out: UnsafeMutableBufferPointer<Frame>) throws(AudioError) -> Int {
    while true {
      if waiting.isEmpty && !decoderHasEnded { try decode() }
      let input = UnsafeBufferPointer(rebasing: stereo[waiting])
      let (taken, made) = converter.convert(input, into: out)
      waiting = (waiting.lowerBound + taken)..<waiting.upperBound
      if made > 0 || (decoderHasEnded && waiting.isEmpty) { return made }
    }
  }

  /// Goes to a frame of the track exactly; one past the end goes to the end.
  package func seek(to frame: FrameCount) throws(AudioError) {
    try decoder.seek(to: frame)
    converter.reset()
    waiting = 0..<0
    decoderHasEnded = false
    decodedFrames = frame.value
  }

  private func decode() throws(AudioError) {
    let count = try decoder.read(into: samples)
    decoderHasEnded = count == 0
    decodedFrames += count
    let decoded = UnsafeMutableBufferPointer(rebasing: samples[..<(count * format.channels)])
    let mixed = UnsafeMutableBufferPointer(rebasing: stereo[..<count])
    downmix.mix(UnsafeBufferPointer(decoded), into: mixed)
    if !SampleGuard.isClean(UnsafeBufferPointer(mixed)) {
      hadInvalidSamples = true
      SampleGuard.silence(decoded)
      downmix.mix(UnsafeBufferPointer(decoded), into: mixed)
    }
    waiting = 0..<count
  }
}

extension TrackStream {
  /// Reads all that is left: for samples, which are short.
  ///
  /// - Parameter limit: frames after which reading stops.
  package func readAll(limit: FrameCount) throws(AudioError) -> [Frame] {
    var frames: [Frame] = []
    let block = UnsafeMutableBufferPointer<Frame>.allocate(capacity: TrackStream.chunk)
    defer { block.deallocate() }
    while frames.count < limit.value {
      let count = try read(into: block)
      if count == 0 { break }
      frames.append(contentsOf: block[..<min(count, limit.value - frames.count)])
    }
    return frames
  }
}

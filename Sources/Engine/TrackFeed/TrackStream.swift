import AudioBase
import SystemBase

/// Reads a track as stereo at a wanted rate: decoder, downmix and rate converter in series. Used by one thread at a
/// time.
///
/// A track is a file or a section of a file; frames are counted from the beginning of the track.
package final class TrackStream {
  /// The format of the file, with the length of the track.
  package let format: StreamFormat
  /// The rate of the frames that are read.
  package let sampleRate: SampleRate
  private let decoder: any AudioDecoder
  /// The decoder of a stream of the network; nil for a file.
  private let live: (any StreamDecoder)?
  private let bounds: SectionBounds
  var converter: ConverterChain
  private let downmix: Downmix
  /// The mixer; nil if no clips are heard with tracks.
  private let mixer: ClipMixer?
  private let samples: UnsafeMutableBufferPointer<Float>
  /// The decoded frames.
  let stereo: UnsafeMutableBufferPointer<Frame>
  /// The frames of `stereo` that the converter has not taken yet.
  var waiting = 0..<0
  private var decoderHasEnded = false
  /// The track's own frame that is decoded next.
  private var decodedFrames = 0
  /// The output frames before the track that are still to be discarded.
  var leadLeft = 0
  /// The output frames that are still to be read; nil if the track goes to the file's end.
  var outputLeft: Int?
  /// The track that follows without a gap: the converter takes its first frames after the last ones of this track.
  var successor: TrackStream?
  /// The count of the converter's output frames at the end of this track; set when the successor's frames are fed to
  /// it.
  var end: Int?
  /// Frames of this track that the converter of the track before has taken.
  var fedAhead = 0
  /// Whether samples were NaN or infinite; they are silenced.
  package private(set) var hadInvalidSamples = false

  private static let chunk = 2048

  /// Opens a track and decodes its first frames, so that a file without any fails here.
  ///
  /// - Parameters:
  ///   - rate: nil leaves the track's own.
  ///   - soundTrack: the index of a sound track of the file; nil for the one that is heard when the file is played.
  ///   - clips: what is heard with tracks.
  ///   - hasClipsOnly: whether the track itself is silent.
  package convenience init(
    _ location: TrackLocation, soundTrack: Int? = nil, rate: SampleRate?, decoders: any DecoderOpening,
    converters: any RateConverterMaking, clips: TrackClips? = nil, hasClipsOnly: Bool = false
  ) throws(FileError) {
    let decoder =
      if let soundTrack {
        try decoders.open(location.path, soundTrack: soundTrack)
      } else {
        try decoders.open(location.path)
      }
    let mixer = clips.map {
      ClipMixer(
        $0, of: location, rate: decoder.format.sampleRate, decoders: decoders, converters: converters,
        silencesTrack: hasClipsOnly || $0.silencesTracks)
    }
    try self.init(decoder, mixer: mixer, location, rate: rate, converters)
  }

  /// Reads a stream that is ready.
  convenience init(
    _ live: any StreamDecoder, _ location: TrackLocation, rate: SampleRate,
    _ converters: any RateConverterMaking
  ) throws(FileError) {
    try self.init(live, live: live, location, rate: rate, converters)
  }

  private init(
    _ decoder: any AudioDecoder, live: (any StreamDecoder)? = nil, mixer: ClipMixer? = nil,
    _ location: TrackLocation, rate: SampleRate?, _ converters: any RateConverterMaking
  ) throws(FileError) {
    (self.decoder, self.live, self.mixer) = (decoder, live, mixer)
    let file = decoder.format
    sampleRate = rate ?? file.sampleRate
    guard let bounds = SectionBounds(location.section, format: file, outputRate: sampleRate) else {
      throw FileError(.endsEarly, location.shown, detail: "before the track begins")
    }
    self.bounds = bounds
    format = StreamFormat(
      sampleRate: file.sampleRate, channels: file.channels, length: bounds.length.map { FrameCount($0) })
    converter = try ConverterChain(from: format.sampleRate, to: sampleRate, converters)
    downmix = Downmix(channels: format.channels)
    samples = .allocate(capacity: TrackStream.chunk * format.channels)
    stereo = .allocate(capacity: TrackStream.chunk)
    if location.section != nil { try place(at: 0) }
    try decode()
    if decoderHasEnded { throw FileError(decoder.endedEarly ? .endsEarly : .empty, location.shown) }
  }

  deinit {
    samples.deallocate()
    stereo.deallocate()
  }

  /// The track's own frame that is converted next.
  package var trackFrame: Int {
    let frame = max(0, decodedFrames - waiting.count)
    return outputLeft == nil ? frame : min(frame, bounds.length ?? frame)
  }

  /// The approximate number of output frames of the whole track; nil if the file does not state its length.
  package var outputLength: FrameCount? {
    guard let length = format.length else { return nil }
    let frames = length.seconds(at: format.sampleRate) * Double(sampleRate.hertz)
    return frames < 1e18 ? FrameCount(Int(frames.rounded())) : nil
  }

  /// Whether the file has ended before the length that it states. To be asked at the end.
  package var endedEarly: Bool { outputLeft != 0 && decoderHasEnded && decoder.endedEarly }

  /// Whether a stream has to receive more before it can be read.
  var isWaiting: Bool { live?.readiness == .waiting }

  /// Returns the next event of the decoder, and removes it.
  func nextEvent() -> StreamEvent? { decoder.nextEvent() }

  /// Reads the next frames. A stream must not be waiting. Returns the number of frames; 0 at the end, and only there.
  package func read(into out: UnsafeMutableBufferPointer<Frame>) throws(FileError) -> Int {
    while leadLeft > 0 {
      let made = try convert(into: UnsafeMutableBufferPointer(rebasing: out.prefix(leadLeft)))
      leadLeft = made == 0 ? 0 : leadLeft - made
    }
    guard let left = outputLeft else { return try convert(into: out) }
    guard left > 0 else { return 0 }
    let made = try convert(into: UnsafeMutableBufferPointer(rebasing: out.prefix(left)))
    outputLeft = left - made
    return made
  }

  private func convert(into out: UnsafeMutableBufferPointer<Frame>) throws(FileError) -> Int {
    while true {
      if waiting.isEmpty && !decoderHasEnded {
        try decode()
        if decoderHasEnded { try prepareEnd() }
      }
      if let made = readEnd(into: out) { return made }
      let made = convertWaiting(into: out)
      if made > 0 || (decoderHasEnded && waiting.isEmpty) { return made }
    }
  }

  private func convertWaiting(into out: UnsafeMutableBufferPointer<Frame>) -> Int {
    if waiting.isEmpty { return converter.drain(into: out) }
    let (taken, made) = converter.convert(UnsafeBufferPointer(rebasing: stereo[waiting]), into: out)
    waiting = (waiting.lowerBound + taken)..<waiting.upperBound
    return made
  }

  /// Seeks to an exact frame of the track; a frame past the end seeks to the end.
  package func seek(to frame: FrameCount) throws(FileError) {
    try place(at: frame.value)
    converter.reset()
    end = nil
    fedAhead = 0
  }

  private func place(at frame: Int) throws(FileError) {
    let lead = frame == 0 ? bounds.lead : 0
    leadLeft = frame == 0 ? bounds.leadOutput : 0
    outputLeft = bounds.outputFrames(from: frame)
    try decoder.seek(to: FrameCount(bounds.start + frame - lead))
    waiting = 0..<0
    decoderHasEnded = false
    decodedFrames = frame - lead
  }

  private func decode() throws(FileError) {
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
    mixer?.add(to: mixed, at: decodedFrames - count)
    waiting = 0..<count
  }
}

extension TrackStream {
  /// Reads all frames that are left, at most `limit`. For samples of kits, which are short.
  package func readAll(limit: FrameCount) throws(FileError) -> [Frame] {
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

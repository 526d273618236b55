import AudioBase
import SystemBase

/// A track as stereo at the device's rate: decoder, downmix and rate conversion in a row. Used by one thread.
///
/// A track is a file or a section of one; all frames are counted from the track's start.
package final class TrackStream {
  /// The file's, with the track's length.
  package let format: StreamFormat
  /// Of what is read.
  package let sampleRate: SampleRate
  private let decoder: any AudioDecoder
  private let bounds: SectionBounds
  var line: ConverterChain
  private let downmix: Downmix
  private let samples: UnsafeMutableBufferPointer<Float>
  let stereo: UnsafeMutableBufferPointer<Frame>
  /// The decoded frames that the converter has not taken yet.
  var waiting = 0..<0
  private var decoderHasEnded = false
  /// The frames decoded so far, or sought, in the track's own frames.
  private var decodedFrames = 0
  /// What the converter still makes of frames before the track.
  var leadLeft = 0
  /// What is still to be read; nil where the file's end tells.
  var outputLeft: Int?
  /// What follows without a gap: its first frames push the last ones of this track out of the converter.
  var successor: TrackStream?
  /// How many frames the converter will have made at this track's end, once the successor's go into it.
  var end: Int?
  /// Frames that were given to the track before.
  var lent = 0
  /// Whether samples came that are no numbers; they are silent.
  package private(set) var hadInvalidSamples = false

  private static let chunk = 2048

  /// Opens a track and decodes its first frames: a file that has none fails here, where nothing waits for it yet.
  ///
  /// - Parameters:
  ///   - section: the part of the file; nil is all of it.
  ///   - rate: nil leaves the track's own.
  package init(
    path: FilePath, section: TrackSection? = nil, rate: SampleRate?, decoders: any DecoderOpening,
    converters: any RateConverterMaking
  ) throws(FileError) {
    decoder = try decoders.open(path)
    let file = decoder.format
    sampleRate = rate ?? file.sampleRate
    guard let bounds = SectionBounds(section, format: file, outputRate: sampleRate) else {
      throw FileError(.endsEarly, path.shown, detail: "before the track begins")
    }
    self.bounds = bounds
    format = StreamFormat(
      sampleRate: file.sampleRate, channels: file.channels, length: bounds.length.map { FrameCount($0) })
    line = try ConverterChain(from: format.sampleRate, to: sampleRate, converters)
    downmix = Downmix(channels: format.channels)
    samples = .allocate(capacity: TrackStream.chunk * format.channels)
    stereo = .allocate(capacity: TrackStream.chunk)
    if section != nil { try place(at: 0) }
    try decode()
    if decoderHasEnded { throw FileError(decoder.endedEarly ? .endsEarly : .empty, path.shown) }
  }

  deinit {
    samples.deallocate()
    stereo.deallocate()
  }

  /// The next frame to be converted, in the track's own frames.
  package var trackFrame: Int {
    let frame = max(0, decodedFrames - waiting.count)
    return outputLeft == nil ? frame : min(frame, bounds.length ?? frame)
  }

  /// The frames to be read in all, as far as the file tells, about.
  package var outputLength: FrameCount? {
    guard let length = format.length else { return nil }
    let frames = length.seconds(at: format.sampleRate) * Double(sampleRate.hertz)
    return frames < 1e18 ? FrameCount(Int(frames.rounded())) : nil
  }

  /// True after the end where the file holds less than it promised.
  package var endedEarly: Bool { outputLeft != 0 && decoderHasEnded && decoder.endedEarly }

  /// Reads the next frames at the device's rate.
  ///
  /// - Returns: how many were read; 0 at the end, and only there.
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
        if decoderHasEnded { try beginEnd() }
      }
      if let made = pushOut(into: out) { return made }
      let made = convertWaiting(into: out)
      if made > 0 || (decoderHasEnded && waiting.isEmpty) { return made }
    }
  }

  private func convertWaiting(into out: UnsafeMutableBufferPointer<Frame>) -> Int {
    if waiting.isEmpty { return line.drain(into: out) }
    let (taken, made) = line.convert(UnsafeBufferPointer(rebasing: stereo[waiting]), into: out)
    waiting = (waiting.lowerBound + taken)..<waiting.upperBound
    return made
  }

  /// Goes to a frame of the track exactly; one past the end goes to the end.
  package func seek(to frame: FrameCount) throws(FileError) {
    try place(at: frame.value)
    line.reset()
    end = nil
    lent = 0
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
    waiting = 0..<count
  }
}

extension TrackStream {
  /// Reads all that is left: for samples, which are short.
  ///
  /// - Parameter limit: frames after which reading stops.
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

import AudioBase
import Glibc
import MixEngine
import SystemBase
import TrackFeed

struct SampleFile: Hashable, Sendable {
  let path: FilePath
  /// The change of pitch in semitones.
  let tune: Double
  /// The frames of the file that are played: from `start`, before `end`.
  var start = 0
  var end: Int?
  /// The frames of the file that a loop repeats; nil for all.
  var loop: Range<Int>?
  /// Whether the frames are played from the last to the first.
  var isReversed = false
}

/// Decodes samples at the engine's rate. They are tuned by rate conversion. Any thread.
struct SampleDecoder: Sendable {
  /// The length in seconds above which samples are streamed, unless all are kept whole.
  static let longestResident = 10.0
  /// The same for samples of which a part repeats: the ring of a streamed sample only repeats the whole.
  static let longestLooped = 60.0
  /// The seconds of the beginning of a streamed sample that stay in memory until a worker has opened the file.
  static let headLength = 0.5
  /// The same for a sample that is loaded whole as soon as its pad is used. Its file was read a short time ago.
  static let deferredHeadLength = 0.05

  let decoders: any DecoderOpening
  let converters: any RateConverterMaking
  let rate: SampleRate
  let streamsLongSamples: Bool

  /// The frames that are kept of a streamed sample.
  var head: FrameCount { head(isDeferred: false) }

  private func head(isDeferred: Bool) -> FrameCount {
    FrameCount(seconds: isDeferred ? SampleDecoder.deferredHeadLength : SampleDecoder.headLength, at: rate)
  }

  /// Returns a sample whose file is not opened before a strike needs it. Of one that repeats a part, the ring would repeat
  /// the whole.
  func unread(_ file: SampleFile) -> PadSample {
    precondition(file.loop == nil)
    return PadSample(
      unread: StreamedSample(decoder: self, file: file, isDeferred: true), sampleRate: rate)
  }

  /// Decodes a sample, or the beginning of one that is streamed, or of which that is enough for now (`isDeferred`).
  ///
  /// - Throws: if the file cannot be decoded, or the system refuses the memory.
  func decode(_ file: SampleFile, isDeferred: Bool = false) throws(FileError) -> PadSample {
    let stream = try open(file)
    let most = file.loop == nil ? SampleDecoder.longestResident : SampleDecoder.longestLooped
    let longest = FrameCount(seconds: most, at: rate)
    let stated = stream.outputLength ?? .zero
    let isLong = stated > longest
    let head = head(isDeferred: isDeferred && !isLong)
    let limit = !streamsLongSamples ? FrameCount(.max) : isLong || isDeferred ? head : longest
    // The stated length may be wrong: no more is allocated by it than a short sample takes.
    var writer = PadSampleWriter(capacity: min(stated.value, longest.value - 16, limit.value - 16) + 16)
    let hasEnded = try SampleDecoder.read(stream, of: file.path, into: &writer, limit: limit)
    let sample = writer.sample(at: rate, loop: SampleDecoder.loop(of: file, stream))
    return hasEnded ? sample : try streamed(sample, of: file, isDeferred: isDeferred && !isLong)
  }

  /// Returns the frames of the played part at the rate of a stream that a loop repeats; nil for all.
  private static func loop(of file: SampleFile, _ stream: TrackStream) -> Range<Int>? {
    guard let loop = file.loop else { return nil }
    let ratio = Double(stream.sampleRate.hertz) / Double(stream.format.sampleRate.hertz)
    let bounds = [loop.lowerBound, loop.upperBound].map { bound in
      Int((Double(max(min(bound, file.end ?? .max, 1 << 32) - file.start, 0)) * ratio).rounded())
    }
    return bounds[0] < bounds[1] ? bounds[0]..<bounds[1] : nil
  }

  /// Keeps the beginning of a sample and streams the rest, until its pad is used if it is deferred.
  func streamed(
    _ sample: PadSample, of file: SampleFile, isDeferred: Bool = false
  ) throws(FileError) -> PadSample {
    let source = StreamedSample(decoder: self, file: file, isDeferred: isDeferred)
    return try SampleDecoder.inMemory(file.path) { () throws(ResourceRefusal) in
      try sample.streamed(from: source, keeping: head(isDeferred: isDeferred))
    }
  }

  /// Performs work that needs memory. Throws an error of the file if the system refuses it.
  private static func inMemory<Value: ~Copyable>(
    _ path: FilePath, _ body: () throws(ResourceRefusal) -> Value
  ) throws(FileError) -> Value {
    do throws(ResourceRefusal) { return try body() } catch {
      throw FileError(errno: error.number, path.shown, call: error.call)
    }
  }

  /// Opens a sample at the rate that gives its pitch when its frames are played at the engine's rate.
  func open(_ file: SampleFile) throws(FileError) -> TrackStream {
    let hertz = (Double(rate.hertz) * exp2(-file.tune / 12)).rounded()
    let (least, most) = (SampleRate.playable.lowerBound, SampleRate.playable.upperBound)
    let tuned = SampleRate(Int(min(max(hertz, Double(least)), Double(most))))
    let isWhole = file.start == 0 && file.end == nil && !file.isReversed
    return try TrackStream(
      TrackLocation(path: file.path), rate: tuned,
      decoders: isWhole
        ? decoders
        : SectionDecoders(
          decoders: decoders, start: file.start, end: file.end, isReversed: file.isReversed),
      converters: converters)
  }

  /// Reads frames up to a limit. Returns whether the sample has ended before or at the limit.
  private static func read(
    _ stream: TrackStream, of path: FilePath, into writer: inout PadSampleWriter, limit: FrameCount
  ) throws(FileError) -> Bool {
    let block = UnsafeMutableBufferPointer<Frame>.allocate(capacity: 2048)
    defer { block.deallocate() }
    while true {
      let room = min(block.count, limit.value - writer.count)
      // At the limit, one more frame shows whether the sample continues.
      let count = try stream.read(into: UnsafeMutableBufferPointer(rebasing: block[..<max(room, 1)]))
      if count == 0 { return true }
      if room == 0 { return false }
      try inMemory(path) { () throws(ResourceRefusal) in
        try writer.append(UnsafeBufferPointer(rebasing: block[..<count]))
      }
    }
  }
}

/// A sample that is read from its file while it sounds.
struct StreamedSample: PadSampleSource {
  let decoder: SampleDecoder
  let file: SampleFile
  let isDeferred: Bool

  func open() throws(FileError) -> any PadSampleReader { try decoder.open(file) }

  func startWorker(for streams: PadStreams) -> any PadStreamWorker { SampleStreamer(streams) }
}

extension TrackStream: PadSampleReader {}

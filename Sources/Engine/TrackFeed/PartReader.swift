import AudioBase
import SystemBase

/// Reads the file of a part of a track in step with the track. Used by one thread at a time.
final class PartReader {
  private let stream: TrackStream
  private let part: SongPart
  private let trackRate: SampleRate
  /// Output frames before the file begins.
  private var silence = 0
  private var hasEnded = false

  /// Creates a reader of the file of a part.
  ///
  /// - Parameter trackRate: the rate of the track; that of the file may be another one.
  init(_ stream: TrackStream, of part: SongPart, trackRate: SampleRate) {
    (self.stream, self.part, self.trackRate) = (stream, part, trackRate)
  }

  /// Goes to the place of the output that is `frames` output frames behind a frame of the track.
  func place(at trackFrame: Int, and frames: Int = 0) throws(FileError) {
    // Whole steps of both rates end on whole frames; the converter makes what is left.
    let common = PartReader.commonDivisor(trackRate.hertz, stream.sampleRate.hertz)
    let (step, trackStep) = (stream.sampleRate.hertz / common, trackRate.hertz / common)
    let frame = trackFrame + frames / step * trackStep - part.offset
    hasEnded = false
    silence = frame < 0 ? convert(-frame, to: stream.sampleRate) : 0
    try stream.seek(to: FrameCount(convert(max(frame, 0), to: stream.format.sampleRate)))
    try discard(frames % step)
  }

  private func convert(_ frames: Int, to rate: SampleRate) -> Int {
    FrameCount(seconds: FrameCount(frames).seconds(at: trackRate), at: rate).value
  }

  private static func commonDivisor(_ one: Int, _ other: Int) -> Int {
    other == 0 ? one : commonDivisor(other, one % other)
  }

  private func discard(_ count: Int) throws(FileError) {
    let block = UnsafeMutableBufferPointer<Frame>.allocate(capacity: max(count, 1))
    defer { block.deallocate() }
    try read(into: UnsafeMutableBufferPointer(rebasing: block[..<count]))
  }

  /// Fills a buffer with the next frames; with silence before the file begins and behind its end.
  func read(into out: UnsafeMutableBufferPointer<Frame>) throws(FileError) {
    var done = min(silence, out.count)
    silence -= done
    for index in 0..<done { out[index] = .zero }
    while done < out.count && !hasEnded {
      let count = try readSome(into: UnsafeMutableBufferPointer(rebasing: out[done...]))
      hasEnded = count == 0
      done += count
    }
    for index in done..<out.count { out[index] = .zero }
  }

  private func readSome(into out: UnsafeMutableBufferPointer<Frame>) throws(FileError) -> Int {
    let isThere = part.has(stream.trackFrame)
    let count = try stream.read(into: out)
    // What is written meanwhile is heard when it is known to be whole.
    if !isThere { for index in 0..<count { out[index] = .zero } }
    return count
  }

  /// Reads the last frames of a repeated range under its seam, and goes on behind the range's first frame.
  func turnBack(into out: UnsafeMutableBufferPointer<Frame>, at turn: LoopTurn) throws(FileError) {
    let start = turn.loop.frames.lowerBound
    if out.isEmpty { return try place(at: start) }
    try read(into: out)
    try place(at: start - turn.seam.leadTrackFrames)
    let lead = UnsafeMutableBufferPointer<Frame>.allocate(capacity: max(turn.seam.leadLength, 1))
    defer { lead.deallocate() }
    let frames = UnsafeMutableBufferPointer(rebasing: lead[..<turn.seam.leadLength])
    try read(into: frames)
    LoopCrossfade.mix(out, with: UnsafeBufferPointer(rebasing: frames.suffix(out.count)))
  }
}

extension SongParts {
  /// Replaces frames of a track by the sum of its parts at their gains. Reads the files of the parts.
  ///
  /// - Parameters:
  ///   - start: the frame of the track at which they begin.
  ///   - rate: that of the track and of the frames.
  package func sum(
    into frames: inout [Frame], from start: Int, at rate: SampleRate, decoders: any DecoderOpening,
    converters: any RateConverterMaking
  ) throws(FileError) {
    let ramp = WeightRamp(from: nil, to: WeightCourse(self), at: 0, length: 0)
    let place = TrackPlace(position: 0, trackFrame: Double(start), ratio: 1)
    var weights = ramp.factors(of: 0, from: 0, place)
    for index in frames.indices { frames[index] *= weights.next() }
    var block = [Frame](repeating: .zero, count: frames.count)
    for (number, part) in files.enumerated() {
      var weights = ramp.factors(of: number + 1, from: 0, place)
      guard weights.constant(for: frames.count) != 0, let path = part.path else { continue }
      let stream = try TrackStream(
        TrackLocation(path: path), soundTrack: part.soundTrack, rate: rate, decoders: decoders,
        converters: converters)
      let reader = PartReader(stream, of: part, trackRate: rate)
      try reader.place(at: start)
      try block.withUnsafeMutableBufferPointer { (block) throws(FileError) in try reader.read(into: block) }
      for index in frames.indices { frames[index] += block[index] * weights.next() }
    }
  }
}

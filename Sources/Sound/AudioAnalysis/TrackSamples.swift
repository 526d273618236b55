import AudioBase
import SystemBase

/// Decodes a track, a file or its section, in chunks. Used by one thread.
struct TrackSamples {
  static let chunk = 16_384

  private let decoder: any AudioDecoder
  /// The frame of the file at which the track begins.
  private let start: Int
  /// The frames that the section has at most.
  private let most: Int

  /// Opens the file and seeks to the beginning of the track.
  init(_ track: TrackLocation, decoders: any DecoderOpening) throws(FileError) {
    decoder = try decoders.open(track.path)
    guard let section = track.section else {
      (start, most) = (0, .max)
      return
    }
    let rate = decoder.format.sampleRate
    let first = section.start.position(at: rate)
    try decoder.seek(to: first)
    start = first.value
    most = section.end.map { $0.position(at: rate).value - first.value } ?? .max
  }

  var format: StreamFormat { decoder.format }

  /// The frames of the track; nil if the file does not state its length.
  var count: Int? {
    most < .max ? most : decoder.format.length?.value
  }

  /// Reads up to a number of frames.
  ///
  /// - Parameters:
  ///   - isCancelled: called before each chunk.
  ///   - body: receives whole frames, interleaved, all finite.
  /// - Returns: false if cancelled.
  func read(
    upTo limit: Int = .max, isCancelled: () -> Bool,
    _ body: (UnsafeBufferPointer<Float>) throws(FileError) -> Void
  ) throws(FileError) -> Bool {
    let channels = format.channels
    var left = min(most, limit)
    let samples = UnsafeMutableBufferPointer<Float>.allocate(capacity: TrackSamples.chunk * channels)
    defer { samples.deallocate() }
    while !isCancelled() {
      let count = min(try decode(into: samples), left)
      if count == 0 { return true }
      left -= count
      try body(UnsafeBufferPointer(rebasing: samples[..<(count * channels)]))
    }
    return false
  }

  /// Decodes the next frames, interleaved, all finite. Returns their number; 0 at the end of the file.
  private func decode(into samples: UnsafeMutableBufferPointer<Float>) throws(FileError) -> Int {
    let count = try decoder.read(into: samples)
    SampleGuard.silence(UnsafeMutableBufferPointer(rebasing: samples[..<(count * format.channels)]))
    return count
  }

  // MARK: Places

  /// Seeks to a frame of the track.
  func seek(to frame: Int) throws(FileError) { try decoder.seek(to: FrameCount(start + frame)) }

  /// Appends the next frames to samples, interleaved, all finite.
  ///
  /// - Parameter place: the frame of the track that was sought, plus those that were read since.
  /// - Returns: their number; 0 at the end of the track.
  func read(from place: Int, onto values: inout [Float]) throws(FileError) -> Int {
    let channels = format.channels
    let samples = UnsafeMutableBufferPointer<Float>.allocate(capacity: TrackSamples.chunk * channels)
    defer { samples.deallocate() }
    let count = min(try decode(into: samples), max(most - place, 0))
    values += samples[..<(count * channels)]
    return count
  }
}

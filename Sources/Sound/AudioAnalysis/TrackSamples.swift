import AudioBase
import SystemBase

/// Decodes a track, a file or its section, in chunks. Used by one thread.
struct TrackSamples {
  private static let chunk = 16_384

  private let decoder: any AudioDecoder
  /// The frames that the section has at most.
  private let most: Int

  /// Opens the file and seeks to the beginning of the track.
  init(_ track: TrackLocation, decoders: any DecoderOpening) throws(FileError) {
    decoder = try decoders.open(track.path)
    guard let section = track.section else {
      most = .max
      return
    }
    let rate = decoder.format.sampleRate
    let start = section.start.position(at: rate)
    try decoder.seek(to: start)
    most = section.end.map { $0.position(at: rate).value - start.value } ?? .max
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
      let count = min(try decoder.read(into: samples), left)
      if count == 0 { return true }
      left -= count
      let read = UnsafeMutableBufferPointer(rebasing: samples[..<(count * channels)])
      SampleGuard.silence(read)
      try body(UnsafeBufferPointer(read))
    }
    return false
  }
}

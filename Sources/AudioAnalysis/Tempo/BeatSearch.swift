import AudioBase
import SystemBase

/// Finds the tempo and the beats of tracks. Blocks while it decodes, in about a five-hundredth of the duration.
package struct BeatSearch: Sendable {
  /// The part of a long track that is analysed, in seconds: a mix of an hour has no tempo.
  private static let longest = 1_200

  private let decoders: any DecoderOpening

  package init(decoders: any DecoderOpening) { self.decoders = decoders }

  package enum Result: Hashable, Sendable {
    case found(FoundBeats)
    /// The track has no regular beat, or is silent or too short.
    case noBeat
    case cancelled
  }

  /// Decodes a track and finds its beats.
  ///
  /// - Parameters:
  ///   - isCancelled: called often.
  ///   - progress: receives the part that is done, 0…1.
  /// - Throws: the errors of opening and decoding.
  package func run(
    _ track: TrackLocation, isCancelled: () -> Bool = { false }, progress: (Double) -> Void = { _ in }
  ) throws(FileError) -> Result {
    let samples = try TrackSamples(track, decoders: decoders)
    let (rate, channels) = (samples.format.sampleRate, samples.format.channels)
    let limit = BeatSearch.longest * rate.hertz
    var detector = OnsetDetector(sampleRate: rate, channels: channels)
    let count = min(samples.count ?? limit, limit)
    var done = 0
    let isDone = try samples.read(upTo: limit, isCancelled: isCancelled) { (samples) throws(FileError) in
      detector.add(samples)
      done += samples.count / channels
      progress(Double(done) / Double(max(done, count)))
    }
    if !isDone { return .cancelled }
    detector.finish()
    return FoundBeats(detector.curve).map { .found($0) } ?? .noBeat
  }
}

import AudioBase
import SystemBase

/// Finds the tempo and the beats of tracks by their onsets.
package struct BeatSearch: BeatFinding {
  /// The part of a long track that is analysed, in seconds: a mix of an hour has no tempo.
  private static let longest = 1_200

  private let decoders: any DecoderOpening

  package init(decoders: any DecoderOpening) { self.decoders = decoders }

  package func find(
    in track: TrackLocation, isCancelled: () -> Bool = { false }, progress: (Double) -> Void = { _ in }
  ) throws(FileError) -> BeatSearchResult {
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
    return BeatSearchResult(detector.curve)
  }
}

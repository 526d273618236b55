import AudioBase
import SystemBase

/// Finds the tempo and the beats of tracks by their onsets, and their keys by their tones.
package struct BeatSearch: BeatFinding {
  /// The part of a long track that is analysed, in seconds: a mix of an hour has no tempo.
  private static let longest = 1_200

  private let decoders: any DecoderOpening

  package init(decoders: any DecoderOpening) { self.decoders = decoders }

  package func find(
    in track: TrackLocation, isCancelled: () -> Bool = { false }, progress: (Double) -> Void = { _ in }
  ) throws(FileError) -> BeatSearchResult {
    try analyse(track, findsKey: false, isCancelled, progress).beats
  }

  package func analyse(
    _ track: TrackLocation, isCancelled: () -> Bool = { false }, progress: (Double) -> Void = { _ in }
  ) throws(FileError) -> SongAnalysis {
    try analyse(track, findsKey: true, isCancelled, progress)
  }

  private func analyse(
    _ track: TrackLocation, findsKey: Bool, _ isCancelled: () -> Bool, _ progress: (Double) -> Void
  ) throws(FileError) -> SongAnalysis {
    let samples = try TrackSamples(track, decoders: decoders)
    let (rate, channels) = (samples.format.sampleRate, samples.format.channels)
    let limit = BeatSearch.longest * rate.hertz
    var detector = OnsetDetector(sampleRate: rate, channels: channels)
    var chromagram = Chromagram(sampleRate: rate, channels: channels)
    let count = min(samples.count ?? limit, limit)
    var done = 0
    let isDone = try samples.read(upTo: limit, isCancelled: isCancelled) { (samples) throws(FileError) in
      detector.add(samples)
      if findsKey { chromagram.add(samples) }
      done += samples.count / channels
      progress(Double(done) / Double(max(done, count)))
    }
    if !isDone { return SongAnalysis(beats: .cancelled, key: nil) }
    detector.finish()
    return SongAnalysis(beats: BeatSearchResult(detector.curve), key: findsKey ? FoundKey(chromagram) : nil)
  }
}

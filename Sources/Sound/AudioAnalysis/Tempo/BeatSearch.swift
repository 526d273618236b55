import AudioBase
import SystemBase

/// Finds the tempo and the beats of tracks by their onsets, and their keys by their tones.
package struct BeatSearch: BeatFinding {
  private let analyser: TrackAnalyser

  package init(decoders: any DecoderOpening) { analyser = TrackAnalyser(decoders: decoders) }

  package func find(
    in track: TrackLocation, isCancelled: () -> Bool = { false }, progress: (Double) -> Void = { _ in }
  ) throws(FileError) -> BeatSearchResult {
    try analyser.analyse(track, for: [.beats], isCancelled: isCancelled, progress: progress)?.beats
      ?? .cancelled
  }

  package func analyse(
    _ track: TrackLocation, isCancelled: () -> Bool = { false }, progress: (Double) -> Void = { _ in }
  ) throws(FileError) -> SongAnalysis {
    let found = try analyser.analyse(
      track, for: [.beats, .key], isCancelled: isCancelled, progress: progress)
    return SongAnalysis(beats: found?.beats ?? .cancelled, key: found?.key)
  }
}

import AudioBase
import SystemBase

/// Finds the tempo and the beats of tracks by their onsets. Any thread.
package struct BeatSearch: Sendable {
  private let analyser: TrackAnalyser

  package init(decoders: any DecoderOpening) { analyser = TrackAnalyser(decoders: decoders) }

  /// Decodes a track and finds its beats. Blocks for about a five-hundredth of the duration.
  ///
  /// - Parameters:
  ///   - isCancelled: called often.
  ///   - progress: receives the part that is done, 0…1.
  /// - Throws: the errors of opening and decoding.
  package func find(
    in track: TrackLocation, isCancelled: () -> Bool = { false }, progress: (Double) -> Void = { _ in }
  ) throws(FileError) -> BeatSearchResult {
    try analyser.analyse(track, for: [.beats], isCancelled: isCancelled, progress: progress)?.beats
      ?? .cancelled
  }
}

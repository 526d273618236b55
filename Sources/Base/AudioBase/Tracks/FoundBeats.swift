import SystemBase

package struct FoundBeats: Hashable, Sendable {
  /// Beats per minute: of all beats if the tempo is steady, else of most.
  package let bpm: Double
  /// Whether the beats are even from the first to the last one.
  package let isSteady: Bool
  /// How alike the onsets are from beat to beat, 0…1.
  package let confidence: Double
  /// The beats in ascending order, by frames of the track.
  package let beats: [Double]
  /// The beats of a bar and the index of the first beat that begins one; nil if no accent is clear.
  package let bars: Bars?
  package let rate: SampleRate

  package struct Bars: Hashable, Sendable {
    package let beats: Int
    package let first: Int

    package init(beats: Int, first: Int) { (self.beats, self.first) = (beats, first) }
  }

  package init(
    bpm: Double, isSteady: Bool, confidence: Double, beats: [Double], bars: Bars?, rate: SampleRate
  ) {
    (self.bpm, self.isSteady, self.confidence) = (bpm, isSteady, confidence)
    (self.beats, self.bars, self.rate) = (beats, bars, rate)
  }
}

/// A tempo that may be wrong: the onsets of the track are not periodic enough for beats, or fit two metres.
package struct TempoGuess: Hashable, Sendable {
  /// Beats per minute.
  package let bpm: Double
  /// How alike the onsets are from beat to beat, 0…1; less than that of any found beats.
  package let confidence: Double

  package init(bpm: Double, confidence: Double) { (self.bpm, self.confidence) = (bpm, confidence) }
}

/// Finds what is found by the sound of songs. Any thread.
package protocol SongAnalysing: Sendable {
  /// Decodes a track once, and finds its beats, its key, its tuning and, if wanted, the hits of its drums. Blocks for about a
  /// fiftieth of the duration with drums, for a two-hundredth without.
  ///
  /// - Parameters:
  ///   - isCancelled: called often.
  ///   - progress: receives the part that is done, 0…1.
  /// - Throws: the errors of opening and decoding.
  func analyse(
    _ track: TrackLocation, withDrums: Bool, isCancelled: () -> Bool, progress: (Double) -> Void
  ) throws(FileError) -> SongAnalysis
}

/// What is found by the sound of a track.
package struct SongAnalysis: Hashable, Sendable {
  package let beats: BeatSearchResult
  /// Nil if the track has no tones, or if the analysis was cancelled.
  package let key: FoundKey?
  /// Nil if they were not wanted.
  package let drums: HitSearchResult?

  package init(beats: BeatSearchResult, key: FoundKey?, drums: HitSearchResult? = nil) {
    (self.beats, self.key, self.drums) = (beats, key, drums)
  }
}

package enum BeatSearchResult: Hashable, Sendable {
  case found(FoundBeats)
  /// The beat or the metre of the track is not clear. The guess is for the user to judge; no click or grid follows it.
  case guess(TempoGuess)
  /// The track is silent or too short, or has no onsets that repeat.
  case noBeat
  case cancelled
}

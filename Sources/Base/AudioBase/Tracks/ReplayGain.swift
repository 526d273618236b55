/// The gains that bring a track, and its album, to a loudness of −18 LUFS.
///
/// Source: the ReplayGain 2.0 specification.
package struct ReplayGain: Hashable, Sendable {
  /// A gain and the peak that limits it.
  package struct Level: Hashable, Sendable {
    package var gain: Decibels
    /// The largest sample, full scale 1; nil if it is not known.
    package var peak: Double?

    package init(_ gain: Decibels, peak: Double? = nil) { (self.gain, self.peak) = (gain, peak) }

    /// The linear gain, reduced so that the peak does not clip.
    package var factor: Float {
      guard let peak, peak > 0 else { return gain.factor }
      return min(gain.factor, Float(1 / peak))
    }
  }

  package var track: Level?
  package var album: Level?

  package init(track: Level? = nil, album: Level? = nil) { (self.track, self.album) = (track, album) }
}

/// The gain of a track that is applied.
package enum ReplayGainMode: String, Hashable, Sendable, CaseIterable {
  /// The album's gain; the track's while the queue is shuffled.
  case auto
  case album, track, off
}

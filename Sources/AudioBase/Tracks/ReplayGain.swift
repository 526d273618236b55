/// What brings a track, and the album it stands on, to the same loudness as others: −18 LUFS.
///
/// Source: the ReplayGain 2.0 specification.
package struct ReplayGain: Hashable, Sendable {
  package struct Level: Hashable, Sendable {
    package var gain: Decibels
    /// The largest sample, full scale 1; nil where it was not measured.
    package var peak: Double?

    package init(_ gain: Decibels, peak: Double? = nil) {
      self.gain = gain
      self.peak = peak
    }

    /// The factor for the samples: no more than the peak bears.
    package var factor: Float {
      guard let peak, peak > 0 else { return gain.factor }
      return min(gain.factor, Float(1 / peak))
    }
  }

  package var track: Level?
  package var album: Level?

  package init(track: Level? = nil, album: Level? = nil) {
    self.track = track
    self.album = album
  }
}

/// Which of a track's gains counts.
package enum ReplayGainMode: String, Hashable, Sendable, CaseIterable {
  /// The album's, where the queue plays in its order; the track's while it is shuffled.
  case auto
  case album, track, off
}

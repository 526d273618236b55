import SystemBase

/// A drum of a song, as far as its hits can be told apart by their sound.
package enum SongDrum: String, CaseIterable, Hashable, Sendable {
  case kick, snare, hat
  /// A tom, a ride or a crash.
  case other

  /// The note of General MIDI that plays it; that of a ride for `other`.
  package var note: Int {
    switch self {
    case .kick: 36
    case .snare: 38
    case .hat: 42
    case .other: 51
    }
  }
}

/// A hit of the drummer of a song.
package struct SongHit: Hashable, Sendable {
  /// The frame of the track.
  package let frame: Int
  package let drum: SongDrum
  /// 1…127, by the level of the hit beside the others of its drum.
  package let velocity: Int
  /// How certain the hit and its drum are, 0…1, in hundredths.
  package let certainty: Double

  package init(frame: Int, drum: SongDrum, velocity: Int, certainty: Double) {
    (self.frame, self.drum, self.velocity, self.certainty) = (frame, drum, velocity, certainty)
  }
}

/// The hits of a song in the order of their frames.
package struct SongHits: Hashable, Sendable {
  package let hits: [SongHit]
  package let rate: SampleRate
  /// How certain it is that the music has drums, 0…1, in hundredths.
  package let confidence: Double

  /// The least confidence of music that has drums.
  private static let sure = 0.73

  package init(_ hits: [SongHit], rate: SampleRate, confidence: Double = 1) {
    (self.hits, self.rate, self.confidence) = (hits, rate, confidence)
  }

  /// Whether the music may have no drums: the hits are for the user to judge.
  package var isGuess: Bool { confidence < SongHits.sure }

  package func count(_ drum: SongDrum) -> Int { hits.count { $0.drum == drum } }
}

package enum HitSearchResult: Hashable, Sendable {
  case found(SongHits)
  case noDrums(Reason)
  case cancelled

  package enum Reason: Hashable, Sendable {
    case silent
    /// The track has too few seconds.
    case short
    /// The onsets are not like each other, as those of drums are.
    case noHits
  }
}

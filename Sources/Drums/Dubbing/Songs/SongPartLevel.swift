import AudioBase

/// How loud a part of a song is heard, such as its drums.
package struct SongPartLevel: Hashable, Sendable {
  /// The gains that are possible, in dB.
  package static let range = -60.0...12.0
  /// The most parts whose levels are kept for a song.
  package static let most = 64

  package var gain = Decibels.unity
  package var isMuted = false
  /// Whether only this part is heard, and others of which this is true.
  package var isSoloed = false

  package init(gain: Decibels = .unity, isMuted: Bool = false, isSoloed: Bool = false) {
    (self.gain, self.isMuted, self.isSoloed) = (gain, isMuted, isSoloed)
  }
}

extension Song {
  /// Returns the level of a part; that of the track if none is kept.
  package func level(of part: String) -> SongPartLevel { partLevels[part] ?? SongPartLevel() }

  /// Returns parts at their levels.
  package func heard(_ parts: SongParts) -> SongParts {
    let levels = parts.parts.map { level(of: $0.name) }
    let isSolo = levels.contains(where: \.isSoloed)
    var heard = parts
    heard.gains = levels.map { level in
      level.isMuted || (isSolo && !level.isSoloed) ? 0 : level.gain.factor
    }
    return heard
  }
}

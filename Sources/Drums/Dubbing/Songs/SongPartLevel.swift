import AudioBase

/// The level of a part of a song, such as its drums.
package struct SongPartLevel: Hashable, Sendable {
  /// The valid gains, in dB.
  package static let range = -60.0...12.0
  /// The maximum number of parts of a song whose levels are stored.
  package static let most = 64

  package var gain = Decibels.unity
  package var isMuted = false
  /// Whether only this part and other soloed parts are heard.
  package var isSoloed = false

  package init(gain: Decibels = .unity, isMuted: Bool = false, isSoloed: Bool = false) {
    (self.gain, self.isMuted, self.isSoloed) = (gain, isMuted, isSoloed)
  }
}

extension Song {
  /// Returns the level of a part; unity gain if none is stored.
  package func level(of part: String) -> SongPartLevel { partLevels[part] ?? SongPartLevel() }

  /// Returns the parts with the gains of their levels.
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

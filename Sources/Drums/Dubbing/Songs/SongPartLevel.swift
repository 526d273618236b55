import AudioBase
import Studio

/// The level of a part of a song, such as its drums.
package struct SongPartLevel: Hashable, Sendable {
  /// The valid gains, in dB.
  package static let range = MixGraph.gains
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

  /// Returns the parts with the gains of their levels, and those of the lanes that play.
  package func heard(_ parts: SongParts, _ lanes: SongPartLanes? = nil) -> SongParts {
    let levels = parts.parts.map { level(of: $0.name) }
    var heard = parts
    heard.gains = SongPartLevel.gains(of: levels)
    heard.course = lanes?.course(of: parts.parts.map(\.name), levels)
    return heard
  }
}

extension SongPartLevel {
  /// Returns the linear gains of parts that have levels.
  static func gains(of levels: [SongPartLevel]) -> [Float] {
    let isSolo = levels.contains(where: \.isSoloed)
    return levels.map { level in
      level.isMuted || (isSolo && !level.isSoloed) ? 0 : level.gain.factor
    }
  }

  /// Returns a value: a gain in dB, or whether the part is muted or soloed as 0 or 1.
  package func value(_ value: MixGraph.Address.SongValue) -> Double {
    switch value {
    case .gain: gain.value
    case .mute: isMuted ? 1 : 0
    case .solo: isSoloed ? 1 : 0
    }
  }

  /// Sets a value, which is limited to its range.
  package mutating func set(_ new: Double, _ value: MixGraph.Address.SongValue) {
    switch value {
    case .gain: gain = Decibels(min(max(new, SongPartLevel.range.lowerBound), SongPartLevel.range.upperBound))
    case .mute: isMuted = new >= 0.5
    case .solo: isSoloed = new >= 0.5
    }
  }
}

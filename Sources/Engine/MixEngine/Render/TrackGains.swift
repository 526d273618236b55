import AudioBase

/// The ReplayGain that is applied.
public enum GainChoice: UInt8, Sendable, BitwiseCopyable {
  case none, track, album

  /// Whether any gain is applied.
  var isApplied: Bool {
    switch self {
    case .none: false
    case .track, .album: true
    }
  }
}

/// The linear gains of a track for each choice.
public struct TrackGains: Hashable, Sendable, BitwiseCopyable {
  public var track: Float
  public var album: Float

  /// Gains that change nothing.
  public static var unity: TrackGains { TrackGains(track: 1, album: 1) }

  public init(track: Float, album: Float) {
    (self.track, self.album) = (track, album)
  }

  /// Returns the linear gain for a choice.
  package func factor(_ choice: GainChoice) -> Float {
    switch choice {
    case .none: 1
    case .track: track
    case .album: album
    }
  }
}

extension TrackGains {
  /// Converts ReplayGain. A missing gain is replaced by the other one; without either, both are 1.
  package init(_ gain: ReplayGain?) {
    let track = gain?.track ?? gain?.album
    let album = gain?.album ?? gain?.track
    self.init(track: track?.factor ?? 1, album: album?.factor ?? 1)
  }
}

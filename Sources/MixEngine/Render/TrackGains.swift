import AudioBase

/// Which loudness is evened out.
public enum GainChoice: UInt8, Sendable, BitwiseCopyable {
  case none, track, album

  /// Whether any gain is applied.
  var isApplied: Bool {
    @_noLocks @_noAllocation get {
      switch self {
      case .none: false
      case .track, .album: true
      }
    }
  }
}

/// What a track's samples are multiplied with, for each choice.
public struct TrackGains: Hashable, Sendable, BitwiseCopyable {
  public var track: Float
  public var album: Float

  /// Changes nothing.
  public static var unity: TrackGains { TrackGains(track: 1, album: 1) }

  public init(track: Float, album: Float) {
    self.track = track
    self.album = album
  }

  @_noLocks @_noAllocation
  package func factor(_ choice: GainChoice) -> Float {
    switch choice {
    case .none: 1
    case .track: track
    case .album: album
    }
  }
}

extension TrackGains {
  /// A gain that was not measured is replaced by the other one; without either nothing is changed.
  package init(_ gain: ReplayGain?) {
    let track = gain?.track ?? gain?.album
    let album = gain?.album ?? gain?.track
    self.init(track: track?.factor ?? 1, album: album?.factor ?? 1)
  }
}

import AudioBase

/// What takes are listed under.
package enum TakeGroup: Hashable, Sendable {
  case track(TrackLocation)
  /// Takes that belong to no track.
  case free
  /// Takes whose track's file is not where it was.
  case lost

  /// - Parameter track: nil stands for the free takes.
  init(_ track: TrackLocation?) { self = track.map { .track($0) } ?? .free }
}

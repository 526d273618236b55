import AudioBase

/// What takes are listed under.
package enum TakeGroup: Hashable, Sendable {
  case track(PlayedTrack)
  /// Takes that belong to no track.
  case free
  /// Takes whose track's file is not where it was.
  case lost

  /// - Parameter track: nil stands for the free takes.
  init(_ track: PlayedTrack?) { self = track.map { .track($0) } ?? .free }
}

/// What the player is doing, as its screens and remote controls see it.
package enum PlaybackState: String, Hashable, Sendable, CaseIterable {
  case stopped, playing, paused
  /// Playing was ended from outside: the device went away, or takes no sound for a while.
  case interrupted
  /// On the way to another place of the track.
  case seekingForward, seekingBackward
}

package enum RepeatMode: String, Hashable, Sendable, CaseIterable {
  case off, one, all

  package var following: RepeatMode {
    switch self {
    case .off: .one
    case .one: .all
    case .all: .off
    }
  }
}

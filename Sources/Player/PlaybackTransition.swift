/// Where playing stands, and where it goes on after a seek.
package struct PlaybackPhase: Hashable, Sendable {
  package var state: PlaybackState
  /// While seeking: whether the track was playing and will again.
  package var resumesPlaying: Bool

  package init(_ state: PlaybackState, resumesPlaying: Bool = false) {
    self.state = state
    self.resumesPlaying = resumesPlaying
  }

  /// Whether music is heard now or as soon as it is there.
  package var isPlaying: Bool { state == .playing || (isSeeking && resumesPlaying) }

  package var isSeeking: Bool { state == .seekingForward || state == .seekingBackward }
}

package enum PlaybackInput: Hashable, Sendable {
  case play, pause, toggle, stop
  case seek(forward: Bool)
  /// The place sought is heard.
  case landed
  /// The last frame of the track was played, or it could not be played at all.
  case ended(hasNext: Bool)
  /// The device went away, for a while or for good.
  case interrupt
  /// It is back.
  case interruptionEnded
}

package enum PlaybackEffect: Hashable, Sendable {
  /// Loads the current item from its start, and plays it.
  case startCurrent
  case startNext
  case play, pause, stop
}

/// What follows from what: pure, so that every case can be tested without sound.
package enum PlaybackTransition {
  package static func next(
    _ phase: PlaybackPhase, _ input: PlaybackInput, hasItem: Bool
  ) -> (PlaybackPhase, [PlaybackEffect]) {
    switch input {
    case .play: play(phase, hasItem: hasItem)
    case .pause: pause(phase)
    case .toggle: phase.isPlaying ? pause(phase) : play(phase, hasItem: hasItem)
    case .stop: phase.state == .stopped ? (phase, []) : (PlaybackPhase(.stopped), [.stop])
    case .seek(let forward): (sought(phase, forward: forward), [])
    case .landed: phase.isSeeking ? (landed(phase), []) : (phase, [])
    case .ended(let hasNext): ended(phase, hasNext: hasNext)
    case .interrupt: phase.isPlaying ? (PlaybackPhase(.interrupted), [.pause]) : (phase, [])
    case .interruptionEnded: phase.state == .interrupted ? play(phase, hasItem: hasItem) : (phase, [])
    }
  }

  private static func play(_ phase: PlaybackPhase, hasItem: Bool) -> (PlaybackPhase, [PlaybackEffect]) {
    switch phase.state {
    case .playing: (phase, [])
    case .stopped: hasItem ? (PlaybackPhase(.playing), [.startCurrent]) : (phase, [])
    case .paused, .interrupted: (PlaybackPhase(.playing), [.play])
    case .seekingForward, .seekingBackward: (PlaybackPhase(phase.state, resumesPlaying: true), [.play])
    }
  }

  private static func pause(_ phase: PlaybackPhase) -> (PlaybackPhase, [PlaybackEffect]) {
    switch phase.state {
    case .stopped, .paused: (phase, [])
    case .playing: (PlaybackPhase(.paused), [.pause])
    case .interrupted: (PlaybackPhase(.paused), [])
    case .seekingForward, .seekingBackward: (PlaybackPhase(phase.state), [.pause])
    }
  }

  private static func sought(_ phase: PlaybackPhase, forward: Bool) -> PlaybackPhase {
    if phase.state == .stopped || phase.state == .interrupted { return phase }
    return PlaybackPhase(
      forward ? .seekingForward : .seekingBackward, resumesPlaying: phase.isPlaying)
  }

  private static func landed(_ phase: PlaybackPhase) -> PlaybackPhase {
    PlaybackPhase(phase.resumesPlaying ? .playing : .paused)
  }

  private static func ended(_ phase: PlaybackPhase, hasNext: Bool) -> (PlaybackPhase, [PlaybackEffect]) {
    if phase.state == .stopped { return (phase, []) }
    guard hasNext, phase.isPlaying else { return (PlaybackPhase(.stopped), [.stop]) }
    return (PlaybackPhase(.playing), [.startNext])
  }
}

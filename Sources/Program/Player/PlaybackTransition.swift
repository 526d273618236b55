/// The playback state, and whether playback resumes after a seek.
package struct PlaybackPhase: Hashable, Sendable {
  package enum State: String, Hashable, Sendable, CaseIterable {
    case stopped, playing, paused
    /// The device was lost or does not accept sound for a while.
    case interrupted
    case seekingForward, seekingBackward
  }

  package var state: State
  /// During a seek: whether playback continues after it.
  package var resumesPlaying: Bool

  package init(_ state: State, resumesPlaying: Bool = false) {
    (self.state, self.resumesPlaying) = (state, resumesPlaying)
  }

  /// Whether music is heard or will be as soon as it is available.
  package var isPlaying: Bool { state == .playing || (isSeeking && resumesPlaying) }

  /// Whether the music is paused or will be when the target of the seek is reached.
  package var isPaused: Bool { state == .paused || (isSeeking && !resumesPlaying) }

  package var isSeeking: Bool { state == .seekingForward || state == .seekingBackward }
}

enum PlaybackEvent: Hashable, Sendable {
  case play, pause, toggle, stop
  case seek(forward: Bool)
  /// The target of the seek is heard.
  case landed
  /// The last frame of the track was played, or it could not be played at all.
  case ended(hasNext: Bool)
  /// The device was lost or does not accept sound for a while.
  case interrupt
  case interruptionEnded
}

enum PlaybackEffect: Hashable, Sendable {
  /// Loads the current item from its start, and plays it.
  case startCurrent
  case startNext
  case play, pause, stop
}

/// The transitions of the playback state, as a pure function that can be tested without sound.
enum PlaybackTransition {
  /// Returns the next state and the required actions. `hasItem` states whether the queue has a current track.
  static func next(
    _ phase: PlaybackPhase, _ input: PlaybackEvent, hasItem: Bool
  ) -> (PlaybackPhase, [PlaybackEffect]) {
    switch input {
    case .play: play(phase, hasItem: hasItem)
    case .pause: pause(phase)
    case .toggle: phase.isPlaying ? pause(phase) : play(phase, hasItem: hasItem)
    case .stop: phase.state == .stopped ? (phase, []) : (PlaybackPhase(.stopped), [.stop])
    case .seek(let forward): (sought(phase, forward: forward), [])
    case .landed: (phase.isSeeking ? PlaybackPhase(phase.resumesPlaying ? .playing : .paused) : phase, [])
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

  private static func ended(_ phase: PlaybackPhase, hasNext: Bool) -> (PlaybackPhase, [PlaybackEffect]) {
    if phase.state == .stopped { return (phase, []) }
    guard hasNext, phase.isPlaying else { return (PlaybackPhase(.stopped), [.stop]) }
    return (PlaybackPhase(.playing), [.startNext])
  }
}

/// The playback state for screens and remote controls.
package enum PlaybackState: String, Hashable, Sendable, CaseIterable {
  case stopped, playing, paused
  case interrupted
  case seekingForward, seekingBackward
  /// A stream of the network is to play, and too little of it has arrived.
  case buffering
  /// A stream of the network is to play, and its connection was lost and is made again.
  case reconnecting

  /// Whether a stream is to play, and too little of it has arrived.
  package var awaitsStream: Bool { self == .buffering || self == .reconnecting }

  package init(_ state: PlaybackPhase.State) { self = PlaybackState(rawValue: state.rawValue) ?? .stopped }
}

/// Whether tracks leave the queue when they have been played.
package enum ConsumeMode: String, Hashable, Sendable, CaseIterable {
  case off, on
  /// The next track that is played leaves the queue; then the mode is off.
  case once
}

/// The repetition of the queue, of the current track or of its album, in the order in which a key switches them.
package enum RepeatMode: String, Hashable, Sendable, CaseIterable {
  case off, one, all
  /// The tracks of the queue that belong to the album of the current one.
  case album
}

/// The order of playback.
package enum ShuffleMode: String, Hashable, Sendable, CaseIterable {
  case off, tracks
  /// Whole albums in random order, each in its own order. If the queue repeats, the order is another one each time.
  case albums
}

import AudioBase
import SystemBase

/// A change of the player's state, reported once, in the order of the changes.
package enum PlayerEvent: Hashable, Sendable {
  case state(PlaybackState)
  case item(QueueItem.ID?)
  case volume(Decibels, isMuted: Bool)
  case balance(Int)
  case shuffle(Bool)
  case repeatMode(RepeatMode)
  case consume(ConsumeMode)
  case speed(Double)
  case transposition(Transposition)
  case queue
  /// Seconds.
  case seeked(Double)
  case output(OutputStatus)
  case notice(PlayerNotice)
}

/// A message of the player to the user, as data. Front ends make the sentences.
package enum PlayerNotice: Hashable, Sendable {
  case trackFailed(QueueItem.ID, title: String, FileError)
  case trackBrokeOff(QueueItem.ID, title: String, FileError)
  /// The positions are in seconds.
  case trackEndedEarly(QueueItem.ID, title: String, at: Double, of: Double?)
  case trackHadInvalidSamples(QueueItem.ID, title: String)
  /// A stream of the network has changed. `name`: its address or name.
  case stream(QueueItem.ID, name: String, StreamEvent)
  /// The connection was lost for good.
  case streamEnded(QueueItem.ID, name: String, FileError)
  /// A stream has no position that could be changed.
  case streamCannotSeek(QueueItem.ID)
  /// Every track of the queue failed; the error is the last one's.
  case nothingPlays(FileError)
  case outputLost(DeviceError)
  /// The device does not accept sound for a while.
  case outputInterrupted(InterruptionReason)
  /// The sound goes to another device. `isPaused` states whether the music was paused for it.
  case routeChanged(RouteChange, isPaused: Bool)
  case outputResumed
  /// The player stands still from now on.
  case suspended(SuspendReason)
  /// The player continues after a suspension. `plays` states whether music that was interrupted plays on.
  case resumed(SuspendReason, plays: Bool)
  /// Time-stretching is not available, so the music plays at its own speed and pitch.
  case speedUnavailable(FileError)
}

/// The importance of a notice.
package enum Severity: Hashable, Sendable {
  case info, warning, error
}

extension PlayerNotice {
  package var severity: Severity {
    switch self {
    case .trackFailed, .nothingPlays, .outputLost, .streamEnded: .error
    case .trackBrokeOff, .trackEndedEarly, .trackHadInvalidSamples, .outputInterrupted, .routeChanged,
      .speedUnavailable, .stream(_, _, .interrupted):
      .warning
    case .outputResumed, .suspended, .resumed, .stream, .streamCannotSeek: .info
    }
  }
}

/// The reason why the player stands still for a while.
package enum SuspendReason: Hashable, Sendable {
  case systemSleep
  /// The shell stops the program as a job, as after Ctrl-Z.
  case stoppedJob
}

import AudioBase
import SystemBase

extension Application {
  /// The seconds after a hit for which the output expects the next one.
  package static let drummingSeconds = 600.0

  /// How much sound the output should queue: much where the user only listens.
  ///
  /// A user listens if pads are hidden, none was struck for a while, no input is on and no take is recorded.
  package func queueDepth(at now: HostTime) -> QueueDepth {
    let isDrumming = model.lastStrike.map { now.seconds(since: $0) < Application.drummingSeconds } ?? false
    let isRecording = takes?.isRecording == true || input?.isOn == true
    return state.mode.shown == .listen && !isDrumming && !isRecording ? .long : .short
  }
}

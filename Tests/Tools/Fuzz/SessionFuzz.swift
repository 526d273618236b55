import AudioBase
import MixEngine
import Player
import SystemBase
import TestSupport

/// A saved session: it is written as it was read, and the player restores and returns it.
@MainActor
enum SessionFuzz {
  static func take(_ bytes: [UInt8]) {
    guard let session = try? SavedSession(bytes: bytes, subject: "session") else { return }
    guard let again = try? SavedSession(bytes: session.bytes(), subject: "session") else {
      preconditionFailure("a written session cannot be read")
    }
    precondition(again == session, "\(session) became \(again)")
    let model = PlayerModel(
      transport: DeafTransport(), mixer: DeafMixer(), random: SeededGenerator(seed: 3),
      now: { HostTime(nanoseconds: 0) })
    model.restore(session, playing: true)
    precondition(model.session.entries == session.entries, "the queue is another")
    _ = model.elapsed
    for _ in 0..<3 { model.next() }
    model.previous()
    _ = model.session.bytes()
  }
}

@MainActor
private final class DeafTransport: MusicTransport {
  var onEvent: (@MainActor (TransportEvent) -> Void)?

  func load(_ item: QueueItem, awaitsGain: Bool, at seconds: Double, playing: Bool) {
    // As the feeder counts: a place that is no frame ends the program.
    _ = FrameCount(seconds: seconds, at: SampleRate(768_000))
  }
  func setNext(_ item: QueueItem?) {}
  func play() {}
  func pause() {}
  func stop() {}
  func seek(to seconds: Double) {}
  func setGain(_ gain: ReplayGain?, of item: QueueItem.ID, isFinal: Bool) {}
  func setSpeed(_ speed: Double) { precondition(PlayerModel.speedRange.contains(speed), "\(speed)") }
  func setCrossfade(_ seconds: Double) {}
}

@MainActor
private final class DeafMixer: MixerControl {
  func fadeOut(_ level: EngineCommand.Level, seconds: Double) {}
  func set(_ level: EngineCommand.Level, to gain: Decibels) {
    precondition(gain.factor.isFinite && gain.factor >= 0, "\(gain)")
  }
  func evenLoudness(by choice: GainChoice) {}
  func silencePads() {}
}

import AudioBase
import MixEngine
import SystemBase

extension PlayerModel {
  /// A pad has begun to sound.
  package func padSounded(_ hit: StartedHit) {
    guard lastVelocities.indices.contains(hit.pad - 1) else { return }
    lastVelocities[hit.pad - 1] = hit.velocity
  }

  package func padsChanged(_ mask: UInt64) {
    if soundingPads != mask { soundingPads = mask }
  }

  package func outputChanged(_ status: OutputStatus) {
    if output == status { return }
    output = status
    events.send(.output(status))
  }

  /// The device has gone: the music waits until the user says play, the pads go on where the sound goes now.
  package func outputWasLost(_ error: DeviceError, fallback: String) {
    apply(.interrupt)
    tell(.outputLost(error, fallback: fallback))
  }

  /// The device takes no sound for a while: the music waits for it, and what the pads play ends.
  package func outputWasInterrupted() {
    mixer.silencePads()
    apply(.interrupt)
    tell(.outputInterrupted)
  }

  /// The device takes sound again: what was interrupted goes on; what was paused, before or meanwhile, stays so.
  package func outputGoesOn() {
    apply(.interruptionEnded)
    tell(.outputResumed)
  }

  /// No other speed can be had.
  package func speedFailed(_ error: FileError) {
    setSpeed(1)
    tell(.speedUnavailable(error))
  }

  /// Something that happened outside of the player.
  package func report(_ notice: PlayerNotice) { tell(notice) }

  package func dismissNotice() { notice = nil }
}

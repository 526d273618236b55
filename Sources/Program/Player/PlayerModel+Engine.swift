import AudioBase
import MixEngine
import SystemBase

extension PlayerModel {
  package func padSounded(_ hit: StartedHit) {
    if !hit.isPlanned { (pads.lastStruck, pads.lastStrike) = (hit.pad, now()) }
    guard pads.velocities.indices.contains(hit.pad - 1) else { return }
    if !pads.struck.contains(hit.pad) { pads.struck = (pads.struck + [hit.pad]).sorted() }
    pads.velocities[hit.pad - 1] = hit.velocity
  }

  package func noteSounded(_ note: PlayedNote) { if !note.isPlanned { pads.lastStrike = now() } }

  package func padsChanged(_ pads: PadSet) {
    if self.pads.sounding != pads { self.pads.sounding = pads }
  }

  package func isSounding(_ pad: Int) -> Bool { pads.sounding.contains(pad) }

  package func outputChanged(_ status: OutputStatus) {
    if output == status { return }
    output = status
    events.send(.output(status))
  }

  /// Handles the loss of the device: the music is interrupted until the user plays it again; the pads
  /// continue on the new device.
  package func outputWasLost(_ error: DeviceError) {
    apply(.interrupt)
    notify(.outputLost(error))
  }

  /// Handles an interruption of the device: the music waits, and the sounds of the pads end.
  package func outputWasInterrupted(_ reason: InterruptionReason) { interrupt(.outputInterrupted(reason)) }

  private func interrupt(_ notice: PlayerNotice) {
    levels.mixer.silencePads()
    apply(.interrupt)
    notify(notice)
  }

  /// Continues interrupted music; paused music stays paused. Hits that were struck meanwhile are dropped.
  private func endInterruption() {
    levels.mixer.silencePads()
    apply(.interruptionEnded)
  }

  /// Handles the end of an interruption.
  package func outputWasResumed() {
    endInterruption()
    notify(.outputResumed)
  }

  /// Handles that the user has chosen another output: interrupted music continues there.
  package func outputWasChosen() { if phase.state == .interrupted { endInterruption() } }

  /// Handles that the sound goes to another device. `pauses` states whether the music pauses and the sounds of the pads
  /// end if the device was removed or the headphones were unplugged.
  package func routeDidChange(_ change: RouteChange, pauses: Bool) {
    guard change.endsRoute, pauses else { return notify(.routeChanged(change, isPaused: false)) }
    let isPlaying = phase.isPlaying
    levels.mixer.silencePads()
    if isPlaying { pause() }
    notify(.routeChanged(change, isPaused: isPlaying))
  }

  /// Handles that the player will stand still: the music waits, and the sounds of the pads end.
  package func suspend(_ reason: SuspendReason) { interrupt(.suspended(reason)) }

  /// Continues after a suspension: interrupted music plays, paused music stays paused.
  package func resume(after reason: SuspendReason) {
    let plays = phase.state == .interrupted
    endInterruption()
    notify(.resumed(reason, plays: plays))
  }

  /// Handles the failure of time-stretching: returns to speed 1 and the pitch of the track.
  package func speedFailed(_ error: FileError) {
    setSpeed(1)
    transpose(.none)
    notify(.speedUnavailable(error))
  }

  package func dismissNotice() { notice = nil }
}

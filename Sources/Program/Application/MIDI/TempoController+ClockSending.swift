import AudioBase
import Dubbing
import MixEngine
import SystemBase

/// The clock that is sent.
extension TempoController {
  /// Sends a clock to a function, or no longer.
  package func sendClock(_ send: ((ClockPlan) -> Void)?) {
    onClock = send
    updateClock()
  }

  /// Handles a segment of music that the engine has started.
  func receive(_ segment: MusicSegment) {
    segmentFrame = segment.outputFrame
    updateClock()
  }

  /// Sends the beats that are heard now.
  package func updateClock() {
    guard let onClock, let plan = clockPlan else { return }
    onClock(plan)
  }

  /// The beats that are heard; nil while they are not known.
  private var clockPlan: ClockPlan? {
    let (now, timeline) = (model.now(), parts.events.timeline)
    let heard = timeline.outputFrame(heardAt: now)
    guard model.playbackState == .playing else {
      guard let freeBeats, let origin = freeBeats.origin, let heard else {
        let grid = BeatGrid(bpm: bpm * model.speed, rate: .standard, signature: signature)
        return ClockPlan(grid: grid, frame: 0, time: HostTime(nanoseconds: 0), isRunning: false)
      }
      return ClockPlan(grid: freeBeats.grid, frame: Double(heard - origin), time: now, isRunning: false)
    }
    // What was rendered last is heard soon, at a time that is known.
    let frame = max(heard ?? 0, segmentFrame)
    guard let music = parts.transport.heard(atOutputFrame: frame), music.item == model.nowPlaying?.id,
      music.speed > 0
    else { return nil }
    return ClockPlan(
      grid: grid, frame: Double(music.trackFrame.value), time: timeline.time(ofOutputFrame: frame),
      speed: music.speed, isRunning: true)
  }
}

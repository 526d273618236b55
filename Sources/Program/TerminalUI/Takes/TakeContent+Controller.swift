import Application
import Dubbing
import Player
import SystemBase

extension TakeContent {
  /// Creates the state of the current take or recording.
  @MainActor
  init(_ controller: TakeController) {
    self.init()
    let take = controller.list.shown
    name = take?.name ?? (controller.recording.isActive ? "take" : nil)
    layers = take?.layers.count ?? 0
    hits = take?.hitCount ?? 0
    light =
      switch controller.recording.phase {
      case .idle: .off
      case .waitingForTrack, .countingIn, .waitingForHit: .armed
      case .recording, .ending: .recording
      }
    isHeard = controller.playback.isOn
    countIn = controller.recording.beatsLeft
    waitsForHit = controller.recording.phase == .waitingForHit
    metronome = controller.tempo.isMetronomeOn ? controller.tempo.bpm : nil
    beatSpeed = controller.tempo.beatSpeed
    (beat, beatsPerBar) = (controller.tempo.beat, controller.tempo.signature.beats)
    loop = TakeText.range(
      controller.ranges.loopSeconds.from, controller.ranges.loopSeconds.to, controller.ranges.loopBars)
    punch = TakeText.range(
      controller.ranges.seconds(controller.ranges.punchIn),
      controller.ranges.seconds(controller.ranges.punchOut))
    marks = controller.list.marks
  }
}

extension TakeController {
  /// Whether `TakeContent` shows anything; does not count hits.
  var isShown: Bool {
    list.shown != nil || recording.isActive || tempo.isMetronomeOn || ranges.loopStart != nil
      || ranges.loopEnd != nil || ranges.punchIn != nil || ranges.punchOut != nil
  }
}

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

extension TakeListContent {
  /// Creates the content of the list of takes.
  ///
  /// - Parameter selection: the index of a row of the controller; nil if none is selected.
  @MainActor
  init(_ controller: TakeController, selection: Int?) {
    self.init()
    let listed = controller.list.rows
    let hasHeadings = listed.contains { $0.group == .free || $0.group == .lost }
    var group: TakeGroup?
    for (index, row) in listed.enumerated() {
      if hasHeadings, row.group != group { rows.append(.heading(TakeText.name(row.group))) }
      group = row.group
      if index == selection { self.selection = rows.count }
      rows.append(Row(row, isCurrent: controller.list.isCurrent(row.entry)))
    }
  }
}

extension TakeListContent.Row {
  init(_ row: TakeList.Row, isCurrent: Bool) {
    switch row {
    case .take(let take, let group):
      let parts = [
        ShownText.count(take.hitCount, "hit", "hits"), String(Timestamp.text(take.modified).prefix(10)),
        group == .lost ? take.track?.path.lastComponent.shown : nil,
      ]
      self.init(
        text: take.name, note: parts.compactMap { $0 }.joined(separator: " · "), isCurrent: isCurrent,
        isLayer: false)
    case .layer(let layer, _, let sounds):
      let settings = layer.settings
      let states = [settings.isMuted ? "mute" : nil, settings.isSolo ? "solo" : nil].compactMap { $0 }
      let gain = Int(settings.gain.value.rounded())
      let note =
        states + ["\(gain > 0 ? "+" : "")\(gain) dB", TakeText.content(of: layer)]
        + (TakeText.offset(of: layer).map { [$0] } ?? [])
      self.init(text: settings.name, note: note.joined(separator: " · "), isCurrent: sounds, isLayer: true)
    }
  }
}

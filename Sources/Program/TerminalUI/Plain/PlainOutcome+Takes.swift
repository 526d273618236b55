import Application
import Controls
import Dubbing
import Player
import Studio
import SystemBase

/// The outcomes of commands of takes, of their layers on the screen, and of the mixer.
extension PlainOutcome {
  var noLayer: String {
    application.takes?.list.current == nil
      ? "there is no take: \(key(.take(.record))) records one"
      : "no layer is selected: \(key(.take(.list))) lists the takes, and the layers below each"
  }

  // MARK: Takes

  func text(_ command: Command.Take) -> String? {
    guard let takes = application.takes else { return "there are no takes here" }
    return switch command {
    case .rename: session.layer(TakeListLayer.self) == nil ? noLayer : "no row is selected"
    case .solo:
      session.layerToChange.map { "\($0.settings.name): \($0.settings.isSolo ? "solo" : "not solo")" }
        ?? noLayer
    case .duplicate: duplicated(takes)
    case .tap: "tap \(key(.take(.tap))) again with each beat"
    case .input, .monitorInput, .calibrateInput: application.input == nil ? "there is no input here" : nil
    case .export: row
    case .list, .practice, .timeline: row
    case .record:
      PlainText.recording(takes) ?? (takes.recording.isActive ? "the recording ends" : "not recording")
    case .new, .playback, .metronome, .tempo, .timeSignature: nil
    }
  }

  private func duplicated(_ takes: TakeController) -> String {
    if takes.recording.isActive { return "no layer is duplicated while you record" }
    guard let take = takes.list.current, session.layerToChange != nil else { return noLayer }
    return "duplicated: \(take.name) has \(ShownText.count(take.layers.count, "layer", "layers"))"
  }

  func text(_ command: LoopCommand) -> String? {
    guard let takes = application.takes else { return "there are no takes here" }
    if case .bars = command { return value("loop") }
    let loop = takes.ranges.loopSeconds
    let range = TakeText.range(loop.from, loop.to, takes.ranges.loopBars).map { "loop \($0)" } ?? "loop off"
    return "\(range), as before: the end must be later than the start"
  }

  var punch: String {
    guard let takes = application.takes else { return "there are no takes here" }
    let range = TakeText.range(
      takes.ranges.seconds(takes.ranges.punchIn), takes.ranges.seconds(takes.ranges.punchOut))
    return "\(range.map { "punch \($0)" } ?? "punch off"), as before: the end must be later than the start"
  }

  // MARK: Layers of the screen

  /// Returns the outcome of a command that means something else while a layer is open; nil for others.
  func text(_ command: Command, in layer: any ScreenLayer) -> String? {
    switch (layer, command) {
    case (let timeline as TimelineLayer, _): text(command, timeline)
    case (let practice as PracticeLayer, .practiceScreen(.pass)):
      "the rows below are those of the \(practice.showsPass ? "whole pass" : "last bars")"
    case (let list as SettingsLayer, _) where list.ignores(command): row
    // In a list or a form, these keys change a value, move sideways or do nothing.
    case (_, .queue), (_, .seek): row
    default: nil
    }
  }

  private func text(_ command: Command, _ timeline: TimelineLayer) -> String? {
    let hasTarget = !timeline.selection.isEmpty || timeline.placeAtCursor != nil
    return switch command {
    case .timeline(let command): text(command, timeline, hasTarget: hasTarget)
    case .list, .queue, .seek, .request(Command.Request.seek): row
    default: nil
    }
  }

  private func noHit(_ timeline: TimelineLayer) -> String {
    TimelineText.noHit(timeline.neighbour) { key(.timeline($0)) }
  }

  private func text(_ command: Command.Timeline, _ timeline: TimelineLayer, hasTarget: Bool) -> String? {
    let selected = ShownText.count(timeline.selection.count, "hit", "hits") + " selected"
    return switch command {
    case .cursorBack, .cursorForward, .cursorBarBack, .cursorBarForward: row
    case .setHit: timeline.layer?.audio == nil ? row : "no hit is set in a layer with recorded sound"
    case .zoomIn, .zoomOut, .zoomAll, .steps:
      "zooming is seen on screens only: here the cursor moves by steps, with "
        + "\(key(.timeline(.cursorBarForward))) by bars"
    case .stepLength: "steps of \(timeline.division.text)"
    case .follow: timeline.isFollowing ? "the timeline follows the music" : "the timeline stays at the cursor"
    case .playHere: PlainText.position(model)
    case .selectRange:
      timeline.isSelectingRange
        ? "a range begins here: move, then \(key(.timeline(.selectRange))) ends it"
        : "the range ends here: \(selected)"
    case .selectPad, .selectLayer, .selectAll: selected
    case .nextHit, .previousHit, .copy, .cut, .paste: nil
    case .selectHit, .velocityUp, .velocityDown, .padUp, .padDown, .deleteHits, .nudgeEarlier, .nudgeLater,
      .stepEarlier, .stepLater, .repeat, .quantise, .pattern:
      hasTarget ? row : noHit(timeline)
    }
  }

  // MARK: The mixer

  func text(_ command: Command.Mixer) -> String? {
    guard let mixer = application.mixer else { return "there is no mixer here" }
    let name = mixer.bus.name
    return switch command {
    case .open, .add: row
    case .compare:
      "now heard: \(mixer.owner.name.map { "the mixer \(FilePath($0).shown)" } ?? "a mixer without a name")"
    case .mute: "\(name): \(application.isMuted(mixer.bus) ? "muted" : "not muted")"
    case .solo:
      mixer.bus.canBeSoloed
        ? "\(name): \(mixer.graph[mixer.bus].isSoloed ? "solo" : "not solo")"
        : "\(name) cannot be heard alone: it is a sum of others"
    case .bypass:
      mixer.insert.map { insert in
        let state = insert.isBypassed ? "bypassed" : mixer.owner.isHeard(insert) ? "heard" : "not heard yet"
        return "\(MixerText.title(insert)): \(state)"
      }
    // Messages say what is cancelled.
    case .cancelPlugins: nil
    case .throw: text(Move.throw)
    case .stutter: text(Move.stutter)
    case .brake: text(Move.brake)
    }
  }

  /// `throw is on: the hits go to an echo`
  func text(_ move: Move) -> String {
    guard let owner = application.mixer?.owner else { return "there is no mixer here" }
    guard owner.held.contains(move) else { return "\(move.rawValue) is off" }
    if move == .throw { return "throw is on: hit pads, and they go to an echo" }
    return model.playbackState == .playing
      ? "\(move.rawValue) is on"
      : "\(move.rawValue) is on, but no music plays: \(key(.playback(.play))) plays"
  }
}

import Dubbing

extension Command {
  /// Acts on the cursor and the hits of the timeline, and in the row of a lane on its points. What acts on hits acts on the
  /// selected ones, or else on the one at the cursor.
  package enum Timeline: CommandArea {
    case cursorBack, cursorForward, cursorBarBack, cursorBarForward, zoomIn, zoomOut, zoomAll, steps,
      stepLength, follow, playHere, nextHit, previousHit, setHit, selectHit, selectRange, selectPad,
      selectLayer, selectAll, velocityUp, velocityDown, padUp, padDown, deleteHits, nudgeEarlier,
      nudgeLater, stepEarlier, stepLater, copy, cut, paste, `repeat`, quantise, pattern, nextLane,
      allLanes, typePoint, thin, laneShape

    package static var group: CommandGroup { .timeline }
    package static var screen: ScreenName? { .timeline }
    package static var traits: CommandTraits { .needsOwnPlayer }

    package var row: CommandRow {
      switch self {
      case .cursorBack:
        row("cursor-back", "cursor a step back", "", .repeats, hint: "step", like: .seek(-5), .seek(-1))
      case .cursorForward:
        row("cursor-forward", "cursor a step forward", "", .repeats, like: .seek(5), .seek(1))
      case .cursorBarBack:
        row(
          "cursor-bar-back", "cursor a bar back", "", .repeats, hint: "bar", like: .seek(-60), .seek(-600),
          seek(bars: -1))
      case .cursorBarForward:
        row(
          "cursor-bar-forward", "cursor a bar forward", "", .repeats, like: .seek(60), .seek(600),
          seek(bars: 1))
      case .zoomIn: row("zoom-in", "timeline: zoom in", "i ¦ alt+i", .repeats, hint: "zoom")
      case .zoomOut: row("zoom-out", "timeline: zoom out", "o ¦ alt+o", .repeats)
      case .zoomAll: row("zoom-all", "timeline: whole track", "w ¦ alt+w", hint: "whole")
      // Shows one bar as a grid of steps, or what was shown before.
      case .steps: row("step-view", "timeline: steps of a bar", "v ¦ alt+v", hint: "steps")
      case .stepLength: row("step-length", "timeline: length of steps", "/ ¦ alt+/", hint: "step length")
      case .follow: row("follow-music", "timeline: follow the music", "G ¦ alt+g", hint: "follow")
      case .playHere: row("play-from-cursor", "play from the cursor", "e ¦ alt+e", hint: "play here")
      case .nextHit: row("next-hit", "to the next hit", "tab", .repeats, hint: "hit")
      case .previousHit: row("previous-hit", "to the previous hit", "backtab", .repeats)
      case .setHit: row("set-hit", "set or remove a hit", hint: "set", like: .list(.activate))
      case .selectHit: row("select-hit", "select the hit", "", .repeats, like: .list(.mark))
      // Begins a range of selected hits at the cursor, or ends it.
      case .selectRange: row("select-range", "select hits from here", "b ¦ alt+b", hint: "select")
      case .selectPad: row("select-pad", "select hits of the pad", "h ¦ alt+h", hint: "pad")
      case .selectLayer: row("select-layer", "select hits of the layer", "H ¦ alt+H", hint: "layer")
      case .selectAll: row("select-all-hits", "select all hits", "ctrl+a", hint: "all")
      case .velocityUp: row("velocity-up", "hits louder", "", .repeats, like: .playback(.volumeUp))
      case .velocityDown:
        row("velocity-down", "hits softer", "", .repeats, hint: "velocity", like: .playback(.volumeDown))
      // Moves hits to the pads, or notes to the keys, above or below.
      case .padUp: row("pad-up", "hits to the pad above", "", .repeats, hint: "pad", like: .queue(.trackUp))
      case .padDown: row("pad-down", "hits to the pad below", "", .repeats, like: .queue(.trackDown))
      case .deleteHits: row("delete-hits", "delete hits", hint: "delete", like: .list(.remove))
      // Moves the selected hits by a millisecond, or by a step.
      case .nudgeEarlier: row("nudge-earlier", "hits 1 ms earlier", ", ¦ alt+,", .repeats, hint: "1 ms")
      case .nudgeLater: row("nudge-later", "hits 1 ms later", ". ¦ alt+.", .repeats)
      case .stepEarlier: row("step-earlier", "hits a step earlier", "< ¦ alt+<", .repeats, hint: "by step")
      case .stepLater: row("step-later", "hits a step later", "> ¦ alt+>", .repeats)
      case .copy: row("copy-hits", "copy hits", "y ¦ alt+y", hint: "copy")
      case .cut: row("cut-hits", "cut hits", "x ¦ alt+x", hint: "cut")
      case .paste: row("paste-hits", "paste hits", "p ¦ alt+p", hint: "paste")
      case .repeat: row("repeat-hits", "repeat hits after them", "P ¦ alt+P", hint: "repeat")
      case .quantise: row("quantise", "move hits to the steps", "Q ¦ alt+Q", hint: "quantise")
      // Repeats the bars of the selected hits to the end of the track, or removes the pattern at the cursor.
      case .pattern: row("pattern", "pattern: bars play on", "E ¦ alt+E", hint: "pattern")
      // Shows the next lane of the take below the hits, or none after the last one.
      case .nextLane: row("next-lane", "next lane of the mixer", "z ¦ alt+z", hint: "lane")
      case .allLanes: row("all-lanes", "all lanes, or none", "I ¦ alt+I", hint: "all lanes")
      case .typePoint: row("type-point", "type a lane's value", "W ¦ alt+W", .opensPrompt, hint: "value")
      case .thin: row("thin-lane", "thin points of the lane", "C ¦ alt+C", hint: "thin")
      // Values change at the points, or move evenly between them.
      case .laneShape: row("lane-shape", "lane: steps or lines", "_ ¦ alt+_", hint: "shape")
      }
    }

    private func seek(bars count: Int) -> Command { .request(.seek(.bars(.seekBy(count)))) }
  }
}

// MARK: With an argument

/// A command for the pattern at the cursor of the timeline.
package enum PatternCommand: Hashable, Sendable {
  /// Repeats the bars of the selected hits, or the bar of the cursor, up to a bar, from 1.
  case untilBar(Int)
  case untilEnd
  case off
  /// Converts the hits that the patterns of the layer add to hits of the layer.
  case hits

  private static let words: [String: PatternCommand] = ["end": .untilEnd, "off": .off, "hits": .hits]

  package init?(_ text: String) {
    if let command = PatternCommand.words[text] {
      self = command
    } else if let bar = Int(text), 1...100_000 ~= bar {
      self = .untilBar(bar)
    } else {
      return nil
    }
  }

  package var text: String {
    if case .untilBar(let bar) = self { return "\(bar)" }
    return PatternCommand.words.first { $0.value == self }?.key ?? ""
  }
}

extension Command.Request {
  /// Changes the selected hits of the timeline; without a selection, all hits of the take.
  package static let quantise = Argument<Quantise>(
    "quantise", "GRID", "move hits to a grid, such as 1/16 80% swing 58 window 40", .timeline,
    .needsOwnPlayer, read: { Quantise($0) }, text: \.text
  ) { application, quantise, _ in application.quantise(quantise) }
  package static let humanise = Argument<Humanise>(
    "humanise", "MS", "move hits at random, such as 10 velocity 8 seed 3", .timeline,
    .needsOwnPlayer, read: { Humanise($0) }, text: \.text
  ) { application, humanise, _ in application.humanise(humanise) }
  package static let pattern = Argument<PatternCommand>(
    "pattern", "BAR",
    "bars of the selected hits play on until a bar, or: end, off, hits (become hits)", .timeline,
    .needsOwnPlayer, read: { PatternCommand($0) }, text: \.text
  ) { _, _, _ in .notice(.take(.needsTimeline)) }
  /// Repeats the selected hits this many times, each copy after the one before.
  package static let repeatHits = Argument<Int>(
    "repeat-hits", "TIMES", "repeat the selected hits, 1 to 1000 times", .timeline,
    .needsOwnPlayer, read: { ArgumentText.integer($0, in: 1...1_000) }, text: { "\($0)" }
  ) { _, _, _ in .notice(.take(.needsTimeline)) }

  /// Shows a lane below the hits. One that the take does not have begins with the first point.
  package static let lane = Argument<String>(
    "lane", "ADDRESS", "show the lane of a value of the mixer, such as music/gain, or: all, off", .timeline,
    .needsOwnPlayer, choices: { application, argument in application.laneChoices(argument) }
  ) { _, _, _ in .notice(.take(.needsTimeline)) }
  package static let point = Argument<String>(
    "point", "VALUE", "set the selected points of lanes, or one at the cursor, such as -6 or 45%", .timeline,
    .needsOwnPlayer
  ) { _, _, _ in .notice(.take(.needsTimeline)) }
  package static let thin = Argument<Double>(
    "thin", "PERCENT", "remove points that change a lane by less than a part of its range, 0 to 50 %",
    .timeline, .needsOwnPlayer,
    read: { ArgumentText.percent($0, in: 0...50) ?? ArgumentText.number($0, in: 0...50) },
    text: { "\($0)" }
  ) { _, _, _ in .notice(.take(.needsTimeline)) }

  static let ofTimeline: [any ArgumentCommand] = [
    quantise, humanise, pattern, repeatHits, lane, point, thin,
  ]
}

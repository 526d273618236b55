import Dubbing

extension Command {
  /// Acts on the cursor and the hits of the timeline. What acts on hits acts on the selected ones, or else on the one at the
  /// cursor.
  package enum Timeline: String, CommandArea {
    /// Moves the cursor by a step, or by a bar.
    case cursorBack = "cursor-back"
    case cursorForward = "cursor-forward"
    case cursorBarBack = "cursor-bar-back"
    case cursorBarForward = "cursor-bar-forward"
    case zoomIn = "zoom-in"
    case zoomOut = "zoom-out"
    /// Shows the whole track.
    case zoomAll = "zoom-all"
    /// Shows one bar as a grid of steps, or what was shown before.
    case steps = "step-view"
    /// Chooses the next length of the steps.
    case stepLength = "step-length"
    /// Shows the place that is heard, or stays where it is.
    case follow = "follow-music"
    case playHere = "play-from-cursor"
    case nextHit = "next-hit"
    case previousHit = "previous-hit"
    /// Adds a hit at the cursor, or removes the one there.
    case setHit = "set-hit"
    /// Selects the hit at the cursor, or no longer.
    case selectHit = "select-hit"
    /// Begins a range of selected hits at the cursor, or ends it.
    case selectRange = "select-range"
    case selectPad = "select-pad"
    case selectLayer = "select-layer"
    case selectAll = "select-all-hits"
    case velocityUp = "velocity-up"
    case velocityDown = "velocity-down"
    /// Moves hits to the pads, or notes to the keys, above or below.
    case padUp = "pad-up"
    case padDown = "pad-down"
    case deleteHits = "delete-hits"
    /// Moves the selected hits by a millisecond, or by a step.
    case nudgeEarlier = "nudge-earlier"
    case nudgeLater = "nudge-later"
    case stepEarlier = "step-earlier"
    case stepLater = "step-later"
    case copy = "copy-hits"
    case cut = "cut-hits"
    case paste = "paste-hits"
    /// Adds the selected hits once more after themselves.
    case `repeat` = "repeat-hits"
    /// Moves the selected hits to the steps.
    case quantise
    /// Repeats the bars of the selected hits to the end of the track, or removes the pattern at the cursor.
    case pattern
  }
}

extension Command.Timeline {
  package static var group: CommandGroup { .timeline }
  package static var screen: ScreenName? { .timeline }
  package static var traits: CommandTraits { .needsOwnPlayer }

  package var row: CommandRow {
    switch self {
    case .cursorBack: row("cursor a step back", "", .repeats, hint: "step", like: .seek(-5), .seek(-1))
    case .cursorForward: row("cursor a step forward", "", .repeats, like: .seek(5), .seek(1))
    case .cursorBarBack:
      row("cursor a bar back", "", .repeats, hint: "bar", like: .seek(-60), .seek(-600), seek(bars: -1))
    case .cursorBarForward:
      row("cursor a bar forward", "", .repeats, like: .seek(60), .seek(600), seek(bars: 1))
    case .zoomIn: row("timeline: zoom in", "i ¦ alt+i", .repeats, hint: "zoom")
    case .zoomOut: row("timeline: zoom out", "o ¦ alt+o", .repeats)
    case .zoomAll: row("timeline: whole track", "w ¦ alt+w", hint: "whole")
    case .steps: row("timeline: steps of a bar", "v ¦ alt+v", hint: "steps")
    case .stepLength: row("timeline: length of steps", "/ ¦ alt+/", hint: "step length")
    case .follow: row("timeline: follow the music", "G ¦ alt+g", hint: "follow")
    case .playHere: row("play from the cursor", "e ¦ alt+e", hint: "play here")
    case .nextHit: row("to the next hit", "tab", .repeats, hint: "hit")
    case .previousHit: row("to the previous hit", "backtab", .repeats)
    case .setHit: row("set or remove a hit", hint: "set", like: .list(.activate))
    case .selectHit: row("select the hit", "", .repeats, like: .list(.mark))
    case .selectRange: row("select hits from here", "b ¦ alt+b", hint: "select")
    case .selectPad: row("select hits of the pad", "h ¦ alt+h", hint: "pad")
    case .selectLayer: row("select hits of the layer", "H ¦ alt+H", hint: "layer")
    case .selectAll: row("select all hits", "ctrl+a", hint: "all")
    case .velocityUp: row("hits louder", "", .repeats, like: .playback(.volumeUp))
    case .velocityDown: row("hits softer", "", .repeats, hint: "velocity", like: .playback(.volumeDown))
    case .padUp: row("hits to the pad above", "", .repeats, hint: "pad", like: .queue(.trackUp))
    case .padDown: row("hits to the pad below", "", .repeats, like: .queue(.trackDown))
    case .deleteHits: row("delete hits", hint: "delete", like: .list(.remove))
    case .nudgeEarlier: row("hits 1 ms earlier", ", ¦ alt+,", .repeats, hint: "1 ms")
    case .nudgeLater: row("hits 1 ms later", ". ¦ alt+.", .repeats)
    case .stepEarlier: row("hits a step earlier", "< ¦ alt+<", .repeats, hint: "by step")
    case .stepLater: row("hits a step later", "> ¦ alt+>", .repeats)
    case .copy: row("copy hits", "y ¦ alt+y", hint: "copy")
    case .cut: row("cut hits", "x ¦ alt+x", hint: "cut")
    case .paste: row("paste hits", "p ¦ alt+p", hint: "paste")
    case .repeat: row("repeat hits after them", "P ¦ alt+P", hint: "repeat")
    case .quantise: row("move hits to the steps", "Q ¦ alt+Q", hint: "quantise")
    case .pattern: row("pattern: bars play on", "E ¦ alt+E", hint: "pattern")
    }
  }

  private func seek(bars count: Int) -> Command { .request(.seek(.bars(.seekBy(count)))) }
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

  /// Reads the argument of the command `pattern`.
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
  /// Adds or removes a pattern of the timeline.
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

  static let ofTimeline: [any ArgumentCommand] = [quantise, humanise, pattern, repeatHits]
}

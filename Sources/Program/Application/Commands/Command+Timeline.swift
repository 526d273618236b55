extension Command {
  /// The timeline of the take. All but `open` have keys of their own while it is open.
  package enum Timeline: String, Hashable, Sendable, CaseIterable {
    case open = "timeline"
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
    /// Begins a range of selected hits at the cursor, or ends it.
    case selectRange = "select-range"
    case selectPad = "select-pad"
    case selectLayer = "select-layer"
    case selectAll = "select-all-hits"
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
  var summary: String {
    switch self {
    case .open: "timeline: see and edit hits"
    case .zoomIn: "timeline: zoom in"
    case .zoomOut: "timeline: zoom out"
    case .zoomAll: "timeline: whole track"
    case .steps: "timeline: steps of a bar"
    case .stepLength: "timeline: length of steps"
    case .follow: "timeline: follow the music"
    case .playHere: "play from the cursor"
    case .nextHit: "to the next hit"
    case .previousHit: "to the previous hit"
    case .selectRange: "select hits from here"
    case .selectPad: "select hits of the pad"
    case .selectLayer: "select hits of the layer"
    case .selectAll: "select all hits"
    case .nudgeEarlier: "hits 1 ms earlier"
    case .nudgeLater: "hits 1 ms later"
    case .stepEarlier: "hits a step earlier"
    case .stepLater: "hits a step later"
    case .copy: "copy hits"
    case .cut: "cut hits"
    case .paste: "paste hits"
    case .repeat: "repeat hits after them"
    case .quantise: "move hits to the steps"
    case .pattern: "pattern: bars play on"
    }
  }

  /// Whether a key that is held down performs it again and again.
  var isRepeatable: Bool {
    switch self {
    case .zoomIn, .zoomOut, .nextHit, .previousHit, .nudgeEarlier, .nudgeLater, .stepEarlier, .stepLater: true
    case .open, .zoomAll, .steps, .stepLength, .follow, .playHere, .selectRange, .selectPad, .selectLayer,
      .selectAll, .copy, .cut, .paste, .repeat, .quantise, .pattern:
      false
    }
  }
}

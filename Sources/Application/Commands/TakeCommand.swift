/// What the user can ask of takes by a key; the raw value is the name that configuration writes.
package enum TakeCommand: String, Hashable, Sendable, CaseIterable {
  case record
  case playback = "take-playback"
  case metronome
  case tap = "tap-tempo"
  case undo, redo
  case list = "takes"
  case newTake = "new-take"
  case rename = "rename-take"
  case solo = "solo-layer"
  case duplicate = "duplicate-layer"
  case loopStart = "loop-start"
  case loopEnd = "loop-end"
  case loopOff = "loop-off"
  case punchIn = "punch-in"
  case punchOut = "punch-out"
  case punchOff = "punch-off"

  package var summary: String {
    switch self {
    case .record: "record or stop"
    case .playback: "mute or play takes"
    case .metronome: "metronome on or off"
    case .tap: "tap tempo"
    case .undo: "undo take edit"
    case .redo: "redo take edit"
    case .list: "takes and layers"
    case .newTake: "start a new take"
    case .rename: "rename take or layer"
    case .solo: "solo layer"
    case .duplicate: "duplicate layer"
    case .loopStart: "loop start"
    case .loopEnd: "loop end"
    case .loopOff: "loop off"
    case .punchIn: "punch in"
    case .punchOut: "punch out"
    case .punchOff: "punch range off"
    }
  }

  static let words: [(command: Command, name: String, summary: String)] = allCases.map {
    (.take($0), $0.rawValue, $0.summary)
  }

  /// Whether what is pressed after it is text.
  var takesText: Bool { self == .rename }
}

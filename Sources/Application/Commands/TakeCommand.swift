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
    case .record: "record, or stop"
    case .playback: "hear takes or not"
    case .metronome: "metronome"
    case .tap: "tap the tempo"
    case .undo: "undo, in the take"
    case .redo: "redo"
    case .list: "takes: the track's, others"
    case .newTake: "record a new take next"
    case .rename: "name take or layer"
    case .solo: "this layer alone"
    case .duplicate: "the layer once more"
    case .loopStart: "repeat from here"
    case .loopEnd: "repeat up to here"
    case .loopOff: "repeat no more"
    case .punchIn: "record from here on"
    case .punchOut: "record up to here"
    case .punchOff: "record everywhere"
    }
  }

  static let words: [(command: Command, name: String, summary: String)] = allCases.map {
    (.take($0), $0.rawValue, $0.summary)
  }

  /// Whether what is pressed after it is text.
  var takesText: Bool { self == .rename }
}

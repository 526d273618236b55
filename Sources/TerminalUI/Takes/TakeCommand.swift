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

  private var keys: String {
    switch self {
    case .record: "r | alt+r"
    case .playback: "T | alt+p"
    case .metronome: "c | alt+m"
    case .tap: "t | alt+t"
    case .undo: "u | alt+u"
    case .redo: "U | alt+U"
    case .list: "E | alt+e"
    case .newTake: "Z | alt+z"
    case .rename: "V | alt+v"
    case .solo: "O | alt+o"
    case .duplicate: "Y | alt+y"
    case .loopStart: "( | alt+9"
    case .loopEnd: ") | alt+0"
    case .loopOff: "\\ | alt+l"
    case .punchIn: "9 | alt+i"
    case .punchOut: "0 | alt+k"
    case .punchOff: "' | alt+j"
    }
  }

  static let defaultKeys: [(command: UserCommand, keys: String)] = allCases.map { (.take($0), $0.keys) }

  static let words: [(command: UserCommand, name: String, summary: String)] = allCases.map {
    (.take($0), $0.rawValue, $0.summary)
  }

  /// Whether what is pressed after it is text.
  var takesText: Bool { self == .rename }
}

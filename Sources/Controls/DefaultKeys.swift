import Application

/// The keys that commands have before the user binds anything.
///
/// Behind a command stand its keys, given as far as no pad takes them. Where a pad takes the first of them, the first
/// one behind the bar that is free is given instead. So, with pads on `q`, `-` and `M` (AZERTY), quit moves to `a`,
/// softer to `)` and mute to `,`: the keys in those places. With an accent on `/` (QWERTZ), find moves to `#`.
enum DefaultKeys {
  static let list: [(command: Command, keys: String)] =
    [
      (.playPause, "space media-play-pause"),
      (.play, "media-play"),
      (.pause, "media-pause"),
      (.stop, "X media-stop"),
      (.next, "n media-next | ctrl+right"),
      (.previous, "p media-previous | ctrl+left"),
      (.seek(5), "right"),
      (.seek(-5), "left"),
      (.seek(60), "shift+right"),
      (.seek(-60), "shift+left"),
      (.volumeUp, "+ = media-volume-up"),
      (.volumeDown, "- media-volume-down | ) ctrl+down"),
      (.mute, "M media-mute | , ctrl+u"),
      (.balanceToMusic, "< | ctrl+b"),
      (.balanceToPads, "> | ctrl+v"),
      (.speedUp, "}"),
      (.speedDown, "{"),
      (.speedReset, "backspace"),
      (.shuffle, "z | w ctrl+s"),
      (.repeat, "y | ctrl+r"),
      (.moveUp, "up"),
      (.moveDown, "down"),
      (.pageUp, "pageup"),
      (.pageDown, "pagedown"),
      (.moveToStart, "home"),
      (.moveToEnd, "end"),
      (.activate, "enter"),
      (.remove, "delete"),
      (.mark, "insert ctrl+t"),
      (.trackUp, "shift+up alt+up"),
      (.trackDown, "shift+down alt+down"),
      (.clear, "C | alt+c"),
      (.saveQueue, "W | alt+w"),
      (.undoQueue, "b | alt+b"),
      (.redoQueue, "ctrl+y"),
      (.find, "/ ctrl+f | #"),
      (.findNext, "ctrl+n f3"),
      (.findPrevious, "ctrl+p shift+f3"),
      (.nextPanel, "tab"),
      (.spectrum, "v | alt+v"),
      (.notices, "N | alt+n"),
      (.lockPads, "f2 ctrl+g"),
      (.cancel, "escape"),
      (.help, "? f1"),
      (.redraw, "ctrl+l"),
      (.suspend, "ctrl+z"),
      (.quit, "q ctrl+c | a Q ctrl+q"),
    ] + TakeCommand.allCases.map { (.take($0), $0.keys) }
    + LibraryCommand.allCases.map { (.library($0), $0.keys) }

  /// The vi layout: the pads lie on the digits, and the letters move as they do in vi.
  static let vi: [(command: Command, keys: String)] = [
    (.moveDown, "j"), (.moveUp, "k"), (.seek(-5), "h"), (.seek(5), "l"), (.seek(-60), "H"), (.seek(60), "L"),
    (.moveToStart, "g"), (.moveToEnd, "G"), (.pageDown, "ctrl+f"), (.pageUp, "ctrl+b"), (.remove, "d"),
    (.trackDown, "J"), (.trackUp, "K"), (.findNext, "n"), (.findPrevious, "N"), (.next, "w"),
    (.previous, "b"),
    (.mark, "m"), (.clear, "D"), (.stop, "s"),
  ]
}

extension LibraryCommand {
  fileprivate var keys: String {
    switch self {
    case .pick: "o ctrl+o"
    case .add: "i | alt+a"
    case .addNext: "I | alt+A"
    case .up: "h | alt+h"
    case .rate: "G | alt+g"
    case .playList: "P | alt+P"
    case .scan: "f5 alt+s"
    case .scanFolder: "f6 alt+f"
    }
  }
}

extension TakeCommand {
  fileprivate var keys: String {
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
}

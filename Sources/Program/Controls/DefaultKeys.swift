import Application
import TerminalKit

/// The programs whose keys the commands have, by their names in the settings; `usual` are the keys of this program.
package enum KeyLayout: String, CaseIterable, Hashable, Sendable {
  case usual, vi, mpv, cmus
}

/// The keys of commands before the user binds any.
///
/// The keys in front of a bar are given as far as no pad has them. If a pad has the first of them, the first free key
/// behind the bar is given instead. With pads on `q`, `-` and `M` (AZERTY), quit moves to `a`, volume down to `)` and
/// mute to `,`, which are in the same places. With an accent on `/` (QWERTZ), find moves to `#`.
enum DefaultKeys {
  static let list: [(command: Command, keys: String)] =
    Command.plain.map { ($0, keys($0)) } + [
      (.seek(5), "right"), (.seek(-5), "left"), (.seek(60), "shift+right"), (.seek(-60), "shift+left"),
      (.request(.bars(.seekBy(1))), "alt+shift+right"), (.request(.bars(.seekBy(-1))), "alt+shift+left"),
    ]

  /// The keys of a command in front of the bar, and those behind it.
  struct Binding {
    let command: Command
    let keys: [KeyChord]
    let replacements: [KeyChord]
  }

  /// The list with its names parsed, once for all maps of keys.
  static let bindings = list.map { entry in
    let parts = entry.keys.split(separator: "¦").map { part in
      part.split(separator: " ").compactMap { KeyChord(name: String($0)) }
    }
    return Binding(
      command: entry.command, keys: parts.first ?? [], replacements: Array(parts.dropFirst().joined()))
  }

  /// Returns the keys of a layout before the default keys. The pads are on the digits, and letters are commands.
  static func keys(of layout: KeyLayout) -> [(command: Command, key: String)] {
    switch layout {
    case .usual: []
    case .vi: vi
    case .mpv: mpv
    case .cmus: cmus
    }
  }

  /// The keys that commands have besides their own while the letters of the pads are commands.
  static let listening: [(command: Command, key: String)] = [
    (.move(.down), "j"), (.move(.up), "k"), (.list(.activate), "l"), (.queue(.trackDown), "J"),
    (.queue(.trackUp), "K"), (.program(.lyrics), "L"), (.library(.add), "a"), (.library(.addNext), "A"),
    (.playback(.shuffle), "s"), (.playback(.consume), "S"), (.list(.remove), "d"), (.queue(.clear), "D"),
    (.search(.find), "f"), (.library(.saveQuery), "F"),
  ]

  private static let vi: [(command: Command, key: String)] = [
    (.move(.down), "j"), (.move(.up), "k"), (.library(.up), "h"), (.list(.activate), "l"), (.seek(-60), "H"),
    (.seek(60), "L"), (.program(.undo), "u"), (.program(.redo), "ctrl+r"), (.move(.start), "gg"),
    (.move(.end), "G"), (.move(.pageDown), "ctrl+f"),
    (.move(.pageUp), "ctrl+b"), (.list(.remove), "dd"), (.queue(.trackDown), "J"), (.queue(.trackUp), "K"),
    (.search(.next), "n"), (.search(.previous), "N"), (.playback(.next), "w"), (.playback(.previous), "b"),
    (.list(.mark), "m"), (.queue(.clear), "D"), (.playback(.stop), "s"),
    (.program(.quit), "ZZ"), (.program(.quit), "ZQ"),
  ]

  /// The keys of mpv(1), section INTERACTIVE CONTROL, and of its etc/input.conf. Up, down and Enter act on lists, and `/`
  /// filters them.
  private static let mpv: [(command: Command, key: String)] = [
    (.playback(.playPause), "space"), (.playback(.playPause), "p"), (.playback(.volumeDown), "9"),
    (.playback(.volumeUp), "0"), (.playback(.mute), "m"), (.playback(.previous), "<"),
    (.playback(.next), ">"), (.seek(1), "shift+right"), (.seek(-1), "shift+left"), (.seek(60), "alt+right"),
    (.seek(-60), "alt+left"), (.seek(600), "shift+pageup"), (.seek(-600), "shift+pagedown"),
    (.playback(.speedDown), "["), (.playback(.speedUp), "]"),
    (.playback(.speedReset), "backspace"), (.take(.loop), "l"), (.playback(.repeat), "L"),
    (.list(.info), "i"), (.list(.info), "I"), (.program(.palette), "`"), (.program(.quit), "q"),
    (.program(.quit), "Q"), (.request(.view(.queue)), "f8"),
  ]

  /// The keys of cmus(1), section KEYBINDINGS, and of its data/rc. The digits are the views where they strike no pads.
  private static let cmus: [(command: Command, key: String)] = [
    (.playback(.play), "x"), (.playback(.playPause), "c"), (.playback(.stop), "v"), (.playback(.next), "b"),
    (.playback(.previous), "z"), (.playback(.repeat), "r"), (.playback(.repeat), "ctrl+r"),
    (.playback(.shuffle), "s"), (.playback(.stopAfterCurrent), "C"), (.seek(-5), "h"), (.seek(5), "l"),
    (.seek(-60), ","), (.seek(60), "."), (.move(.down), "j"), (.move(.up), "k"), (.move(.start), "g"),
    (.move(.end), "G"), (.move(.pageDown), "ctrl+f"), (.move(.pageUp), "ctrl+b"), (.search(.find), "/"),
    (.search(.find), "L"), (.search(.find), "F"), (.search(.next), "n"), (.search(.previous), "N"),
    (.list(.mark), "space"), (.list(.remove), "D"), (.list(.info), "I"), (.list(.selectPlaying), "i"),
    (.queue(.trackDown), "p"), (.queue(.trackUp), "P"), (.library(.add), "e"), (.library(.addNext), "E"),
    (.library(.addToPlaylist), "y"), (.library(.scan), "u"), (.library(.scan), "U"),
    (.program(.timeDisplay), "t"), (.program(.quit), "q"), (.request(.view(.artists)), "1"),
    (.request(.view(.tracks)), "2"), (.request(.view(.playlists)), "3"), (.request(.view(.queue)), "4"),
    (.request(.view(.folders)), "5"), (.request(.view(.playlists)), "6"), (.request(.view(.settings)), "7"),
  ]

  private static func keys(_ command: Command) -> String {
    switch command {
    case .playback(let command): command.keys
    case .move(let movement): movement.keys
    case .list(let command): command.keys
    case .queue(let command): command.keys
    case .search(let command): command.keys
    case .program(let command): command.keys
    case .take(let command): command.keys
    case .library(let command): command.keys
    case .pads(let command): command.keys
    case .mixer(let command): command.keys
    case .timeline(let command): command.keys
    // The list and `PadKeys` have these.
    case .seek, .pad, .request, .direct: ""
    }
  }
}

extension Command.Playback {
  fileprivate var keys: String {
    switch self {
    case .playPause: "space media-play-pause"
    case .play: "media-play"
    case .pause: "media-pause"
    case .stop: "X media-stop"
    case .next: "n media-next ¦ ctrl+right"
    case .previous: "p media-previous ¦ ctrl+left"
    case .volumeUp: "+ = media-volume-up"
    case .volumeDown: "- media-volume-down ¦ ) ctrl+down"
    case .mute: "M media-mute ¦ , ctrl+u"
    case .balanceToMusic: "< ¦ ctrl+b"
    case .balanceToPads: "> ¦ ctrl+v"
    case .speedUp: "}"
    case .speedDown: "{"
    case .speedReset: "| ¦ alt+D"
    case .nextChapter: "alt+)"
    case .previousChapter: "alt+("
    case .shuffle: "z ¦ w ctrl+s"
    case .repeat: "y ¦ ctrl+r"
    case .consume: "alt+S"
    case .stopAfterCurrent: "alt+Q"
    case .sleep: "alt+Z"
    }
  }
}

extension Movement {
  fileprivate var keys: String {
    switch self {
    case .up: "up"
    case .down: "down"
    case .pageUp: "pageup"
    case .pageDown: "pagedown"
    case .start: "home"
    case .end: "end"
    }
  }
}

extension Command.List {
  fileprivate var keys: String {
    switch self {
    case .activate: "enter"
    case .remove: "delete"
    case .mark: "insert ctrl+t"
    case .info: "alt+d f8"
    case .selectPlaying: ". alt+J"
    }
  }
}

extension Command.Queue {
  fileprivate var keys: String {
    switch self {
    case .trackUp: "shift+up alt+up"
    case .trackDown: "shift+down alt+down"
    case .clear: "C ¦ alt+c"
    case .save: "W ¦ alt+w"
    case .shuffleTracks: "shift+f4 alt+@"
    case .crop: "shift+f5 alt+%"
    case .deduplicate: "shift+f6 alt+&"
    case .former: "b ¦ alt+b"
    }
  }
}

extension Command.Search {
  fileprivate var keys: String {
    switch self {
    case .find: "/ ctrl+f ¦ #"
    case .next: "ctrl+n f3"
    case .previous: "ctrl+p shift+f3"
    }
  }
}

extension Command.Program {
  fileprivate var keys: String {
    switch self {
    case .nextPanel: "tab"
    case .spectrum: "v ¦ alt+v"
    case .lyrics: "w ¦ alt+L"
    case .chapters: "shift+f11 alt+$"
    case .devices: "alt+V shift+f8"
    case .recordOutput: "R ¦ alt+R"
    case .timeDisplay: "alt+q f12"
    case .notices: "N ¦ alt+n"
    case .undo: "u ¦ alt+u"
    case .redo: "U ¦ alt+U"
    case .layout: "shift+f2 alt+`"
    case .lockPads: "f2 ctrl+g"
    case .cancel: "escape"
    case .help: "? f1"
    case .palette: ": ¦ ctrl+x"
    case .settings: "shift+f12 alt+*"
    case .defaultKeys: ""
    case .redraw: "ctrl+l"
    case .suspend: "ctrl+z"
    case .detach: "ctrl+d"
    case .quit: "q ctrl+c ¦ a Q ctrl+q"
    }
  }
}

extension Command.Take {
  fileprivate var keys: String {
    switch self {
    case .record: "r ¦ alt+r"
    case .playback: "T ¦ alt+p"
    case .metronome: "c ¦ alt+m"
    case .tap: "t ¦ alt+t"
    case .tempo: "f9 ctrl+e"
    case .timeSignature: "f10 ctrl+w"
    case .clickUp: "alt+."
    case .clickDown: "alt+,"
    case .list: "E ¦ alt+e"
    case .new: "Z ¦ alt+z"
    case .rename: "V ¦ alt+v"
    case .solo: "O ¦ alt+o"
    case .duplicate: "Y ¦ alt+y"
    case .loopStart: "( ¦ alt+9"
    case .loopEnd: ") ¦ alt+0"
    case .loop: "ctrl+k"
    case .loopOff: "\\ ¦ alt+l"
    case .punchIn: "alt+i"
    case .punchOut: "alt+k"
    case .punchOff: "' ¦ alt+j"
    case .export: "e ¦ alt+M"
    case .input: "f7 alt+N"
    case .calibrateInput: "shift+f7 alt+C"
    case .monitorInput: "shift+f9 alt+W"
    case .practice: "alt+8"
    }
  }
}

extension Command.Library {
  fileprivate var keys: String {
    switch self {
    case .pick: "o ctrl+o"
    case .add: "i ¦ alt+a"
    case .addNext: "I ¦ alt+A"
    case .up: "h backspace ¦ alt+h"
    case .rate: "G ¦ alt+g"
    case .playList: "P ¦ alt+P"
    case .sortColumn: "alt+x f4"
    case .sortDirection: "_ alt+X"
    case .addToPlaylist: "alt+I"
    case .saveQuery: "alt+F"
    case .importPlaylist: "alt+{"
    case .scan: "f5 alt+s"
    case .scanFolder: "f6 alt+f"
    case .editTags: "alt+E"
    case .editListTags: "alt+T"
    }
  }
}

extension Command.Pads {
  fileprivate var keys: String {
    switch self {
    case .previousBank: "[ ¦ alt+-"
    case .nextBank: "] ¦ alt+="
    case .kits: "B ¦ alt+K"
    case .editPad: "H ¦ alt+H"
    case .learnMIDI: "m ¦ alt+m"
    case .instrument: "alt+G"
    }
  }
}

extension Command.Mixer {
  fileprivate var keys: String {
    switch self {
    case .open: "x ¦ alt+O"
    case .compare: "~ alt+|"
    case .mute: "alt+;"
    case .solo: "alt+:"
    case .bypass: "` alt+'"
    case .add: "alt+/"
    case .cancelPlugins: "alt+!"
    case .throw: "0 ¦ alt+1"
    case .stutter: "9 ¦ alt+2"
    case .brake: ", ¦ alt+3"
    case .sweepLeft: "alt+left ¦ alt+4"
    case .sweepRight: "alt+right ¦ alt+5"
    case .sweepMiddle: "alt+6"
    }
  }
}

extension Command.Timeline {
  fileprivate var keys: String {
    switch self {
    case .open: "g ¦ alt+7"
    case .zoomIn: "i ¦ alt+i"
    case .zoomOut: "o ¦ alt+o"
    case .zoomAll: "w ¦ alt+w"
    case .steps: "v ¦ alt+v"
    case .stepLength: "/ ¦ alt+/"
    case .follow: "G ¦ alt+g"
    case .playHere: "e ¦ alt+e"
    case .nextHit: "tab"
    case .previousHit: "backtab"
    case .selectRange: "b ¦ alt+b"
    case .selectPad: "h ¦ alt+h"
    case .selectLayer: "H ¦ alt+H"
    case .selectAll: "ctrl+a"
    case .nudgeEarlier: ", ¦ alt+,"
    case .nudgeLater: ". ¦ alt+."
    case .stepEarlier: "< ¦ alt+<"
    case .stepLater: "> ¦ alt+>"
    case .copy: "y ¦ alt+y"
    case .cut: "x ¦ alt+x"
    case .paste: "p ¦ alt+p"
    case .repeat: "P ¦ alt+P"
    case .quantise: "Q ¦ alt+Q"
    case .pattern: "E ¦ alt+E"
    }
  }
}

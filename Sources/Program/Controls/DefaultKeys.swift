import Application
import TerminalKit

/// The programs whose keys the commands have, by their names in the settings; `usual` are the keys of this program.
package enum KeyLayout: String, CaseIterable, Hashable, Sendable {
  case usual, vi, mpv, cmus
}

/// The keys of commands before the user binds any: those of their rows, and what the layouts of other programs add.
enum DefaultKeys {
  /// The keys of a command in front of the bar, and those behind it.
  struct Binding {
    let command: Command
    let row: CommandRow
    let keys: [KeyChord]
    let replacements: [KeyChord]
  }

  /// The keys of the rows, parsed once for all maps of keys.
  static let bindings = Command.listed.map { command in
    let row = command.row
    let parts = row.keys.split(separator: "¦").map { part in
      part.split(separator: " ").compactMap { KeyChord(name: String($0)) }
    }
    return Binding(
      command: command, row: row, keys: parts.first ?? [], replacements: Array(parts.dropFirst().joined()))
  }

  /// The commands of all screens that have other keys on one screen, besides their own: those of another command.
  static let onScreens: [(screen: ScreenName, command: Command, like: Command)] = [
    (.mixer, .mixer(.add), .list(.mark)), (.mixer, .mixer(.mute), .playback(.mute)),
    (.mixer, .mixer(.solo), .take(.solo)), (.practice, .request(.practice(.clear)), .list(.remove)),
    (.mixer, .request(.takeMixer(.keep)), .library(.add)),
    (.mixer, .request(.takeMixer(.load)), .library(.addNext)),
  ]

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
    (.list(.mark), "m"), (.request(.mark(.range)), "v"), (.queue(.clear), "D"), (.playback(.stop), "s"),
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
    (.playback(.speedReset), "backspace"), (.request(.loop(.next)), "l"), (.playback(.repeat), "L"),
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
}

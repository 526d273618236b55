import SystemBase
import TerminalKit
import Testing

@testable import Application
@testable import Controls

/// The keys of other programs: each has the command of that program, or is listed as a difference with its reason.
@Suite struct KeySetTests {
  /// The commands of vi for moving, editing and quitting, as POSIX and Vim document them.
  private static let vi: KeyValuePairs = [
    "h": "library-up", "j": "move-down", "k": "move-up", "l": "activate", "gg": "move-to-start",
    "G": "move-to-end",
    "ctrl+f": "page-down", "ctrl+b": "page-up", "/": "find", "n": "find-next", "N": "find-previous",
    "dd": "remove",
    "u": "undo", "ctrl+r": "redo", "w": "next", "b": "previous", "m": "mark", "v": "mark range",
    "K": "track-up",
    "ZZ": "quit", "ZQ": "quit", ":": "palette", "ctrl+l": "redraw", "ctrl+z": "suspend", "enter": "activate",
    "up": "move-up", "down": "move-down", "left": "seek -5", "right": "seek 5", "escape": "cancel",
  ]
  private static let viDifferences =
    "1 2 3 4 5 6 7 8 9 0 ! @ # $ % ^ & * H M L a i o A I O c C s S r R p P x X yy Y J ~ . < > = V q D ? e t T f F ; , ( ) "
    + "{ } [ ] | _ z ' ` \" \\ + - space backspace ctrl+d ctrl+u ctrl+e ctrl+y ctrl+c ctrl+n ctrl+p ctrl+o ctrl+w ctrl+g "
    + "w b B E W U Q ctrl+a ctrl+x ctrl+v ctrl+t ctrl+]"

  /// etc/input.conf of mpv.
  private static let mpv: KeyValuePairs = [
    "right": "seek 5", "left": "seek -5", "shift+right": "seek 1", "shift+left": "seek -1",
    "shift+pageup": "seek 600", "shift+pagedown": "seek -600", "[": "speed-down", "]": "speed-up",
    "backspace": "speed-reset", "q": "quit", "Q": "quit", "p": "play-pause", "space": "play-pause",
    ">": "next",
    "<": "previous", "i": "track-info", "I": "track-info", "`": "palette", "9": "volume-down",
    "0": "volume-up", "alt+)": "next-chapter", "alt+(": "previous-chapter",
    "m": "mute", "l": "loop next", "L": "repeat", "ctrl+c": "quit", "f8": "view queue",
    "media-play-pause": "play-pause",
    "media-play": "play", "media-pause": "pause", "media-next": "next", "media-previous": "previous",
    "media-volume-up": "volume-up", "media-volume-down": "volume-down", "media-mute": "mute",
  ]
  private static let mpvDifferences =
    "up down shift+up shift+down ctrl+left ctrl+right alt+up alt+down pageup pagedown { } shift+backspace escape . , enter "
    + "o O P z Z x / * 1 2 3 4 5 6 7 8 ! @ d r R t v V u j J # _ T f s S w W e A E ctrl+w ctrl+h ctrl+s alt+v alt+s delete f9 "
    + "media-stop alt+left alt+right ctrl+shift+backspace F G alt+0 alt+1 alt+2 alt++ alt+- alt+backspace ctrl++ ctrl+- "
    + "ctrl+shift+left ctrl+shift+right"

  /// data/rc of cmus.
  private static let cmus: KeyValuePairs = [
    "b": "next", "c": "play-pause", "x": "play", "z": "previous", "v": "stop", "+": "volume-up",
    "=": "volume-up",
    "-": "volume-down", ",": "seek -60", ".": "seek 60", "h": "seek -5", "l": "seek 5", "left": "seek -5",
    "right": "seek 5", "C": "stop-after-current", "r": "repeat", "ctrl+r": "repeat", "t": "time-display",
    "s": "shuffle", "q": "quit", "I": "track-info", "tab": "next-panel", "ctrl+l": "redraw",
    "ctrl+b": "page-up",
    "ctrl+f": "page-down", "k": "move-up", "j": "move-down", "g": "move-to-start", "G": "move-to-end",
    "up": "move-up", "down": "move-down", "home": "move-to-start", "end": "move-to-end", "pageup": "page-up",
    "pagedown": "page-down", "i": "select-playing", "enter": "activate", "space": "mark", "D": "remove",
    "delete": "remove", "p": "track-down", "P": "track-up", "E": "play-next", "y": "add-to-playlist",
    "e": "add-to-queue", "u": "scan", "U": "scan", "/": "find", "n": "find-next", "N": "find-previous",
    "F": "find",
    "L": "find", "backspace": "library-up",
  ]
  private static let cmusViews: KeyValuePairs = [
    "1": "view artists", "2": "view tracks", "3": "view playlists", "4": "view queue", "5": "view folders",
    "6": "view playlists", "7": "view settings",
  ]
  private static let cmusDifferences =
    "1 2 3 4 5 6 7 ! ? B Z [ ] { } m M o f a ctrl+c ctrl+d ctrl+u ctrl+e ctrl+y + = -"

  /// The rows of a layout in drumdub(5): keys, and their effect in that program with the reason of the difference.
  private static func differences(_ layout: KeyLayout) throws -> [(keys: Substring, text: Substring)] {
    let root = FilePath(#filePath).directory.directory.directory.directory
    let bytes = try FileBytes.read(root.appending("Resources/man/drumdub.5.template"), limit: 1 << 20)
    let text = String(decoding: bytes, as: UTF8.self).replacing("\n    ", with: " ")
    return text.split(separator: "\n").filter { $0.hasPrefix("\(layout.rawValue): ") }.map { row in
      let parts = row.dropFirst(layout.rawValue.count + 2).split(separator: "  ", maxSplits: 1)
      return (parts[0], parts[1])
    }
  }

  private func name(_ key: String, in map: KeyMap) -> String? {
    KeyChord(name: key).flatMap { map.owner(of: $0)?.name }
  }

  @Test(arguments: [
    (KeyLayout.vi, vi, viDifferences), (.mpv, mpv, mpvDifferences), (.cmus, cmus, cmusDifferences),
  ]) func eachKeyOfTheProgramHasItsCommandOrAReason(
    layout: KeyLayout, keys: KeyValuePairs<String, String>, differences: String
  ) throws {
    let rows = try KeySetTests.differences(layout)
    let listed = rows.flatMap { $0.keys.split(separator: " ").map(String.init) }
    let expected = differences.split(separator: " ").map(String.init)
    #expect(Set(listed) == Set(expected) && Set(listed).count == listed.count)
    for map in [KeyMap(layout: layout), KeyMap(padKeys: nil, layout: layout)] {
      for (key, command) in keys { #expect(name(key, in: map) == command, "\(layout) \(key)") }
    }
    #expect(rows.allSatisfy { $0.text.contains(": ") })
  }

  @Test func digitsOfCmusSwitchViewsWhereTheyStrikeNoPads() {
    let maps = KeyMaps(layout: .cmus)
    var mode = ScreenMode()
    mode.layout = .listen
    for (key, command) in Self.cmusViews { #expect(name(key, in: maps[mode]) == command) }
    mode.layout = .both
    #expect(name("1", in: maps[mode]) == "pad 1")
  }

  @Test(arguments: [KeyLayout.usual, .vi, .mpv])
  func undoAndRedoHaveTheSameKeysWithAndWithoutPads(layout: KeyLayout) {
    for map in [KeyMap(layout: layout), KeyMap(padKeys: nil, layout: layout)] {
      #expect(name("u", in: map) == "undo" && name(layout == .vi ? "ctrl+r" : "U", in: map) == "redo")
    }
  }

  @Test func keysOfScenesActInTheMixerAlone() {
    #expect(["f1", "f8", "alt+;"].map { name($0, in: KeyMap()) } == ["help", "track-info", "mute-strip"])
  }

  @Test(arguments: KeyLayout.allCases) func noSequenceIsHiddenByTheCommandOfItsFirstKey(layout: KeyLayout) {
    for map in [KeyMap(layout: layout), KeyMap(padKeys: nil, layout: layout)] {
      for command in Command.listed {
        for chord in map.keys(for: command) where chord.leader != nil {
          #expect(chord.leader.flatMap { map.owner(of: KeyChord(.character($0))) } == nil)
        }
      }
    }
  }
}

/// Two keys that are pressed one after the other.
@Suite struct KeySequenceTests {
  private func route(_ text: String, _ maps: KeyMaps = KeyMaps(layout: .vi)) -> [String] {
    var decoder = KeyDecoder()
    var router = KeyRouter(keys: maps, heldKeys: HeldKeyFilter(ignoresRepeats: true))
    return (decoder.feed(text.utf8) + decoder.timeOut()).compactMap { event in
      switch router.route(event, at: 1_000_000_000) {
      case .command(let command): command.name
      case .strike(let pad, _): "pad \(pad)"
      case .unbound(let chord): "no \(chord.name)"
      default: nil
      }
    }
  }

  @Test func commandRunsWithTheSecondKeyAlone() {
    #expect(route("d") == [] && route("dd") == ["remove"] && route("ddd") == ["remove"])
    #expect(route("ggZZ") == ["move-to-start", "quit"] && route("dddd") == ["remove", "remove"])
  }

  @Test func secondKeyThatEndsNoSequenceRunsItsOwnCommand() {
    #expect(route("dj") == ["move-down"] && route("djd") == ["move-down"] && route("d1") == ["pad 1"])
    #expect(route("gdd") == ["remove"] && route("d\u{1B}") == ["cancel"])
  }

  @Test func namesOfSequencesAreReadAndWritten() {
    #expect(KeyChord(name: "dd")?.name == "dd" && KeyChord(name: "gU")?.name == "gU")
    #expect(KeyChord(name: "f2")?.leader == nil)
    #expect(KeyChord(name: "d ") == nil && KeyChord(name: "ddd") == nil && KeyChord(name: "up")?.key == .up)
  }

  @Test func boundSequenceReplacesTheCommandOfItsFirstKeyAndTheOtherWayRound() throws {
    var maps = KeyMaps()
    maps.apply(try KeyBinding("zz", to: "mute"))
    #expect(route("z", maps) == [] && route("zz", maps) == ["mute"])
    #expect(maps.drumming.conflicts.map(\.lost) == [.playback(.shuffle)])
    maps.apply(try KeyBinding("z", to: "lyrics"))
    #expect(route("zz", maps) == ["lyrics", "lyrics"])
    maps.apply(try KeyBinding("z"))
    #expect(route("z", maps) == ["no z"])
  }
}

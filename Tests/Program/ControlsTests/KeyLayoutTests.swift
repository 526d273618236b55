import TerminalKit
import Testing

@testable import Application
@testable import Controls

@Suite struct KeyLayoutDefaultsTests {
  private func name(_ key: String, _ layout: KeyLayout) -> String? {
    KeyChord(name: key).flatMap { KeyMap(layout: layout).owner(of: $0)?.name }
  }

  @Test(arguments: KeyLayout.allCases, [PadKeys.qwerty, .qwertz, .azerty])
  func eachLayoutReachesEveryCommandAndPad(layout: KeyLayout, keys: PadKeys) {
    let map = KeyMap(padKeys: keys, layout: layout)
    for command in Command.listed where ![.program(.redraw), .program(.defaultKeys)].contains(command) {
      #expect(!map.keys(for: command).isEmpty, "\(command)")
    }
    for number in 1...8 {
      #expect(!map.keys(for: .pad(number, .plain)).isEmpty)
      #expect(!map.keys(for: .pad(number, .accented)).isEmpty)
      #expect(!map.keys(for: .pad(number, .soft)).isEmpty)
    }
  }

  @Test(arguments: [
    ("p", "play-pause"), ("space", "play-pause"), ("9", "volume-down"), ("0", "volume-up"), ("m", "mute"),
    ("<", "previous"), (">", "next"), ("[", "speed-down"), ("]", "speed-up"), ("backspace", "speed-reset"),
    ("l", "loop next"), ("L", "repeat"), ("q", "quit"), ("Q", "quit"), ("right", "seek 5"),
    ("left", "seek -5"),
    ("shift+right", "seek 1"), ("shift+left", "seek -1"), ("alt+right", "seek 60"), ("i", "track-info"),
    ("`", "palette"), ("1", "pad 1"), ("8", "pad 8"),
  ]) func mpvLayoutMapsKeysToCommands(key: String, command: String) { #expect(name(key, .mpv) == command) }

  @Test(arguments: [
    ("x", "play"), ("c", "play-pause"), ("v", "stop"), ("b", "next"), ("z", "previous"), ("h", "seek -5"),
    ("l", "seek 5"), ("+", "volume-up"), ("-", "volume-down"), ("/", "find"), ("n", "find-next"),
    ("q", "quit"),
    ("r", "repeat"), ("s", "shuffle"), (",", "seek -60"), (".", "seek 60"), ("D", "remove"), ("1", "pad 1"),
    ("alt+r", "record"), ("space", "mark"), ("C", "stop-after-current"), ("L", "find"), ("I", "track-info"),
    ("i", "select-playing"), ("e", "add-to-queue"), ("E", "play-next"), ("y", "add-to-playlist"),
    ("t", "time-display"), ("ctrl+r", "repeat"), ("u", "scan"), ("p", "track-down"), ("P", "track-up"),
  ]) func cmusLayoutMapsKeysToCommands(key: String, command: String) { #expect(name(key, .cmus) == command) }
}

@Suite struct KeyLayoutTests {
  private func name(_ key: String, in map: KeyMap) -> String? {
    guard let chord = KeyChord(name: key) else { return nil }
    return map.owner(of: chord)?.name
  }

  @Test(arguments: KeyLayout.allCases) func everyFunctionKeyHasASecondKey(layout: KeyLayout) {
    let map = KeyMap(layout: layout)
    for command in Command.listed {
      let keys = map.keys(for: command)
      let others = keys.filter { if case .function = $0.key { false } else { true } }
      #expect(keys.isEmpty || !others.isEmpty, "\(command)")
    }
  }

  @Test(arguments: KeyLayout.allCases) func everyCommandHasAKeyAndNoPadHasOneWithoutKeysOfPads(
    layout: KeyLayout
  ) {
    let map = KeyMap(padKeys: nil, layout: layout)
    for command in Command.listed where ![.program(.redraw), .program(.defaultKeys)].contains(command) {
      #expect(!map.keys(for: command).isEmpty, "\(command)")
    }
    #expect((1...8).allSatisfy { map.keys(for: .pad($0, .plain)).isEmpty })
    for command: Command in [.mixer(.throw), .mixer(.stutter), .mixer(.brake), .mixer(.feedback)] {
      #expect(map.keys(for: command).allSatisfy { $0.modifiers == .alt }, "\(command)")
    }
    let letters = "asdfjkl".filter { map.owner(of: KeyChord(.character($0))) == nil }
    #expect(layout != .usual || letters.isEmpty)
  }

  @Test func theViLayoutMovesThePadsToTheDigits() {
    let map = KeyMap(layout: .vi)
    #expect(["1", "8", "!", "*"].map { name($0, in: map) } == ["pad 1", "pad 8", "accent 1", "accent 8"])
    #expect(
      ["h", "j", "k", "l", "gg", "G", "n", "N", "u"].map { name($0, in: map) } == [
        "library-up", "move-down", "move-up", "activate", "move-to-start", "move-to-end", "find-next",
        "find-previous", "undo",
      ])
    #expect(map.conflicts.isEmpty)
    for command in Command.listed where ![.program(.redraw), .program(.defaultKeys)].contains(command) {
      #expect(!map.keys(for: command).isEmpty, "\(command)")
    }
  }

  @Test func commandThatLosesItsKeyIsReportedAsAConflict() throws {
    var map = KeyMap()
    map.apply(try KeyBinding("a", to: "quit"))
    map.apply(try KeyBinding("a", to: "help"))
    map.apply(try KeyBinding("f11", to: "stop"))
    let chord = try #require(KeyChord(name: "a"))
    #expect(
      map.conflicts == [KeyMap.Conflict(key: chord, lost: .pad(1, .plain), gained: .program(.help))])
    map.apply(try KeyBinding("a", to: "pad 1"))
    #expect(map.conflicts.isEmpty)
  }
}

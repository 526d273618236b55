@testable import Application
@testable import Controls
import AudioBase
import TerminalKit
import Testing

@Suite struct KeyMapTests {
  private func name(_ key: String, in map: KeyMap) -> String? {
    guard let chord = KeyChord(name: key) else { return nil }
    return map.command(for: KeyEvent(chord.key, chord.modifiers))?.name
  }

  @Test(arguments: [
    ("space", "play-pause"), ("n", "next"), ("p", "previous"), ("right", "seek 5"), ("left", "seek -5"),
    ("shift+right", "seek 60"), ("shift+left", "seek -60"), ("up", "move-up"), ("pagedown", "page-down"),
    ("home", "move-to-start"), ("enter", "activate"), ("delete", "remove"), ("/", "find"), ("+", "volume-up"),
    ("=", "volume-up"), ("-", "volume-down"), ("M", "mute"), ("<", "balance-to-music"),
    (">", "balance-to-pads"),
    ("z", "shuffle"), ("y", "repeat"), ("?", "help"), ("q", "quit"), ("ctrl+c", "quit"),
    ("ctrl+z", "suspend"),
    ("a", "pad 1"), ("f", "pad 4"), ("j", "pad 5"), (";", "pad 8"), ("A", "accent 1"), ("\"", "accent 8"),
    (":", "palette"), ("backspace", "library-up"), ("|", "speed-reset"), ("alt+i", "punch in"),
    ("alt+k", "punch out"),
    ("1", "pad 1"), ("8", "pad 8"), ("!", "accent 1"), ("*", "accent 8"),
  ]) func defaultKeysRunTheirCommands(key: String, command: String) {
    #expect(name(key, in: KeyMap()) == command)
  }

  @Test func noKeyIsGivenToTwoCommands() {
    let given = Command.listed.flatMap { command in
      command.row.keys.prefix { $0 != "¦" }.split(separator: " ").map { (key: String($0), command) }
    }
    // The keys of a screen act only while it is open.
    for (screen, own) in Dictionary(grouping: given, by: \.1.row.screen) {
      let shared = Dictionary(grouping: own, by: \.key).filter { $0.value.count > 1 }
      #expect(shared.isEmpty, "\(String(describing: screen)) \(shared.keys.sorted())")
    }
  }

  private func name(_ key: String, on screen: ScreenName?, in map: KeyMap) -> String? {
    KeyChord(name: key).flatMap { map.command(for: KeyEvent($0.key, $0.modifiers), on: screen) }?.name
  }

  @Test func keysOfTheTimelineActWhileItIsOpenExceptOnPads() throws {
    var map = KeyMap()
    func command(_ key: String, on screen: ScreenName? = .timeline) -> String? {
      name(key, on: screen, in: map)
    }
    #expect(command("i") == "zoom-in" && command("i", on: nil) == "add-to-queue")
    #expect(command("a") == "pad 1" && command("r") == "record" && command("g") == "timeline")
    map.apply(try KeyBinding("i", to: "copy-hits"))
    map.apply(try KeyBinding("a", to: "paste-hits"))
    #expect(command("i") == "copy-hits" && command("i", on: nil) == "add-to-queue")
    #expect(command("a") == "pad 1", "pads come first")
    #expect(map.conflicts.map(\.lost) == [.timeline(.zoomIn)])
    map.apply(try KeyBinding("i"))
    #expect(command("i") == nil && command("i", on: nil) == nil)
  }

  @Test(arguments: [
    (KeyLayout.usual, "+", "velocity-up"), (.usual, "-", "velocity-down"), (.usual, "left", "cursor-back"),
    (.usual, "shift+right", "cursor-bar-forward"), (.usual, "enter", "set-hit"), (.usual, "alt+up", "pad-up"),
    (.usual, "alt+shift+left", "cursor-bar-back"), (.usual, ",", "nudge-earlier"), (.vi, "l", "set-hit"),
    (.vi, "J", "pad-down"), (.vi, "L", "cursor-bar-forward"), (.mpv, "0", "velocity-up"),
    (.mpv, "shift+left", "cursor-back"), (.mpv, "shift+pageup", "cursor-bar-forward"),
    (.cmus, "l", "cursor-forward"), (.cmus, ",", "nudge-earlier"), (.cmus, "D", "delete-hits"),
  ]) func timelineHasTheKeysOfLikeCommands(layout: KeyLayout, key: String, command: String) {
    #expect(name(key, on: .timeline, in: KeyMap(layout: layout)) == command)
  }

  @Test(arguments: [
    ("+", "value-up"), ("left", "mixer-left"), ("shift+left", "mixer-far-left"), ("M", "mute-strip"),
    ("O", "solo-strip"), ("insert", "add-effect"), ("enter", "open-effect"), ("delete", "remove-effect"),
    ("W", "save-mixer"), ("alt+up", "effect-earlier"), ("x", "mixer"), ("0", "throw"),
    ("alt+backspace", "feedback"), ("alt+shift+down", "sweep-echo left"),
    ("alt+shift+up", "sweep-echo right"), ("alt+shift+home", "sweep-echo off"),
    ("i", "take-mixer keep"), ("I", "take-mixer load"),
    ("w", "lane-mode"), ("f1", "scene 1"), ("f8", "scene 8"), ("shift+f3", "store-scene 3"),
    ("alt+d", "scene 3"), ("alt+D", "store-scene 3"), ("alt+;", "scene 8"), ("alt+\"", "store-scene 8"),
  ]) func mixerHasTheKeysOfLikeCommands(key: String, command: String) {
    #expect(name(key, on: .mixer, in: KeyMap()) == command)
  }

  @Test(arguments: [
    (ScreenName.takes, "+", "layer-gain-up"), (.takes, "M", "mute-layer"), (.takes, "O", "solo-layer"),
    (.takes, "enter", "activate"), (.practice, "enter", "practice-pass"),
    (.practice, "delete", "practice clear"),
    (.practice, "+", "volume-up"), (.padForm, "left", "pad-value-down"),
    (.padForm, "shift+right", "pad-value-far-up"), (.padForm, "delete", "reset-pad-value"),
    (.padForm, "W", "save-kit"), (.padForm, "h", "hear-layer"), (.padForm, "enter", "activate"),
    (.padForm, "u", "undo"), (.padForm, "shift+up", "pad-earlier"), (.padForm, "alt+down", "pad-later"),
    (.padForm, "insert", "swap-pad"),
    (.settings, "W", "keep-setting"), (.settings, "enter", "activate"), (.settings, "/", "find"),
    (.lyrics, "enter", "follow-lyrics"), (.lyrics, "left", "seek -5"), (.library, "V", "rename-playlist"),
    (.library, "shift+up", "entry-up"), (.library, "alt+down", "entry-down"), (.library, "W", "save-queue"),
    (.library, "delete", "remove"), (.linkedLists, "left", "list-left"),
    (.linkedLists, "right", "list-right"), (.linkedLists, "ctrl+n", "jump-to"),
    (.linkedLists, "f3", "jump-to"), (.library, "f3", "find-next"),
    (.linkedLists, "shift+right", "seek 60"), (.library, "right", "seek 5"),
  ]) func screensHaveTheKeysOfLikeCommands(screen: ScreenName, key: String, command: String) {
    #expect(name(key, on: screen, in: KeyMap()) == command)
  }

  /// These screens have no keys but those.
  @Test(arguments: KeyLayout.allCases) func eachKeyOfALikeCommandIsOneOfTheScreen(layout: KeyLayout) {
    let screens: Set<ScreenName> = [.padForm, .settings, .lyrics, .library, .linkedLists]
    let own = Command.listed.filter { $0.row.screen.map(screens.contains) ?? false }
    #expect(Set(own.compactMap(\.row.screen)) == screens && own.allSatisfy { !$0.row.sameKeys.isEmpty })
    for padKeys in [PadKeys.qwerty, .azerty, nil] {
      let map = KeyMap(padKeys: padKeys, layout: layout)
      for command in own {
        let like = command.row.sameKeys.flatMap { map.keys(for: $0) }
        #expect(map.keys(for: command) == like && !like.isEmpty, "\(command)")
      }
    }
  }

  @Test func bindingOfACommandDoesNotBindThoseThatHaveItsUsualKeysOnAScreen() throws {
    var map = KeyMap()
    map.apply(try KeyBinding("f11", to: "save-queue"))
    for screen in [ScreenName.padForm, .settings, .library] {
      #expect(name("f11", on: screen, in: map) == "save-queue")
    }
    map.apply(try KeyBinding("f11", to: "keep-setting"))
    #expect(name("f11", on: .settings, in: map) == "keep-setting")
    #expect(name("f11", on: nil, in: map) == "save-queue" && name("W", on: nil, in: map) == "save-queue")
  }

  @Test(arguments: ScreenName.allCases) func lineOfTheConfigurationNamesAScreen(screen: ScreenName) throws {
    let line = "bind \(screen.rawValue) + mute"
    let binding = try KeyBinding("+", to: "mute", on: screen)
    #expect(ConfigurationLine.lines(of: Array(line.utf8)).map(\.line) == [.binding(binding)])
    #expect(binding.line == line)
  }

  @Test func timelineHasTheKeysOfLikeCommandsWherePadsLeaveThem() {
    #expect(name(")", on: .timeline, in: KeyMap(padKeys: .azerty)) == "velocity-down")
    let listening = KeyMap(padKeys: nil)
    #expect(name("J", on: .timeline, in: listening) == "pad-down")
    #expect(name("d", on: .timeline, in: listening) == "delete-hits")
  }

  @Test func letterOfAScreenIsResolvedByItsKeyPosition() {
    let event = KeyEvent(.character("ш"), text: "ш", position: "i")
    #expect(KeyMap().command(for: event, on: .timeline) == .timeline(.zoomIn))
    #expect(KeyMap().command(for: event) == .library(.add))
  }

  @Test func keyIsBoundAndUnboundOnOneScreen() throws {
    var map = KeyMap()
    map.apply(try KeyBinding("+", to: "mute", on: .timeline))
    #expect(name("+", on: .timeline, in: map) == "mute" && name("+", on: nil, in: map) == "volume-up")
    #expect(map.conflicts.map(\.lost) == [.timeline(.velocityUp)])
    #expect(map.keys(for: .timeline(.velocityUp)).map(\.name) == ["=", "media-volume-up"])
    #expect(map.keys(for: .playback(.mute)).map(\.name) == ["M", "media-mute"])
    #expect(map.keys(for: .playback(.mute), on: .timeline).map(\.name) == ["+", "M", "media-mute"])
    #expect(map.keys(for: .playback(.volumeUp), on: .timeline).isEmpty, "others have its keys there")
    map.apply(try KeyBinding("+", on: .timeline))
    #expect(name("+", on: .timeline, in: map) == "volume-up")
    map.apply(try KeyBinding("+", to: "velocity-up", on: .timeline))
    #expect(name("+", on: .timeline, in: map) == "velocity-up")
    map.apply(try KeyBinding("+"))
    #expect(name("+", on: .timeline, in: map) == nil && name("+", on: nil, in: map) == nil)
  }

  @Test func bindingActsInAllModesAndNotInACopy() throws {
    var maps = KeyMaps()
    let copy = maps
    maps.apply(try KeyBinding("alt+f9", to: "mute"))
    #expect([maps.drumming, maps.listening, maps.locked].allSatisfy { name("alt+f9", in: $0) == "mute" })
    #expect(copy == KeyMaps() && copy != maps)
    maps.apply(try KeyBinding("alt+f9"))
    #expect([maps.drumming, maps.listening, maps.locked].allSatisfy { name("alt+f9", in: $0) == nil })
  }

  @Test func sequencesOfTwoKeysActOnAScreen() throws {
    var maps = KeyMaps(layout: .vi)
    var router = KeyRouter(keys: maps, heldKeys: HeldKeyFilter(ignoresRepeats: true))
    func press(_ keys: String) -> [String] {
      keys.compactMap { key in
        guard case .command(let command)? = router.route(.key(KeyEvent(.character(key))), at: 1) else {
          return nil
        }
        return command.name
      }
    }
    #expect(press("dd") == ["remove"])
    router.screen = .timeline
    #expect(press("dd") == ["delete-hits"])
    maps.apply(try KeyBinding("zz", to: "copy-hits"))
    router.keys = maps
    #expect(press("zz") == ["copy-hits"])
    router.screen = nil
    #expect(press("zz") == [])
  }

  @Test func padPresetsMovePadKeysAndDisplacedCommands() {
    let azerty = KeyMap(padKeys: .azerty)
    #expect(
      ["q", "s", "m", "&", "_"].map { name($0, in: azerty) } == ["pad 1", "pad 2", "pad 8", "pad 1", "pad 8"])
    #expect(
      ["Q", "M", "1", "8"].map { name($0, in: azerty) } == ["accent 1", "accent 8", "accent 1", "accent 8"])
    #expect(["a", ")", ","].map { name($0, in: azerty) } == ["quit", "volume-down", "mute"])
    let qwertz = KeyMap(padKeys: .qwertz)
    #expect(
      ["ö", "Ö", "§", "#", "ctrl+f"].map { name($0, in: qwertz) } == [
        "pad 8", "accent 8", "accent 3", "find", "find",
      ])
    #expect(name("#", in: KeyMap()) == "accent 3")
  }

  @Test(arguments: [PadKeys.qwerty, .qwertz, .azerty])
  func eachPresetReachesEveryCommand(keys: PadKeys) {
    let map = KeyMap(padKeys: keys)
    for command in Command.listed where ![.program(.redraw), .program(.defaultKeys)].contains(command) {
      #expect(!map.keys(for: command).isEmpty, "\(command)")
    }
    for number in 1...8 {
      #expect(map.keys(for: .pad(number, .plain)).count == 2)
      #expect(map.keys(for: .pad(number, .accented)).count == 2)
      #expect(map.keys(for: .pad(number, .soft)).count == 2)
    }
  }

  @Test func eightCustomCharactersBecomePadKeys() throws {
    let keys = try #require(PadKeys("qwer,./'"))
    let map = KeyMap(padKeys: keys)
    #expect(name("q", in: map) == "pad 1")
    #expect(name(",", in: map) == "pad 5")
    #expect(name("<", in: map) == "accent 5")
    #expect(name("\"", in: map) == "accent 8")
    #expect(name("1", in: map) == "pad 1")
    #expect(name("a", in: map) == "quit")
    #expect(name("#", in: map) == "accent 3")
  }

  @Test func secondRowOfCustomCharactersIsPlayedInThePadsOnlyMode() throws {
    let keys = try #require(PadKeys("asdfjkl; zxcvbnm,"))
    let map = KeyMaps(padKeys: keys).locked
    #expect(
      ["a", "z", ",", "Z", "<"].map { name($0, in: map) } == [
        "pad 1", "pad 9", "pad 16", "accent 9", "accent 16",
      ])
    #expect(name("z", in: KeyMap(padKeys: keys)) == "shuffle")
    #expect(keys.text == "asdfjkl; zxcvbnm," && PadKeys("zxcvbnm,")?.text == "zxcvbnm,")
  }

  @Test func rowAboveIsThatOfTheKeyboardUnlessItIsGiven() {
    func row(_ keys: PadKeys) -> [String] {
      (9...16).map { KeyMaps(padKeys: keys).locked.keys(for: .pad($0, .plain)).first?.name ?? "" }
    }
    #expect(row(.qwerty) == ["q", "w", "e", "r", "u", "i", "o", "p"] && row(.qwertz) == row(.qwerty))
    #expect(row(.azerty) == ["a", "z", "e", "r", "u", "i", "o", "p"])
    #expect(PadKeys("qwer,./'").map(row) == ["", "", "", "", "u", "i", "o", "p"], "a key has one pad")
  }

  @Test(arguments: [
    "", "dvorak", "asdf", "aasdfjkl", "asdf jkl", "asdfjkl;'", "asdfjkl; aweruiop",
    "asdfjkl; qwer", "asdfjkl; qweruiop zxcvbnm,",
  ])
  func invalidPadKeysAreRefused(text: String) { #expect(PadKeys(text) == nil) }

  @Test func keysAreBoundAndUnbound() throws {
    var map = KeyMap()
    map.apply(try KeyBinding("f5", to: "seek -30"))
    map.apply(try KeyBinding("a", to: "mute"))
    map.apply(try KeyBinding("q"))
    #expect(name("f5", in: map) == "seek -30")
    #expect(name("a", in: map) == "mute")
    #expect(name("q", in: map) == nil)
    #expect(map.keys(for: .pad(1, .plain)).map(\.name) == ["1"])
    #expect(throws: BindingError.unknownKey("nokey")) { map.apply(try KeyBinding("nokey", to: "quit")) }
    #expect(throws: BindingError.unknownCommand("dance")) { map.apply(try KeyBinding("x", to: "dance")) }
    #expect(throws: BindingError.unknownKey("nokey")) { map.apply(try KeyBinding("nokey")) }
  }

  @Test func keyReleasesRunNothingAndPadsDoNotRepeat() {
    let map = KeyMap()
    #expect(map.command(for: KeyEvent(.character("a"), kind: .release)) == nil)
    #expect(map.command(for: KeyEvent(.character("a"), kind: .repeat)) == nil)
    #expect(map.command(for: KeyEvent(.character(" "), kind: .repeat)) == nil)
    #expect(map.command(for: KeyEvent(.right, kind: .repeat)) == .seek(5))
  }

  @Test func unboundLetterIsResolvedByItsKeyPosition() {
    let map = KeyMap()
    #expect(map.command(for: KeyEvent(.character("ф"), text: "ф", position: "a")) == .pad(1, .plain))
    #expect(map.command(for: KeyEvent(.character("Ф"), text: "Ф", position: "a")) == .pad(1, .accented))
    #expect(map.command(for: KeyEvent(.character("с"), .ctrl, position: "c")) == .program(.quit))
    #expect(map.command(for: KeyEvent(.character("z"), position: "y")) == .playback(.shuffle))
  }
}

@Suite struct UserCommandTests {
  @Test func commandNamesAreReadBack() {
    var commands = Command.listed
    commands += [
      .request(.volume(Decibels(-6))), .request(.speed(0.8)), .request(.seek(.position(90))),
      .request(.open("a b")), .request(.transpose(Transposition(cents: -470))), .request(.tune(.match)),
      .request(.set(name: "theme", value: "light")), .request(.set(name: "speed", value: "1")),
    ]
    commands += (1...8).flatMap { [.pad($0, .plain), .pad($0, .accented), .pad($0, .soft)] }
    for command in commands {
      #expect(Command(name: command.name) == command)
      #expect(!command.summary.isEmpty)
    }
    #expect(Set(commands.map(\.name)).count == commands.count)
  }

  @Test(arguments: [
    "", "seek", "seek 0", "seek x", "seek 5 6", "pad 0", "pad 129", "pad 1 128", "accent", "dance", "play 1",
    "volume loud",
    "volume 20", "speed 3", "transpose 13", "transpose low", "tune a",
    "seek 1:60", "seek :", "set -s ", "open", "theme",
  ])
  func invalidCommandNamesAreRefused(name: String) { #expect(Command(name: name) == nil) }
}

import Testing

@testable import TerminalKit

@Suite struct KeyDecoderTests {
  private func events(_ text: String) -> [TerminalEvent] {
    var decoder = KeyDecoder()
    return decoder.feed(text.utf8) + decoder.rest()
  }

  /// The names of the keys in what `text` gives; other events stand as `-`.
  private func keys(_ text: String) -> [String] {
    events(text).map { if case .key(let event) = $0 { event.chord.name } else { "-" } }
  }

  @Test(arguments: [
    ("aA;é日", ["a", "A", ";", "é", "日"]),
    ("\u{0D}\u{0A}\u{09}\u{7F}\u{08}", ["enter", "enter", "tab", "backspace", "backspace"]),
    ("\u{03}\u{1A}\u{00}\u{1F}", ["ctrl+c", "ctrl+z", "ctrl+space", "ctrl+_"]),
    ("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}OD", ["up", "down", "right", "left"]),
    ("\u{1B}[1;2D\u{1B}[1;5C\u{1B}[1;3A\u{1B}[3;2~", ["shift+left", "ctrl+right", "alt+up", "shift+delete"]),
    ("\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~", ["home", "end", "home", "end", "home", "end"]),
    ("\u{1B}[2~\u{1B}[3~\u{1B}[5~\u{1B}[6~", ["insert", "delete", "pageup", "pagedown"]),
    ("\u{1B}OP\u{1B}OS\u{1B}[15~\u{1B}[24~\u{1B}[11~", ["f1", "f4", "f5", "f12", "f1"]),
    ("\u{1B}[[A\u{1B}[[E", ["f1", "f5"]),
    ("\u{1B}[Z", ["backtab"]),
    ("\u{1B}[a\u{1B}[d\u{1B}Oa\u{1B}Od", ["shift+up", "shift+left", "ctrl+up", "ctrl+left"]),
    ("\u{1B}[3$\u{1B}[5^\u{1B}[6@", ["shift+delete", "ctrl+pageup", "ctrl+shift+pagedown"]),
    ("\u{1B}a\u{1B}é\u{1B}\u{0D}\u{1B}\u{7F}", ["alt+a", "alt+é", "alt+enter", "alt+backspace"]),
    ("\u{1B}\u{1B}[A", ["alt+up"]),
    ("\u{1B}", ["escape"]),
    ("\u{1B}\u{1B}", ["escape", "escape"]),
    ("\u{1B}[", ["alt+["]),
    ("\u{1B}O", ["alt+O"]),
    ("\u{1B}]", ["alt+]"]),
    ("\u{1B}OM\u{1B}Oq", ["enter", "1"]),
    ("\u{1B}[27;5;99~\u{1B}[27;2;65~", ["ctrl+c", "A"]),
  ]) func legacyKeySequencesAreDecoded(bytes: String, expected: [String]) {
    #expect(keys(bytes) == expected)
  }

  @Test(arguments: [
    "\u{1B}[=0;136;0c", "\u{1B}[0n", "\u{1B}[12;40R", "\u{1B}[1;2R", "\u{1B}[?2026;1$y",
    "\u{1B}]12;rgb:0000/0000/0000\u{07}", "\u{1B}]10;rgb:ff/ff/ff\u{1B}\\", "\u{1B}P1$r0m\u{1B}\\",
    "\u{1B}_Gi=1;OK\u{1B}\\", "\u{1B}[M !!", "\u{1B}[8;24;80t",
    "\u{1B}[32;10;5M", "\u{1B}[?1;2;3h",
  ]) func terminalAnswersGiveNoKeys(bytes: String) {
    #expect(events(bytes + "x") == [.key(.typed("x"))])
  }

  @Test func keyboardFlagsAndFocusReportsAreDecoded() {
    #expect(
      events("\u{1B}[?31u\u{1B}[I\u{1B}[O") == [.reply(.keyboardFlags(31)), .focus(true), .focus(false)])
  }

  @Test func invalidBytesAreSkipped() {
    var decoder = KeyDecoder()
    let bytes: [UInt8] = [
      0xFF, 0x61, 0xC3, 0x62, 0xED, 0xA0, 0x80, 0x63, 0xF4, 0x90, 0x64, 0x9B, 0xC2, 0x9B, 0x65,
    ]
    #expect(decoder.feed(bytes) == "abcde".map { .key(.typed($0)) })
  }

  @Test func incompleteCharacterIsDroppedAfterTheTimeout() {
    var decoder = KeyDecoder()
    #expect(decoder.feed([0xE6, 0x97]) == [])
    #expect(decoder.isPending)
    #expect(decoder.timeOut() == [])
    #expect(!decoder.isPending)
    #expect(decoder.feed([0xA5, 0x61]) == [.key(.typed("a"))])
  }

  @Test func loneEscapeWaitsForTheRestOfASequence() {
    var decoder = KeyDecoder()
    #expect(decoder.feed([0x1B]) == [])
    #expect(decoder.isPending)
    #expect(decoder.feed(Array("[A".utf8)) == [.key(KeyEvent(.up))])
    #expect(!decoder.isPending)
    #expect(decoder.timeOut() == [])
  }

  @Test func aPasteIsOneEventAndNoKeys() {
    #expect(
      events("a\u{1B}[200~q\u{1B}[Aé\u{1B}[20x\u{03}\u{1B}[201~b") == [
        .key(.typed("a")), .paste("q\u{1B}[Aé\u{1B}[20x\u{03}"), .key(.typed("b")),
      ])
  }

  @Test func overlongPasteIsCut() {
    let long = String(repeating: "x", count: KeyDecoder.longestPaste + 500)
    #expect(
      events("\u{1B}[200~" + long + "\u{1B}[201~z") == [
        .paste(String(long.prefix(KeyDecoder.longestPaste))), .key(.typed("z")),
      ])
  }

  @Test func anUnfinishedStringDoesNotSwallowKeysForGood() {
    var decoder = KeyDecoder()
    for (begun, mostTimeOuts) in [("\u{1B}]0;title", 1), ("\u{1B}]11;rgb", 50)] {
      #expect(decoder.feed(begun.utf8) == [])
      for _ in 0..<mostTimeOuts { #expect(decoder.timeOut() == []) }
      #expect(decoder.feed("a".utf8) == [.key(.typed("a"))])
    }
    #expect(decoder.feed("\u{1B}]0;x\u{1B}[Bq".utf8) == [.key(KeyEvent(.down)), .key(.typed("q"))])
  }

  @Test func overlongSequencesAreSkipped() {
    #expect(keys("\u{1B}[" + String(repeating: "1;", count: 5_000) + "Ax") == ["x"])
  }
}

@Suite struct KittyKeyboardTests {
  private func event(_ text: String) -> KeyEvent? {
    var decoder = KeyDecoder()
    let events = decoder.feed(text.utf8)
    guard events.count == 1, case .key(let event) = events[0] else { return nil }
    return event
  }

  @Test func kittyKeysAreDecodedAsPressRepeatOrRelease() {
    #expect(event("\u{1B}[97;1:1;97u") == KeyEvent(.character("a"), text: "a"))
    #expect(event("\u{1B}[97;1:2;97u") == KeyEvent(.character("a"), kind: .repeat, text: "a"))
    #expect(event("\u{1B}[97;1:3u") == KeyEvent(.character("a"), kind: .release))
    #expect(event("\u{1B}[1;2:3D") == KeyEvent(.left, .shift, kind: .release))
    #expect(event("\u{1B}[5;1:2~") == KeyEvent(.pageUp, kind: .repeat))
  }

  @Test func shiftOfACharacterKeyIsPartOfTheCharacter() {
    #expect(event("\u{1B}[97:65;2;65u") == KeyEvent(.character("A"), text: "A"))
    #expect(event("\u{1B}[59:58;2;58u") == KeyEvent(.character(":"), text: ":"))
    #expect(event("\u{1B}[59:58;2:3u") == KeyEvent(.character(":"), kind: .release))
    #expect(event("\u{1B}[97;6u")?.chord.name == "ctrl+A")
    #expect(event("\u{1B}[9;2u")?.chord.name == "backtab")
  }

  @Test func kittyKeysHaveThePositionOnAUSKeyboard() {
    let event = event("\u{1B}[1092::97;1;1092u")
    #expect(event?.key == .character("ф"))
    #expect(event?.position == "a")
  }

  @Test func kittyControlAndFunctionKeysAreDecoded() {
    #expect(event("\u{1B}[99;5u")?.chord.name == "ctrl+c")
    #expect(event("\u{1B}[27u")?.chord.name == "escape")
    #expect(event("\u{1B}[13u")?.chord.name == "enter")
    #expect(event("\u{1B}[127u")?.chord.name == "backspace")
    #expect(event("\u{1B}[32;1;32u") == KeyEvent(.character(" "), text: " "))
    #expect(event("\u{1B}[57430u")?.chord.name == "media-play-pause")
    #expect(event("\u{1B}[57376u")?.chord.name == "f13")
    #expect(event("\u{1B}[57414;129u")?.chord.name == "enter")
  }

  @Test func modifiersAloneAreNoKeys() {
    #expect(event("\u{1B}[57441;2u") == nil)
    #expect(event("\u{1B}[57358u") == nil)
    #expect(event("\u{1B}[1114112u") == nil)
    #expect(event("\u{1B}[7u") == nil)
  }
}

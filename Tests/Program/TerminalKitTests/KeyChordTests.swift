import Testing

@testable import TerminalKit

@Suite struct KeyChordTests {
  @Test(arguments: [
    "space", "left", "shift+left", "ctrl+c", "f2", "a", "A", ";", "+", "ctrl++", "ctrl+alt+delete", "backtab",
    "é",
    "escape", "media-play-pause", "ctrl+alt+shift+super+f12", "pagedown",
  ]) func canonicalChordNamesAreReadAndWrittenUnchanged(name: String) {
    #expect(KeyChord(name: name)?.name == name)
  }

  @Test(arguments: [
    ("shift+a", "A"), ("shift+tab", "backtab"), ("Ctrl+C", "ctrl+C"), ("CTRL+c", "ctrl+c"),
    ("pgup", "pageup"),
    ("return", "enter"), ("plus", "+"), ("ctrl+plus", "ctrl++"), ("Space", "space"), (" ", "space"),
    ("alt+ctrl+x", "ctrl+alt+x"), ("esc", "escape"),
  ]) func otherSpellingsOfChordsGiveTheCanonicalName(name: String, canonical: String) {
    #expect(KeyChord(name: name)?.name == canonical)
  }

  @Test(arguments: ["", "nokey", "ctrl+", "f0", "f99", "hyper+a", "abc"])
  func unknownChordNamesAreRefused(name: String) { #expect(KeyChord(name: name) == nil) }
}

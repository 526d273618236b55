import Controls
import Testing

@testable import TerminalUI

@Suite struct HelpContentTests {
  @Test func whatLosesItsKeyIsNamed() throws {
    var map = KeyMap()
    try map.bind("a", to: "quit")
    try map.bind("a", to: "help")
    #expect(HelpContent(map).entries.first { $0.text == "strike the pads" }?.lost == "a")
  }

  @Test func theHelpIsSearched() {
    let found = HelpContent(KeyMap(), search: "VOLUME U").entries
    #expect(found.map(\.text) == ["volume up"] && found.first?.command == .volumeUp)
    #expect(HelpContent(KeyMap(), search: "no such thing").entries.isEmpty)
  }
}

import Testing

@testable import CursesBackend

/// The title of the terminal's window.
@Suite struct TerminalTitleTests {
  private static let push = "\u{1B}[22;2t"
  private static let pop = "\u{1B}[23;2t"
  private static func title(_ text: String) -> String { "\u{1B}]2;\(text)\u{1B}\\" }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func ownTitleOfTheTerminalIsStoredOnceAndRestored() {
    var modes = TerminalModes()
    #expect(!text(modes.leave).contains(Self.pop) && !text(modes.enter).contains(Self.push))
    #expect(text(modes.setTitle("one", isUTF8: true)) == Self.push + Self.title("one"))
    #expect(modes.setTitle("one", isUTF8: true) == [])
    #expect(text(modes.setTitle("two", isUTF8: true)) == Self.title("two"))
    #expect(text(modes.leave).hasSuffix(Self.pop))
    #expect(text(modes.enter).hasSuffix(Self.push + Self.title("two")), "after a stop")
    #expect(text(modes.setTitle(nil, isUTF8: true)) == Self.pop)
    #expect(modes.setTitle(nil, isUTF8: true) == [] && !text(modes.leave).contains(Self.pop))
  }

  @Test func titleHasNoControlCharactersAndIsLimited() {
    var modes = TerminalModes()
    let long = String(repeating: "x", count: 300)
    #expect(text(modes.setTitle("a\u{1B}]0;b\u{7}\u{9C}é", isUTF8: true)).hasSuffix(Self.title("a]0;bé")))
    #expect(text(modes.setTitle("é", isUTF8: false)) == Self.title("?"))
    #expect(text(modes.setTitle(long, isUTF8: true)) == Self.title(String(long.prefix(200))))
  }
}

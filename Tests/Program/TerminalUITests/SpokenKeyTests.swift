import Controls
import Testing

@testable import Application
@testable import TerminalKit
@testable import TerminalUI

/// Keys that are capital letters, which a voice says like small ones, in lines with words.
@MainActor @Suite struct SpokenKeyTests {
  /// The keys as the plain mode names them with words.
  private let keys = {
    var keys = KeyMap()
    keys.saysShift = true
    return keys
  }()

  private func spoken(_ line: String) -> String { Speech.words.lines(line).joined(separator: "; ") }

  @Test(arguments: [
    ("E", "shift+E"), ("e", "e"), ("alt+Q", "alt+shift+Q"), ("f5", "F5"), ("tab", "Tab"), ("(", "("),
    ("gT", "g shift+T"),
  ]) func capitalLetterIsNamedWithShift(key: String, label: String) throws {
    #expect(try #require(KeyChord(name: key)).spokenLabel == label)
    #expect(Speech.words.label(key) == label)
  }

  @Test func keysOfMessagesAreNamedWithShift() {
    let notice = Notice.key(.bound("E", .take(.list)))
    #expect(spoken(PlainText.line(notice, keys)).hasPrefix("shift E: "))
    #expect(PlainText.line(notice, KeyMap()).hasPrefix("E: "))
    let locked = PlainText.locked(KeyChord(.character("N")), keys)
    #expect(spoken(locked).hasPrefix("pads-only mode: shift N does nothing"))
  }

  @Test func keyOfAnAnswerIsNamedWithShift() {
    #expect(keys.key(.take(.list)) == "shift+E" && KeyMap().key(.take(.list)) == "E")
    #expect(
      spoken("no layer is selected: \(keys.key(.take(.list))) lists the takes")
        == "no layer is selected: shift E lists the takes")
  }

  @Test func helpNamesCapitalLettersWithShift() throws {
    let entries = HelpContent(keys).entries
    let takes = try #require(entries.first { $0.command == .take(.list) })
    #expect(takes.keys.hasPrefix("shift+E"))
    let accented = try #require(entries.first { $0.text == "accented" })
    #expect(spoken("accented: \(accented.keys)").hasPrefix("accented: shift A shift S shift D shift F"))
  }

  @Test func titlesHaveNoKeys() {
    #expect(spoken("1 of 2: A Love Supreme, I") == "1 of 2: A Love Supreme, I")
  }
}

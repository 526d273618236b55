import Application
import Testing

@testable import Controls
@testable import TerminalKit

/// The keys of a line of text.
@Suite struct PromptEditTests {
  @Test(
    arguments: [
      ("ctrl+a", .edit(.start)), ("ctrl+e", .edit(.end)), ("ctrl+b", .edit(.left)), ("ctrl+f", .edit(.right)),
      ("ctrl+u", .edit(.deleteToStart)), ("ctrl+w", .edit(.deleteWordBackward)),
      ("ctrl+k", .edit(.deleteToEnd)), ("ctrl+y", .edit(.yank)), ("alt+b", .edit(.wordLeft)),
      ("alt+f", .edit(.wordRight)), ("alt+d", .edit(.deleteWordForward)), ("alt+a", .mark),
      ("left", .edit(.left)),
      ("ctrl+right", .edit(.wordRight)), ("home", .edit(.start)), ("end", .edit(.end)),
      ("ctrl+p", .history(older: true)), ("ctrl+n", .history(older: false)), ("shift+tab", .move(.up)),
      ("escape", .cancel), ("delete", .remove), ("backspace", .edit(.deleteBackward)), ("ctrl+x", nil),
      ("b", .insert("b")),
    ] as [(String, PromptEdit?)])
  func keyEditsTheLine(name: String, edit: PromptEdit?) throws {
    let chord = try #require(KeyChord(name: name))
    let key = chord.key == .backTab ? Key.tab : chord.key
    let modifiers: KeyChord.Modifiers = chord.key == .backTab ? .shift : chord.modifiers
    #expect(PromptEdit(.key(KeyEvent(key, modifiers, text: name.count == 1 ? name : nil))) == edit)
  }
}

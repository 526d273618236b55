import Application
import TerminalKit

/// An edit of a line of text at its cursor.
package enum LineEdit: Hashable, Sendable {
  case left, right, wordLeft, wordRight, start, end
  case deleteBackward, deleteForward
  case deleteWordBackward, deleteWordForward, deleteToStart, deleteToEnd
  /// Inserts what was deleted last as words or up to an end.
  case yank
}

/// An edit of the field of a layer, by a key or a paste.
package enum PromptEdit: Hashable, Sendable {
  case insert(String)
  case edit(LineEdit)
  /// Replaces the text by the next older or newer one of the history.
  case history(older: Bool)
  /// Applies the text.
  case accept
  /// Discards the text.
  case cancel
  /// Completes a folder or a command, or marks a row of the picker.
  case complete
  /// Moves the selection of the list below the field.
  case move(Movement)
  /// Marks or removes the selected row below the field; in the picker of albums, adds it to the queue; in the help, restores the default keys or removes a key.
  case mark, remove
}

extension PromptEdit {
  /// Returns the edit of a key or a paste while a prompt is open; nil if it does nothing.
  package init?(_ event: TerminalEvent) {
    switch event {
    case .paste(let text): self = .insert(text)
    case .key(let key): self.init(key)
    case .focus, .mouse, .reply: return nil
    }
  }

  private static let edits: [Key: PromptEdit] = [
    .enter: .accept, .escape: .cancel, .backspace: .edit(.deleteBackward), .tab: .complete, .up: .move(.up),
    .down: .move(.down), .pageUp: .move(.pageUp), .pageDown: .move(.pageDown), .insert: .mark,
    .delete: .remove, .backTab: .move(.up), .left: .edit(.left), .right: .edit(.right), .home: .edit(.start),
    .end: .edit(.end),
  ]

  /// The keys of readline(3) with Ctrl.
  private static let controls: [Key: PromptEdit] = [
    .character("a"): .edit(.start), .character("e"): .edit(.end), .character("b"): .edit(.left),
    .character("f"): .edit(.right), .character("h"): .edit(.deleteBackward),
    .character("u"): .edit(.deleteToStart), .character("k"): .edit(.deleteToEnd),
    .character("w"): .edit(.deleteWordBackward), .character("y"): .edit(.yank),
    .character("p"): .history(older: true), .character("n"): .history(older: false),
    .left: .edit(.wordLeft), .right: .edit(.wordRight), .backspace: .edit(.deleteWordBackward),
  ]

  /// The keys of readline(3) with Alt, and one that adds a row of the picker to the queue, as Insert does.
  private static let alternatives: [Key: PromptEdit] = [
    .character("b"): .edit(.wordLeft), .character("f"): .edit(.wordRight),
    .character("d"): .edit(.deleteWordForward), .backspace: .edit(.deleteWordBackward),
    .left: .edit(.wordLeft), .right: .edit(.wordRight), .character("a"): .mark,
  ]

  private init?(_ key: KeyEvent) {
    let edit: PromptEdit? =
      if key.key == .tab, key.modifiers.contains(.shift) {
        .move(.up)
      } else if key.modifiers.contains(.ctrl), let edit = PromptEdit.controls[key.key] {
        edit
      } else if key.modifiers.contains(.alt), let edit = PromptEdit.alternatives[key.key] {
        edit
      } else {
        PromptEdit.edits[key.key] ?? key.text.map { .insert($0) }
      }
    guard let edit else { return nil }
    self = edit
  }
}

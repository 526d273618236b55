import Application
import TerminalKit

extension PromptEdit {
  /// Returns the edit of a key or a paste while a prompt is open; nil if it does nothing.
  package init?(_ event: TerminalEvent) {
    switch event {
    case .paste(let text): self = .insert(text)
    case .key(let key): self.init(key)
    case .focus, .mouse, .reply: return nil
    }
  }

  private init?(_ key: KeyEvent) {
    let edits: [Key: PromptEdit] = [
      .enter: .accept, .escape: .cancel, .backspace: .deleteBackward, .tab: .complete, .up: .move(.up),
      .down: .move(.down), .pageUp: .move(.pageUp), .pageDown: .move(.pageDown), .insert: .mark,
      .delete: .remove, .backTab: .move(.up),
    ]
    if key.key == .tab, key.modifiers.contains(.shift) {
      self = .move(.up)
    } else if let edit = edits[key.key] {
      self = edit
    } else if let text = key.text {
      self = .insert(text)
    } else {
      return nil
    }
  }
}

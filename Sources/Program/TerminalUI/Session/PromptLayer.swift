import Application
import Controls
import MusicFiles

/// A line of text over the panels or over another layer, drawn in the line of messages. A subclass applies the text.
package class PromptLayer: ScreenLayer {
  package final var text: TextField
  package override final var field: TextField? { text }
  package override final var coversPanels: Bool { false }
  package override var historyName: String? { String(describing: Swift.type(of: self)) }
  package override var hasRows: Bool { false }

  init(_ session: ScreenSession, text: String = "") {
    self.text = TextField(text, isSelected: true)
    super.init(session)
  }

  /// What Enter does.
  var enterText: String { "set" }
  package override var leaving: String { "left without a change" }

  package override func hints(_ keys: KeyMap) -> [KeyHint] { [.enter(enterText), .leave()] }

  /// Applies the text that was accepted, when the prompt is closed.
  func apply(_ text: String) {}

  /// Called when the text was discarded and the prompt is closed.
  func discard() {}

  func textChanged() {}

  package override func type(_ text: String) {
    self.text = TextField(text)
    textChanged()
  }

  package override final func accept() -> Application.Response {
    close()
    apply(text.text)
    return .done
  }

  package override final func cancel() {
    close()
    discard()
  }
}

/// A prompt that filters a list, in which up and down choose a row.
package class FilterPrompt: PromptLayer {
  package override final var hasRows: Bool { true }
  package override final var name: String { "filter" }
  package override final var leaving: String { "closed, all rows again" }

  /// Keeps the rows that the text has found, without doing more.
  func keep(_ text: String) { apply(text) }

  package override final func complete() {
    close()
    keep(text.text)
  }

  package override func hints(_ keys: KeyMap) -> [KeyHint] {
    [.enter("keep"), .leave("all again"), .choose]
  }
}

/// A prompt for a path, which is completed by the names of folders.
package class FolderPrompt: PromptLayer {
  package override func hints(_ keys: KeyMap) -> [KeyHint] { [.enter(enterText), .tab(), .leave()] }

  package override func complete() { session.complete(text.text) }

  package override func receive(_ completion: FolderCompletion) {
    guard text.text == completion.typed else { return }
    (text.text, text.choices, text.isSelected) = (completion.text, completion.names, false)
  }
}

/// Asks for the minutes of the sleep timer.
package final class SleepPrompt: PromptLayer {
  package override var name: String { "minutes to the pause, 0 for none" }
  package override var fieldValue: String? { session.presentValue("sleep") }
  override func apply(_ text: String) {
    if !text.isEmpty { application.report(application.sleep(typed: text)) }
  }
}

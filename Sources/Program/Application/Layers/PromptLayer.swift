import MusicFiles
import MusicLibrary
import SystemBase

/// A line of text over the panels or over another layer. A subclass applies the text.
@MainActor
package class PromptLayer: ScreenLayer {
  package unowned let application: Application
  package final var text: TextField
  package final var field: TextField? { text }
  package final var coversPanels: Bool { false }
  package var historyName: String? { String(describing: Swift.type(of: self)) }
  package var hasRows: Bool { false }

  init(_ application: Application, text: String = "") {
    self.application = application
    self.text = TextField(text)
  }

  /// Applies the text that was accepted, when the prompt is closed.
  func apply(_ text: String) {}

  /// Called when the text was discarded and the prompt is closed.
  func discard() {}

  /// Called with each change of the text.
  func textChanged() {}

  package func type(_ text: String) {
    self.text = TextField(text)
    textChanged()
  }

  package func accept() -> Application.Response {
    close()
    apply(text.text)
    return .done
  }

  package func cancel() {
    close()
    discard()
  }

  package func perform(_ command: Command, at time: HostTime?) -> Application.Response? { nil }
  package func move(_ movement: Movement) {}
  package func complete() {}
  package func receive(_ completion: FolderCompletion) {}
  package func mark() -> Application.Response { .done }
  package func remove() -> Application.Response { .done }
}

/// A prompt that filters a list, in which up and down choose a row.
package class FilterPrompt: PromptLayer {
  package override final var hasRows: Bool { true }
}

/// A prompt for a path, which is completed by the names of folders.
package class FolderPrompt: PromptLayer {
  package override func complete() { application.complete(text.text) }

  package override func receive(_ completion: FolderCompletion) {
    guard text.text == completion.typed else { return }
    (text.text, text.choices) = (completion.text, completion.names)
  }
}

/// Asks for the minutes of the sleep timer.
package final class SleepPrompt: PromptLayer {
  override func apply(_ text: String) { if !text.isEmpty { application.sleep(typed: text) } }
}

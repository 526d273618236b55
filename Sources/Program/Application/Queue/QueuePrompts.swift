import SystemBase

/// Filters the queue.
package final class QueueFilterPrompt: FilterPrompt {
  override func textChanged() { application.setFilter(text.text) }
  override func apply(_ text: String) { application.finishFilter() }
  override func discard() { application.leaveFilter() }

  package override func move(_ movement: Movement) { application.moveInQueue(movement) }

  package override func mark() -> Application.Response {
    application.markSelected()
    return .done
  }

  package override func remove() -> Application.Response {
    application.removeFromQueue()
    return .done
  }
}

/// Asks for the name of the playlist in which the queue is saved.
package final class SaveQueuePrompt: PromptLayer {
  override func apply(_ text: String) { if !text.isEmpty { application.program.save(QueueSave(text)) } }
}

/// A request to save the queue as a playlist.
package struct QueueSave: Hashable, Sendable {
  /// The text that the user typed.
  package var name: String
  /// Whether a playlist of that name may be replaced.
  package var mayReplace = false
  /// Whether a missing folder may be created.
  package var mayMakeFolder = false
  /// Whether the user is asked before that. Otherwise the queue is not saved.
  package var mayAsk: Bool

  package init(_ name: String, mayAsk: Bool = true) { (self.name, self.mayAsk) = (name, mayAsk) }
}

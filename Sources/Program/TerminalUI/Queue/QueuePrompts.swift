import Application
import Controls
import SystemBase

/// Filters the queue.
package final class QueueFilterPrompt: FilterPrompt {
  package nonisolated static let hints: [KeyHint] = [
    .enter("play"), .leave("all again"), .choose,
    KeyHint("Ins Del", "mark, remove", [.edit(.mark), .edit(.remove)]),
  ]

  package override func hints(_ keys: KeyMap) -> [KeyHint] { QueueFilterPrompt.hints }

  package override var matchesNothing: Bool {
    session.state.filter.map { $0.rows.isEmpty && !$0.isWorking } ?? false
  }

  override func textChanged() { session.setFilter(text.text) }
  override func apply(_ text: String) { session.finishFilter() }
  override func discard() { session.leaveFilter() }

  package override func move(_ movement: Movement) { session.moveInQueue(movement) }

  package override func mark() -> Application.Response {
    session.markSelected()
    return .done
  }

  package override func remove() -> Application.Response {
    session.removeFromQueue()
    return .done
  }
}

/// Asks for the name of the playlist in which the queue is saved.
package final class SaveQueuePrompt: PromptLayer {
  package override var name: String { "save as" }
  override var enterText: String { "save" }
  override func apply(_ text: String) { if !text.isEmpty { application.program.save(QueueSave(text)) } }
}

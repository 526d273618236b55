import Application
import Controls
import Player
import SystemBase
import TerminalKit

/// The list of the queues that were left.
package final class FormerQueuesLayer: ScreenLayer {
  private static let page = 10

  package unowned let session: ScreenSession
  private var chosen = 0

  init(_ session: ScreenSession) { self.session = session }

  package var queues: [FormerQueue] { application.model.formerQueues }
  package var selection: Int { min(chosen, max(queues.count - 1, 0)) }

  package var closingCommands: [Command] { [.queue(.former), .program(.cancel)] }
  package var controlsPlayback: Bool { true }

  package func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    guard command == .list(.activate) else { return nil }
    openSelected()
    return .done
  }

  package func move(_ movement: Movement) {
    chosen = movement.row(from: selection, last: queues.count - 1, page: FormerQueuesLayer.page)
  }

  private func openSelected() {
    guard queues.indices.contains(selection) else { return }
    application.model.openFormerQueue(selection)
    application.report(.queue(.opened(count: application.model.queue.items.count)))
    close()
  }

  package var name: String { "queues" }

  package func hints(_ keys: KeyMap) -> [KeyHint]? {
    KeyHint.hints(
      [
        ([.list(.activate)], "open"), ([.program(.cancel)], "close"), ([.move(.up), .move(.down)], "choose"),
      ], keys)
  }

  private static let empty = "no queue was left yet"

  package func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    TextListContent(
      heading: "Queues", lines: queues.map(QueueText.line), selection: selection,
      empty: FormerQueuesLayer.empty)
  }

  package var selectedRow: (list: String, row: String)? {
    guard queues.indices.contains(selection) else { return ("Queues", FormerQueuesLayer.empty) }
    let line = FilePath(QueueText.line(queues[selection])).shown
    return ("Queues", "\(selection + 1) of \(queues.count): \(line)")
  }
}

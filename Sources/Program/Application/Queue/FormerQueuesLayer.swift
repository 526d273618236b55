import Player
import SystemBase

/// The list of the queues that were left.
package final class FormerQueuesLayer: ScreenLayer {
  private static let page = 10

  package unowned let application: Application
  private var chosen = 0

  init(_ application: Application) { self.application = application }

  package var queues: [FormerQueue] { application.model.formerQueues }
  package var selection: Int { min(chosen, max(queues.count - 1, 0)) }

  package var closingCommands: [Command] { [.queue(.former), .program(.cancel)] }
  package var controlsPlayback: Bool { true }

  package func perform(_ command: Command, at time: HostTime?) -> Application.Response? {
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
}

import Application
import Controls
import Player
import SystemBase
import TerminalKit

/// The list of the queues that were left.
package final class FormerQueuesLayer: ListLayer {
  package override var closingCommands: [Command] { [.queue(.former), .program(.cancel)] }
  package override var controlsPlayback: Bool { true }

  package override func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    guard command == .list(.activate) else { return nil }
    guard let selection else { return .done }
    application.model.openFormerQueue(selection)
    application.report(.queue(.opened(count: application.model.queue.items.count)))
    close()
    return .done
  }

  package override var rows: [ListRow] {
    application.model.formerQueues.map { ListRow(QueueText.line($0)) }
  }

  package override var name: String { "queues" }
  override var title: String { "Queues" }
  override func empty(_ keys: KeyMap) -> String { "no queue was left yet" }

  override var keyHints: [KeyHint.Group] { [([.list(.activate)], "open")] + super.keyHints }
}

import CursesBackend
import TerminalKit

/// Text that is read from the right.
extension Wiring {
  /// Who puts it in order; nil where the terminal does, or the user wants it as it is.
  func makeTextOrdering() -> (any TextOrdering)? {
    let isDone = BidiOrdering.isDoneByTerminal { BaseFolders.environment($0)?.shown }
    guard settings.bidi == .yes || (settings.bidi == .auto && !isDone) else { return nil }
    let mailbox = mailbox
    return BidiOrdering { reason in
      mailbox.post(.told(.bidiUnavailable(reason: reason)))
    }
  }
}

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
      let text = "Hebrew and Arabic are shown backwards: cannot load FriBidi (\(reason)); install libfribidi0"
      mailbox.post(.told(.problem(text)))
    }
  }
}

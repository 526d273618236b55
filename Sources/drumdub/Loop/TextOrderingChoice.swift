import Application
import CursesBackend
import TerminalKit

/// Text that is read from the right.
enum TextOrderingChoice {
  /// Returns who puts it in order; nil where the terminal does, or the user wants it as it is.
  static func ordering(_ bidi: Settings.Bidi, report: @escaping ReportSink) -> (any TextOrdering)? {
    let isDone = BidiOrdering.isDoneByTerminal { BaseFolders.environment($0)?.shown }
    guard bidi == .yes || (bidi == .auto && !isDone) else { return nil }
    return BidiOrdering { report(.notice(.bidiUnavailable(reason: $0))) }
  }
}

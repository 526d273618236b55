import MusicLibrary
import TerminalKit

/// The progress of a scan, for the bottom line.
package struct ScanContent: Hashable, Sendable {
  package var text: String
  /// 0…1; nil while the number of files is unknown.
  package var done: Double?
}

extension ScanContent {
  /// Creates the content for a scan that runs.
  ///
  /// - Parameter stopKey: the key that stops the scan; nil if it cannot be stopped.
  init(_ progress: ScanProgress, stopKey: String?) {
    var parts: [String] = []
    switch progress.stage {
    case .looking:
      parts = [
        progress.total == 0 ? "looking for music" : "\(LibraryText.number(progress.total)) files found"
      ]
    case .naming: parts = ["\(LibraryText.tracks(progress.done)) identified"]
    case .reading:
      parts = ["\(LibraryText.number(progress.done)) of \(LibraryText.number(progress.total)) files"]
      if progress.done > 0, progress.seconds > 0 {
        parts.append("\(LibraryText.number(Int(progress.perSecond)))/s")
      }
      if let rest = progress.remaining { parts.append("\(ShownText.clock(rest.rounded(.up))) left") }
    }
    if let stopKey { parts.append("\(stopKey) stops") }
    self.init(
      text: parts.joined(separator: " · "),
      done: progress.stage == .reading && progress.total > 0
        ? min(Double(progress.done) / Double(progress.total), 1) : nil)
  }
}

import MusicLibrary
import TerminalKit

/// How far a scan is, for the line at the bottom.
package struct ScanContent: Hashable, Sendable {
  package var text: String
  /// 0…1; nil while nobody knows how much there is.
  package var done: Double?

  package init(text: String, done: Double?) {
    self.text = text
    self.done = done
  }

  /// - Parameter stopKey: nil where it cannot be stopped.
  init(_ progress: ScanProgress, stopKey: String?) {
    var parts: [String] = []
    switch progress.stage {
    case .looking:
      parts = [
        progress.total == 0 ? "looking for music" : "\(LibraryText.number(progress.total)) files found"
      ]
    case .naming: parts = ["naming \(LibraryText.number(progress.done))"]
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

/// A bar and the figures of a scan.
struct ScanLine: Widget {
  let scan: ScanContent
  let theme: Theme

  func draw(on surface: inout Surface, in area: Rect) {
    guard !area.isEmpty else { return }
    let bar = scan.done == nil ? 0 : min(area.width / 4, 30)
    let parts = area.columns([.fixed(bar), .fixed(bar > 0 ? 1 : 0), .flexible()])
    if let done = scan.done, bar > 0 {
      let full = Int((Double(bar) * done).rounded())
      surface.fill(parts[0], with: "─", theme[.progressRest])
      surface.fill(Rect(parts[0].x, parts[0].y, full, 1), with: "━", theme[.progressDone])
    }
    surface.write("scan: \(scan.text)", in: parts[2], theme[.plain])
  }
}

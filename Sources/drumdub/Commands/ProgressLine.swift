import Glibc
import MusicLibrary

/// How far a scan is, on the last line of the terminal; nothing where standard error is none.
struct ProgressLine: Sendable {
  private let isShown = isatty(STDERR_FILENO) == 1

  func show(_ progress: ScanProgress) {
    if isShown { write("\r\(ProgressLine.text(progress))\u{1B}[K") }
  }

  func clear() {
    if isShown { write("\r\u{1B}[K") }
  }

  static func text(_ progress: ScanProgress) -> String {
    switch progress.stage {
    case .looking: return progress.total == 0 ? "looking for music" : "\(progress.total) files found"
    case .naming: return "naming \(progress.done)"
    case .reading: break
    }
    var text = "\(progress.done) of \(progress.total) files"
    if progress.done > 0, progress.seconds > 0 { text += ", \(Int(progress.perSecond)) per second" }
    if let remaining = progress.remaining {
      let seconds = Int(remaining.rounded(.up))
      text += ", \(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60) left"
    }
    return text
  }

  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}

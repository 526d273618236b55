import Application
import AudioBase
import Controls
import MusicLibrary
import Player
import TerminalKit

/// The progress of a scan, for the bottom line.
package struct ScanContent: Hashable, Sendable {
  package var text: String
  /// 0…1; nil while the number of files is unknown.
  package var done: Double?
}

extension ScanContent {
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

@MainActor extension ScreenContent {
  /// Adds the library panel and the progress of a scan.
  mutating func addLibrary(_ screen: PlayerScreen) {
    guard let panel = screen.libraryPanel else { return }
    let controller = panel.controller
    if let progress = controller.progress {
      scan = ScanContent(
        progress,
        stopKey: controller.scans.isRunning ? screen.keys.keys(for: .program(.cancel)).first?.label : nil
      )
    }
    guard controller.isShown else { return }
    let playing = screen.model.nowPlaying.map(\.location)
    var list = ListContent(
      panel, width: screen.layout[.library].width, columnRoom: columnRoom(beside: screen.layout),
      rows: screen.libraryRows, playing: playing, emptySelection: screen.state.emptyLibrarySelection,
      keys: screen.keys)
    list.hasFocus = screen.session.hasLibraryFocus
    queue.hasFocus = !screen.session.hasLibraryFocus
    library = list
    guard screen.session.hasLibraryFocus else { return }
    hints =
      screen.session.isOffering
      ? KeyHint.beginning(screen.keys, screen.context) : KeyHint.libraryList(screen.keys, screen.context)
  }

  /// Returns the cells that the columns of the library use at most: with a queue of the same width those of its columns, so
  /// that both lists show the same ones in the same places.
  private func columnRoom(beside layout: MainLayout) -> Int {
    let isAlike = abs(layout[.library].width - layout[.queue].width) <= 1
    return isAlike && !queue.columns.isEmpty ? queue.columnRoom : .max
  }
}

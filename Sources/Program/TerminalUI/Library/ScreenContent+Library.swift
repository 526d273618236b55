import Application
import Controls
import AudioBase
import Player

extension ScreenContent {
  /// Adds the library panel and the progress of a scan.
  @MainActor
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
    let isAsked = controller.stage == .empty || controller.stage == .closed
    hints =
      isAsked
      ? KeyHint.beginning(screen.keys, screen.context) : KeyHint.libraryList(screen.keys, screen.context)
  }

  /// Returns the cells that the columns of the library use at most: with a queue of the same width those of its columns, so
  /// that both lists show the same ones in the same places.
  private func columnRoom(beside layout: MainLayout) -> Int {
    let isAlike = abs(layout[.library].width - layout[.queue].width) <= 1
    return isAlike && !queue.columns.isEmpty ? queue.columnRoom : .max
  }
}

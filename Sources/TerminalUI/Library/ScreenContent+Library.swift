import Application
import Controls
import AudioBase
import Player

extension ScreenContent {
  /// What the screen shows of the library.
  @MainActor
  mutating func addLibrary(_ screen: PlayerScreen) {
    guard let controller = screen.library else { return }
    if let progress = controller.progress {
      scan = ScanContent(
        progress, stopKey: controller.isScanning ? screen.keys.keys(for: .cancel).first?.label : nil)
    }
    guard controller.isShown else { return }
    let playing = screen.model.nowPlaying.map { TrackLocation($0) }
    var list = ListContent(
      controller, width: screen.layout[.library].width, rows: screen.libraryRows, playing: playing,
      emptySelection: screen.state.offer)
    list.hasFocus = screen.application.hasLibraryFocus
    queue.hasFocus = !screen.application.hasLibraryFocus
    library = list
    guard screen.application.hasLibraryFocus else { return }
    let isAsked = controller.stage == .empty || controller.stage == .closed
    hints = isAsked ? KeyHint.beginning(screen.keys) : KeyHint.libraryList(screen.keys)
  }
}

extension ListContent {
  /// The picker's songs.
  @MainActor
  init(_ open: SongPicker.Open, rows: Int, playing: TrackLocation?) {
    let level = open.list.level
    self.init(level, height: rows, playing: playing) { item in
      if case .track(let id) = item { open.isMarked(id) } else { false }
    }
    heading = ["Songs"] + (level.listing == nil ? [] : [LibraryText.number(level.count)])
    if !open.marked.isEmpty { heading.append("\(open.marked.count) marked") }
    words = QueryWords.words(level.filter)
    if level.count == 0 {
      (self.rows, count, selection) = (
        [Row(level.isLoading ? "reading…" : "nothing found", kind: .away)], 1, nil
      )
    }
  }
}

extension KeyHint {
  /// The hints while the library has the keys.
  static func libraryList(_ map: KeyMap) -> [KeyHint] {
    let groups: [([Command], String)] = [
      ([.help], "help"), ([.quit], "quit"), ([.activate], "open"), ([.library(.pick)], "find a song"),
      ([.find], "filter"), ([.playPause], "play, pause"), ([.speedReset], "up"), ([.nextPanel], "queue"),
      ([.library(.playList)], "play from here"),
      ([.library(.add), .library(.addNext)], "add, play next"), ([.mark], "mark"),
      ([.library(.rate)], "rate"),
      ([.library(.scan)], "scan"),
    ]
    return hints(groups, map)
  }
}

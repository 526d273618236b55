import Application
import AudioBase
import Controls
import MusicLibrary
import Player
import SystemBase
import TerminalKit

/// The picker of songs, whose list follows the typed text.
package final class PickerLayer: ScreenLayer {
  private var line = TextField()
  package override var field: TextField? { line }
  package override var historyName: String? { "Picker" }
  private let library: LibraryPanel
  private var isPicked = false

  init(_ session: ScreenSession, _ library: LibraryPanel) {
    self.library = library
    super.init(session)
  }

  package override func type(_ text: String) {
    line = TextField(text)
    library.typeInPicker(line.text)
  }

  package override func accept() -> Application.Response {
    isPicked = true
    close()
    library.pick()
    return .done
  }

  /// Marks the selected row.
  package override func complete() { library.picking?.mark() }

  package override func move(_ movement: Movement) {
    let count = library.picking?.list.level.count ?? 0
    scroll(by: movement.rows(page: max(session.state.rows.picker - 1, 1), count: count))
  }

  package override func scroll(by rows: Int) { library.picking?.list.move(by: rows) }

  package override func dismiss() {}

  package override func wasClosed() { if !isPicked { library.picking = nil } }

  package override var name: String { "songs" }
  package override var leaving: String { "closed" }
  package override var fieldName: String { "song" }
  package override var fieldNote: String? {
    application.library?.stage == .ready
      ? field.flatMap { TextFieldText.queryError($0.text) } : "the library is empty: scan a folder first"
  }

  package override func hints(_ keys: KeyMap) -> [KeyHint] {
    [.enter("play"), .leave(), .choose, .tab("mark several")]
  }

  package override func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    list(width: PickerContent.width(screen.layout.overlay), rows: screen.pickerRows).map(PickerContent.init)
  }

  package override var selectedRow: (list: String, row: String)? {
    // The rows of the former text are not said.
    guard library.picking?.list.level.isCurrent == true else { return nil }
    return list(width: PlainSelection.width, rows: session.state.rows.picker).flatMap(PlainSelection.row)
  }

  package override var matchesNothing: Bool { library.picking?.list.level.isEmptied ?? false }

  private func list(width: Int, rows: Int) -> ListContent? {
    library.picking.map {
      ListContent(
        $0, library.columns, width: width, rows: rows, playing: application.model.nowPlaying?.location)
    }
  }

  package override func press(_ point: Point, on screen: PlayerScreen) -> Application.Response {
    let box = screen.onSurface(PickerContent.box(screen.layout.overlay))
    let row = point.y - box.y - (box.height - 1 - screen.pickerRows)
    guard let level = library.picking?.list.level, box.contains(point), row >= 0,
      level.first + row < level.count
    else { return .done }
    library.picking?.list.select(level.first + row)
    application.changes.send(.state)
    return .done
  }
}

struct PickerContent: LayerContent {
  let list: ListContent

  /// Returns the number of songs that fit.
  static func rows(_ level: LibraryLevel?, _ area: Rect) -> Int {
    LibraryColumns.rows(level, height: box(area).height - 1)
  }

  static func width(_ area: Rect) -> Int { box(area).width - 2 }

  static func box(_ area: Rect) -> Rect { area.box(Size(110, 24)) }

  func draw(on surface: inout Surface, in area: Rect, theme: Theme) {
    guard area.width >= 16, area.height >= 4 else { return }
    let box = PickerContent.box(area)
    surface.clear(box, theme[.plain])
    Border(style: theme[.rule]).draw(on: &surface, in: box)
    // The heading is in the frame.
    let inner = Rect(box.x + 1, box.y, box.width - 2, box.height - 1)
    ListPanel(list: list, theme: theme).draw(on: &surface, in: inner)
  }
}

extension ListContent {
  @MainActor
  init(
    _ open: SongPicker, _ columns: [LibraryColumn], width: Int, rows: Int, playing: TrackLocation?
  ) {
    let level = open.list.level
    self.init(level, columns, height: rows, playing: playing) { item in
      if case .track(let id) = item { open.isMarked(id) } else { false }
    }
    fit(LibraryColumns.list(level, columns, sort: open.list.sort, rows: rows), width: width)
    heading = ["Songs"] + (level.listing == nil ? [] : [LibraryText.number(level.count)])
    if !open.marked.isEmpty { heading.append("\(open.marked.count) marked") }
    words = QueryWords.words(level.filter)
    if level.count == 0 {
      (self.rows, count, selection) = (
        [Row(title: level.isAwaiting ? "reading…" : "nothing found", kind: .away)], 1, nil
      )
    }
  }
}

/// The song picker while it is open: the songs that the typed text finds.
package struct SongPicker: Sendable {
  package internal(set) var list = LibraryBrowser(.picker, at: .allTracks)
  /// The marked tracks, also those that the current filter does not show.
  package internal(set) var marked: [LibraryTrack] = []
  /// Whether Enter was pressed; the picker waits for the answer to the typed text.
  var isPicked = false

  package func isMarked(_ id: Int32) -> Bool { marked.contains { $0.id == id } }

  /// The selected track; nil until it has been read.
  var selected: LibraryTrack? {
    if case .track(let id)? = list.level.selected { list.level.track(id) } else { nil }
  }

  mutating func mark() {
    guard let track = selected else { return }
    if isMarked(track.id) { marked.removeAll { $0.id == track.id } } else { marked.append(track) }
    list.move(by: 1)
  }
}

extension LibraryPanel {
  package func pickSong() {
    picking = SongPicker()
    send()
  }

  package func typeInPicker(_ text: String) {
    picking?.list.setFilter(text)
    send()
  }

  /// Picks the marked songs, or the selected one as soon as its row is known: they are inserted behind the current track
  /// and played.
  package func pick() {
    picking?.isPicked = true
    finishPicking()
    send()
  }

  func finishPicking() {
    guard let open = picking, open.isPicked else { return }
    if open.marked.isEmpty, !open.list.level.isCurrent { return }
    if open.marked.isEmpty, open.list.level.count > 0, open.selected == nil {
      _ = picking?.list.show(rows: 1)
      return
    }
    let picked = open.marked.isEmpty ? open.selected.map { [$0] } ?? [] : open.marked
    picking = nil
    guard !picked.isEmpty else { return }
    let here = picked.filter { !$0.isAway }
    if here.isEmpty { notify(.away(count: picked.count)) }
    model.insert(here.map { QueueAddition($0.track) }, at: .afterCurrent, playing: true)
  }
}

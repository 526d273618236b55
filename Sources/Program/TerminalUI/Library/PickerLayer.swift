import Application
import AudioBase
import Controls
import Librarian
import MusicLibrary
import Player
import SystemBase
import TerminalKit

/// The picker of songs or albums, whose list follows the typed text.
package final class PickerLayer: ScreenLayer {
  private var line = TextField()
  package override var field: TextField? { line }
  package override var historyName: String? { subject == .songs ? "Picker" : "AlbumPicker" }
  private let library: LibraryPanel
  private let subject: LibraryPicker.Subject
  private var isPicked = false

  init(_ session: ScreenSession, _ library: LibraryPanel, _ subject: LibraryPicker.Subject) {
    (self.library, self.subject) = (library, subject)
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

  /// Adds the marked albums, or the selected one, to the queue and stays open.
  package override func mark() -> Application.Response {
    if subject == .albums { library.addPicked() }
    return .done
  }

  package override func move(_ movement: Movement) {
    let count = library.picking?.list.level.count ?? 0
    scroll(by: movement.rows(page: max(session.state.rows.picker - 1, 1), count: count))
  }

  package override func scroll(by rows: Int) { library.picking?.list.move(by: rows) }

  package override func dismiss() {}

  package override func wasClosed() { if !isPicked { library.picking = nil } }

  package override var name: String { subject == .songs ? "songs" : "albums" }
  package override var leaving: String { "closed" }
  package override var fieldName: String { subject == .songs ? "song" : "album" }
  package override var fieldNote: String? {
    application.library?.stage == .ready
      ? field.flatMap { TextFieldText.queryError($0.text) } : "the library is empty: scan a folder first"
  }

  package override func hints(_ keys: KeyMap) -> [KeyHint] {
    let add = subject == .albums ? [KeyHint("alt+a", "add to the queue", .mark)] : []
    return [.enter("play")] + add + [.leave(), .choose, .tab("mark several")]
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
    _ open: LibraryPicker, _ columns: [LibraryColumn], width: Int, rows: Int, playing: TrackLocation?
  ) {
    let level = open.list.level
    self.init(level, columns, height: rows, playing: playing) { item in
      switch item {
      case .track(let id): open.isMarked(id)
      case .place(let row): open.markedAlbums.contains { $0.place == row.place }
      case .entry: false
      }
    }
    fit(LibraryColumns.list(level, columns, sort: open.list.sort, rows: rows), width: width)
    heading =
      [open.subject == .songs ? "Songs" : "Albums"]
      + (level.listing == nil ? [] : [LibraryText.number(level.count)])
    let marks = open.marked.count + open.markedAlbums.count
    if marks > 0 { heading.append("\(marks) marked") }
    words = QueryWords.words(level.filter)
    if level.count == 0 {
      (self.rows, count, selection) = (
        [Row(title: level.isAwaiting ? "reading…" : "nothing found", kind: .away)], 1, nil
      )
    }
  }
}

/// The picker while it is open: the songs or albums that the typed text finds.
package struct LibraryPicker: Sendable {
  package enum Subject: Hashable, Sendable {
    case songs
    /// Words of title, artist and year find albums.
    case albums
  }

  package let subject: Subject
  package internal(set) var list: LibraryBrowser
  /// The marked tracks, also those that the current filter does not show.
  package internal(set) var marked: [LibraryTrack] = []
  /// The marked albums, also those that the current filter does not show.
  package internal(set) var markedAlbums: [LibraryRow] = []
  /// Whether Enter was pressed; the picker waits for the answer to the typed text.
  var isPicked = false

  init(_ subject: Subject) {
    self.subject = subject
    list = LibraryBrowser(.picker, at: subject == .songs ? .allTracks : .albums)
  }

  package func isMarked(_ id: Int32) -> Bool { marked.contains { $0.id == id } }

  /// The selected track; nil until it has been read.
  var selected: LibraryTrack? {
    if case .track(let id)? = list.level.selected { list.level.track(id) } else { nil }
  }

  /// The marked rows, or the selected one, as rows of the library.
  var chosen: [LibraryListing.Item] {
    let marks = markedAlbums.map(LibraryListing.Item.place) + marked.map { .track($0.id) }
    return marks.isEmpty ? list.level.selected.map { [$0] } ?? [] : marks
  }

  mutating func mark() {
    switch list.level.selected {
    case .place(let row)?:
      let place = markedAlbums.firstIndex { $0.place == row.place }
      if let place { markedAlbums.remove(at: place) } else { markedAlbums.append(row) }
    case .track?, .entry?, nil:
      guard let track = selected else { return }
      if isMarked(track.id) { marked.removeAll { $0.id == track.id } } else { marked.append(track) }
    }
    list.move(by: 1)
  }
}

extension LibraryPanel {
  package func pick(_ subject: LibraryPicker.Subject) {
    picking = LibraryPicker(subject)
    send()
  }

  package func typeInPicker(_ text: String) {
    picking?.list.setFilter(text)
    send()
  }

  /// Picks the marked rows, or the selected one as soon as it is known: they are inserted behind the current track and
  /// played.
  package func pick() {
    picking?.isPicked = true
    finishPicking()
    send()
  }

  /// Adds the marked albums, or the selected one, at the end of the queue.
  func addPicked() {
    guard let open = picking, open.list.level.isCurrent || !open.markedAlbums.isEmpty else { return }
    let chosen = open.chosen
    if chosen.isEmpty { return notify(.nothingToAdd) }
    controller.gather(LibraryTracksRequest(.append, chosen))
    picking?.marked = []
    picking?.markedAlbums = []
    if chosen.count == 1 { picking?.list.move(by: 1) }
  }

  func finishPicking() {
    guard let open = picking, open.isPicked else { return }
    let isMarked = !open.marked.isEmpty || !open.markedAlbums.isEmpty
    if !isMarked, !open.list.level.isCurrent { return }
    if open.subject == .albums {
      picking = nil
      let chosen = open.chosen
      if !chosen.isEmpty { controller.gather(LibraryTracksRequest(.playNext, chosen)) }
      return
    }
    if !isMarked, open.list.level.count > 0, open.selected == nil {
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

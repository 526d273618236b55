import Application
import AudioBase
import Controls
import SystemBase
import TerminalKit

/// The overlay of the song picker.
struct PickerOverlay: Widget {
  let list: ListContent
  let theme: Theme

  /// Returns the number of songs that fit.
  static func rows(_ level: LibraryLevel?, _ area: Rect) -> Int {
    LibraryColumns.rows(level, height: box(area).height - 1)
  }

  /// Returns the width of the list in the frame.
  static func width(_ area: Rect) -> Int { box(area).width - 2 }

  static func box(_ area: Rect) -> Rect { area.box(Size(110, 24)) }

  func draw(on surface: inout Surface, in area: Rect) {
    guard area.width >= 16, area.height >= 4 else { return }
    let box = PickerOverlay.box(area)
    surface.clear(box, theme[.plain])
    Border(style: theme[.rule]).draw(on: &surface, in: box)
    // The heading is in the frame.
    let inner = Rect(box.x + 1, box.y, box.width - 2, box.height - 1)
    ListPanel(list: list, theme: theme).draw(on: &surface, in: inner)
  }
}

extension ListContent {
  /// Creates the songs of the picker.
  @MainActor
  init(
    _ open: SongPicker.Open, _ columns: [LibraryColumn], width: Int, rows: Int, playing: TrackLocation?
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
        [Row(level.isLoading ? "reading…" : "nothing found", kind: .away)], 1, nil
      )
    }
  }
}

/// The songs of the picker.
struct PickerContent: LayerContent {
  let list: ListContent

  func draw(on surface: inout Surface, in area: Rect, theme: Theme) {
    PickerOverlay(list: list, theme: theme).draw(on: &surface, in: area)
  }
}

import Application
import Controls
import Percussion
import SystemBase
import TerminalKit

/// The list of kits.
package struct KitListContent: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    package var name: String
    /// The format, the number of pads and whether it is shipped; of a damaged kit the reason.
    package var detail: String
    package var isLoaded = false
    package var isDamaged = false
  }

  package var rows: [Row] = []
  package var selection = 0
  package var filter = ""
  /// The text that replaces the rows.
  package var note: String?
  /// The keys, for the lower frame.
  package var hints: [String] = []

  package init(_ list: KitList, loaded: FilePath?) {
    rows = list.rows.map { Row($0, isLoaded: KitList.isSame($0, loaded)) }
    (selection, filter) = (list.selection, list.filter)
    if rows.isEmpty { note = list.entries == nil ? "reading…" : "no kit found" }
  }
}

extension KitListContent.Row {
  init(_ entry: KitCatalog.Entry, isLoaded: Bool) {
    name = entry.name
    (self.isLoaded, isDamaged) = (isLoaded, entry.error != nil)
    if let error = entry.error {
      detail = ErrorText.reason(error)
    } else {
      let pads = ShownText.count(entry.pads, "pad", "pads")
      detail = ([entry.format.rawValue, pads] + (entry.isShipped ? ["shipped"] : [])).joined(separator: " · ")
    }
  }
}

/// The overlay with the list of kits; its lower frame states the keys.
struct KitListOverlay: Widget {
  let list: KitListContent
  let theme: Theme

  func draw(on surface: inout Surface, in area: Rect) {
    guard area.width >= 16, area.height >= 3 else { return }
    let box = area.box(Size(76, max(list.rows.count, 1) + 2))
    surface.clear(box, theme[.plain])
    Border(style: theme[.rule]).draw(on: &surface, in: box)
    let title = list.filter.isEmpty ? " Kits " : " Kits ▸ \(list.filter) "
    surface.write(title.fitted(to: box.width - 4), at: Point(box.x + 2, box.y), theme[.heading], in: box)
    drawRows(on: &surface, in: box.inset(1, 1))
    Rect(box.x + 2, box.endY - 1, box.width - 4, 1).drawHints(list.hints, theme, on: &surface)
  }

  private func drawRows(on surface: inout Surface, in area: Rect) {
    if let note = list.note {
      surface.write(note, in: area.row(0), theme[.faint])
      return
    }
    let first = ListContent.first(
      after: 0, selection: list.selection, count: list.rows.count, height: area.height)
    for (index, row) in list.rows.dropFirst(first).prefix(area.height).enumerated() {
      draw(row, isSelected: first + index == list.selection, on: &surface, in: area.row(index))
    }
  }

  private func draw(
    _ row: KitListContent.Row, isSelected: Bool, on surface: inout Surface, in line: Rect
  ) {
    let width = min(CharacterWidth.columns(of: row.detail), line.width / 2)
    let parts = line.columns([.fixed(2), .fixed(2), .flexible(), .fixed(1), .fixed(width)])
    let look: Theme.Slot = row.isDamaged ? .failedRow : row.isLoaded ? .currentRow : .plain
    surface.write(isSelected ? "▸" : " ", in: parts[0], theme[.brand])
    surface.write(row.isLoaded ? "▶" : "", in: parts[1], theme[.currentRow])
    surface.write(row.name, in: parts[2], theme[look])
    surface.write(row.detail, in: parts[4], theme[.faint])
    if isSelected { surface.restyle(line) { $0 = theme[.selectedRow] } }
  }
}

extension Rect {
  /// Draws the hints that fit, those that are needed most first.
  func drawHints(_ hints: [String], _ theme: Theme, on surface: inout Surface) {
    var shown: [String] = []
    for hint in hints {
      if CharacterWidth.columns(of: (shown + [hint]).joined(separator: "  ")) + 2 > width { break }
      shown.append(hint)
    }
    if !shown.isEmpty { surface.write(" \(shown.joined(separator: "  ")) ", in: self, theme[.faint]) }
  }
}

extension KitListContent: LayerContent {
  package func draw(on surface: inout Surface, in area: Rect, theme: Theme) {
    KitListOverlay(list: self, theme: theme).draw(on: &surface, in: area)
  }
}

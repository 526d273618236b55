import Application
import Controls
import SystemBase
import TerminalKit

/// The overlay with the takes and the layers of the current ones.
struct TakeListOverlay: Widget {
  let list: TakeListContent
  let theme: Theme

  func draw(on surface: inout Surface, in area: Rect) {
    guard area.width >= 20, area.height >= 4 else { return }
    let box = area.box(Size(76, max(list.rows.count, 1) + 2))
    surface.clear(box, theme[.plain])
    Border(style: theme[.rule]).draw(on: &surface, in: box)
    surface.write(" Takes ", at: Point(box.x + 2, box.y), theme[.heading], in: box)
    drawRows(on: &surface, in: box.inset(1, 1))
    Rect(box.x + 2, box.endY - 1, box.width - 4, 1).drawHints(list.hints, theme, on: &surface)
  }

  private func drawRows(on surface: inout Surface, in area: Rect) {
    if let note = list.note { surface.write(note, in: area.row(0), theme[.faint]) }
    let first = max(0, (list.selection ?? 0) - area.height + 1)
    for (index, row) in list.rows.dropFirst(first).prefix(area.height).enumerated() {
      let line = area.row(index)
      if row.isHeading {
        surface.write(row.text, in: line, theme[.heading])
        continue
      }
      let isSelected = first + index == list.selection
      let parts = line.columns([
        .fixed(2), .fixed(row.isLayer ? 4 : 2), .flexible(), .fixed(CharacterWidth.columns(of: row.note)),
      ])
      let style = row.isCurrent ? theme[.plain] : theme[.faint]
      surface.write(isSelected ? "▸" : " ", in: parts[0], theme[.brand])
      surface.write(row.isCurrent && !row.isLayer ? "▶" : "", in: parts[1], theme[.currentRow])
      surface.write(row.text, in: parts[2], style)
      surface.write(row.note, in: parts[3], theme[.faint])
      if isSelected { surface.restyle(line) { $0 = theme[.selectedRow] } }
    }
  }
}

extension TakeListContent: LayerContent {
  package func draw(on surface: inout Surface, in area: Rect, theme: Theme) {
    TakeListOverlay(list: self, theme: theme).draw(on: &surface, in: area)
  }
}

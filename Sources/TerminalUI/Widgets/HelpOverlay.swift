import TerminalKit

/// The help over the screen: in two columns where there is room, scrolled where not all fits.
struct HelpOverlay: Widget {
  let help: HelpContent
  let theme: Theme

  private static let keysWidth = 15

  func draw(on surface: inout Surface, in area: Rect) {
    guard area.width >= 20, area.height >= 4 else { return }
    let columns = area.width >= 76 ? 2 : 1
    let rows = max((help.entries.count + columns - 1) / columns, 1)
    let box = area.centred(Size(min(area.width - (area.width > 60 ? 2 : 0), columns * 44 + 6), rows + 2))
    surface.clear(box, theme[.plain])
    Border(style: theme[.rule]).draw(on: &surface, in: box)
    surface.write(heading, at: Point(box.x + 2, box.y), theme[.heading], in: box)
    drawEntries(columns: columns, on: &surface, in: box.inset(area.width > 60 ? 2 : 1, 1))
  }

  private var heading: String { help.search.isEmpty ? " Keys " : " Keys · \(help.search) " }

  private func drawEntries(columns: Int, on surface: inout Surface, in area: Rect) {
    let shown = area.height * columns
    let first = ListContent.first(
      after: help.selection - shown / 2, selection: help.selection, count: help.entries.count, height: shown)
    let entries = help.entries.enumerated().dropFirst(first).prefix(shown)
    let places = area.columns(Array(repeating: .flexible(), count: columns), gap: 2)
    for (index, entry) in entries {
      let place = index - first
      let line = places[place / max(area.height, 1)].row(place % max(area.height, 1))
      draw(entry, isSelected: index == help.selection, on: &surface, in: line)
    }
  }

  private func draw(
    _ entry: HelpContent.Entry, isSelected: Bool, on surface: inout Surface, in area: Rect
  ) {
    let lost = entry.lost.isEmpty ? "" : "✗ \(entry.lost)"
    let parts = area.columns([
      .fixed(HelpOverlay.keysWidth), .fixed(1), .flexible(), .fixed(CharacterWidth.columns(of: lost)),
    ])
    let isWaiting = isSelected && help.rebinding != nil
    let keys = isWaiting ? "press a key" : entry.keys.isEmpty ? "no key" : entry.keys
    let look = isWaiting ? theme[.prompt] : entry.keys.isEmpty ? theme[.faint] : theme[.hintKey]
    surface.write(keys, in: parts[0], look, .trailing)
    surface.write(entry.text, in: parts[2], theme[.plain])
    surface.write(lost, in: parts[3], theme[.warning])
    if isSelected { surface.restyle(area) { $0 = theme[.selectedRow] } }
  }
}

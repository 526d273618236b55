import TerminalKit

/// The help over the screen: in two columns where there is room, scrolled where not all fits.
struct HelpOverlay: Widget {
  let help: HelpContent
  let theme: Theme

  private static let keysWidth = 15

  func draw(on surface: inout Surface, in area: Rect) {
    guard area.width >= 20, area.height >= 4 else { return }
    let columns = area.width >= 76 ? 2 : 1
    let rows = (help.entries.count + columns - 1) / columns
    let box = area.centred(Size(min(area.width - (area.width > 60 ? 2 : 0), columns * 44 + 4), rows + 2))
    surface.clear(box, theme[.plain])
    Border(style: theme[.rule]).draw(on: &surface, in: box)
    surface.write(" Keys ", at: Point(box.x + 2, box.y), theme[.heading], in: box)
    drawEntries(columns: columns, on: &surface, in: box.inset(1, 1))
    drawFooter(columns: columns, on: &surface, in: box)
  }

  /// The first entry, so that the last ones are never scrolled past.
  private func first(shown: Int) -> Int { min(max(help.first, 0), max(help.entries.count - shown, 0)) }

  private func drawEntries(columns: Int, on surface: inout Surface, in area: Rect) {
    let shown = area.height * columns
    let entries = help.entries.dropFirst(first(shown: shown)).prefix(shown)
    let places = area.columns(Array(repeating: .flexible(), count: columns), gap: 2)
    for (index, entry) in entries.enumerated() {
      let line = places[index / max(area.height, 1)].row(index % max(area.height, 1))
      let parts = line.columns([.fixed(HelpOverlay.keysWidth), .flexible()], gap: 1)
      surface.write(entry.keys, in: parts[0], theme[.hintKey], .trailing)
      surface.write(entry.text, in: parts[1], theme[.plain])
    }
  }

  private func drawFooter(columns: Int, on surface: inout Surface, in box: Rect) {
    let shown = (box.height - 2) * columns
    let isWhole = shown >= help.entries.count
    let text = isWhole ? " Esc leaves " : " ↑ ↓ more   Esc leaves "
    guard CharacterWidth.columns(of: text) + 4 <= box.width else { return }
    surface.write(
      text, at: Point(box.endX - 2 - CharacterWidth.columns(of: text), box.endY - 1), theme[.faint], in: box)
  }
}

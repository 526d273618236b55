import Application
import Controls
import SystemBase
import TerminalKit

/// The help is in two columns if there is room, and scrolled if needed.
extension HelpContent: LayerContent {
  private static let keysWidth = 15

  @MainActor
  init(_ layer: HelpLayer, _ keys: KeyMap) {
    self.init(keys, search: layer.search.text, covered: HelpContent.covered(by: layer, keys))
    selection = min(layer.selection, max(entries.count - 1, 0))
    keyEdit = layer.application.state.keyEdit
    detail = detail(keys)
  }

  /// Returns the keys of the layer below the help: `In the timeline`.
  @MainActor
  package static func covered(by layer: HelpLayer, _ keys: KeyMap) -> Covered? {
    guard let view = layer.covered else { return nil }
    return Covered(
      title: "In the \(view.name)", screen: view.screen,
      hints: view.hints(keys).filter {
        guard case .command(let command)? = $0.actions.first else { return true }
        return command != .program(.help) && (view.screen == nil || command.row.screen != view.screen)
      })
  }

  package func draw(on surface: inout Surface, in area: Rect, theme: Theme) {
    let columns = area.width >= 76 ? 2 : 1
    let size = Size(columns * 44 + 6, max((lines.count + columns - 1) / columns, 1) + 2)
    guard let inner = surface.drawBox("Keys", size, theme, in: area) else { return }
    drawLines(columns: columns, on: &surface, in: area.width > 60 ? inner.inset(1) : inner, theme)
    let bottom = Rect(inner.x + 1, inner.endY, inner.width - 2, 1)
    if let detail { surface.write(" \(detail) ", in: bottom, theme[.faint]) }
  }

  /// Fills the columns one after the other.
  private func drawLines(columns: Int, on surface: inout Surface, in area: Rect, _ theme: Theme) {
    let (lines, shown) = (lines, area.height * columns)
    let selected = lines.firstIndex(of: .entry(selection)) ?? 0
    let first = ListContent.first(
      after: selected - shown / 2, selection: selected, count: lines.count, height: shown)
    let places = area.columns(Array(repeating: .flexible(), count: columns), gap: 2)
    for (index, line) in lines.dropFirst(first).prefix(shown).enumerated() {
      let place = places[index / max(area.height, 1)].row(index % max(area.height, 1))
      switch line {
      case .heading(let title): surface.write(title, in: place, theme[.heading])
      case .entry(let entry): draw(entry, on: &surface, in: place, theme)
      case .blank: break
      }
    }
    if lines.isEmpty { surface.write("nothing found", in: area.row(0), theme[.faint]) }
  }

  private func draw(_ index: Int, on surface: inout Surface, in area: Rect, _ theme: Theme) {
    let (entry, isSelected) = (entries[index], index == selection)
    let lost = entry.lost.isEmpty ? "" : "✗ \(entry.lost)"
    let parts = area.columns([
      .fixed(HelpContent.keysWidth), .fixed(1), .flexible(), .fixed(CharacterWidth.columns(of: lost)),
    ])
    let isWaiting = isSelected && keyEdit != nil
    let keys = isWaiting ? waiting : entry.keys.isEmpty ? "no key" : entry.keys
    let look = isWaiting ? theme[.prompt] : entry.keys.isEmpty ? theme[.faint] : theme[.hintKey]
    surface.write(keys, in: parts[0], look, .trailing)
    surface.write(entry.text, in: parts[2], theme[.plain])
    surface.write(lost, in: parts[3], theme[.warning])
    if isSelected { surface.restyle(area) { $0 = theme[.selectedRow] } }
  }

  private var waiting: String {
    switch keyEdit {
    case .bind, .midi, nil: "press a key"
    case .remove: "key to remove?"
    }
  }
}

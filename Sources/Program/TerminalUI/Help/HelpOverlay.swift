import Application
import Controls
import SystemBase
import TerminalKit

/// The overlay of the help, in two columns if there is room, scrolled if needed.
struct HelpOverlay: Widget {
  let help: HelpContent
  let theme: Theme

  private static let keysWidth = 15

  func draw(on surface: inout Surface, in area: Rect) {
    guard area.width >= 20, area.height >= 4 else { return }
    let lines = help.lines
    let columns = area.width >= 76 ? 2 : 1
    let rows = max((lines.count + columns - 1) / columns, 1)
    let box = area.box(Size(columns * 44 + 6, rows + 2))
    surface.clear(box, theme[.plain])
    Border(style: theme[.rule]).draw(on: &surface, in: box)
    surface.write(" Keys ", at: Point(box.x + 2, box.y), theme[.heading], in: box)
    drawLines(lines, columns: columns, on: &surface, in: box.inset(area.width > 60 ? 2 : 1, 1))
    if let detail = help.detail { drawDetail(" \(detail) ", on: &surface, in: box) }
  }

  private func drawDetail(_ text: String, on surface: inout Surface, in box: Rect) {
    let place = Rect(box.x + 2, box.endY - 1, box.width - 4, 1)
    surface.write(text.fitted(to: place.width), in: place, theme[.faint])
  }

  /// Fills the columns one after the other.
  private func drawLines(
    _ lines: [HelpContent.Line], columns: Int, on surface: inout Surface, in area: Rect
  ) {
    let shown = area.height * columns
    let selected = lines.firstIndex(of: .entry(help.selection)) ?? 0
    let first = ListContent.first(
      after: selected - shown / 2, selection: selected, count: lines.count, height: shown)
    let places = area.columns(Array(repeating: .flexible(), count: columns), gap: 2)
    for (index, line) in lines.dropFirst(first).prefix(shown).enumerated() {
      let place = places[index / max(area.height, 1)].row(index % max(area.height, 1))
      switch line {
      case .heading(let title): surface.write(title, in: place, theme[.heading])
      case .entry(let entry): draw(entry, on: &surface, in: place)
      case .blank: break
      }
    }
    if lines.isEmpty { surface.write("nothing found", in: area.row(0), theme[.faint]) }
  }

  private func draw(_ index: Int, on surface: inout Surface, in area: Rect) {
    let (entry, isSelected) = (help.entries[index], index == help.selection)
    let lost = entry.lost.isEmpty ? "" : "✗ \(entry.lost)"
    let parts = area.columns([
      .fixed(HelpOverlay.keysWidth), .fixed(1), .flexible(), .fixed(CharacterWidth.columns(of: lost)),
    ])
    let isWaiting = isSelected && help.keyEdit != nil
    let keys = isWaiting ? waiting : entry.keys.isEmpty ? "no key" : entry.keys
    let look = isWaiting ? theme[.prompt] : entry.keys.isEmpty ? theme[.faint] : theme[.hintKey]
    surface.write(keys, in: parts[0], look, .trailing)
    surface.write(entry.text, in: parts[2], theme[.plain])
    surface.write(lost, in: parts[3], theme[.warning])
    if isSelected { surface.restyle(area) { $0 = theme[.selectedRow] } }
  }

  private var waiting: String {
    switch help.keyEdit {
    case .bind, .midi, nil: "press a key"
    case .remove: "key to remove?"
    }
  }
}

extension HelpContent: LayerContent {
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
    guard let view = layer.covered, let hints = view.hints(keys) else { return nil }
    return Covered(
      title: "In the \(view.name)", screen: view.screen,
      hints: hints.filter {
        guard case .command(let command)? = $0.actions.first else { return true }
        return command != .program(.help) && (view.screen == nil || command.row.screen != view.screen)
      })
  }

  package func draw(on surface: inout Surface, in area: Rect, theme: Theme) {
    HelpOverlay(help: self, theme: theme).draw(on: &surface, in: area)
  }
}

import Application
import Controls
import SystemBase
import TerminalKit

/// The rows of the command palette.
package struct PaletteContent: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    /// The name with the placeholder of its argument.
    package var name: String
    package var summary: String
    package var keys: String
  }

  package var rows: [Row]
  /// The index of the selected row; nil if the typed text counts.
  package var selection: Int?

  package init(_ entries: [PaletteEntry], selection: Int? = nil, _ map: KeyMap) {
    rows = entries.map { Row($0, map) }
    self.selection = selection
  }
}

extension PaletteContent.Row {
  fileprivate init(_ entry: PaletteEntry, _ map: KeyMap) {
    switch entry {
    case .command(let command):
      self.init(name: command.name, summary: command.summary, keys: map.label(command) ?? "")
    case .form(let form): self.init(name: "\(form.name) \(form.argument)", summary: form.summary, keys: "")
    }
  }
}

/// The overlay of the command palette.
struct PaletteOverlay: Widget {
  let palette: PaletteContent
  let theme: Theme

  /// The most columns of names and of keys. On a narrow screen, they are as wide as the longest visible text.
  private static let nameWidth = 16
  private static let keysWidth = 10
  private static let narrow = 60

  func draw(on surface: inout Surface, in area: Rect) {
    guard area.width >= 16, area.height >= 4 else { return }
    let box = area.centred(Size(min(area.width, 80), min(area.height, 24)))
    surface.clear(box, theme[.plain])
    Border(style: theme[.rule]).draw(on: &surface, in: box)
    surface.write(" Commands ", at: Point(box.x + 2, box.y), theme[.heading], in: box)
    let inner = box.inset(1, 1)
    if palette.rows.isEmpty { surface.write("no such command", in: inner.row(0), theme[.faint]) }
    let first = ListContent.first(
      after: 0, selection: palette.selection, count: palette.rows.count, height: inner.height)
    let rows = palette.rows.dropFirst(first).prefix(inner.height)
    let columns = columns(rows, in: inner.width)
    for (index, row) in rows.enumerated() {
      let isSelected = first + index == palette.selection
      draw(row, columns, isSelected: isSelected, on: &surface, in: inner.row(index))
    }
  }

  private func columns(_ rows: some Sequence<PaletteContent.Row>, in width: Int) -> [Layout.Part] {
    var (names, keys) = (PaletteOverlay.nameWidth, PaletteOverlay.keysWidth)
    if width < PaletteOverlay.narrow {
      names = min(names, rows.map { CharacterWidth.columns(of: $0.name) }.max() ?? 0)
      keys = min(keys, rows.map { CharacterWidth.columns(of: $0.keys) }.max() ?? 0)
    }
    return [.fixed(names), .minimum(8), .whole(keys, rank: 1)]
  }

  private func draw(
    _ row: PaletteContent.Row, _ columns: [Layout.Part], isSelected: Bool, on surface: inout Surface,
    in area: Rect
  ) {
    let parts = area.inset(1, 0).columns(columns, gap: 1)
    surface.write(row.name, in: parts[0], theme[.plain])
    surface.write(row.summary, in: parts[1], theme[.faint])
    surface.write(row.keys, in: parts[2], theme[.hintKey], .trailing)
    if isSelected { surface.restyle(area) { $0 = theme[.selectedRow] } }
  }
}

extension PaletteContent: LayerContent {
  package func draw(on surface: inout Surface, in area: Rect, theme: Theme) {
    PaletteOverlay(palette: self, theme: theme).draw(on: &surface, in: area)
  }
}

extension PaletteLayer: LayerView {
  package var name: String { "command" }

  /// The value that the typed command changes.
  package var fieldValue: String? {
    let words = field?.text.split(separator: " ", omittingEmptySubsequences: false).map(String.init) ?? []
    guard words.count > 1 else { return nil }
    // An address may contain spaces.
    let isMix = words[0] == "mix"
    return application.presentValue(words[0], isMix ? words.dropFirst().joined(separator: " ") : words[1])
  }

  package func hints(_ keys: KeyMap) -> [KeyHint]? { [.enter("run"), .leave(), .choose, .tab()] }

  /// The selected command: `2 of 12: volume DB: set the volume`; nil if the typed text counts.
  package var selectedRow: (list: String, row: String)? {
    let entries = entries
    guard let selection, entries.indices.contains(selection) else { return nil }
    let row = PaletteContent.Row(entries[selection], .empty)
    return ("Commands", "\(selection + 1) of \(entries.count): \(row.name): \(row.summary)")
  }

  package func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    PaletteContent(entries, selection: selection, screen.keys)
  }
}

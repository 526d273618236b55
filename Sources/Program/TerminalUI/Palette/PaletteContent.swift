import Application
import Controls
import TerminalKit

/// The rows of the command palette.
package struct PaletteContent: Hashable, Sendable, LayerContent {
  /// The maximum widths of names and keys in columns. On a narrow screen, they are as wide as the longest visible text.
  private static let nameWidth = 16
  private static let keysWidth = 10
  private static let narrow = 60

  package struct Row: Hashable, Sendable {
    /// The name with the placeholder of its argument.
    package var name: String
    package var summary: String
    package var keys: String
  }

  package var rows: [Row]
  /// The index of the selected row; nil if the typed text is the command.
  package var selection: Int?

  /// Creates the rows of entries; a selection that is not one of them counts as none.
  package init(_ entries: [CommandRow], selection: Int? = nil, _ map: KeyMap) {
    rows = entries.map { Row($0, map) }
    if let selection, rows.indices.contains(selection) { self.selection = selection }
  }

  // MARK: Drawing

  package func draw(on surface: inout Surface, in area: Rect, theme: Theme) {
    guard let inner = surface.drawBox("Commands", Size(80, 24), theme, in: area) else { return }
    if rows.isEmpty { surface.write("no such command", in: inner.row(0), theme[.faint]) }
    drawRows(on: &surface, in: inner, theme)
  }

  /// Draws the rows. If the selected one, or the only one, does not fit its line, its summary has lines of its own.
  private func drawRows(on surface: inout Surface, in area: Rect, _ theme: Theme) {
    let opened = selection ?? (rows.count == 1 ? 0 : nil)
    let columns = columns(in: area.width)
    let summary = opened.map { wrappedSummary(rows[$0], columns, in: area) } ?? []
    let height = max(area.height - summary.count, 1)
    let first = ListContent.first(selection: selection, count: rows.count, height: height)
    var line = 0
    for (index, row) in rows.enumerated().dropFirst(first).prefix(height) {
      let isOpened = index == opened && !summary.isEmpty
      let place = Rect(area.x, area.y + line, area.width, isOpened ? 1 + summary.count : 1)
      draw(row, columns, isOpened ? summary : nil, on: &surface, in: place, theme)
      if index == selection { surface.restyle(place) { $0 = theme[.selectedRow] } }
      line += place.height
    }
  }

  /// Returns the lines of a summary below its name; none if name and summary fit one line.
  private func wrappedSummary(_ row: Row, _ columns: [Layout.Part], in area: Rect) -> [String] {
    let parts = area.row(0).inset(1, 0).columns(columns, gap: 1)
    func fits(_ text: String, _ part: Rect) -> Bool { CharacterWidth.columns(of: text) <= part.width }
    if fits(row.name, parts[0]), fits(row.summary, summaryPlace(row, parts)) { return [] }
    return Array(row.summary.wrapped(to: area.width - 4).prefix(max(area.height - 1, 0)))
  }

  /// Returns the place of a summary, to which the place of the keys belongs if the command has none.
  private func summaryPlace(_ row: Row, _ parts: [Rect]) -> Rect {
    let end = row.keys.isEmpty ? parts[2].endX : parts[1].endX
    return Rect(parts[1].x, parts[1].y, max(end, parts[1].endX) - parts[1].x, parts[1].height)
  }

  private func columns(in width: Int) -> [Layout.Part] {
    var (names, keys) = (PaletteContent.nameWidth, PaletteContent.keysWidth)
    if width < PaletteContent.narrow {
      names = min(names, rows.map { CharacterWidth.columns(of: $0.name) }.max() ?? 0)
      keys = min(keys, rows.map { CharacterWidth.columns(of: $0.keys) }.max() ?? 0)
    }
    return [.fixed(names), .minimum(8), .whole(keys, rank: 1)]
  }

  /// - Parameter summary: the lines of its summary below the name; nil: it is beside the name.
  private func draw(
    _ row: Row, _ columns: [Layout.Part], _ summary: [String]?, on surface: inout Surface, in area: Rect,
    _ theme: Theme
  ) {
    let parts = area.row(0).inset(1, 0).columns(columns, gap: 1)
    let name = summary == nil ? parts[0] : Rect(parts[0].x, area.y, parts[1].endX - parts[0].x, 1)
    surface.write(row.name, in: name, theme[.plain])
    if summary == nil { surface.write(row.summary, in: summaryPlace(row, parts), theme[.faint]) }
    surface.write(row.keys, in: parts[2], theme[.hintKey], .trailing)
    for (index, line) in (summary ?? []).enumerated() {
      surface.write(line, in: area.row(1 + index).inset(3, 0), theme[.faint])
    }
  }
}

extension PaletteContent.Row {
  init(_ row: CommandRow, _ map: KeyMap) {
    let command = row.takesArgument ? nil : Command(name: row.name)
    self.init(name: row.usage, summary: row.summary, keys: command.flatMap { map.label($0) } ?? "")
  }
}

import Application
import Controls
import SystemBase
import TerminalKit

/// The list of outputs and inputs.
package struct DeviceListContent: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    /// The device as its users know it.
    package var description: String
    /// The name that chooses it, whether it is the default, and whether it plays the metronome.
    package var detail: String
    package var use: DevicePicker.Use?
  }

  package struct Group: Hashable, Sendable {
    package var title: String
    package var rows: [Row]
  }

  package var groups: [Group] = []
  /// The index of the selected row, headings not counted.
  package var selection = 0
  /// The text that replaces the rows.
  package var note: String?
  /// The keys, for the lower frame.
  package var hints: [String] = []

  package init(_ picker: DevicePicker, use: (DevicePicker.Row) -> DevicePicker.Use?) {
    selection = picker.selection
    guard let rows = picker.rows else {
      note = "looking for devices…"
      return
    }
    if rows.isEmpty { note = "no device found; :output null plays silently" }
    groups = [(DevicePicker.Kind.output, "Outputs"), (.input, "Inputs")].compactMap { kind, title in
      let own = rows.filter { $0.kind == kind }.map { Row($0, use: use($0)) }
      return own.isEmpty ? nil : Group(title: title, rows: own)
    }
  }

  /// All rows in order, headings as nil.
  fileprivate var lines: [(heading: String?, row: Row?, index: Int)] {
    var (lines, index): ([(heading: String?, row: Row?, index: Int)], Int) = ([], 0)
    for group in groups {
      lines.append((group.title, nil, -1))
      for row in group.rows {
        lines.append((nil, row, index))
        index += 1
      }
    }
    return lines
  }
}

extension DeviceListContent.Row {
  init(_ row: DevicePicker.Row, use: DevicePicker.Use?) {
    description = row.entry.description + (row.entry.isMonitor ? " (monitor)" : "")
    let marks = [use == .metronome ? "metronome" : nil, row.entry.isDefault ? "default" : nil]
    detail = (marks.compactMap { $0 } + [row.entry.name]).joined(separator: " · ")
    self.use = use
  }
}

/// The overlay with the list of devices; its lower frame states the keys.
struct DeviceListOverlay: Widget {
  let list: DeviceListContent
  let theme: Theme

  func draw(on surface: inout Surface, in area: Rect) {
    guard area.width >= 16, area.height >= 3 else { return }
    let lines = list.lines
    let box = area.box(Size(90, max(lines.count, 1) + 2))
    surface.clear(box, theme[.plain])
    Border(style: theme[.rule]).draw(on: &surface, in: box)
    surface.write(" Devices ", at: Point(box.x + 2, box.y), theme[.heading], in: box)
    drawLines(lines, on: &surface, in: box.inset(1, 1))
    Rect(box.x + 2, box.endY - 1, box.width - 4, 1).drawHints(list.hints, theme, on: &surface)
  }

  private func drawLines(
    _ lines: [(heading: String?, row: DeviceListContent.Row?, index: Int)], on surface: inout Surface,
    in area: Rect
  ) {
    if let note = list.note {
      surface.write(note, in: area.row(0), theme[.faint])
      return
    }
    let selected = lines.firstIndex { $0.index == list.selection } ?? 0
    let first = ListContent.first(after: 0, selection: selected, count: lines.count, height: area.height)
    for (place, line) in lines.dropFirst(first).prefix(area.height).enumerated() {
      if let row = line.row {
        draw(row, isSelected: line.index == list.selection, on: &surface, in: area.row(place))
      } else if let heading = line.heading {
        surface.write(heading, in: area.row(place), theme[.heading])
      }
    }
  }

  private func draw(
    _ row: DeviceListContent.Row, isSelected: Bool, on surface: inout Surface, in line: Rect
  ) {
    let width = min(CharacterWidth.columns(of: row.detail), line.width / 2)
    let parts = line.columns([.fixed(2), .fixed(2), .flexible(), .fixed(1), .fixed(width)])
    surface.write(isSelected ? "▸" : " ", in: parts[0], theme[.brand])
    let isChosen = row.use == .chosen
    surface.write(isChosen ? "▶" : "", in: parts[1], theme[.currentRow])
    surface.write(row.description, in: parts[2], theme[isChosen ? .currentRow : .plain])
    surface.write(row.detail, in: parts[4], theme[.faint])
    if isSelected { surface.restyle(line) { $0 = theme[.selectedRow] } }
  }
}

extension DeviceListContent: LayerContent {
  package func draw(on surface: inout Surface, in area: Rect, theme: Theme) {
    DeviceListOverlay(list: self, theme: theme).draw(on: &surface, in: area)
  }
}

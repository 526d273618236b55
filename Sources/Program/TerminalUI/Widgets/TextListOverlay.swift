import Application
import Controls
import SystemBase
import TerminalKit

/// A list of lines over the panels.
package struct TextListContent: Hashable, Sendable, LayerContent {
  let heading: String
  let lines: [String]
  let selection: Int
  /// What is shown without lines.
  var empty = ""

  package func draw(on surface: inout Surface, in area: Rect, theme: Theme) {
    guard area.width >= 16, area.height >= 3 else { return }
    let box = area.box(Size(72, max(lines.count, 1) + 2))
    surface.clear(box, theme[.plain])
    Border(style: theme[.rule]).draw(on: &surface, in: box)
    surface.write(" \(heading) ", at: Point(box.x + 2, box.y), theme[.heading], in: box)
    let inner = box.inset(2, 1)
    if lines.isEmpty { surface.write(empty, in: inner.row(0), theme[.faint]) }
    let first = ListContent.first(after: 0, selection: selection, count: lines.count, height: inner.height)
    for (row, line) in lines.enumerated().dropFirst(first).prefix(inner.height) {
      surface.write(FilePath(line).shown, in: inner.row(row - first), theme[.plain])
      if row == selection { surface.restyle(inner.row(row - first)) { $0 = theme[.selectedRow] } }
    }
  }
}

/// The value of a setting, and where it is from.
enum SettingText {
  static func source(_ source: SettingLine.Source) -> String {
    switch source {
    case .standard: "default"
    case .file(let number): "config, line \(number)"
    case .option: "command line"
    case .session: "set now"
    }
  }

  /// Returns `theme is light (config, line 3); :set theme VALUE changes it`.
  static func sentence(_ line: SettingLine) -> String {
    let value = line.value.isEmpty ? "not set" : FilePath(line.value).shown
    return "\(line.name) is \(value) (\(source(line.source))); :set \(line.name) VALUE changes it"
  }
}

import Application
import Controls
import SystemBase
import TerminalKit

/// The overlay with the notices; the selected one is wrapped to its full length.
struct NoticesOverlay: Widget {
  let notices: NoticesContent
  let theme: Theme

  func draw(on surface: inout Surface, in area: Rect) {
    guard area.width >= 16, area.height >= 3 else { return }
    let width = NoticesOverlay.width(in: area)
    let lines = lines(width: width - 4)
    let height = min(max(lines.count, 1) + 2, area.height)
    let box = area.box(Size(width, height))
    surface.clear(box, theme[.plain])
    Border(style: theme[.rule]).draw(on: &surface, in: box)
    surface.write(" Messages ", at: Point(box.x + 2, box.y), theme[.heading], in: box)
    let inner = box.inset(2, 1)
    if lines.isEmpty { surface.write("No messages yet", in: inner, theme[.faint]) }
    let first = first(of: lines, height: inner.height)
    for (row, line) in lines.dropFirst(first).prefix(inner.height).enumerated() {
      draw(line, on: &surface, in: inner.row(row))
    }
  }

  private static func width(in area: Rect) -> Int { area.boxWidth(most: 100) }

  /// Returns the index of the first line that is shown: all of the selected message, or what fits of it.
  private func first(of lines: [Line], height: Int) -> Int {
    let selected = lines.indices.filter { lines[$0].message == notices.selection }
    guard let start = selected.first, let end = selected.last else { return 0 }
    if selected.count > height { return min(start + notices.line, end + 1 - height) }
    return ListContent.first(after: 0, selection: end, count: lines.count, height: height)
  }

  /// Returns the number of lines of the selected message below those that fit.
  func linesBelow(in area: Rect) -> Int {
    let lines = lines(width: NoticesOverlay.width(in: area) - 4).count { $0.message == notices.selection }
    return max(lines - notices.line - max(area.height - 2, 1), 0)
  }

  /// A line of the list.
  private struct Line {
    /// The index of its message.
    var message: Int
    var text: String
    /// The age of the message; empty in its continuation.
    var age: String
  }

  private func lines(width: Int) -> [Line] {
    notices.messages.enumerated().flatMap { index, message in
      let age = message.age.map(ShownText.age) ?? ""
      let room = max(width - CharacterWidth.columns(of: age) - 2, 8)
      let texts = index == notices.selection ? message.text.wrapped(to: room) : [message.text(in: room)]
      return texts.enumerated().map { Line(message: index, text: $1, age: $0 == 0 ? age : "") }
    }
  }

  private func draw(_ line: Line, on surface: inout Surface, in area: Rect) {
    let parts = area.columns([.minimum(8), .whole(CharacterWidth.columns(of: line.age), rank: 1)], gap: 2)
    surface.write(line.text, in: parts[0], theme.message(notices.messages[line.message].severity))
    surface.write(line.age, in: parts[1], theme[.faint], .trailing)
    if line.message == notices.selection, notices.messages.count > 1 {
      surface.restyle(area) { $0 = theme[.selectedRow] }
    }
  }
}

extension NoticesContent: LayerContent {
  package func draw(on surface: inout Surface, in area: Rect, theme: Theme) {
    NoticesOverlay(notices: self, theme: theme).draw(on: &surface, in: area)
  }
}

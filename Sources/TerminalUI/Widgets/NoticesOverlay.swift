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
    let width = min(area.width, 100)
    let lines = lines(width: width - 4)
    let height = min(max(lines.count, 1) + 2, area.height)
    let box = area.centred(Size(width, height))
    surface.clear(box, theme[.plain])
    Border(style: theme[.rule]).draw(on: &surface, in: box)
    surface.write(" Messages ", at: Point(box.x + 2, box.y), theme[.heading], in: box)
    let inner = box.inset(2, 1)
    if lines.isEmpty { surface.write("No messages yet", in: inner, theme[.faint]) }
    let selected = lines.lastIndex { $0.message == notices.selection } ?? 0
    let first = ListContent.first(after: 0, selection: selected, count: lines.count, height: inner.height)
    for (row, line) in lines.dropFirst(first).prefix(inner.height).enumerated() {
      draw(line, on: &surface, in: inner.row(row))
    }
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
      let age = message.age.map { "\(ShownText.clock($0)) ago" } ?? ""
      let room = max(width - CharacterWidth.columns(of: age) - 2, 8)
      let texts = index == notices.selection ? message.text.wrapped(to: room) : [message.text]
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

extension NoticesLayer: LayerView {
  package func hints(_ keys: KeyMap) -> [KeyHint]? {
    KeyHint.hints([([.program(.cancel)], "close"), ([.move(.up), .move(.down)], "scroll")], keys)
  }

  package func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    let entries = application.state.notices.entries.reversed()
    return NoticesContent(entries.map { MessageContent($0, screen.keys, now: now) }, selection: selection)
  }
}

import TerminalKit

/// What was told so far, over the screen.
struct NoticesOverlay: Widget {
  let notices: NoticesContent
  let theme: Theme

  func draw(on surface: inout Surface, in area: Rect) {
    guard area.width >= 16, area.height >= 3 else { return }
    let height = min(max(notices.messages.count, 1) + 2, area.height)
    let box = area.centred(Size(min(area.width, 100), height))
    surface.clear(box, theme[.plain])
    Border(style: theme[.rule]).draw(on: &surface, in: box)
    surface.write(" Notifications ", at: Point(box.x + 2, box.y), theme[.heading], in: box)
    let inner = box.inset(2, 1)
    if notices.messages.isEmpty { surface.write("Nothing so far", in: inner, theme[.faint]) }
    let first = min(max(notices.first, 0), max(notices.messages.count - inner.height, 0))
    for (index, message) in notices.messages.dropFirst(first).prefix(inner.height).enumerated() {
      let age = message.age.map { "\(ShownText.clock($0)) ago" } ?? ""
      let parts = inner.row(index).columns([.minimum(8), .whole(age.count, rank: 1)], gap: 2)
      surface.write(message.text, in: parts[0], theme.message(message.severity))
      surface.write(age, in: parts[1], theme[.faint], .trailing)
    }
  }
}

import Application
import Controls
import SystemBase
import TerminalKit

/// The list of messages, newest first.
package final class NoticesLayer: ListLayer {
  /// The first line of the selected message that is shown, if it is longer than the screen.
  private var line = 0
  /// The number of lines of the selected message below those that are shown.
  private var linesBelow = 0
  /// The messages at the time of opening, newest first, which the plain mode lists. It prints later messages as they arrive.
  private let spoken: [Notice]
  /// The keys that spoken messages name.
  var keys = KeyMap.empty

  override init(_ session: ScreenSession) {
    spoken = session.application.state.notices.entries.reversed().map(\.notice)
    super.init(session)
    application.markNoticesAsRead()
  }

  package override var closingCommands: [Command] {
    [.program(.notices), .list(.activate), .program(.cancel)]
  }

  package override func move(_ movement: Movement) {
    switch movement {
    case .down where linesBelow > 0: line += 1
    case .up where line > 0: line -= 1
    default:
      line = 0
      let last = application.state.notices.entries.count - 1
      chosen = movement.row(from: chosen ?? 0, last: last, page: ListLayer.page)
    }
  }

  package override var name: String { "messages" }

  /// `2 of 12: saved take 1: 8 hits`.
  package override var selectedRow: (list: String, row: String)? {
    let row = min(chosen ?? 0, spoken.count - 1)
    guard spoken.indices.contains(row) else { return ("Messages", "there are no messages") }
    return ("Messages", "\(row + 1) of \(spoken.count): \(PlainText.line(spoken[row], keys))")
  }

  override var keyHints: [KeyHint.Group] {
    [([.program(.cancel)], "close"), ([.move(.up), .move(.down)], "scroll")]
  }

  package override func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    let entries = application.state.notices.entries.reversed()
    let content = NoticesContent(
      messages: entries.map { MessageContent($0, screen.keys, now: now) }, selection: chosen ?? 0,
      line: line)
    linesBelow = content.linesBelow(in: screen.layout.overlay)
    return content
  }
}

/// The list of messages, newest first; the selected one is wrapped to its full length.
package struct NoticesContent: Hashable, Sendable, LayerContent {
  package var messages: [MessageContent]
  package var selection = 0
  /// The first line of the selected message that is shown, if it is longer than the screen.
  var line = 0

  package func draw(on surface: inout Surface, in area: Rect, theme: Theme) {
    let width = NoticesContent.width(in: area)
    let lines = lines(width: width - 4)
    let size = Size(width, max(lines.count, 1) + 2)
    guard let inner = surface.drawBox("Messages", size, theme, in: area)?.inset(1) else { return }
    if lines.isEmpty { surface.write("No messages yet", in: inner, theme[.faint]) }
    let shown = lines.dropFirst(first(of: lines, height: inner.height))
    for (line, place) in zip(shown, inner.lines) { draw(line, on: &surface, in: place, theme) }
  }

  private static func width(in area: Rect) -> Int { area.boxWidth(most: 100) }

  /// Returns the index of the first line that is shown: all of the selected message, or what fits of it.
  private func first(of lines: [Line], height: Int) -> Int {
    let selected = lines.indices.filter { lines[$0].message == selection }
    guard let start = selected.first, let end = selected.last else { return 0 }
    if selected.count > height { return min(start + line, end + 1 - height) }
    return ListContent.first(selection: end, count: lines.count, height: height)
  }

  /// Returns the number of lines of the selected message below those that fit.
  func linesBelow(in area: Rect) -> Int {
    let count = lines(width: NoticesContent.width(in: area) - 4).count { $0.message == selection }
    return max(count - line - max(area.height - 2, 1), 0)
  }

  private struct Line {
    /// The index of its message.
    var message: Int
    var text: String
    /// The age of the message; empty in its continuation.
    var age: String
  }

  private func lines(width: Int) -> [Line] {
    messages.enumerated().flatMap { index, message in
      let age = message.age.map(ShownText.age) ?? ""
      let room = max(width - CharacterWidth.columns(of: age) - 2, 8)
      let texts = index == selection ? message.text.wrapped(to: room) : [message.text(in: room)]
      return texts.enumerated().map { Line(message: index, text: $1, age: $0 == 0 ? age : "") }
    }
  }

  private func draw(_ line: Line, on surface: inout Surface, in area: Rect, _ theme: Theme) {
    let parts = area.columns([.minimum(8), .whole(CharacterWidth.columns(of: line.age), rank: 1)], gap: 2)
    surface.write(line.text, in: parts[0], theme.message(messages[line.message].severity))
    surface.write(line.age, in: parts[1], theme[.faint], .trailing)
    if line.message == selection, messages.count > 1 {
      surface.restyle(area) { $0 = theme[.selectedRow] }
    }
  }
}

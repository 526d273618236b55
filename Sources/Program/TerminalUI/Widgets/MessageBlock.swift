import Application
import TerminalKit

/// A message, or an error in typed text, that is longer than the line of messages: it also covers the line of keys and, as
/// far as it needs them, rows above.
struct MessageBlock {
  private let lines: [String]
  private let severity: Severity
  private let margin: Int
  /// The covered rows; the line of typed text is not one of them.
  let area: Rect

  /// Creates the block.
  ///
  /// - Returns: nil if the line suffices, or if the record light needs the line of keys.
  init?(_ content: ScreenContent, line: Rect, of screen: Rect) {
    guard !line.isEmpty else { return nil }
    let most = min(max(screen.height / 4, 1), line.y - screen.y)
    if content.prompt != nil {
      guard let note = content.longPromptError(in: line.width) else { return nil }
      (lines, severity) = (MessageContent(note).lines(in: line.width, most: most), .warning)
    } else {
      guard let message = content.message, message.isNew, !content.showsScan, most > 1,
        content.take?.light ?? .off == .off, CharacterWidth.columns(of: message.text) > line.width
      else { return nil }
      (lines, severity) = (message.lines(in: line.width, most: most), message.severity)
    }
    let end = content.prompt == nil ? line.endY : line.y
    area = Rect(screen.x, end - lines.count, screen.width, lines.count)
    margin = line.x - screen.x
  }

  func draw(on surface: inout Surface, theme: Theme) {
    surface.clear(area, theme[.plain])
    let inner = area.inset(margin, 0)
    for (row, line) in lines.enumerated() { surface.write(line, in: inner.row(row), theme.message(severity)) }
  }
}

extension MessageContent {
  /// Returns the text in at most this many lines: whole if it fits, or else with files without their folders, and cut.
  fileprivate func lines(in columns: Int, most: Int) -> [String] {
    let whole = text.wrapped(to: columns)
    if whole.count <= most { return whole }
    let short = text(in: columns * most).wrapped(to: columns)
    let last = short.dropFirst(most - 1).joined(separator: " ").fitted(to: columns)
    return Array(short.prefix(most - 1)) + [last]
  }
}

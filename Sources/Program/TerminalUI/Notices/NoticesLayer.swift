import Application
import Controls
import SystemBase
import TerminalKit

/// The list of messages, newest first.
package final class NoticesLayer: ScreenLayer {
  private static let page = 10

  package unowned let session: ScreenSession
  package private(set) var selection = 0
  /// The first line of the selected message that is shown, if it is longer than the screen.
  package private(set) var line = 0
  /// The number of lines of the selected message below those that are shown.
  package var linesBelow = 0

  init(_ session: ScreenSession) {
    self.session = session
    session.application.markNoticesAsRead()
  }

  package var closingCommands: [Command] { [.program(.notices), .list(.activate), .program(.cancel)] }

  package func move(_ movement: Movement) {
    switch movement {
    case .down where linesBelow > 0: line += 1
    case .up where line > 0: line -= 1
    default: choose(movement)
    }
  }

  private func choose(_ movement: Movement) {
    line = 0
    selection = movement.row(
      from: selection, last: application.state.notices.entries.count - 1, page: NoticesLayer.page)
  }

  package var name: String { "messages" }

  package func hints(_ keys: KeyMap) -> [KeyHint]? {
    KeyHint.hints([([.program(.cancel)], "close"), ([.move(.up), .move(.down)], "scroll")], keys)
  }

  package func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    let entries = application.state.notices.entries.reversed()
    let content = NoticesContent(
      entries.map { MessageContent($0, screen.keys, now: now) }, selection: selection, line: line)
    linesBelow = NoticesOverlay(notices: content, theme: .monochrome).linesBelow(in: screen.layout.overlay)
    return content
  }
}

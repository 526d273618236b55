import SystemBase

/// The list of messages, newest first.
package final class NoticesLayer: ScreenLayer {
  private static let page = 10

  package unowned let application: Application
  package private(set) var selection = 0
  /// The first line of the selected message that is shown, if it is longer than the screen.
  package private(set) var line = 0
  /// The number of lines of the selected message below those that are shown.
  package var linesBelow = 0

  init(_ application: Application) {
    self.application = application
    application.state.notices.markAsRead()
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
}

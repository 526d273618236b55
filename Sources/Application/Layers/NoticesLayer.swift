import SystemBase

/// The list of messages, newest first.
package final class NoticesLayer: ScreenLayer {
  private static let page = 10

  package unowned let application: Application
  package private(set) var selection = 0

  init(_ application: Application) {
    self.application = application
    application.state.notices.markAsRead()
  }

  package func perform(_ command: Command, at time: HostTime?) -> Application.Response? {
    switch command {
    case .program(.notices), .program(.cancel), .list(.activate):
      close()
      return .done
    default: return nil
    }
  }

  package func move(_ movement: Movement) {
    selection = movement.row(
      from: selection, last: application.state.notices.entries.count - 1, page: NoticesLayer.page)
  }
}

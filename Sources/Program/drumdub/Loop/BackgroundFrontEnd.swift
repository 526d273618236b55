import Application
import Configuration
import Controls
import Glibc
import Player
import SystemBase
import TerminalKit
import TerminalUI

/// No user interface: the player runs without a terminal. Errors and warnings go to standard error. Main thread.
@MainActor
final class BackgroundFrontEnd: FrontEnd {
  private let application: Application
  private let keys: KeyBindings
  private var subscription: EventStream<Notice>.Subscription?
  /// Whether no track of the queue can be played.
  private(set) var hasFailed = false

  init(application: Application, keys: KeyBindings) {
    (self.application, self.keys) = (application, keys)
    subscription = application.streams.reported.subscribe { [weak self] in self?.tell($0) }
  }

  private func tell(_ notice: Notice) {
    if case .player(.nothingPlays) = notice { hasFailed = true }
    if notice.severity != .info { Messages.print(PlainText.line(notice, keys.map)) }
  }

  var status: Int32 { 0 }
  func perform(_ command: Command, at time: HostTime) -> Application.Response {
    application.perform(command, at: time).response
  }
  func inputEnded() -> Bool { true }
  func close() { subscription = nil }

  // MARK: Not used without a terminal

  var hasUpdate: Bool { false }
  var watched: [pollfd] { [] }
  func nextChange(after now: HostTime) -> HostTime? { nil }
  func wake(change: HostTime?) {}
  func update() {}
  func viewsChanged() {}
  func type(_ event: TerminalEvent) -> Application.Response { .done }
  func receive(_ mouse: MouseEvent) -> Application.Response { .done }
  func receive(focus: Bool) {}
  func receive(_ reply: TerminalReply) {}
  func resize() {}
  func redraw() {}
  var isOver: Bool { false }
  func leaveTerminal() {}
  func enterTerminal() {}
}

import Controls
import Player
import SystemBase

@testable import Application
@testable import TerminalUI

/// The lines that the plain mode prints for keys.
@MainActor
final class PlainBench {
  let session: ScreenSession
  /// What the application is a part of.
  private let owner: AnyObject
  private var reporter: PlainReporter
  private var lines: [String] = []
  private var notices: EventStream<Notice>.Subscription?
  private var events: EventStream<PlayerEvent>.Subscription?
  /// Called after each key, for the answers of services.
  var settle: () -> Void = {}

  init(_ session: ScreenSession, of owner: AnyObject) {
    (self.session, self.owner) = (session, owner)
    reporter = PlainReporter(session: session)
    reporter.begin()
    reporter.isChoosing = true
    notices = session.application.streams.reported.subscribe { [weak self] in
      self?.reporter.note($0)
      self?.lines.append(PlainText.line($0, KeyMap()))
    }
    events = session.model.events.subscribe { [weak self] in
      guard let self else { return }
      lines += reporter.lines(for: $0, at: .now)
    }
  }

  /// The lines of what has changed since the last key, also of what waits for more.
  func changes() -> [String] {
    settle()
    lines += reporter.update(KeyMap(), at: HostTime.now.advanced(bySeconds: 10))
    defer { lines = [] }
    return lines
  }

  func press(_ command: Command) -> [String] {
    let answer = PlainAnswer(session)
    let outcome = session.perform(command).outcome
    let effects = answer.lines(after: command, session)
    let changes = changes()
    let isAnswered = !changes.isEmpty || PlainAnswer.areAnswers(to: command) && !effects.isEmpty
    return effects + (isAnswered ? changes : answer.line(command, outcome, session).map { [$0] } ?? [])
  }

  func type(_ edit: PromptEdit) -> [String] {
    let answer = PlainAnswer(session)
    session.type(edit)
    reporter.noteTyped(edit)
    lines += answer.lines(after: edit, session)
    let changes = changes()
    return changes.isEmpty ? answer.line(edit, session).map { [$0] } ?? [] : changes
  }
}

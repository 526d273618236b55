@testable import Application
import AudioBase
@testable import Player
import PlayerTestSupport
import SystemBase
import Testing

/// What commands do, whoever gives them.
@MainActor @Suite struct ApplicationTests {
  private let bench = PlayerBench("a", "b", "c")
  private let application: Application

  init() { application = Application(model: bench.model) }

  @Test func everyCommandCanBePerformedWithoutLibraryAndTakes() {
    let terminal: [Command: Application.Response] = [.redraw: .redraw, .suspend: .suspend, .quit: .quit]
    for command in Command.plain where command != .find {
      #expect(application.perform(command) == terminal[command] ?? .done, "\(command)")
      application.type(.cancel)
      application.perform(.cancel)
    }
    #expect(application.perform(.pad(1, accent: false)) == .done)
  }

  @Test func theQueueIsEmptiedOnlyWhenAskedForTwice() {
    var reported: [Notice] = []
    let subscription = application.reported.subscribe { reported.append($0) }
    application.perform(.clear)
    #expect(application.state.notices.last == .confirmClear && reported.isEmpty)
    application.perform(.volumeUp)
    application.perform(.clear)
    #expect(bench.model.queue.items.count == 3)
    application.perform(.clear)
    #expect(bench.model.queue.isEmpty && reported == [.player(.queue(.cleared(count: 3)))])
    #expect(application.state.notices.entries.count { $0.notice == .confirmClear } == 1)
    withExtendedLifetime(subscription) {}
  }

  @Test func aNoticeIsReportedOnceAndWrittenDown() {
    var reported: [Notice] = []
    let subscription = application.reported.subscribe { reported.append($0) }
    application.report(.player(.outputResumed))
    application.report(.noShell)
    #expect(reported == [.player(.outputResumed), .noShell])
    #expect(application.state.notices.entries.map(\.notice) == reported)
    withExtendedLifetime(subscription) {}
  }

  @Test func selectionsArePublishedApartFromOtherChanges() {
    var changes: [Application.Change] = []
    let subscription = application.changes.subscribe { changes.append($0) }
    application.perform(.moveDown)
    #expect(changes == [.selection] && application.state.selection == bench.id(1))
    application.perform(.mark)
    #expect(changes.contains(.state) && application.state.marks == [bench.id(1)])
    withExtendedLifetime(subscription) {}
  }

  @Test func aKeyIsCapturedForTheCommandThatTheHelpSelects() {
    application.helpEntries = { _ in [nil, .mute, .stop] }
    application.perform(.help)
    #expect(application.perform(.activate) == .done && application.endRebinding() == nil)
    application.perform(.moveDown)
    #expect(application.perform(.activate) == .captureKey)
    #expect(application.endRebinding() == .mute && application.endRebinding() == nil)
  }

  @Test func movementsStayInTheirList() {
    #expect(Movement.up.place(from: 0, last: 4, page: 3) == 0)
    #expect(Movement.pageDown.place(from: 3, last: 4, page: 3) == 4)
    #expect(Movement.start.place(from: 3, last: 4, page: 3) == 0)
    #expect(Movement.end.place(from: 0, last: -1, page: 3) == 0)
  }
}

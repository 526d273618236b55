import ApplicationTestSupport
@testable import Application
@testable import TerminalUI
@testable import Player
import PlayerTestSupport
import SystemBase
import Testing

/// The effects of commands, independent of the front end.
@MainActor @Suite struct ApplicationTests {
  private let bench = PlayerBench("a", "b", "c")
  private let application: Application
  private let session: ScreenSession

  init() {
    application = Application(model: bench.model)
    session = ScreenSession(application)
  }

  @Test func everyCommandCanBePerformedWithoutLibraryAndTakes() {
    let terminal: [Command: Application.Response] = [
      .program(.redraw): .redraw, .program(.suspend): .suspend, .program(.detach): .detach,
      .program(.quit): .quit,
      // Without library and takes, these open no prompt.
      .library(.pick): .rejectText, .library(.findAlbum): .rejectText, .library(.joinAlbum): .rejectText,
      .library(.scanFolder): .rejectText, .take(.rename): .rejectText,
      .take(.tempo): .rejectText, .take(.timeSignature): .rejectText, .take(.export): .rejectText,
      .library(.addToPlaylist): .rejectText, .library(.saveQuery): .rejectText,
      .library(.jumpTo): .rejectText, .library(.editTags): .rejectText, .library(.editListTags): .rejectText,
      .mixerScreen(.save): .rejectText, .padForm(.save): .rejectText, .library(.renamePlaylist): .rejectText,
      .padForm(.swap): .rejectText, .timeline(.typePoint): .rejectText,
    ]
    for command in Command.plain where command != .search(.find) && command != .playback(.sleep) {
      #expect(session.perform(command).response == terminal[command] ?? .done, "\(command)")
      session.type(.cancel)
      session.perform(.program(.cancel))
    }
    #expect(session.perform(.pad(1, .plain)).response == .done)
  }

  @Test func queueIsClearedOnlyByASecondClearCommandInARow() {
    var reported: [Notice] = []
    let subscription = application.streams.reported.subscribe { reported.append($0) }
    session.perform(.queue(.clear))
    #expect(reported == [.hint(.confirmClear)])
    session.perform(.playback(.volumeUp))
    session.perform(.queue(.clear))
    #expect(bench.model.queue.items.count == 3)
    session.perform(.queue(.clear))
    #expect(
      bench.model.queue.isEmpty
        && reported == [.hint(.confirmClear), .hint(.confirmClear), .queue(.cleared(count: 3))])
    #expect(application.state.notices.entries.count { $0.notice == .hint(.confirmClear) } == 0)
    withExtendedLifetime(subscription) {}
  }

  @Test func playNextMovesTheSelectedTrackBehindThePlayingOne() {
    bench.model.play()
    session.perform(.move(.end))
    session.perform(.library(.addNext))
    #expect(bench.model.queue.items.map(\.path) == ["a", "c", "b"].map { FilePath($0) })
    #expect(application.state.notices.last == .queue(.playsNext(title: "c", count: 1)))
    session.perform(.move(.start))
    session.perform(.library(.addNext))
    #expect(bench.model.queue.items.map(\.path) == ["a", "c", "b"].map { FilePath($0) })
  }

  @Test func sleepTimerRefusesTextAndAcceptsMinutes() {
    session.perform(.playback(.sleep))
    session.type(.insert("x"))
    session.type(.accept)
    #expect(application.state.notices.last == .sleepTimer(.invalid) && bench.model.sleepMinutesLeft == nil)
    session.perform(.request(.sleep(30)))
    #expect(bench.model.sleepMinutesLeft == 30)
  }

  @Test func reportedNoticeIsPublishedOnceAndLogged() {
    var reported: [Notice] = []
    let subscription = application.streams.reported.subscribe { reported.append($0) }
    application.report(.player(.outputResumed))
    application.report(.terminal(.noShell(canDetach: true)))
    #expect(reported == [.player(.outputResumed), .terminal(.noShell(canDetach: true))])
    #expect(application.state.notices.entries.map(\.notice) == reported)
    withExtendedLifetime(subscription) {}
  }

  @Test func selectionsArePublishedApartFromOtherChanges() {
    var changes: [Application.Change] = []
    let subscription = application.changes.subscribe { changes.append($0) }
    session.perform(.move(.down))
    #expect(changes == [.selection] && session.state.selection == bench.id(1))
    session.perform(.list(.mark))
    #expect(changes.contains(.state) && session.state.marks == [bench.id(1)])
    withExtendedLifetime(subscription) {}
  }

  /// Has the help list rows of commands.
  private func list(_ commands: [Command?]) {
    session.layer(HelpLayer.self)?.entries = commands.map {
      HelpContent.Entry(group: nil, keys: "", text: "", command: $0)
    }
  }

  @Test func aKeyIsCapturedForTheCommandThatTheHelpSelects() {
    session.perform(.program(.help))
    list([nil, .playback(.mute), .playback(.stop)])
    #expect(session.type(.accept) == .acceptText && application.endKeyEdit() == nil)
    session.type(.move(.down))
    #expect(session.type(.accept) == .captureKey && session.field == nil)
    #expect(application.endKeyEdit() == .bind(.playback(.mute)) && application.endKeyEdit() == nil)
    #expect(session.responseAfterCapture() == .acceptText)
    #expect(session.field != nil && session.layers.last is HelpLayer)
  }

  @Test func helpRemovesTheOnlyKeyOfACommandAndAsksWhichOfSeveral() {
    var removed: [String] = []
    application.services.removeKey = { removed.append($0) }
    application.services.keys = { $0 == .playback(.mute) ? ["M"] : ["+", "="] }
    session.perform(.program(.help))
    list([.playback(.mute), .playback(.volumeUp)])
    #expect(session.type(.remove) == .done && removed == ["M"])
    session.type(.move(.down))
    #expect(session.type(.remove) == .captureKey && removed == ["M"])
    #expect(application.endKeyEdit() == .remove(.playback(.volumeUp)))
  }

  @Test func theDefaultKeysAreRestoredOnlyAfterAQuestion() {
    var isRestored = false
    application.services.restoreKeys = { isRestored = true }
    session.perform(.program(.help))
    #expect(session.type(.mark) == .rejectText && application.state.question == .defaultKeys)
    #expect(session.perform(.program(.cancel)).response == .acceptText && !isRestored)
    session.type(.mark)
    #expect(session.perform(.list(.activate)).response == .acceptText && isRestored)
    #expect(session.coveringLayer is HelpLayer && session.field != nil)
  }

  @Test func movementsStayWithinTheRowsOfTheList() {
    #expect(Movement.up.row(from: 0, last: 4, page: 3) == 0)
    #expect(Movement.pageDown.row(from: 3, last: 4, page: 3) == 4)
    #expect(Movement.start.row(from: 3, last: 4, page: 3) == 0)
    #expect(Movement.end.row(from: 0, last: -1, page: 3) == 0)
  }
}

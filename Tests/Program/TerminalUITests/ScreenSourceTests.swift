import Player
import PlayerTestSupport
import Testing

@testable import Application
@testable import TerminalUI

/// Commands of other programs leave what is open at the screen as it is.
@MainActor @Suite struct ScreenSourceTests {
  private nonisolated static let others: [CommandSource] = [.midi, .program, .remote]

  private let bench = PlayerBench("a", "b", "c")
  private let application: Application
  private let session: ScreenSession

  init() {
    application = Application(model: bench.model)
    session = ScreenSession(application)
  }

  @Test func queueIsFilteredByAnotherProgramUntilEscape() {
    session.perform(.request(.find("b")), from: .remote)
    #expect(session.state.filter?.rows == [bench.id(1)] && session.state.selection == bench.id(1))
    #expect(session.layers.isEmpty && bench.model.playbackState == .stopped)
    session.perform(.program(.cancel))
    #expect(session.state.filter == nil && session.state.lastSearch == "b")
    session.perform(.request(.find("zz")), from: .remote)
    #expect(application.state.notices.last == .nothingFound("zz") && session.state.filter == nil)
    bench.model.clearQueue()
    session.perform(.request(.find("b")), from: .remote)
    #expect(application.state.notices.last == .queue(.isEmpty))
  }

  @Test(arguments: others) func paletteStaysOpenOnAControllerCommand(source: CommandSource) {
    session.perform(.program(.palette))
    session.perform(.request(.speed(0.9)), from: source)
    #expect(session.coveringLayer is PaletteLayer && session.field != nil)
    #expect(bench.model.speed == 0.9)
  }

  @Test(arguments: others) func promptOpenedByAnotherSourceGetsTheKeysUntilItIsClosed(source: CommandSource) {
    var responses: [Application.Response] = []
    let subscription = application.streams.responses.subscribe { responses.append($0) }
    defer { withExtendedLifetime(subscription) {} }
    application.request(.playback(.volumeUp), from: source)
    application.request(.program(.palette), from: source)
    #expect(session.field != nil)
    // The keys are text already.
    application.request(.search(.find), from: source)
    application.request(.program(.devices), from: source)
    #expect(session.field == nil)
    application.request(.program(.redraw), from: source)
    #expect(responses == [.done, .acceptText, .done, .rejectText, .redraw])
  }

  @Test func promptBehindAQuestionGetsTheKeysWhenTheQuestionIsAnswered() {
    var responses: [Application.Response] = []
    let subscription = application.streams.responses.subscribe { responses.append($0) }
    defer { withExtendedLifetime(subscription) {} }
    application.ask(.defaultKeys)
    application.request(.program(.palette), from: .midi)
    #expect(responses == [.done] && application.state.question == .defaultKeys)
    #expect(session.perform(.program(.cancel)).response == .acceptText)
  }

  @Test func commandThatALayerPassesOnIsRefusedOverAnotherPlayer() {
    bench.transport.isExternal = true
    session.perform(.program(.help))
    #expect(!session.layers.isEmpty)
    _ = bench.transport.take()
    session.perform(.queue(.clear))
    #expect(application.state.notices.entries.last?.notice == .system(.notPossible))
    #expect(application.state.clearTime == nil)
    #expect(bench.model.queue.items.count == 3)
  }
}

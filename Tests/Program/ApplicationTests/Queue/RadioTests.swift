import ApplicationTestSupport
import MusicQuery
import SystemBase
import Testing

@testable import Application
@testable import Librarian
@testable import Player

/// The radio: tracks of a query without end.
@MainActor @Suite struct RadioTests {
  private let library: LibraryControllerBench
  private let application: Application
  private let calls = CallQueue()
  private var model: PlayerModel { library.player.model }
  private var state: ApplicationState { application.state }

  init() throws {
    library = try LibraryControllerBench.ready(LibraryControllerBench.some)
    application = Application(model: library.player.model, main: calls.mainThread)
    application.library = library.controller
    application.setRadioGap(1)
  }

  @discardableResult
  private func perform(_ text: String) throws -> Outcome {
    let outcome = application.perform(try Command.parse(text))
    calls.perform()
    return outcome
  }

  private func turn() {
    application.followRadio()
    calls.perform()
  }

  @Test func tracksOfTheQueryFollowAndSomeAreAlwaysAhead() throws {
    library.player.add(["first"])
    try perform("radio artist:björk")
    #expect(state.notices.last == .queue(.radioBegan("artist:björk")))
    #expect(library.queue.count == 11 && library.queue[0] == "first")
    #expect(Set(library.queue.dropFirst()) == ["Army of Me", "Hyperballad"])
    // With a gap of half of the two tracks, they take turns.
    #expect(zip(library.queue.dropFirst(), library.queue.dropFirst(2)).allSatisfy { $0 != $1 })
    #expect(model.playbackState == .stopped)
    turn()
    #expect(library.queue.count == 11)
    model.play(model.queue.items[6].id)
    turn()
    #expect(model.queue.tracksAhead == 14)
    #expect(library.index.radioRequests.map(\.count) == [1, 1])
    #expect(library.index.radioRequests[1].first == model.queue.items[10].location)
    #expect(zip(library.queue.dropFirst(), library.queue.dropFirst(2)).allSatisfy { $0 != $1 })
  }

  @Test func radioOfAnEmptyQueuePlays() throws {
    try perform("radio *")
    #expect(library.queue.count == 10 && model.playbackState == .playing)
    #expect(try perform("radio off") == .notice(.queue(.radioEnded(wasOn: true))))
    #expect(state.radioQuery == nil)
    model.play(model.queue.items[9].id)
    turn()
    #expect(library.queue.count == 10)
    #expect(try perform("radio off") == .notice(.queue(.radioEnded(wasOn: false))))
  }

  @Test func startIsUndoneInOneStepWithAllThatFollowed() throws {
    library.player.add(["first", "second"])
    try perform("radio artist:björk")
    model.play(model.queue.items[10].id)
    turn()
    #expect(library.queue.count == 22)
    _ = application.turn(.undo)
    #expect(library.queue == ["first", "second"] && state.radioQuery == nil)
    turn()
    #expect(library.queue == ["first", "second"])
  }

  @Test func shuffledQueueKeepsTheTracksOfTheRadioAtTheEndOfItsOrder() throws {
    library.player.add((0..<8).map { "\($0)" })
    model.setShuffle(.tracks)
    let order = model.queue.playOrder
    try perform("radio artist:björk")
    #expect(Array(model.queue.playOrder.prefix(8)) == order && model.queue.playOrder.count == 18)
  }

  @Test func anEmptiedQueueEndsTheRadio() throws {
    try perform("radio *")
    model.clearQueue()
    turn()
    #expect(state.radioQuery == nil && library.queue.isEmpty)
  }

  @Test func queryThatFindsNothingOrIsInvalidStartsNoRadio() throws {
    try perform("radio artist:nobody-else")
    #expect(state.notices.last == .queue(.radioFindsNothing("artist:nobody-else")))
    #expect(
      try perform("radio odd:1") == .notice(.queue(.radioQuery(QueryError(.unknownField("odd"), at: 0)))))
    #expect(state.radioQuery == nil && library.queue.isEmpty)
    #expect(library.index.radioRequests.count == 1)
  }

  @Test func restoredRadioGoesOnWhenTheLibraryIsOpen() throws {
    application.restore(ClientOptions(radio: "artist:björk")) { _ in false }
    #expect(state.radioQuery == nil && state.options.radio == nil)
    library.player.add(["a", "b"])
    application.restore(ClientOptions(radio: "artist:björk")) { _ in false }
    #expect(state.options.radio == "artist:björk")
    turn()
    #expect(model.queue.tracksAhead == 11 && library.queue.prefix(2) == ["a", "b"])
    // The tracks of a restored radio are no step.
    #expect(model.timeOfQueueEdit(.undo) == nil)
    // One that finds nothing asks again when the index has changed.
    application.restore(ClientOptions(radio: "nothing at all")) { _ in false }
    model.play(model.queue.items[11].id)
    let before = library.index.radioRequests.count
    for _ in 0..<3 { turn() }
    #expect(library.index.radioRequests.count == before + 1)
    library.controller.settle()
    turn()
    #expect(library.index.radioRequests.count == before + 2)
  }

  @Test func answerToAnEarlierRadioIsDropped() throws {
    _ = application.perform(try Command.parse("radio artist:björk"))
    _ = application.perform(try Command.parse("radio artist:nobody"))
    calls.perform()
    #expect(Set(library.queue) == ["Single"])
  }
}

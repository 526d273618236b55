import PlayerTestSupport
import TestSupport
import Testing

@testable import Application
@testable import Player

/// The undo of what has the focus, in each layout of the screen.
@Suite @MainActor struct FocusedUndoTests {
  @Test func undoIsThatOfTheTakeWhereNoListIsShownAndElseOfTheListThatIsOpen() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000)), ("b", Ramp.frames(9_000))])
    let application = Application(model: bench.player.model)
    application.takes = bench.controller
    try bench.play()
    bench.controller.toggleRecording()
    bench.run(frames: 3000)
    bench.strike(1)
    try bench.stopRecording()
    application.select(row: 1)
    application.perform(.list(.remove))
    func counts() -> [Int] {
      [bench.controller.current?.hitCount ?? 0, bench.player.model.queue.items.count]
    }
    #expect(counts() == [1, 1])
    application.setLayout(.drum)
    application.perform(.list(.undo))
    #expect(counts() == [0, 1], "only the pads are shown")
    application.perform(.list(.redo))
    #expect(counts() == [1, 1])
    application.setPanes(try #require(ScreenPanes("library|queue; drum=queue")))
    application.perform(.list(.undo))
    #expect(counts() == [1, 2], "the queue is shown below the pads")
    application.setLayout(.both)
    application.perform(.list(.redo))
    #expect(counts() == [1, 1])
    application.setLayout(.listen)
    application.perform(.list(.undo))
    #expect(counts() == [1, 2], "lists are shown without pads")
    application.perform(.list(.redo))
    application.perform(.take(.list))
    application.perform(.list(.undo))
    #expect(counts() == [0, 1], "the list of takes is open")
    application.perform(.list(.redo))
    application.perform(.take(.practice))
    application.perform(.list(.undo))
    #expect(counts() == [0, 1] && application.coveringLayer is PracticeLayer, "the practice is open")
    bench.close()
  }
}

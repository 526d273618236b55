import SystemBase
import AudioBase
import TerminalKit
import Testing

@testable import Player
@testable import TerminalUI

/// Questions before something is lost.
@MainActor @Suite struct QuestionTests {
  private func bench() -> LibraryScreenBench {
    let bench = LibraryScreenBench()
    bench.model.append([(FilePath("a"), QueueItem.Hint()), (FilePath("b"), QueueItem.Hint())])
    return bench
  }

  @Test func enterAgreesAndEscapeRefuses() {
    let bench = bench()
    var save = QueueSave("x.pls")
    bench.screen.ask(.replacePlaylist(save, name: "/m/x.pls"))
    #expect(bench.shown(120, 36).contains("/m/x.pls exists: Enter replaces it, Esc keeps it"))
    #expect(bench.screen.take(.cancel) == .nothing && bench.screen.state.question == nil)
    #expect(bench.shown(120, 36).contains("not saved: /m/x.pls is as it was"))
    bench.screen.ask(.replacePlaylist(save, name: "/m/x.pls"))
    save.mayReplace = true
    #expect(bench.screen.take(.activate) == .saveQueue(save) && bench.screen.state.question == nil)
    bench.screen.ask(.makeFolder(save, FilePath("/m/new")))
    #expect(bench.shown(120, 36).contains("there is no folder /m/new: Enter creates it, Esc does not"))
    save.mayMakeFolder = true
    #expect(bench.screen.take(.activate) == .saveQueue(save))
  }

  @Test func otherCommandsDropItAndTheSoundsOnesLeaveIt() {
    let bench = bench()
    bench.screen.ask(.replacePlaylist(QueueSave("x"), name: "x"))
    bench.press(.volumeUp, .playPause)
    #expect(bench.screen.state.question != nil)
    bench.press(.moveDown)
    #expect(bench.screen.state.question == nil && bench.screen.take(.activate) == .nothing)
  }

  @Test func whatIsToldWithoutAKeyIsDrawn() {
    let bench = bench()
    var isAskedFor = false
    bench.screen.onChange = { isAskedFor = true }
    bench.model.report(.text("saved /m/x.pls"))
    #expect(isAskedFor && bench.shown(120, 36).contains("saved /m/x.pls"))
  }

  @Test func namesAreShownHarmlessly() {
    let bench = bench()
    bench.screen.ask(.replacePlaylist(QueueSave("x"), name: "a\u{1B}[2Jb"))
    #expect(bench.screen.questionText?.hasPrefix("a\\x1B[2Jb exists") == true)
  }
}

import AudioBase
import SystemBase
import Testing

@testable import Application
@testable import Player
@testable import TerminalUI

/// Questions before something is lost.
@MainActor @Suite struct QuestionTests {
  private func bench() -> LibraryScreenBench {
    let bench = LibraryScreenBench()
    bench.model.append([TrackInfo(path: FilePath("a")), TrackInfo(path: FilePath("b"))])
    return bench
  }

  @Test func enterAgreesAndEscapeRefuses() {
    let bench = bench()
    var save = QueueSave("x.pls")
    bench.application.ask(.replacePlaylist(save, name: "/m/x.pls"))
    #expect(bench.shown(120, 36).contains("/m/x.pls exists: Enter replaces it, Esc keeps it"))
    #expect(bench.session.perform(.program(.cancel)).response == .done)
    #expect(bench.application.state.question == nil)
    #expect(bench.shown(120, 36).contains("not saved: /m/x.pls was not replaced"))
    bench.application.ask(.replacePlaylist(save, name: "/m/x.pls"))
    save.mayReplace = true
    bench.press(.list(.activate))
    #expect(bench.saves == [save] && bench.application.state.question == nil)
    bench.application.ask(.makeFolder(save, FilePath("/m/new")))
    #expect(bench.shown(120, 36).contains("there is no folder /m/new: Enter creates it, Esc does not"))
    save.mayMakeFolder = true
    bench.press(.list(.activate))
    #expect(bench.saves.last == save)
  }

  @Test func otherCommandsDropAQuestionAndSoundCommandsKeepTheQuestion() {
    let bench = bench()
    bench.application.ask(.replacePlaylist(QueueSave("x"), name: "x"))
    bench.press(.playback(.volumeUp), .playback(.playPause))
    #expect(bench.application.state.question != nil)
    bench.press(.move(.down))
    #expect(bench.application.state.question == nil)
    #expect(bench.session.perform(.list(.activate)).response == .done)
  }

  @Test func messageWithoutAKeyPressRequestsARedraw() {
    let bench = bench()
    var isAskedFor = false
    bench.screen.onChange = { isAskedFor = true }
    bench.application.report(.saved(FilePath("/m/x.pls")))
    #expect(isAskedFor && bench.shown(120, 36).contains("saved /m/x.pls"))
  }

  @Test func controlCharactersInNamesAreEscapedInQuestions() {
    let bench = bench()
    bench.application.ask(.replacePlaylist(QueueSave("x"), name: "a\u{1B}[2Jb"))
    #expect(bench.shown(120, 36).contains("a\\x1B[2Jb exists"))
  }
}

import ApplicationTestSupport
import AudioBase
import PlayerTestSupport
import Testing

@testable import Application
@testable import TerminalUI

@Suite struct PaneArrangementTests {
  @Test(arguments: [
    ("queue", "queue"), ("library|queue", "library|queue"),
    (" Library | queue , lyrics ", "library|queue,lyrics"),
    ("library:2|queue", "library:2|queue"), ("library|(queue,lyrics:2):3", "library|(queue,lyrics:2):3"),
    ("(library|queue):2,timeline", "(library|queue):2,timeline"), ("(queue)", "queue"),
    ("cover|waveform,(mixer),timeline", "cover|waveform,mixer,timeline"),
  ]) func arrangementIsReadAndWritten(typed: String, written: String) throws {
    let arrangement = try #require(PaneArrangement(typed))
    #expect(arrangement.text == written && PaneArrangement(written) == arrangement)
  }

  @Test(arguments: [
    "", "tape", "library|", "|queue", "library||queue", "library,library", "(library", "library)", "queue:0",
    "queue:12",
    "queue:", "library queue", "((((((queue))))))",
  ]) func textThatIsNoArrangementIsRefused(text: String) { #expect(PaneArrangement(text) == nil) }

  @Test func panesOfLayoutsAreReadAndWritten() throws {
    let panes = try #require(ScreenPanes("queue; listen=library|queue|lyrics; drum = timeline"))
    #expect(panes.text == "queue; listen=library|queue|lyrics; drum=timeline")
    #expect(panes[.both]?.text == "queue" && panes[.listen]?.panes == [.library, .queue, .lyrics])
    #expect(panes[.drum]?.text == "timeline")
    let usual = ScreenPanes()
    #expect(usual[.listen] == .standard && usual[.drum] == nil && ScreenPanes("library|queue") == usual)
  }

  @Test(arguments: [
    "queue; wide=lyrics", "queue; lyrics", "queue; drum=queue; drum=queue", "queue;",
  ])
  func panesOfUnknownOrRepeatedLayoutsAreRefused(text: String) { #expect(ScreenPanes(text) == nil) }

  @MainActor @Test func paneOfTheLyricsSearchesThemInItsLayoutAlone() throws {
    let bench = PlayerBench("a")
    let application = Application(model: bench.model)
    let session = ScreenSession(application)
    final class Searches { var tracks: [TrackLocation] = [] }
    let searches = Searches()
    application.state.lyrics.find = { track, _ in searches.tracks.append(track) }
    session.setPanes(try #require(ScreenPanes("queue; listen=lyrics")))
    session.perform(.playback(.play))
    #expect(searches.tracks.isEmpty)
    session.setLayout(.listen)
    #expect(searches.tracks.count == 1)
  }

  @MainActor @Test func layoutAndPanesOtherThanTheUsualOnesAreSaved() throws {
    let session = ScreenSession(Application(model: PlayerBench("a").model))
    #expect(session.savedScreen.layout == nil && session.savedScreen.panes == nil)
    session.perform(.program(.layout))
    session.setPanes(try #require(ScreenPanes("queue|lyrics; drum=mixer")))
    #expect(session.savedScreen.layout == "drum" && session.savedScreen.panes == "queue|lyrics; drum=mixer")
  }
}

import ApplicationTestSupport
import AudioBase
import PlayerTestSupport
import SystemBase
import Testing

@testable import Application
@testable import Player
@testable import TerminalUI

/// Chapters of the current track: read once, listed, and sought.
@MainActor @Suite struct ChaptersTests {
  private let bench = PlayerBench("a", "b")
  private let application: Application
  private let session: ScreenSession
  private final class Requests { var tracks: [TrackLocation] = [] }
  private let requests = Requests()
  private let list = [
    Chapter(start: 0, title: "One"), Chapter(start: 30), Chapter(start: 60, title: "Three"),
  ]

  init() {
    application = Application(model: bench.model)
    session = ScreenSession(application)
    application.state.chapters.find = { [requests] track, _ in requests.tracks.append(track) }
  }

  private func play() {
    bench.model.play()
    bench.begin(0)
    _ = bench.transport.take()
  }

  private func answer(_ chapters: [Chapter]) throws {
    application.receive(ChaptersResult(try #require(requests.tracks.last), .success(chapters)))
  }

  private var notice: Notice? { application.state.notices.last }

  @Test func chaptersAreReadOnceWhenATrackPlays() throws {
    #expect(requests.tracks.isEmpty)
    play()
    #expect(requests.tracks.map(\.path.shown) == ["a"])
    session.perform(.seek(5))
    #expect(requests.tracks.count == 1)
    try answer(list)
    #expect(application.chapters == list && application.currentChapter == 0)
    session.perform(.playback(.next))
    #expect(requests.tracks.map(\.path.shown) == ["a", "b"] && application.chapters.isEmpty)
    // An answer about another track is late.
    application.receive(ChaptersResult(requests.tracks[0], .success(list)))
    #expect(application.chapters.isEmpty)
  }

  @Test func nextAndPreviousChapterSeekToItsStart() throws {
    play()
    try answer(list)
    session.perform(.playback(.nextChapter))
    #expect(bench.transport.take() == [.seek(30)] && application.currentChapter == 1)
    session.perform(.playback(.nextChapter))
    session.perform(.playback(.nextChapter))
    #expect(bench.transport.take() == [.seek(60)] && notice == .chapter(.isLast))
    session.perform(.seek(10))
    session.perform(.playback(.previousChapter))
    session.perform(.playback(.previousChapter))
    #expect(bench.transport.take() == [.seek(70), .seek(60), .seek(30)])
  }

  @Test func chapterOfANumberIsSoughtAndAMissingOneIsReported() throws {
    play()
    try answer(list)
    session.perform(try Command.parse("seek chapter 3"))
    #expect(bench.transport.take() == [.seek(60)])
    session.perform(try Command.parse("seek chapter 4"))
    #expect(bench.transport.take() == [] && notice == .chapter(.missing(4, count: 3)))
    for text in ["seek chapter 0", "seek chapter x", "seek chapter -1", "seek chapter 1 2"] {
      #expect(throws: CommandError.self) { try Command.parse(text) }
    }
    #expect(Command.request(.seek(.chapter(3))).name == "seek chapter 3")
  }

  @Test func seekWaitsForTheChaptersThatAreBeingRead() throws {
    play()
    session.perform(.playback(.nextChapter))
    #expect(bench.transport.take() == [])
    try answer(list)
    #expect(bench.transport.take() == [.seek(30)])
  }

  @Test func trackWithoutChaptersAndUnreadableOnesAreReported() throws {
    play()
    try answer([])
    session.perform(.playback(.nextChapter))
    #expect(notice == .chapter(.none))
    session.perform(.playback(.next))
    session.perform(.playback(.nextChapter))
    application.receive(ChaptersResult(requests.tracks[1], .failure(.broken)))
    #expect(notice == .file(.broken))
  }

  @Test func chaptersBeyondTheEndOfTheTrackAreNotListed() throws {
    play()
    try answer(list + [Chapter(start: 100), Chapter(start: 1e9)])
    #expect(application.chapters == list)
  }

  @Test func enterInTheListSeeksAndTheChapterThatIsHeardIsSelected() throws {
    play()
    try answer(list)
    session.perform(.program(.chapters))
    let layer = try #require(session.layer(ChapterListLayer.self))
    #expect(layer.selection == 0)
    session.perform(.move(.end))
    session.perform(.list(.activate))
    #expect(bench.transport.take() == [.seek(60)] && layer.selection == 2)
    session.perform(.playback(.previousChapter))
    #expect(layer.selection == 1 && session.coveringLayer is ChapterListLayer)
    session.perform(.program(.cancel))
    #expect(session.coveringLayer == nil)
  }
}

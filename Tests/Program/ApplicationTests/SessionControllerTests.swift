import ApplicationTestSupport
import AudioBase
import Glibc
import Player
import PlayerTestSupport
import Synchronization
import SystemBase
import TestSupport
import Testing

@testable import Application

/// The saved session, and what is said while it cannot be saved.
@MainActor @Suite struct SessionControllerTests {
  private let bench = PlayerBench("a", "b")
  private let folder: TemporaryFolder
  private var path: FilePath { folder.file("session.json") }

  init() throws { folder = try TemporaryFolder() }

  private func saved() throws -> SavedSession {
    try SavedSession(bytes: FileBytes.read(path, limit: 1 << 20), subject: "session.json")
  }

  @Test func sessionThatCouldNotBeSavedIsSavedAtTheEnd() throws {
    let isFull = Mutex(true)
    let events = Mailbox<FileSaver.Event>()
    let saver = FileSaver(
      name: "test", pauses: [1000],
      sync: { _ in
        errno = ENOSPC
        return isFull.withLock { $0 } ? -1 : 0
      }, report: { events.post($0) })
    let sessions = SessionController(
      model: bench.model, file: SavedFile(path, by: saver), current: folder.path, main: .idle,
      report: { _ in })
    let application = Application(model: bench.model)
    sessions.save(done: {})
    events.receive().forEach(application.receive)
    let failure = try #require(sessions.failure)
    #expect(failure.code == .noSpace && application.state.notices.last == .storedFile(.notSaved(failure)))
    isFull.withLock { $0 = false }
    // Nothing has changed, so that nothing new is saved.
    sessions.saveChanges()
    saver.stop()
    #expect(sessions.failure == nil)
    #expect(try saved().entries.map(\.path) == ["a", "b"].map { folder.file($0) })
    application.report(.paused)
    events.receive().forEach(application.receive)
    #expect(application.state.notices.entries.map(\.notice) == [.paused, .storedFile(.saved(path.shown))])
  }

  @Test func sessionIsSavedAsItWasWhenTheSaveBeganAndOnlyIfItHasChanged() throws {
    let release = WakeSignal()
    let written = WakeSignal()
    let saver = FileSaver(name: "test") { _ in }
    let sessions = sessions(saver, Application(model: bench.model))
    // The thread of the saver is busy.
    saver.replace(folder.file("other")) {
      release.wait(milliseconds: nil)
      return []
    }
    sessions.save { written.wake() }
    bench.add(["c"])
    release.wake()
    written.wait(milliseconds: nil)
    #expect(try saved().entries.map(\.path.lastComponent.shown) == ["a", "b"])
    sessions.save { written.wake() }
    written.wait(milliseconds: nil)
    #expect(try saved().entries.map(\.path.lastComponent.shown) == ["a", "b", "c"])
    FileBytes.remove(path)
    // Tags are not saved.
    bench.model.tracksWereRead([(bench.id(0), TrackInfo(path: FilePath("a")))])
    sessions.saveChanges()
    saver.stop()
    #expect(throws: FileError.self) { try saved() }
  }

  private func sessions(_ saver: FileSaver, _ application: Application) -> SessionController {
    let sessions = SessionController(
      model: application.model, file: SavedFile(path, by: saver), current: folder.path, main: .idle,
      report: { _ in })
    sessions.options = { application.state.options }
    return sessions
  }

  @Test func oneStartAsksWhetherMusicPlaysOnWithoutATerminal() throws {
    var offers: [Bool] = []
    for number in 0..<4 {
      let saver = FileSaver(name: "test") { _ in }
      let sessions = sessions(saver, Application(model: bench.model))
      sessions.restoreModes()
      offers.append(sessions.takeHangupOffer())
      // The terminals of the first and of the third are closed.
      if number % 2 == 0 { sessions.musicStoppedByHangup() }
      sessions.saveChanges()
      saver.stop()
    }
    #expect(offers == [false, true, false, false])
    #expect(try saved().hangup == .made)
  }

  @Test func layoutAndPanesAreThoseOfTheNextStart() throws {
    let saver = FileSaver(name: "test") { _ in }
    let first = sessions(saver, Application(model: bench.model))
    first.saveChanges()
    first.screen = { ("drum", "queue|lyrics; drum=mixer", "shown\u{1F}0\u{1F}Björk") }
    #expect(first.nextSave != nil)
    first.saveChanges()
    saver.stop()
    let next = sessions(FileSaver(name: "test") { _ in }, Application(model: PlayerBench().model))
    next.restoreModes()
    #expect(next.savedScreen.layout == "drum" && next.savedScreen.panes == "queue|lyrics; drum=mixer")
    #expect(next.savedScreen.linkedLists == "shown\u{1F}0\u{1F}Björk")
  }

  @Test func optionsOfAClientAreThoseOfTheNextStartUntilASettingChangesThem() throws {
    let saver = FileSaver(name: "test") { _ in }
    let application = Application(model: bench.model)
    let first = sessions(saver, application)
    application.setCrossfade(ofClient: 4)
    application.setReplayGain(ofClient: .track)
    application.setReplayGain(.album)
    first.saveChanges()
    saver.stop()
    let next = Application(model: PlayerBench().model)
    let second = sessions(FileSaver(name: "test") { _ in }, next)
    second.restoreModes()
    #expect(second.savedOptions == ClientOptions(crossfade: 4, replayGain: nil))
    next.restore(second.savedOptions) { $0 == "crossfade" }
    #expect(next.model.crossfade == 0 && next.state.options == ClientOptions())
    next.restore(second.savedOptions) { _ in false }
    #expect(next.model.crossfade == 4 && next.state.options.crossfade == 4)
  }

  /// A start with a queue of its own over the session in the folder.
  private func start(_ words: [FilePath] = [], resume: ResumeMode = .yes) -> (
    PlayerBench, Application, end: () -> Void
  ) {
    let saver = FileSaver(name: "test") { _ in }
    let bench = PlayerBench()
    let application = Application(model: bench.model)
    let sessions = SessionController(
      model: bench.model, file: SavedFile(path, by: saver),
      queues: SavedFile(folder.file("queues.json"), by: saver), current: folder.path,
      main: .idle, report: { _ in })
    let loader = QueueLoader(
      application: application, tags: TrackLoader(read: { _ in nil }, deliver: { _ in }), main: .idle)
    loader.start(words, session: sessions, resume: resume, demo: nil)
    return (
      bench, application,
      {
        sessions.saveChanges()
        saver.stop()
      }
    )
  }

  private func names(_ bench: PlayerBench) -> [String] { bench.model.queue.items.map(\.title) }

  @Test(arguments: [true, false]) func queueThatAStartReplacesIsBackAfterAnotherRestart(isNamed: Bool) {
    let (first, _, end) = start()
    first.add(["/a", "/b"])
    end()
    let (second, application, endSecond) = isNamed ? start([FilePath("/x")]) : start(resume: .no)
    #expect(application.state.notices.entries.map(\.notice) == [.queue(.left(count: 2))])
    second.add(["/x"])
    endSecond()
    let (third, _, endThird) = start()
    endThird()
    #expect(names(third) == ["x"])
    let (fourth, _, endFourth) = start()
    fourth.model.clearQueue()
    endFourth()
    fourth.model.turnQueueEdit(.undo)
    #expect(names(fourth) == ["x"])
    #expect(fourth.model.turnQueueEdit(.undo)?.edit == .replaced && names(fourth) == ["a", "b"])
  }

  @Test func damagedQueuesAreNotOverwritten() throws {
    try folder.write("{", to: "queues.json")
    let (bench, _, end) = start()
    bench.add(["/a"])
    bench.model.clearQueue()
    end()
    #expect(try FileBytes.read(folder.file("queues.json"), limit: 10) == Array("{".utf8))
    #expect(try saved().entries.isEmpty)
  }

  @Test func firstStartSaysOnceHowTheLayoutIsChanged() throws {
    func start() -> [Notice] {
      let saver = FileSaver(name: "test") { _ in }
      let application = Application(model: PlayerBench().model)
      let sessions = sessions(saver, application)
      let loader = QueueLoader(
        application: application, tags: TrackLoader(read: { _ in nil }, deliver: { _ in }), main: .idle)
      loader.start([], session: sessions, resume: .yes, demo: folder.file("demo"))
      sessions.saveChanges()
      saver.stop()
      return application.state.notices.entries.map(\.notice).filter { $0 == .hint(.layouts) }
    }
    #expect(start() == [.hint(.layouts)])
    #expect(start() == [])
  }
}

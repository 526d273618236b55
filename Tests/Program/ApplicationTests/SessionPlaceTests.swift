import ApplicationTestSupport
import AudioBase
import Glibc
import PlayerTestSupport
import SystemBase
import TestSupport
import Testing

@testable import Application
@testable import Player

/// The sessions of players that run at the same time.
@MainActor @Suite struct SessionPlaceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs a test while another process holds the lock of the first place.
  private func besideAnotherPlayer(_ body: (pid_t) throws -> Void) throws {
    let script =
      "import fcntl, sys, time; f = open(sys.argv[1], 'w'); fcntl.lockf(f, fcntl.LOCK_EX); "
      + "open(sys.argv[2], 'w'); time.sleep(600)"
    let held = folder.file("held")
    let other = try Tool.spawn(["python3", "-c", script, folder.file("session.lock").shown, held.shown])
    defer {
      kill(other, SIGKILL)
      waitpid(other, nil, 0)
    }
    try Wait.until("the lock") { held.exists }
    try body(other)
  }

  @Test func onlyPlayerHasTheFirstPlace() {
    let place = SessionPlace(in: folder.file("new"))
    #expect(place.number == 1 && place.hold() && place.failure == nil && place.firstProcess == nil)
    #expect(place.file("session.json") == folder.file("new/session.json"))
    #expect(place.firstFile("session.json") == nil)
  }

  @Test func secondPlayerNeverWritesTheFilesOfTheFirst() throws {
    let first = folder.file("session.json")
    var session = SavedSession()
    (session.entries, session.volume) = ([TrackInfo(path: FilePath("/first"))], Decibels(-9))
    try FileBytes.write(session.bytes(), to: first)
    try besideAnotherPlayer { other in
      #expect(SessionPlace.holder(of: 1, in: folder.path) == other)
      let place = SessionPlace(in: folder.path)
      #expect(place.number == 2 && place.hold() && place.firstProcess == other)
      let saver = FileSaver(name: "test") { _ in }
      let bench = PlayerBench()
      let sessions = SessionController(
        model: bench.model, file: SavedFile(place.file("session.json"), by: saver),
        queues: SavedFile(place.file("queues.json"), by: saver), place: place, current: folder.path,
        main: .idle, report: { _ in })
      guard case .nothing = sessions.restore(.yes) else {
        Issue.record("the queue of the first player was restored")
        return
      }
      #expect(bench.model.levels.volume == Decibels(-9) && bench.model.queue.isEmpty)
      bench.add(["/second"])
      sessions.saveChanges()
      saver.stop()
      let bytes = try FileBytes.read(first, limit: 1 << 16)
      #expect(bytes == session.bytes())
      #expect(folder.file("session-2.json").exists && !folder.file("queues.json").exists)
    }
  }

  @Test func placeWhoseLockCannotBeTakenIsNotWritten() throws {
    // Neither a file nor to be opened for writing.
    try FileBytes.makeFolder(folder.file("session.lock"))
    let place = SessionPlace(in: folder.path)
    #expect(place.number == 1 && place.failure != nil)
    let saver = FileSaver(name: "test") { _ in }
    let bench = PlayerBench("/a")
    let reports = Mailbox<Notice>()
    let sessions = SessionController(
      model: bench.model, file: SavedFile(place.file("session.json"), by: saver), place: place,
      current: folder.path, main: .idle, report: { reports.post($0) })
    sessions.saveChanges()
    sessions.saveChanges()
    #expect(sessions.failure == place.failure && reports.receive().count == 1)
    try Tool.run("rmdir", [folder.file("session.lock").shown])
    sessions.saveChanges()
    saver.stop()
    #expect(sessions.failure == nil && folder.file("session.json").exists)
  }

  @Test func playerWithoutASessionTakesNoPlace() {
    let place = SessionPlace(in: folder.path, isUnused: true)
    #expect(!place.hold() && place.number == 1 && !folder.file("session.lock").exists)
  }
}

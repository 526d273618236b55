import AudioBase
import Glibc
import Player
import Synchronization
import SystemBase
import TestSupport
import Testing

@testable import Application

@Suite struct SessionSaverTests {
  /// A disk whose fsync(2) returns only when it is released.
  private final class StalledDisk: Sendable {
    let began = WakeSignal()
    let release = WakeSignal()

    func sync(_ descriptor: Int32) -> Int32 {
      began.wake()
      release.wait(milliseconds: nil)
      return 0
    }
  }

  private let folder: TemporaryFolder
  private var path: FilePath { folder.file("state/session.json") }

  init() throws { folder = try TemporaryFolder() }

  private func session(volume: Double) -> SavedSession {
    var session = SavedSession()
    session.volume = Decibels(volume)
    return session
  }

  private func saved() throws -> SavedSession {
    try SavedSession(bytes: FileBytes.read(path, limit: 1 << 20), subject: "session.json")
  }

  @Test func theLastOfSeveralSessionsIsSaved() throws {
    let saver = SessionSaver(path: path) { Issue.record("\($0)") }
    for volume in [-3.0, -6, -9] { saver.save(session(volume: volume)) }
    saver.stop(syncingUntil: HostTime.now.advanced(bySeconds: Wait.patience))
    #expect(try saved() == session(volume: -9))
  }

  /// The deadline has passed when the saver is stopped: what the disk has not stored is the saved session nevertheless.
  @Test func aDiskThatDoesNotSyncInTimeKeepsNoSessionBack() throws {
    let disk = StalledDisk()
    let saver = SessionSaver(path: path, sync: disk.sync) { Issue.record("\($0)") }
    saver.save(session(volume: -3))
    disk.began.wait(milliseconds: nil)
    #expect(!path.exists)
    saver.save(session(volume: -6))
    let end = WorkerThread(name: "end") { saver.stop(syncingUntil: .now) }
    try #require(end.join(until: HostTime.now.advanced(bySeconds: Wait.patience)))
    #expect(try saved() == session(volume: -6))
    disk.release.wake()
    saver.stop(syncingUntil: HostTime.now.advanced(bySeconds: Wait.patience))
    #expect(try saved() == session(volume: -6))
  }

  @Test func aSyncThatFailsIsReportedAndKeepsTheFormerSession() throws {
    let good = SessionSaver(path: path) { Issue.record("\($0)") }
    good.save(session(volume: -3))
    good.stop(syncingUntil: HostTime.now.advanced(bySeconds: Wait.patience))
    let errors = Mutex<[FileError]>([])
    let failing = SessionSaver(
      path: path,
      sync: { _ in
        errno = EIO
        return -1
      },
      report: { error in errors.withLock { $0.append(error) } })
    failing.save(session(volume: -6))
    failing.stop(syncingUntil: HostTime.now.advanced(bySeconds: Wait.patience))
    #expect(try saved() == session(volume: -3))
    #expect(errors.withLock { $0.count } == 1)
    #expect(!folder.file("state/session.json.\(getpid()).new").exists)
  }
}

import Glibc
import Synchronization
import TestSupport
import Testing

@testable import MusicLibrary
@testable import SystemBase

@Suite struct LibraryWatcherTests {
  private let library: TestLibrary
  private let told = Told()

  init() throws { library = try TestLibrary() }

  private final class Told: Sendable {
    let notices = Mutex<[WatchNotice]>([])
  }

  /// One that has done its first scan.
  private func watcher() throws -> LibraryWatcher {
    let told = told
    let watcher = LibraryWatcher(library.scanner) { notice in told.notices.withLock { $0.append(notice) } }
    watcher.start()
    try Wait.until("the first scan") { told.notices.withLock { !$0.isEmpty } }
    return watcher
  }

  private func expect(_ paths: [String]) throws {
    try Wait.until("\(paths)", told: { "\((try? library.paths()) ?? [])" }) {
      try library.paths() == paths
    }
  }

  @Test func watcherUpdatesTheLibraryAfterChangesOfFiles() throws {
    let first = try library.add("1.mp3")
    try library.scan()
    let watcher = try watcher()
    defer { watcher.stop() }
    try library.add("2.mp3", seed: 2)
    try expect(["1.mp3", "2.mp3"])
    try library.add("new/deep/3.mp3", seed: 3)
    try expect(["1.mp3", "2.mp3", "new/deep/3.mp3"])
    try library.move(library.music.appending("new"), to: library.music.appending("other"))
    try expect(["1.mp3", "2.mp3", "other/deep/3.mp3"])
    FileBytes.remove(first)
    try expect(["2.mp3", "other/deep/3.mp3"])
    try Tool.run("rm", ["-r", library.music.appending("other").shown])
    try expect(["2.mp3"])
  }

  @Test func watcherReportsARenamedFileAsMoved() throws {
    let first = try library.add("a/1.mp3")
    // A folder that is new is looked at by itself: the file might have come to it, and not gone from the other yet.
    try FileBytes.makeFolder(library.music.appending("b"))
    try library.scan()
    let watcher = try watcher()
    defer { watcher.stop() }
    try library.move(first, to: library.music.appending("b/2.mp3"))
    try expect(["b/2.mp3"])
    try Wait.until("a move to be reported") {
      told.notices.withLock { notices in
        notices.contains { if case .updated(let report) = $0 { report.moved == 1 } else { false } }
      }
    }
  }

  @Test func sheetAddedOrRemovedUnderAWatcherChangesTheTracks() throws {
    try library.add("disc.mp3")
    try library.scan()
    let watcher = try watcher()
    defer { watcher.stop() }
    let sheet = try library.folder.write(
      "FILE disc.mp3 MP3\nTRACK 01 AUDIO\nINDEX 01 00:00:00\nTRACK 02 AUDIO\nINDEX 01 00:00:05\n",
      to: "music/disc.cue")
    try Wait.until("two tracks") { try library.store.trackCount() == 2 }
    FileBytes.remove(sheet)
    try Wait.until("one track") { try library.store.trackCount() == 1 }
  }

  /// What was written while the program did not run.
  @Test func watcherFindsChangesMadeBeforeTheStart() throws {
    try library.add("1.mp3")
    try library.scan()
    try library.add("2.mp3", seed: 2)
    let watcher = try watcher()
    defer { watcher.stop() }
    try expect(["1.mp3", "2.mp3"])
  }

  @Test func removedRootIsMarkedAway() throws {
    try library.add("1.mp3")
    try library.scan()
    let watcher = try watcher()
    defer { watcher.stop() }
    try library.move(library.music, to: library.folder.file("aside"))
    try Wait.until("away") { try library.store.folders().first?.isAway == true }
    #expect(try library.paths() == ["1.mp3"])
  }

  @Test func returnedRootIsWatchedAgain() throws {
    try library.add("1.mp3")
    try library.scan()
    let watcher = try watcher()
    defer { watcher.stop() }
    let aside = library.folder.file("aside")
    try library.move(library.music, to: aside)
    try Wait.until("away") { try library.store.folders().first?.isAway == true }
    try library.move(aside, to: library.music)
    try Wait.until("back") { try library.store.folders().first?.isAway == false }
    try library.add("2.mp3", seed: 2)
    try expect(["1.mp3", "2.mp3"])
  }

  /// It would wait for the next change for ever.
  @Test(.timeLimit(.minutes(2))) func watcherStopsWithoutWaitingForAChange() throws {
    try library.add("1.mp3")
    try library.scan()
    try watcher().stop()
    #expect(try library.paths() == ["1.mp3"])
  }
}

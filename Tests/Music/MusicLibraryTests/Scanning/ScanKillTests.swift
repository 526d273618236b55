import Glibc
import TestSupport
import Testing

@testable import MusicLibrary
@testable import SystemBase

/// A scan that is killed at any moment loses nothing but its own unfinished work.
@Suite struct ScanKillTests {
  /// By hand with more: `DRUMDUB_KILLS=200`.
  private static let kills = getenv("DRUMDUB_KILLS").flatMap { Int(String(cString: $0)) } ?? 30

  @Test func killedScanIsCompletedByTheNext() throws {
    let library = try TestLibrary()
    for number in 0..<1_500 {
      try library.add("\(number / 50)/\(number).mp3", title: "t\(number)", seed: UInt64(number + 2))
    }
    var random = SeededGenerator(seed: 3)
    for round in 0..<ScanKillTests.kills {
      let index = library.folder.file("killed-\(round % 3)/library.db")
      // Every third begins with nothing, the others with what an earlier one left.
      if round % 6 < 3 { try Tool.run("rm", ["-rf", index.directory.shown]) }
      let child = try start(index, library.music)
      usleep(UInt32.random(in: 0..<250_000, using: &random))
      kill(child, SIGKILL)
      waitpid(child, nil, 0)
      let store = try LibraryStore(index)
      #expect(try store.integrity() == "ok", "round \(round)")
      try expectPartsOfALibrary(store, library)
    }
    for index in 0..<min(3, ScanKillTests.kills) {
      let path = library.folder.file("killed-\(index)/library.db")
      #expect(try end(of: start(path, library.music)) == 0)
      let store = try LibraryStore(path)
      #expect(try store.stamps(under: library.music).count == 1_500)
      #expect(try store.tracksWithoutKey(limit: 10).isEmpty)
    }
  }

  /// What is there is whole: each file that is known has its track.
  private func expectPartsOfALibrary(_ store: LibraryStore, _ library: TestLibrary) throws {
    let table = try store.stamps(under: library.music)
    #expect((0..<table.count).allSatisfy { table.entry(at: $0).isReadable })
  }

  private func start(_ index: FilePath, _ folder: FilePath) throws -> pid_t {
    try Tool.spawn([TagWorkerProbe.program.shown, "scan", index.shown, folder.shown])
  }

  private func end(of child: pid_t) -> Int32 {
    var status: Int32 = 0
    waitpid(child, &status, 0)
    return status
  }
}

extension LibraryStore {
  fileprivate func integrity() throws -> String {
    try read { connection throws(LibraryError) in
      try connection.prepare("PRAGMA integrity_check").first { $0.value() } ?? ""
    }
  }
}

import Glibc
import MusicQuery
import Synchronization
import TestSupport
import Testing

@testable import MusicLibrary
@testable import SystemBase

struct LibraryReliabilityTests {
  private let folder: TemporaryFolder
  private let path: FilePath

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("library.db")
  }

  private func changes(_ numbers: Range<Int>) -> [LibraryChange] {
    numbers.map { .read(TestTracks.track($0), TestTracks.stamp(Int64($0))) }
  }

  @Test(
    "An index of a newer program is refused and left as it is", arguments: [99, 10_000, Int64(Int32.max)])
  func newer(version: Int64) throws {
    try LibraryStore(path).withoutTransaction { connection throws(LibraryError) in
      try connection.execute("PRAGMA user_version = \(version)")
    }
    let error = #expect(throws: LibraryError.self) { try LibraryStore.open(path) }
    #expect(error?.code == .newer)
    let found = try Connection(path, create: false).prepare("PRAGMA user_version").firstInteger()
    #expect(found == version)
  }

  private final class Meeting: Sendable {
    private let count = Atomic<Int>(0)

    /// Waits until as many threads have come.
    func wait(for wanted: Int) {
      count.wrappingAdd(1, ordering: .sequentiallyConsistent)
      while count.load(ordering: .sequentiallyConsistent) < wanted { usleep(500) }
    }
  }

  @Test("After many readers at a time, only a few connections are kept")
  func connections() throws {
    let store = try LibraryStore(path)
    try store.apply(changes(0..<20))
    for _ in 0..<3 {
      let meeting = Meeting()
      let readers = (0..<12).map { _ in
        WorkerThread(name: "reader") {
          try? store.read { connection throws(LibraryError) in
            _ = try connection.trackCount()
            meeting.wait(for: 12)
          }
        }
      }
      readers.forEach { $0.join() }
      store.releaseMemory()
    }
    // Each connection has the log open, that of the writer too.
    #expect(try openFiles("-wal") == 1 + 4)
    #expect(try openFiles("") <= 1 + 12)
  }

  /// The number of descriptors of a file of the index.
  private func openFiles(_ ending: String) throws -> Int {
    try FolderReader(FilePath("/proc/self/fd")).names().count { name in
      var target = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink("/proc/self/fd/\(name.shown)", &target, target.count)
      return target.prefix(max(count, 0)).map(UInt8.init(bitPattern:)).elementsEqual(
        path.bytes + Array(ending.utf8))
    }
  }

  @Test("Tables that cannot be created leave the index as it was before")
  func schema() throws {
    let connection = try Connection(path, create: true)
    try connection.execute("CREATE TABLE genres(id)")
    #expect(throws: LibraryError.self) { try Schema.prepare(connection) }
    let tables = try connection.prepare("SELECT count(*) FROM sqlite_schema").firstInteger()
    #expect(tables == 1)
    try connection.execute("DROP TABLE genres")
    try Schema.prepare(connection)
    try Schema.prepare(connection)
    #expect(try connection.prepare("PRAGMA user_version").firstInteger().map(Int.init) == Schema.version)
  }

  @Test("Two instances write at once, and each sees what the other wrote")
  func twoStores() throws {
    let stores = [try LibraryStore(path), try LibraryStore(path)]
    let threads = stores.enumerated().map { index, store in
      WorkerThread(name: "writer") {
        for start in stride(from: index, to: 200, by: 2) {
          try? store.apply([
            .read(
              TestTracks.track(start, artist: "A\(start % 7)", album: "X\(start % 7)"), TestTracks.stamp(1))
          ])
          if start == 100 { try? store.forgetUnused() }
        }
      }
    }
    threads.forEach { $0.join() }
    for store in stores {
      #expect(try store.trackCount() == 200)
      #expect(try store.artists().map(\.trackCount).reduce(0, +) == 200)
      #expect(try store.isSound())
    }
  }

  @Test("A reader sees the index as it was while another writes")
  func readersDoNotWait() throws {
    let store = try LibraryStore(path)
    let other = try LibraryStore(path)
    try store.apply(changes(0..<1))
    let count = try store.write { connection throws(LibraryError) in
      try connection.execute("DELETE FROM tracks")
      return try other.trackCount()
    }
    #expect(count == 1)
    #expect(try other.trackCount() == 0)
  }

  @Test("A full disk gives one error and leaves the index as before")
  func fullDisk() throws {
    let store = try LibraryStore(path)
    try store.apply(changes(0..<10))
    try store.withoutTransaction { connection throws(LibraryError) in
      let pages = try connection.prepare("PRAGMA page_count").firstInteger() ?? 0
      try connection.execute("PRAGMA max_page_count = \(pages + 2)")
    }
    let error = #expect(throws: LibraryError.self) { try store.apply(changes(10..<5000)) }
    #expect(error?.code == .noSpace)
    #expect(try store.trackCount() == 10)
    #expect(try store.isSound())
    try store.withoutTransaction { connection throws(LibraryError) in
      try connection.execute("PRAGMA max_page_count = 1000000")
    }
    try store.apply(changes(10..<500))
    #expect(try store.search(SearchQuery(.word("title"))).count == 500)
  }

  @Test("A file that is not an index is set aside and recreated")
  func notAnIndex() throws {
    try folder.write(String(repeating: "no index ", count: 1000), to: "library.db")
    let opening = try LibraryStore.open(path)
    guard case .recreated(path, let aside, let recovered)? = opening.notice else {
      Issue.record("\(String(describing: opening.notice))")
      return
    }
    #expect(recovered.tracks == 0 && recovered.incomplete == Set(LibraryRecovery.Part.allCases))
    #expect(aside.shown.hasPrefix("\(path.shown).damaged-2"))
    #expect(try FileBytes.read(aside, limit: 1 << 20).count == 9000)
    try opening.store.apply(changes(0..<3))
    #expect(try LibraryStore.open(path).notice == nil)
    #expect(try LibraryStore.open(path).store.trackCount() == 3)
  }

  @Test("From a damaged index, play counts, ratings and folders come back with the next scan")
  func recovers() throws {
    do {
      let store = try LibraryStore(path)
      try store.addFolder(FilePath("/music"))
      try store.apply(changes(0..<2000), now: 5)
      for number in stride(from: 0, to: 2000, by: 100) {
        try store.countPlay(TestTracks.track(number).location, at: 9)
      }
      try store.withoutTransaction { connection throws(LibraryError) in
        _ = try connection.prepare("PRAGMA wal_checkpoint(TRUNCATE)").firstInteger()
        // The table of names is lost.
        let root = try connection.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'artists'")
        let page = try root.firstInteger() ?? 0
        let descriptor = path.withCString { Glibc.open($0, O_WRONLY) }
        let rubbish = [UInt8](repeating: 0xA5, count: 4096)
        #expect(pwrite(descriptor, rubbish, 4096, off_t(page - 1) * 4096) == 4096)
        close(descriptor)
      }
    }
    let opening = try LibraryStore.open(path)
    guard case .recreated(_, _, LibraryRecovery(tracks: 20))? = opening.notice else {
      Issue.record("\(String(describing: opening.notice))")
      return
    }
    #expect(try opening.store.trackCount() == 0)
    #expect(try opening.store.folders().map(\.path) == [FilePath("/music")])
    try opening.store.apply(changes(0..<2000), now: 50)
    let track = try #require(try opening.store.track(at: TestTracks.track(100).location))
    #expect(track.playCount == 1)
    #expect(track.addedAt == 5)
    #expect(try opening.store.mostPlayed(limit: 100).count == 20)
  }

  @Test("Damage found while the index is in use is treated as at opening")
  func damageOnTheWay() throws {
    var runs = 0
    let notices = try LibraryStore.withIndex(path) { opening throws(LibraryError) in
      runs += 1
      if runs == 1 { throw LibraryError(.damaged, path.shown) }
      return opening.notice != nil
    }
    #expect(notices)
    #expect(runs == 2)
  }

  @Test("Merging the search table changes no answer")
  func merging() throws {
    let store = try LibraryStore(path)
    for start in stride(from: 0, to: 300, by: 10) { try store.apply(changes(start..<(start + 10))) }
    try store.apply([.removed(TestTracks.track(5).path)])
    while try store.mergeSearch() {}
    #expect(try store.search(SearchQuery(.word("title"))).count == 299)
    #expect(try store.search(SearchQuery(.word("title 5"))).count == 10)
    try store.checkpoint()
    #expect(try store.isSound())
  }

  @Test("A pipe in place of the index is refused, and nothing waits for it")
  func pipe() throws {
    try #require(mkfifo(path.shown, 0o600) == 0)
    for open in [{ _ = try LibraryStore.open(path) }, { _ = try LibraryStore(path) }] {
      let error = #expect(throws: LibraryError.self) { try open() }
      #expect(error?.code == .readFailed && error?.subject == path.shown)
    }
  }
}

import MusicQuery
import TestSupport
import Testing

@testable import AudioBase
@testable import MusicLibrary
@testable import SystemBase

/// Files that another version of the tag reader has read, and damaged files.
struct ReaderVersionTests {
  /// Makes the index as if a former version of the tag reader had read all files.
  private func age(_ store: LibraryStore) throws {
    try store.write { connection throws(LibraryError) in try connection.execute("UPDATE files SET reader = 0")
    }
  }

  @Test func newReaderVersionReadsUnchangedFilesOnceAndKeepsTheirHistory() throws {
    let library = try TestLibrary()
    let path = try library.add("a.mp3", title: "A")
    try library.add("b.mp3", title: "B", seed: 2)
    try library.scan()
    try library.scanner.fillInKeys()
    let id = try #require(try library.store.id(of: TrackLocation(path: path)))
    try library.store.setRating(3, of: id)
    let before = try #require(try library.store.track(at: TrackLocation(path: path)))
    #expect(before.key != nil)
    try age(library.store)
    let report = try library.scan()
    #expect(report.readAgain == 2 && report.unchanged == 2 && report.changed == 0)
    #expect(try library.store.track(at: TrackLocation(path: path)) == before)
    #expect(try library.scan().readAgain == 0)
  }

  @Test func aMovedFileIsReadByTheNewReaderOnce() throws {
    let library = try TestLibrary()
    let path = try library.add("a.mp3", title: "A")
    try library.scan()
    try age(library.store)
    try library.move(path, to: library.music.appending("new/a.mp3"))
    #expect(try library.scan().moved == 1)
    #expect(try library.scan().readAgain == 1)
    #expect(try library.scan().readAgain == 0)
  }

  @Test func damageNoteFollowsAMovedFileAndEndsWithAWholeReading() throws {
    let folder = try TemporaryFolder()
    let store = try LibraryStore(folder.file("library.db"))
    let (cut, whole) = (TestTracks.track(1), TestTracks.track(2))
    try store.apply([
      .read(cut, TestTracks.stamp(1), damage: "its end is missing"), .read(whole, TestTracks.stamp(2)),
    ])
    func paths(_ query: String) throws -> [FilePath] {
      try store.paths(of: try store.search(try SearchQuery(parsing: query)))
    }
    #expect(try paths("damaged:yes") == [cut.path] && paths("damaged:no") == [whole.path])
    #expect(try store.damaged().map(\.reason) == ["its end is missing"] && store.unreadable().isEmpty)
    let moved = FilePath("/elsewhere/1.flac")
    try store.apply([.moved(from: cut.path, to: moved, TestTracks.stamp(1))])
    #expect(try store.track(at: TrackLocation(path: moved))?.damage == "its end is missing")
    #expect(try store.damaged(under: FilePath("/music")).isEmpty)
    try store.apply([.read(TrackInfo(path: moved), TestTracks.stamp(3))])
    #expect(try store.track(at: TrackLocation(path: moved))?.damage == nil)
    #expect(try paths("damaged:yes").isEmpty)
  }

  /// The parts of a damaged file stay known, so that they can be removed with it.
  @Test func damagedFileOfSeveralTracksKeepsTheParts() throws {
    let folder = try TemporaryFolder()
    let store = try LibraryStore(folder.file("library.db"))
    var disc = TestTracks.track(1)
    disc.stream.duration = 100
    disc.parts = [0, 40].map { start in
      var part = PlaylistEntry(.file(disc.path))
      part.section = TrackSection(start: DiscTime(seconds: start), end: nil)
      return part
    }
    try store.apply([.read(disc, TestTracks.stamp(1), damage: "cut")])
    #expect(try store.trackCount() == 2)
    #expect(try store.damaged().count == 1 && store.stamps()[disc.path]?.isReadable == true)
    try store.apply([.read(disc, TestTracks.stamp(2), damage: "cut")])
    #expect(try store.trackCount() == 2)
    try store.apply([.removed(disc.path)])
    #expect(try store.trackCount() == 0)
  }
}

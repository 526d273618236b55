import AudioBase
import SystemBase
import TestSupport
import Testing

@testable import Librarian
@testable import MusicLibrary
@testable import TrackTags

/// Changes of the index that a full disk refuses are tried again.
@Suite struct PendingWritesTests {
  private let folder: TemporaryFolder
  private let reports = Mailbox<LibraryReport>()
  private let library: LibraryService

  init() throws {
    let (folder, reports) = (try TemporaryFolder(), reports)
    self.folder = folder
    library = LibraryService(
      folder.file("library.db"),
      workers: TagWorkerPool(WorkerCommand(program: TagWorkerProbe.program, arguments: []), workers: 1),
      reason: { $0.detail ?? "" }
    ) { reports.post($0) }
  }

  /// Waits for a report.
  private func next<Value>(_ find: (LibraryReport) -> Value?) -> Value {
    while true { for report in reports.receive() { if let value = find(report) { return value } } }
  }

  private func setFull(_ isFull: Bool, _ store: LibraryStore) throws {
    try store.withoutTransaction { connection throws(LibraryError) in
      let pages = try connection.prepare("PRAGMA page_count").firstInteger() ?? 0
      try connection.execute("PRAGMA max_page_count = \(isFull ? pages : 1_000_000)")
    }
  }

  private func openStore() throws -> LibraryStore {
    library.open(creating: true)
    _ = next { if case .opened = $0 { true } else { nil } }
    return try #require(library.store)
  }

  private var failure: FileError {
    next { if case .written(.failed(let error)) = $0 { error } else { nil } }
  }

  /// Entries that need several pages.
  private let entries = (0..<2000).map { PlaylistEntry(.file(FilePath("/music/of/a/long/path/\($0).flac"))) }

  private func save(_ name: String) {
    library.savePlaylist(entries, as: name, replacing: true) { Issue.record("exists") }
  }

  @Test func failedLibraryWriteIsRepeatedAtTheEnd() throws {
    let store = try openStore()
    try setFull(true, store)
    save("one")
    #expect(failure.code == .noSpace && library.unsaved?.code == .noSpace)
    #expect(try store.playlists().isEmpty)
    try setFull(false, store)
    library.finishWriting()
    #expect(try store.playlists().map(\.name) == ["one"] && library.unsaved == nil)
    let after = next { if case .written(.saved(let error)) = $0 { error } else { nil } }
    #expect(after.code == .noSpace)
    library.stop()
  }

  /// Adds two tracks to the index. Returns their locations and that of one that the index does not have.
  private func addTracks(_ store: LibraryStore) throws -> [TrackLocation] {
    try store.addFolder(FilePath("/music"))
    let paths = ["/music/a.flac", "/music/b.flac"].map { FilePath($0) }
    try store.apply(
      paths.enumerated().map { index, path in
        let stamp = FileStamp(size: 1000, modified: Int64(index), inode: UInt64(index), device: 1)
        return .read(TrackInfo(path: path), stamp)
      })
    return (paths + [FilePath("/elsewhere.flac")]).map { TrackLocation(path: $0) }
  }

  @Test func severalTracksAreRatedAlikeWithOneReport() throws {
    let tracks = try addTracks(try openStore())
    library.rate(tracks[0], .to(2))
    library.rate(all: tracks, .next)
    let rated = next { if case .ratedAll(let rated) = $0 { rated } else { nil } }
    #expect(rated.map(\.track.rating) == [3, 3] && rated.map(\.former) == [2, nil])
    library.stop()
  }

  @Test func ratingsOfSeveralTracksAreUndoneAndRedoneAsOne() throws {
    let store = try openStore()
    let tracks = try addTracks(store)
    func ratings() throws -> [TrackRating?] { try tracks.prefix(2).map { try store.track(at: $0)?.rating } }
    func turned(_ direction: UndoDirection) -> Int {
      library.turnPlaylist(direction)
      return next { if case .ratingsTurned(direction, let rated) = $0 { rated.count } else { nil } }
    }
    library.rate(tracks[0], .to(2))
    library.rate(all: tracks, .to(4))
    _ = next { if case .ratedAll(let rated) = $0 { rated } else { nil } }
    #expect(try ratings() == [4, 4])
    #expect(turned(.undo) == 2)
    #expect(try ratings() == [2, nil])
    #expect(turned(.undo) == 1)
    #expect(try ratings() == [nil, nil])
    #expect(turned(.redo) == 1 && turned(.redo) == 2)
    #expect(try ratings() == [4, 4])
    // One is rated by another program: the undo leaves it alone.
    try store.setRating(5, of: try #require(try store.id(of: tracks[1])))
    #expect(turned(.undo) == 1)
    #expect(try ratings() == [2, 5])
    library.stop()
  }

  @Test func ratingThatFailsAtTheSecondTrackChangesNoneAndIsRepeatedOnce() throws {
    let store = try openStore()
    let (tracks, histories) = (try addTracks(store), PlaylistHistories())
    let editor = RatingEditor(store, histories)
    let second = try #require(try store.id(of: tracks[1]))
    func ratings() throws -> [TrackRating?] { try tracks.prefix(2).map { try store.track(at: $0)?.rating } }
    func refuse(_ body: () throws -> Void) throws {
      try store.withoutTransaction { connection throws(LibraryError) in
        try connection.execute(
          """
          CREATE TEMP TRIGGER refuse BEFORE UPDATE ON main.tracks WHEN OLD.id = \(second)
          BEGIN SELECT RAISE(ABORT, 'full'); END
          """)
      }
      #expect(throws: LibraryError.self) { try body() }
      try store.withoutTransaction { connection throws(LibraryError) in
        try connection.execute("DROP TRIGGER temp.refuse")
      }
    }
    func turn(_ direction: UndoDirection) throws {
      guard case .ratings(let step)? = histories.newest(direction) else {
        Issue.record("no step")
        return
      }
      _ = try editor.turn(direction, step)
    }
    try refuse { _ = try editor.rate(tracks, .next, at: .now()) }
    #expect(try ratings() == [nil, nil] && histories.time(of: .undo) == nil)
    // A track that is named twice is rated once.
    let rated = try editor.rate(tracks + tracks, .next, at: .now())
    #expect(rated.map(\.track.rating) == [1, 1] && rated.map(\.former) == [nil, nil])
    try refuse { try turn(.undo) }
    #expect(try ratings() == [1, 1])
    try turn(.undo)
    #expect(try ratings() == [nil, nil])
    try turn(.redo)
    #expect(try ratings() == [1, 1])
    library.stop()
  }

  @Test func changesAfterAFailedWriteAreWrittenInOrder() throws {
    let store = try openStore()
    try setFull(true, store)
    save("one")
    #expect(failure.code == .noSpace)
    library.renamePlaylist(1, from: "one", to: "two")
    #expect(failure.code == .noSpace)
    try setFull(false, store)
    save("three")
    library.finishWriting()
    #expect(try store.playlists().map(\.name) == ["three", "two"])
    library.stop()
  }

  @Test func changeNeverWrittenIsReportedAtTheEnd() throws {
    let store = try openStore()
    try setFull(true, store)
    save("one")
    library.finishWriting()
    #expect(library.unsaved?.code == .noSpace)
    library.stop()
  }
}

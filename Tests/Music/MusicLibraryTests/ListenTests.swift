import MusicQuery
import TestSupport
import Testing

@testable import AudioBase
@testable import MusicLibrary
@testable import SystemBase

/// The plays that the index keeps with their times.
struct ListenTests {
  private let folder: TemporaryFolder
  private let store: LibraryStore
  private let tracks = (1...3).map { TestTracks.track($0) }

  /// The first track was played at 100 and 300, the second at 200.
  init() throws {
    folder = try TemporaryFolder()
    store = try LibraryStore(folder.file("library.db"))
    try store.apply(tracks.map { .read($0, TestTracks.stamp(1)) })
    for (number, time) in [(0, 100), (1, 200), (0, 300)] {
      try store.countPlay(tracks[number].location, at: Int64(time), as: tracks[number])
    }
  }

  private func found(_ range: NumberRange) throws -> Set<String> {
    let list = try store.search(SearchQuery(.heard(range)))
    return Set(try store.tracks(list.ids).map { $0.track.path.shown })
  }

  @Test func playsAreListedInTheOrderOfTheirTimesWithTheirTags() throws {
    let listens = try store.listens()
    #expect(listens.map(\.time) == [100, 200, 300])
    #expect(listens.map(\.track.location) == [0, 1, 0].map { tracks[$0].location })
    #expect(listens[1].track.title == tracks[1].title && listens[1].track.artist == tracks[1].artist)
    #expect(listens[1].track.album == tracks[1].album && listens[1].track.duration == tracks[1].duration)
    #expect(try store.listens(limit: 2).map(\.time) == [200, 300])
    #expect(try store.listens(in: NumberRange(200, 300, includesUpper: false)).map(\.time) == [200])
    #expect(try store.listens(in: NumberRange(nil, 200)).map(\.time) == [100, 200])
  }

  @Test func queriesFindTracksThatWereHeardInAnInterval() throws {
    let paths = tracks.map(\.path.shown)
    #expect(try found(NumberRange(nil, nil)) == [paths[0], paths[1]])
    #expect(try found(NumberRange(200, nil)) == [paths[0], paths[1]])
    #expect(try found(NumberRange(201, 400)) == [paths[0]])
    #expect(try found(NumberRange(100, 200, includesUpper: false)) == [paths[0]])
    #expect(try found(NumberRange(301, nil)) == [])
    let others = try store.search(SearchQuery(.not(.heard(NumberRange(101, 250)))))
    #expect(Set(try store.tracks(others.ids).map { $0.track.path.shown }) == [paths[0], paths[2]])
    // With a word, which the full-text index finds.
    let title = try #require(tracks[0].title)
    let both = SearchQuery(.all([.word(title), .heard(NumberRange(300, nil))]))
    #expect(try store.search(both).count == 1)
  }

  @Test func playsFollowAMovedFileAndStayWithoutIt() throws {
    let new = FilePath("/elsewhere/new.flac")
    try store.apply([.moved(from: tracks[0].path, to: new, TestTracks.stamp(2)), .removed(tracks[1].path)])
    #expect(try store.listens().map(\.track.path) == [new, tracks[1].path, new])
    #expect(try found(NumberRange(nil, nil)) == [new.shown])
  }

  @Test func playOfAFileThatIsNotInTheIndexIsKept() throws {
    let other = TrackInfo(path: FilePath("/other/a.wav"))
    try store.countPlay(other.location, at: 400)
    #expect(try store.listens(limit: 1) == [Listen(other, at: 400)])
  }

  @Test func indexOfTheVersionBeforeGetsTheTable() throws {
    try store.withoutTransaction { connection throws(LibraryError) in
      try connection.execute(TestTracks.formerVersion)
    }
    let opening = try LibraryStore.open(store.path)
    #expect(opening.notice == nil)
    #expect(try opening.store.listens().isEmpty)
    try opening.store.countPlay(tracks[2].location, at: 500)
    #expect(try opening.store.listens().map(\.time) == [500])
  }

  @Test func playsOfADamagedIndexAreRecovered() throws {
    try store.checkpoint()
    let before = try store.listens()
    let recreated = try LibraryStore.recreate(store.path).store
    #expect(try recreated.listens() == before)
  }
}

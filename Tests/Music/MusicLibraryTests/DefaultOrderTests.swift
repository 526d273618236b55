import MusicQuery
import TestSupport
import Testing

@testable import AudioBase
@testable import MusicLibrary
@testable import SystemBase

/// Orders that are computed without SQLite are those that its queries state.
struct DefaultOrderTests {
  private let folder: TemporaryFolder
  private let store: LibraryStore

  init() throws {
    folder = try TemporaryFolder()
    store = try LibraryStore(folder.file("library.db"))
  }

  /// Returns a track of few different values, so that many tracks share artist, album, date and numbers.
  private func track(_ index: Int, _ random: inout SeededGenerator) -> TrackInfo {
    func one<Value>(_ values: Value...) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
    var track = TrackInfo(
      path: FilePath("/m/\(one("a", "B", "ä"))/\(one("2", "10", "010"))/\(one("x", "X")) \(index).flac"),
      stream: SoundProperties(codec: .flac))
    track.title = one(nil, "E", "Song \(index)", "Été \(index % 7)")
    track.artist = one(nil, "Abba 2", "Abba 10", "ábel", "Zebra")
    track.artists = [track.artist].compactMap(\.self)
    track.album = one(nil, "First", "first", "Album 2", "Album 10")
    track.albumArtist = one(nil, nil, "Abba 10", "Zebra")
    track.date = one(nil, "", "1970", "1970-05", "1999")
    track.isCompilation = one(true, false, false)
    track.discNumber = one(nil, 1, 2)
    track.trackNumber = one(nil, 1, 2, 10)
    track.trackSide = one(nil, nil, nil, "A", "a", "AA", "b")
    return track
  }

  private func tracks(_ count: Int) -> [LibraryChange] {
    var random = SeededGenerator(seed: 20)
    return (0..<count).map { .read(track($0, &random), TestTracks.stamp(Int64($0))) }
  }

  private func sortedBySQLite() throws -> [Int32] {
    try store.read { connection throws(LibraryError) in
      try connection.all(
        "SELECT t.id FROM tracks t\(sql: SQLOrder.joins) ORDER BY \(sql: SQLOrder.standard)"
      ) { $0.trackID() }
    }
  }

  private func computed() throws -> [Int32] {
    try store.read { connection throws(LibraryError) in try DefaultOrder.ids(connection) }
  }

  @Test(
    "The computed default order is that of the query, also of an index that lacks albums, artists and dates")
  func computedOrder() throws {
    #expect(try computed() == [])
    try store.apply(tracks(600))
    let usual = try computed()
    #expect(try usual.count == 600 && usual == sortedBySQLite())
    try store.write { connection throws(LibraryError) in
      try connection.execute(
        """
        UPDATE albums SET date = NULL WHERE id % 3 = 0; DELETE FROM albums WHERE id % 7 = 1;
        DELETE FROM artists WHERE id % 4 = 1; UPDATE tracks SET disc_number = -1 WHERE id % 11 = 0
        """)
    }
    let damaged = try computed()
    #expect(try damaged != usual && damaged == sortedBySQLite())
    try store.prepareOrder()
    #expect(try store.search(SearchQuery()).ids == damaged)
  }

  @Test("A list with most tracks has the same order as one with few, whatever ids it has")
  func placedLists() {
    var random = SeededGenerator(seed: 20)
    let all = (1...500).map { Int32($0) }.shuffled(using: &random)
    let order = LibraryOrder(all)
    #expect(order.sorted(all.shuffled(using: &random)) == all)
    let half = all.filter { $0 % 2 == 0 }
    #expect(order.sorted(half.sorted()) == half)
    let few = Array(all.prefix(5))
    #expect(order.sorted(few.reversed()) == few)
    // Tracks that the order does not know come last, by their ids.
    #expect(order.sorted([900, 700] + half.reversed()) == half + [700, 900])
    #expect(order.sorted(half + half) == half.flatMap { [$0, $0] })
  }

  @Test(
    "The first rows of all tracks are those that the whole list begins with as soon as the order is known")
  func firstRows() throws {
    try store.apply(tracks(200))
    func lists(_ filter: String = "", sort: [SearchQuery.SortTerm] = []) -> LibraryLists {
      LibraryLists(store: store, place: .allTracks, filter: filter, within: nil, sort: sort)
    }
    #expect(try lists().first(20)?.tracks.count == 20)
    try store.prepareOrder()
    let whole = try #require(try lists().whole()).tracks.ids
    let first = try #require(try lists().first(20))
    #expect(first.tracks.ids == Array(whole.prefix(20)) && !first.isWhole)
    #expect(try lists().first(500)?.tracks.ids == whole)
    let filtered = try #require(try lists("song").first(20)).tracks.ids
    #expect(try Set(lists("song").whole()?.tracks.ids ?? []).isSuperset(of: filtered) && !filtered.isEmpty)
  }

  @Test("Tracks are ranked by the words in their titles, whether all titles are read or those of the list")
  func rankedLists() throws {
    try store.apply(tracks(200))
    let words = ["e", "song"].map { FoldedText.bytes($0) }
    let all = try store.search(SearchQuery())
    let titles = Dictionary(
      uniqueKeysWithValues: try store.tracks(all.ids).map {
        ($0.id, FoldedText.bytes($0.track.title ?? $0.track.path.stem))
      })
    func expected(_ list: TrackList) -> [Int32] {
      (0...2).reversed().flatMap { count in
        list.ids.filter { id in words.count { titles[id]?.contains(run: $0) == true } == count }
      }
    }
    let few = TrackList(ids: Array(all.ids.prefix(20)))
    for list in [all, few] {
      #expect(try store.ranked(list, byTitlesWith: words, unless: { false })?.ids == expected(list))
    }
    #expect(Set(expected(all)) == Set(all.ids) && expected(all) != all.ids)
  }
}

import MusicQuery
import TestSupport
import Testing

@testable import AudioBase
@testable import MusicLibrary
@testable import SystemBase

struct LibrarySearchTests {
  private let folder: TemporaryFolder
  private let store: LibraryStore
  private static let now: Int64 = 1_700_000_000

  init() throws {
    folder = try TemporaryFolder()
    store = try LibraryStore(folder.file("library.db"))
    var tracks = [
      track("Whole Lotta Love", "Led Zeppelin", "Led Zeppelin II", "1969", "Rock", bpm: 90, length: 334),
      track("Flower Duet (live)", "Léo Delibes", "Lakmé", "1883", "Classical", bpm: 60, length: 271),
      track("東京", "椎名林檎", "三毒史", "2019", "J-Pop", bpm: 119.6, length: 150),
      track("كامل الأوصاف", "عبد الحليم", nil, nil, nil, bpm: nil, length: 1200),
      track("Episode 12", "Someone", "Show", "2023-05-01", "Podcast", bpm: nil, length: 3000),
      track("Dance; now!", "DJ \"X\"", "Album 2", "1972", "Dance", bpm: 120, length: 121),
      track(nil, nil, nil, nil, nil, bpm: nil, length: nil),
    ]
    tracks[5].artists = ["DJ", "Band"]
    tracks[5].stream.codec = .mp3
    try store.apply(tracks.map { .read($0, TestTracks.stamp(1)) }, now: LibrarySearchTests.now - 86_400 * 10)
    try store.apply(
      [.read(TestTracks.track(8, title: "New"), TestTracks.stamp(1))], now: LibrarySearchTests.now - 60)
    try store.apply([.away(folder: FilePath("/music/Dance; now!"), true)])
  }

  private func track(
    _ title: String?, _ artist: String?, _ album: String?, _ date: String?, _ genre: String?, bpm: Double?,
    length: Double?
  ) -> TrackInfo {
    var track = TrackInfo(path: FilePath("/music/\(title ?? "Noname Song")/file.flac"))
    track.title = title
    track.artist = artist
    track.artists = [artist].compactMap(\.self)
    track.album = album
    track.date = date
    track.genre = genre
    track.genres = [genre].compactMap(\.self)
    track.bpm = bpm
    track.stream.duration = length
    return track
  }

  private func titles(_ text: String) throws -> Set<String> {
    let list = try store.search(try SearchQuery(parsing: text, now: LibrarySearchTests.now))
    return Set(try store.tracks(list.ids).map { $0.track.title ?? "-" })
  }

  @Test(
    "Each query operator finds the matching tracks",
    arguments: [
      ("love", ["Whole Lotta Love"]),
      ("LOV", ["Whole Lotta Love"]),
      ("leo lakme", ["Flower Duet (live)"]),
      ("o", ["Whole Lotta Love", "Flower Duet (live)", "Episode 12", "Dance; now!", "東京"]),
      ("京", ["東京"]),
      ("林檎", ["東京"]),
      ("الحليم", ["كامل الأوصاف"]),
      ("الاوصاف", ["كامل الأوصاف"]),
      ("\"lotta lov\"", ["Whole Lotta Love"]),
      ("\"love lotta\"", []),
      ("\"; n\"", ["Dance; now!"]),
      ("1969", ["Whole Lotta Love"]),
      ("zeppelin -love", []),
      ("led OR lakme", ["Whole Lotta Love", "Flower Duet (live)"]),
      ("(led OR lakme) -live", ["Whole Lotta Love"]),
      ("artist:\"led zep\"", ["Whole Lotta Love"]),
      ("artist:band", ["Dance; now!"]),
      ("artist:=\"LEO DELIBES\"", ["Flower Duet (live)"]),
      ("artist:=leo", []),
      ("album:II", ["Whole Lotta Love"]),
      ("title:led", []),
      ("genre:\"\"", ["كامل الأوصاف", "-", "New"]),
      ("genre:dance bpm:110..120", ["Dance; now!"]),
      ("bpm:119", ["東京"]),
      ("year:1970..1975", ["Dance; now!"]),
      ("year:<1900", ["Flower Duet (live)"]),
      ("-year:..1990 -year:1991..", ["كامل الأوصاف", "-", "New"]),
      ("length:>20m", ["Episode 12"]),
      ("length:<=2:30", ["東京", "Dance; now!"]),
      ("kind:podcast", ["Episode 12"]),
      ("added:<7d", ["New"]),
      ("added:>7d kind:podcast", ["Episode 12"]),
      ("codec:mp3", ["Dance; now!"]),
      ("path:noname", ["-"]),
      ("path:/MUSIC/東", ["東京"]),
      ("away:yes", ["Dance; now!"]),
      ("away:no love", ["Whole Lotta Love"]),
      ("date:2023-05", ["Episode 12"]),
      ("played:>0", []),
      ("rating:0 love", ["Whole Lotta Love"]),
      ("xyzzy", []),
    ] as [(String, [String])])
  func operators(query: String, expected: [String]) throws {
    #expect(try titles(query) == Set(expected))
  }

  @Test
  func equalityQueryMatchesAnyOfSeveralValues() throws {
    var several = TestTracks.track(20, title: "Duet", artist: "Beth Hart, Joe Bonamassa")
    several.artists = ["Beth Hart", "Joe Bonamassa"]
    several.genre = "Blues, Rock"
    several.genres = ["Blues", "Rock"]
    try store.apply([.read(several, TestTracks.stamp(2))])
    for query in [
      "artist:=\"joe bonamassa\"", "artist:=\"Beth Hart, Joe Bonamassa\"", "genre:=blues",
      "genre:=\"Blues, Rock\"",
    ] {
      #expect(try titles(query) == ["Duet"], "\(query)")
    }
    #expect(try titles("genre:=rock") == ["Duet", "Whole Lotta Love"])
    #expect(try titles("artist:=Joe").isEmpty)
  }

  @Test("A track without tags is found by its file's name")
  func fileName() throws {
    try store.apply([.read(TrackInfo(path: FilePath("/m/Lost Tape.mp3")), TestTracks.stamp(1))])
    #expect(try titles("\"lost tape\"") == ["-"])
    try store.apply([
      .moved(from: FilePath("/m/Lost Tape.mp3"), to: FilePath("/m/Found.mp3"), TestTracks.stamp(1))
    ])
    #expect(try titles("\"lost tape\"") == [])
    #expect(try titles("found") == ["-"])
  }

  @Test("Results follow the sort order and the limit of a query")
  func sorting() throws {
    func ordered(_ text: String) throws -> [String] {
      let list = try store.search(try SearchQuery(parsing: text))
      return try store.tracks(list.ids).map { $0.track.title ?? "-" }
    }
    #expect(try ordered("year:1.. sort:year limit:2") == ["Flower Duet (live)", "Whole Lotta Love"])
    #expect(try ordered("sort:-length limit:2") == ["Episode 12", "كامل الأوصاف"])
    #expect(try ordered("limit:0") == [])
    #expect(try ordered("sort:random").count == 8)
  }

  @Test("Default order: album artist, date, album, disc, track, natural order of names")
  func defaultOrder() throws {
    let store = try LibraryStore(folder.file("other.db"))
    var expected: [TrackInfo] = []
    func add(_ artist: String, _ date: String, _ album: String, _ disc: Int?, _ number: Int?, _ name: String)
    {
      var track = TestTracks.track(number ?? 0, title: name, artist: artist, album: album)
      track.path = FilePath("/m/\(artist)/\(album)/\(name).flac")
      track.date = date
      track.discNumber = disc
      track.trackNumber = number
      expected.append(track)
    }
    add("Abba 2", "1990", "Z", nil, 1, "z")
    add("Abba 10", "1980", "First", 1, 2, "b")
    add("Abba 10", "1980", "First", 1, 10, "a")
    add("Abba 10", "1980", "First", 2, 1, "c")
    add("Abba 10", "1985", "Alpha", nil, nil, "Song 2")
    add("Abba 10", "1985", "Alpha", nil, nil, "Song 10")
    add("Ábel", "1970", "A", nil, 1, "x")
    add("zebra", "1960", "A", nil, 1, "x")
    try store.apply(expected.reversed().map { .read($0, TestTracks.stamp(1)) })
    let paths = try store.paths(of: try store.search(SearchQuery()))
    #expect(paths == expected.map(\.path))
    try store.prepareOrder()
    #expect(try store.paths(of: try store.search(SearchQuery())) == paths)
    #expect(try store.paths(of: try store.search(SearchQuery(.word("alpha"), limit: 1))) == [paths[4]])
  }

  @Test("Tracks of record sides are sorted by side and number and shown as written")
  func sides() throws {
    let store = try LibraryStore(folder.file("sides.db"))
    let places: [(String?, Int?)] = [
      (nil, 2), (nil, 10), ("A", 1), ("a", 2), ("A", 10), ("AA", 1), ("B", nil), ("B", 1), (nil, nil),
    ]
    let tracks = places.enumerated().map { index, place in
      // By their names they would stand the other way round.
      var track = TestTracks.track(9 - index, title: "x", artist: "y", album: "z")
      (track.trackSide, track.trackNumber) = place
      return track
    }
    try store.apply(tracks.reversed().map { .read($0, TestTracks.stamp(1)) })
    func found(_ query: String) throws -> [String?] {
      let list = try store.search(try SearchQuery(parsing: query, now: LibrarySearchTests.now))
      return try store.tracks(of: list, from: 0, limit: 99).map(\.track.numberText)
    }
    for order in ["", "sort:track"] {
      #expect(try found(order) == tracks.map(\.numberText))
    }
    #expect(try found("sort:-track") == ["B1", "B", "AA1", "A10", "a2", "A1", "10", "2", nil])
  }

  @Test("A typed query gives the first rows of the result at once")
  func firstFound() throws {
    #expect(try store.firstFound(SearchQuery(typed: "e"), limit: 2).count == 2)
    #expect(try store.firstFound(SearchQuery(typed: "love"), limit: 100).count == 1)
    #expect(try store.firstFound(SearchQuery(typed: ""), limit: 100).count == 8)
    #expect(try store.firstFound(SearchQuery(typed: "love genre:rock"), limit: 100).count == 1)
  }

  @Test("A long list is sorted by the order of all tracks, which is kept until tags change")
  func longLists() throws {
    let store = try LibraryStore(folder.file("long.db"))
    func track(_ number: Int, _ title: String) -> LibraryChange {
      .read(TestTracks.track(number, title: title), TestTracks.stamp(Int64(number)))
    }
    try store.apply((1...2_500).map { track($0, "Title \(2_501 - $0)") })
    let byTitle = try SearchQuery(parsing: "sort:title")
    func titles() throws -> [String?] {
      try store.tracks(try store.search(byTitle).ids.prefix(2)).map(\.track.title)
    }
    #expect(try titles() == ["Title 1", "Title 2"])
    let version = try store.read { connection throws(LibraryError) in try Counter.order.value(connection) }
    #expect(store.order.order(byTitle.sort, version: version) != nil)
    try store.apply([track(7, "Another")])
    #expect(try titles() == ["Another", "Title 1"])
    let rated = try store.search(try SearchQuery(parsing: "sort:-rating"))
    try store.setRating(5, of: rated.ids[2_000])
    let again = try store.search(try SearchQuery(parsing: "sort:-rating"))
    #expect(again.count == 2_500 && again.ids[0] == rated.ids[2_000])
    let few = TrackList(ids: Array(rated.ids.prefix(10)))
    #expect(try store.sorted(few, by: byTitle.sort)?.count == 10)
  }
}

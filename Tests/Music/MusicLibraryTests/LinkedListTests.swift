import TestSupport
import Testing

@testable import AudioBase
@testable import MusicLibrary
@testable import SystemBase

/// Lists of what genres, artists and albums have.
struct LinkedListTests {
  private let folder: TemporaryFolder
  private let store: LibraryStore

  init() throws {
    folder = try TemporaryFolder()
    store = try LibraryStore(folder.file("library.db"))
    let tracks = [
      track("A/X/1", "A", "X", 1, "Rock"), track("A/X/2", "A", "X", 2, "Rock"),
      track("A/Y/3", "A", "Y", 1, "Jazz"), track("B/Z/4", "B", "Z", 1, "Jazz"),
      track("B/5", "B", nil, nil, "Jazz"), track("6", nil, nil, nil, nil),
    ]
    try store.apply(tracks.map { .read($0, TestTracks.stamp(1)) })
  }

  private func track(
    _ path: String, _ artist: String?, _ album: String?, _ number: Int?, _ genre: String?
  ) -> TrackInfo {
    var track = TrackInfo(path: FilePath("/m/\(path)"))
    (track.artist, track.artists, track.album) = (artist, [artist].compactMap(\.self), album)
    (track.trackNumber, track.genre, track.genres) = (number, genre, [genre].compactMap(\.self))
    return track
  }

  private func listing(
    _ list: LinkedList, below places: [LibraryPlace] = [], filter: String = ""
  ) throws -> LibraryListing {
    let lists = LibraryLists(
      store: store, place: .linked(list, below: places), filter: filter, within: nil)
    return try #require(try lists.whole())
  }

  /// `NAME NUMBER OF TRACKS`
  private func names(_ listing: LibraryListing) -> [String] {
    listing.rows.map { "\($0.place.name ?? "") \($0.count ?? 0)" }
  }

  /// The places of the row of this name.
  private func path(
    _ name: String, in list: LinkedList, below places: [LibraryPlace] = []
  ) throws -> [LibraryPlace] {
    let rows = try listing(list, below: places).rows
    let place = try #require(rows.first(where: { $0.place.name == name })?.place)
    return if case .within(let path) = place { path } else { [] }
  }

  private func paths(_ places: [LibraryPlace]) throws -> [String] {
    try store.paths(of: store.tracks(within: places)).map(\.shown)
  }

  @Test func namesAreListedThatTracksBelowTheSelectedRowsHave() throws {
    #expect(try names(listing(.genre)) == ["Jazz 3", "Rock 2", "Unknown 1"])
    let jazz = try path("Jazz", in: .genre)
    #expect(try names(listing(.artist, below: jazz)) == ["A 1", "B 2"])
    #expect(try names(listing(.album, below: jazz)) == ["Y 1", "Z 1", "Unknown 1"])
    let jazzOfB = try path("B", in: .artist, below: jazz)
    #expect(jazzOfB.map(\.name) == ["Jazz", "B"])
    #expect(try names(listing(.album, below: jazzOfB)) == ["Z 1", "Unknown 1"])
    let ofA = try path("A", in: .artist)
    #expect(try names(listing(.genre, below: ofA)) == ["Jazz 1", "Rock 2"])
    #expect(try names(listing(.album, below: ofA)) == ["X 2", "Y 1"])
  }

  @Test func tracksAreThoseThatAllSelectedRowsHave() throws {
    let jazz = try path("Jazz", in: .genre)
    let jazzOfA = try path("A", in: .artist, below: jazz)
    #expect(try paths(jazzOfA) == ["/m/A/Y/3"])
    let x = try path("X", in: .album, below: try path("A", in: .artist))
    #expect(try paths(x) == ["/m/A/X/1", "/m/A/X/2"])
    #expect(try listing(.tracks, below: x).tracks == store.tracks(within: x))
    #expect(try store.tracks(within: []).count == 6)
  }

  @Test func tracksWithoutAGenreAnArtistAndAnAlbumAreBelowUnknownRows() throws {
    let genre = try path("Unknown", in: .genre)
    #expect(try names(listing(.artist, below: genre)) == ["Unknown 1"])
    let artist = try path("Unknown", in: .artist, below: genre)
    #expect(try names(listing(.album, below: artist)) == ["Unknown 1"])
    #expect(try paths(try path("Unknown", in: .album, below: artist)) == ["/m/6"])
  }

  @Test func aFilterAppliesToTheRowsOfItsListOnly() throws {
    let jazz = try path("Jazz", in: .genre)
    #expect(try names(listing(.artist, below: jazz, filter: "b")) == ["B 2"])
    #expect(try listing(.artist, below: jazz, filter: "genre:rock").count == 0)
    #expect(try listing(.tracks, below: jazz, filter: "artist:a").tracks.count == 1)
  }

  @Test(arguments: [
    ("genre,artist,album,tracks", [LinkedList.genre, .artist, .album, .tracks]),
    ("artist, Tracks", [.artist, .tracks]), ("album,genre", [.album, .genre]),
  ]) func twoToFourNamesAreLists(text: String, lists: [LinkedList]) {
    #expect(LinkedList.lists(text) == lists)
  }

  @Test(arguments: ["", "genre", "genre,", "genre,genre", "tracks,artist", "genre,colour"])
  func otherNamesAreNoLists(text: String) { #expect(LinkedList.lists(text) == nil) }
}

import TestSupport
import Testing

@testable import AudioBase
@testable import MusicLibrary
@testable import SystemBase

/// The albums that the user chooses for tracks stay, whatever becomes of the files.
struct AlbumChoiceTests {
  private let folder: TemporaryFolder
  private let store: LibraryStore
  private let one = TestTracks.track(1, folder: "/m/a", album: "X")
  private let two = TestTracks.track(2, folder: "/m/b", artist: "Other", album: "Y")
  private let bare = TestTracks.track(3, folder: "/m/c", album: nil)

  init() throws {
    folder = try TemporaryFolder()
    store = try LibraryStore(folder.file("library.db"))
    try store.apply([one, two, bare].map { .read($0, TestTracks.stamp(1)) })
  }

  /// Makes tracks one album. Returns what was done.
  private func join(_ tracks: [TrackInfo], _ title: String) throws -> [AlbumAssignment] {
    let ids = try tracks.compactMap { try store.id(of: $0.location) }
    let choice = AlbumChoice.new(title)
    return try store.assign(try store.albumTracks(ids).map { AlbumAssignment($0, choice) })
  }

  /// `TITLE: NUMBER OF TRACKS`
  private func albums(_ other: LibraryStore? = nil) throws -> Set<String> {
    let store = other ?? store
    try store.forgetUnused()
    return Set(try store.albums().map { "\($0.title): \($0.trackCount)" })
  }

  @Test func joinedTracksAreOneAlbumUntilTheJoinIsUndone() throws {
    #expect(try albums() == ["X: 1", "Y: 1", "Unknown: 1"])
    let done = try join([one, two, bare], "Z")
    #expect(try albums() == ["Z: 3"] && done.count == 3)
    let album = try #require(try store.albums().first)
    #expect(album.artist == "Artist" && !album.hasSeveralArtists)
    #expect(try store.tracks(ofAlbum: album.id).count == 3)
    #expect(try store.assign(done.map(\.inverse)).count == 3)
    #expect(try albums() == ["X: 1", "Y: 1", "Unknown: 1"])
  }

  @Test func albumsOfOneChosenTitleStayApart() throws {
    _ = try join([one], "Z")
    _ = try join([two], "Z")
    #expect(try store.albums().map(\.title).filter { $0 == "Z" }.count == 2)
  }

  @Test func changedChoiceIsLeftAlone() throws {
    let done = try join([one, two], "Z")
    _ = try join([two], "W")
    #expect(try store.assign(done.map(\.inverse)).map(\.track) == [done[0].track])
    #expect(try albums() == ["X: 1", "W: 1", "Unknown: 1"])
  }

  @Test func choiceSurvivesChangedTagsAndMoves() throws {
    _ = try join([one, two, bare], "Z")
    var changed = two
    changed.album = "Else"
    changed.albumArtist = "Somebody"
    try store.apply([.read(changed, TestTracks.stamp(2)), .read(bare, TestTracks.stamp(2))])
    #expect(try albums() == ["Z: 3"])
    try store.apply([.moved(from: two.path, to: FilePath("/m/a/2.flac"), TestTracks.stamp(2))])
    #expect(try albums() == ["Z: 3"])
  }

  @Test func choiceReturnsWithTheFileByItsPathAndByItsKey() throws {
    _ = try join([one, two], "Z")
    try store.apply([.removed(two.path)])
    #expect(try albums() == ["Z: 1", "Unknown: 1"])
    try store.apply([.read(two, TestTracks.stamp(3))])
    #expect(try albums() == ["Z: 2", "Unknown: 1"])
    let key = TrackKey(high: 1, low: .max)
    try store.apply([.key(two.location, key), .removed(two.path)])
    let copy = TestTracks.track(2, folder: "/elsewhere", artist: "Other", album: "Y")
    try store.apply([.read(copy, TestTracks.stamp(4))])
    #expect(try albums() == ["Z: 1", "Y: 1", "Unknown: 1"])
    try store.apply([.key(copy.location, key)])
    #expect(try albums() == ["Z: 2", "Unknown: 1"])
  }

  @Test func choiceIsRecoveredFromADamagedIndex() throws {
    _ = try join([one, two], "Z")
    let new = try LibraryStore(folder.file("new.db"))
    _ = try new.recover(from: store.path)
    try new.apply([one, two].map { .read($0, TestTracks.stamp(1)) })
    #expect(try albums(new) == ["Z: 2"])
  }
}

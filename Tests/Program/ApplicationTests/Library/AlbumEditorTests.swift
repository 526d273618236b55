import AudioBase
import SystemBase
import Testing
import TrackTags

@testable import Librarian
@testable import MusicLibrary
@testable import TerminalUI

/// Joining and splitting albums, the undo of both, and the tags of the result.
@MainActor @Suite struct AlbumEditorTests {
  /// A bench in the list of albums: Post, Lakmé, Sylvia, and the tracks without album.
  private func bench(_ tracks: [TrackInfo] = LibraryControllerBench.some) throws -> LibraryControllerBench {
    let bench = try LibraryControllerBench.ready(tracks)
    try bench.open("albums")
    return bench
  }

  private func mark(_ rows: [Int], _ bench: LibraryControllerBench) {
    for row in rows {
      bench.panel.select(row)
      bench.panel.mark()
    }
  }

  private func track(_ path: String, _ artist: String, _ number: Int) -> TrackInfo {
    var track = TrackInfo(path: FilePath("/music/\(path).flac"))
    (track.title, track.artist, track.artists, track.album) = (path, artist, [artist], "Hits")
    track.trackNumber = number
    return track
  }

  @Test func markedAlbumsBecomeOneWhichUndoAndRedoFollow() throws {
    let bench = try bench()
    let before = ["Post", "Lakmé", "Sylvia", "Unknown"]
    #expect(bench.rows == before)
    mark([1, 2], bench)
    #expect(bench.panel.titleToAsk == "Lakmé")
    bench.panel.joinAlbums("Delibes")
    try bench.answer()
    #expect(bench.rows == ["Post", "Delibes", "Unknown"])
    #expect(bench.messages.last == .album(.joined("Delibes", count: 3)))
    #expect(bench.panel.browser.level.marks.isEmpty)
    #expect(bench.controller.time(of: .undo) != nil && bench.controller.time(of: .redo) == nil)
    bench.controller.turn(.undo)
    try bench.answer()
    #expect(bench.rows == before && bench.messages.last == .album(.turned(.undo, "Delibes", .joined)))
    bench.controller.turn(.redo)
    try bench.answer()
    #expect(bench.rows == ["Post", "Delibes", "Unknown"])
    #expect(bench.messages.last == .album(.turned(.redo, "Delibes", .joined)))
  }

  @Test func splitUndoesAJoin() throws {
    let bench = try bench()
    mark([1, 2], bench)
    bench.panel.joinAlbums("Delibes")
    try bench.answer()
    bench.panel.select(1)
    bench.panel.splitAlbums()
    try bench.answer()
    #expect(bench.rows == ["Post", "Lakmé", "Sylvia", "Unknown"])
    #expect(bench.messages.last == .album(.split("Delibes", albums: 2)))
    bench.controller.turn(.undo)
    try bench.answer()
    #expect(bench.rows == ["Post", "Delibes", "Unknown"])
  }

  @Test func albumOfOneFolderIsSplitByArtist() throws {
    let bench = try bench([
      track("h/1", "Ann", 1), track("h/2", "Bea", 2), track("h/3", "Ann", 3), track("h/4", "Ann", 4),
    ])
    #expect(bench.rows == ["Hits"])
    bench.panel.select(0)
    bench.panel.splitAlbums()
    try bench.answer()
    #expect(bench.messages.last == .album(.split("Hits", albums: 2)))
    #expect(try bench.store.albums().map { "\($0.artist ?? "") \($0.trackCount)" } == ["Ann 3", "Bea 1"])
    // A split of what was split brings it together again.
    bench.panel.select(1)
    bench.panel.splitAlbums()
    try bench.answer()
    #expect(bench.rows == ["Hits"] && bench.messages.last == .album(.split("Hits", albums: 1)))
  }

  @Test func albumOfSeveralFoldersIsSplitByFolder() throws {
    let bench = try bench([
      track("h/CD1/1", "Ann", 1), track("h/CD1/2", "Bea", 2), track("h/CD2/1", "Ann", 1),
    ])
    bench.panel.select(0)
    bench.panel.splitAlbums()
    try bench.answer()
    #expect(bench.messages.last == .album(.split("Hits", albums: 2)))
    #expect(try bench.store.albums().map(\.trackCount).sorted() == [1, 2])
    bench.controller.turn(.undo)
    try bench.answer()
    #expect(bench.rows == ["Hits"])
  }

  @Test func whatCannotBeJoinedOrSplitIsSaidAndLeftAlone() throws {
    let bench = try bench()
    let before = bench.rows
    mark([0, 1], bench)
    bench.panel.joinAlbums(nil)
    #expect(bench.messages.last == .album(.titlesDiffer))
    bench.panel.select(0)
    bench.panel.joinAlbums(nil)
    #expect(bench.messages.last == .album(.alreadyJoined("Post")))
    bench.panel.select(2)
    bench.panel.joinAlbums("Sylvia")
    #expect(bench.messages.last == .album(.nothingToJoin))
    bench.panel.splitAlbums()
    #expect(bench.messages.last == .album(.notSplit("Sylvia")))
    bench.panel.select(3)
    bench.panel.splitAlbums()
    #expect(bench.messages.last == .album(.noAlbum))
    try bench.answer()
    #expect(bench.rows == before && bench.controller.time(of: .undo) == nil)
  }

  @Test func albumsOfTheSameTitleAreJoinedWithoutAQuestion() throws {
    let bench = try bench([track("a/1", "Ann", 1), track("b/1", "Bea", 1)])
    #expect(bench.rows == ["Hits", "Hits"])
    mark([0, 1], bench)
    #expect(bench.panel.titleToAsk == nil)
    bench.panel.joinAlbums(nil)
    try bench.answer()
    #expect(bench.rows == ["Hits"] && bench.messages.last == .album(.joined("Hits", count: 2)))
    #expect(bench.panel.browser.level.listing?.rows.first?.detail == "Various")
  }

  // MARK: Tags

  private func file(_ name: String, _ texts: [TagName: String]) -> TagReading.File {
    var result = TagTexts()
    for (tag, text) in texts { result[tag] = text }
    return TagReading.File(FilePath(name), result)
  }

  @Test func albumAndAlbumArtistAreWrittenToTheFilesThatHaveOthers() {
    let service = TestTagService()
    let tags = TagController(service: service)
    let row = LibraryListing.Item.place(LibraryRow(.album(1, name: "X")))
    tags.writeAlbum("X", of: row)
    #expect(service.read == [.rows([row])])
    var reading = TagReading()
    reading.files = [
      file("1", [.album: "X", .albumArtist: "A", .artist: "A"]), file("2", [.album: "x", .artist: "B"]),
      file("3", [.album: "X", .artist: "C"]),
    ]
    tags.writeAlbum("X", reading)
    let batch = TagBatch([.album: "X", .albumArtist: "A"], of: [FilePath("2"), FilePath("3")])
    #expect(service.written == [batch])
  }

  @Test(arguments: [
    (["A", "A"], ["", ""], "A"), (["A", "A", "B"], ["", "", ""], "A"),
    (["A", "B"], ["", ""], "Various Artists"),
    (["A", "B", "C"], ["", "D", ""], "D"), (["A", "B"], ["C", "D"], "Various Artists"),
  ]) func albumArtistIsThatOfTheLibrary(artists: [String], albumArtists: [String], wanted: String) {
    let files = zip(artists, albumArtists).map { file("a", [.artist: $0, .albumArtist: $1]) }
    #expect(AlbumTags.artist(files) == wanted)
  }

  @Test func filesThatHaveTheTagsAreLeftAlone() {
    let service = TestTagService()
    let tags = TagController(service: service)
    var notices: [TagNotice] = []
    tags.onNotice = { notice, _ in notices.append(notice) }
    var reading = TagReading()
    reading.files = [file("1", [.album: "X", .albumArtist: "A"])]
    tags.writeAlbum("X", reading)
    #expect(service.written.isEmpty && notices == [.nothingToChange])
  }
}

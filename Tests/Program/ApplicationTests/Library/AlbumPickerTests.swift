import AudioBase
import Testing

@testable import Librarian
@testable import MusicLibrary
@testable import Player
@testable import TerminalUI

/// Picking albums by typing.
@MainActor @Suite struct AlbumPickerTests {
  private func bench() throws -> LibraryControllerBench {
    var tracks = LibraryControllerBench.some
    for index in tracks.indices where tracks[index].album == "Post" { tracks[index].date = "1995-06-13" }
    let bench = try LibraryControllerBench.ready(tracks)
    bench.player.add(["a", "b"])
    bench.panel.pick(.albums)
    return bench
  }

  /// The titles of the albums that a text finds.
  private func found(_ text: String, _ bench: LibraryControllerBench) throws -> [String] {
    bench.panel.typeInPicker(text)
    try bench.answer()
    return bench.panel.picking?.list.level.listing?.rows.compactMap(\.place.name) ?? []
  }

  @Test func wordsOfTitleArtistAndYearFindAlbums() throws {
    let bench = try bench()
    let cases = [
      ("delibes", ["Lakmé", "Sylvia"]), ("lak deli", ["Lakmé"]), ("1995", ["Post"]),
      ("bjork 1995 post", ["Post"]),
      ("1996", []), ("flower", []),
    ]
    for (text, albums) in cases {
      let titles = try found(text, bench)
      #expect(titles == albums, "\(text)")
    }
  }

  @Test func enterPlaysTheAlbumBehindTheCurrentTrack() throws {
    let bench = try bench()
    #expect(try found("lak", bench) == ["Lakmé"])
    bench.panel.pick()
    try bench.answer()
    #expect(bench.queue == ["a", "Flower Duet", "Bell Song", "b"] && bench.panel.picking == nil)
    #expect(bench.player.model.nowPlaying?.title == "Flower Duet")
  }

  @Test func enterWaitsForTheAnswerToTheTypedText() throws {
    let bench = try bench()
    try bench.answer()
    bench.panel.typeInPicker("post")
    bench.panel.pick()
    #expect(bench.panel.picking != nil)
    try bench.answer()
    #expect(bench.queue == ["a", "Army of Me", "Hyperballad", "b"] && bench.panel.picking == nil)
  }

  @Test func albumIsAppendedAndThePickerStaysOpen() throws {
    let bench = try bench()
    #expect(try found("post", bench) == ["Post"])
    bench.panel.addPicked()
    try bench.answer()
    #expect(bench.queue == ["a", "b", "Army of Me", "Hyperballad"] && bench.panel.picking != nil)
    #expect(bench.messages.last == .added(count: 2, isNext: false, away: 0))
  }

  @Test func markedAlbumsSurviveAnotherSearch() throws {
    let bench = try bench()
    #expect(try found("sylvia", bench) == ["Sylvia"])
    bench.panel.picking?.mark()
    #expect(try found("post", bench) == ["Post"])
    bench.panel.picking?.mark()
    bench.panel.pick()
    try bench.answer()
    #expect(bench.queue == ["a", "Pizzicato", "Army of Me", "Hyperballad", "b"])
  }
}

import AudioBase
import Testing

@testable import Application
@testable import Librarian
@testable import MusicLibrary
@testable import Player
@testable import SystemBase
@testable import TerminalUI

/// What keys do to playlists in the library.
@MainActor @Suite struct PlaylistKeysTests {
  /// At the list of playlists, the second of which is selected.
  private func playlists() -> LibraryScreenBench {
    let bench = LibraryScreenBench()
    bench.model.append([TrackInfo(path: FilePath("a"))])
    bench.press(
      .program(.nextPanel), .move(.down), .move(.down), .move(.down), .move(.down), .list(.activate),
      .move(.down))
    return bench
  }

  @Test func aPlaylistIsDeletedOnceThatIsConfirmed() {
    let bench = playlists()
    bench.press(.list(.remove))
    #expect(bench.shown(120, 36).contains("delete the playlist yours? Enter deletes it, Esc keeps it"))
    bench.press(.program(.cancel))
    #expect(bench.index.deleted.isEmpty)
    #expect(bench.shown(120, 36).contains("the playlist yours was not deleted"))
    bench.press(.list(.remove), .list(.activate))
    #expect(bench.index.deleted == [PlaylistName(id: 2, name: "yours")] && bench.model.queue.items.count == 1)
    bench.controller.receive(.playlists(.playlist(.deleted("yours"))))
    #expect(bench.shown(120, 36).contains("deleted the playlist yours; its tracks are kept"))
  }

  @Test func aPlaylistIsRenamedByACommandOfItsOwn() {
    let bench = playlists()
    bench.press(.library(.renamePlaylist))
    #expect(bench.shown(120, 36).contains("name: yours"))
    bench.type("yours and mine")
    bench.type(.enter)
    #expect(bench.index.renamed == ["yours → yours and mine"])
    bench.press(.library(.renamePlaylist))
    bench.type(.enter)
    bench.press(.library(.renamePlaylist))
    bench.type("x")
    bench.type(.escape)
    #expect(bench.index.renamed.count == 1)
    bench.controller.receive(.playlists(.playlist(.notRenamed(to: "mine"))))
    #expect(
      bench.shown(120, 36).contains("not renamed: a playlist mine exists; choose another name"))
  }

  @Test func commandsOfTakesAndOfTheQueueMeanTheSameInTheLibrary() {
    let bench = playlists()
    bench.model.append([TrackInfo(path: FilePath("b"))])
    bench.press(.take(.rename))
    #expect(bench.session.field == nil && bench.index.renamed.isEmpty)
    bench.entries = ["/music/3.flac", "/music/4.flac"].map { PlaylistEntry(.file(FilePath($0))) }
    bench.press(.list(.activate), .queue(.trackDown))
    #expect(bench.model.queue.items.map(\.path) == ["b", "a"].map { FilePath($0) })
    #expect(bench.panel.browser.level.selection == 0)
    bench.press(.library(.entryDown))
    #expect(bench.panel.browser.level.selection == 1)
    #expect(bench.model.queue.items.map(\.path) == ["b", "a"].map { FilePath($0) })
  }

  @Test func keysOfPlaylistsAreShownWhereTheyActOnTheSelectedRow() throws {
    let bench = playlists()
    #expect(bench.shown(160, 36).contains("V rename") && !bench.shown(160, 36).contains("shift+↑"))
    bench.entries = ["/music/3.flac", "/music/4.flac"].map { PlaylistEntry(.file(FilePath($0))) }
    bench.press(.list(.activate))
    #expect(
      bench.shown(160, 36).contains("shift+↑ shift+↓ move") && !bench.shown(160, 36).contains("V rename"))
    bench.press(.program(.nextPanel))
    #expect(!bench.shown(160, 36).contains("shift+↑"))
  }

  @Test(arguments: [Command.library(.renamePlaylist), .library(.entryUp)])
  func aCommandOfPlaylistsShowsThemWhereNoneIsSelected(command: Command) {
    let bench = LibraryScreenBench()
    bench.press(command)
    #expect(bench.session.hasLibraryFocus && bench.panel.browser.level.place == .playlists)
    #expect(bench.index.renamed.isEmpty && bench.session.field == nil)
  }

  @Test func theKeyOfPlaylistsNamesTakesWhereNoneIsSelected() {
    let bench = LibraryScreenBench()
    bench.press(.program(.nextPanel))
    #expect(bench.session.perform(.library(.renamePlaylist)).outcome == .refused(.noTakes))
    #expect(bench.panel.browser.level.place == .root)
    bench.session.perform(.library(.renamePlaylist), from: .palette)
    #expect(bench.panel.browser.level.place == .playlists)
  }

  @Test func ratingIsForTheSelectedEntryOfAPlaylist() {
    let bench = playlists()
    bench.entries = ["/music/3.flac", "/music/4.flac"].map { PlaylistEntry(.file(FilePath($0))) }
    bench.press(.list(.activate), .move(.down), .library(.rate))
    #expect(bench.index.rated == [FilePath("/music/4.flac")])
  }
}

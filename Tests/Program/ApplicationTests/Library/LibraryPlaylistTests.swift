import ApplicationTestSupport
import TestSupport
import Testing

@testable import Application
@testable import AudioBase
@testable import Librarian
@testable import MusicLibrary
@testable import Player
@testable import SystemBase
@testable import TerminalUI

/// Playlists of the index: edited, added to, and saved queries.
@MainActor @Suite struct LibraryPlaylistTests {
  private func entry(_ name: String) -> PlaylistEntry { PlaylistEntry(.file(FilePath("/music/\(name)"))) }

  @Test func playlistEditSkipsEntriesNoLongerAtTheirPlace() {
    var entries = ["a", "b", "c", "d"].map(entry)
    _ = PlaylistEdit.remove([
      .init(index: 0, location: entries[0].location), .init(index: 2, location: entries[2].location),
      .init(index: 3, location: entries[1].location), .init(index: 9, location: entries[1].location),
    ]).apply(to: &entries)
    #expect(entries.map(\.location.name) == ["b", "d"])
    _ = PlaylistEdit.move([.init(index: 1, location: entries[1].location)], to: 0).apply(to: &entries)
    #expect(entries.map(\.location.name) == ["d", "b"])
    _ = PlaylistEdit.move([.init(index: 1, location: entries[0].location)], to: 0).apply(to: &entries)
    _ = PlaylistEdit.move([.init(index: 0, location: entries[0].location)], to: 5).apply(to: &entries)
    #expect(entries.map(\.location.name) == ["d", "b"])
  }

  @Test func adjacentEntriesAreMovedTogetherAndRestoredByTheInverse() throws {
    var entries = ["a", "b", "c", "d", "e"].map(entry)
    func part(_ range: Range<Int>) -> [PlaylistEdit.Entry] {
      range.map { .init(index: $0, location: entries[$0].location) }
    }
    let inverse = try #require(PlaylistEdit.move(part(1..<3), to: 3).apply(to: &entries))
    #expect(entries.map(\.location.name) == ["a", "d", "e", "b", "c"])
    _ = inverse.apply(to: &entries)
    #expect(entries.map(\.location.name) == ["a", "b", "c", "d", "e"])
    for (range, place) in [(1..<3, 4), (1..<3, 1), (1..<3, -1), (0..<0, 1), (0..<5, 1)] {
      #expect(PlaylistEdit.move(part(range), to: place).apply(to: &entries) == nil)
    }
  }

  @Test func entriesThatAreNotAdjacentAreGatheredAndSpreadByTheInverse() throws {
    var entries = ["a", "b", "c", "d", "e"].map(entry)
    let moved = [1, 2, 4].map { PlaylistEdit.Entry(index: $0, location: entries[$0].location) }
    let inverse = try #require(PlaylistEdit.move(moved, to: 0).apply(to: &entries))
    #expect(entries.map(\.location.name) == ["b", "c", "e", "a", "d"])
    let again = try #require(inverse.apply(to: &entries))
    #expect(entries.map(\.location.name) == ["a", "b", "c", "d", "e"])
    #expect(again.apply(to: &entries) == inverse)
    #expect(entries.map(\.location.name) == ["b", "c", "e", "a", "d"])
    #expect(PlaylistEdit.move(Array(moved.reversed()), to: 0).apply(to: &entries) == nil)
  }

  @Test func markedEntriesMoveAsABlockAndStayMarked() throws {
    let bench = try LibraryControllerBench.ready(LibraryControllerBench.some)
    try bench.store.savePlaylist("mine", ["a", "b", "c", "d"].map(entry))
    try bench.open("playlists")
    try bench.open("mine")
    bench.panel.select(1)
    bench.panel.mark()
    bench.panel.select(3)
    bench.panel.mark()
    #expect(bench.panel.moveEntries(.start))
    try bench.answer()
    #expect(bench.rows == ["b", "d", "a", "c"] && bench.panel.browser.level.selection == 0)
    #expect(bench.panel.browser.chosen.count == 2 && bench.panel.moveEntries(.down))
    try bench.answer()
    #expect(bench.rows == ["a", "b", "d", "c"] && bench.panel.browser.level.selection == 2)
  }

  @Test func entriesAreRemovedAndMovedInTheOpenPlaylist() throws {
    let bench = try LibraryControllerBench.ready(LibraryControllerBench.some)
    try bench.store.savePlaylist("mine", ["a", "b", "c", "d"].map(entry))
    try bench.open("playlists")
    try bench.open("mine")
    bench.panel.select(2)
    #expect(bench.panel.moveEntries(.up))
    try bench.answer()
    #expect(bench.rows == ["a", "c", "b", "d"] && bench.panel.browser.level.selection == 1)
    bench.panel.mark()
    bench.panel.mark()
    #expect(bench.panel.removeEntries())
    try bench.answer()
    #expect(bench.rows == ["a", "d"])
    #expect(bench.messages.last == .playlist(.shortened("mine", count: 2)))
    _ = bench.panel.back()
    #expect(!bench.panel.removeEntries(), "a playlist is not an entry")
  }

  @Test func editsOfAPlaylistAreUndoneAndRedoneStepByStep() throws {
    let bench = try LibraryControllerBench.ready(LibraryControllerBench.some)
    let application = Application(model: bench.player.model)
    let session = ScreenSession(application)
    application.library = bench.controller
    let last = { application.state.notices.entries.last?.notice }
    bench.controller.show()
    session.state.panel = .library
    try bench.store.savePlaylist("mine", ["a", "b", "c", "d"].map(entry))
    try bench.open("playlists")
    try bench.open("mine")
    bench.panel.select(2)
    session.perform(.library(.entryUp))
    try bench.answer()
    session.perform(.list(.remove))
    try bench.answer()
    bench.add(["e", "f"].map(entry), to: "mine")
    try bench.answer()
    var states = [bench.rows]
    for _ in 0..<3 {
      session.perform(.program(.undo))
      try bench.answer()
      states.append(bench.rows)
    }
    #expect(
      states == [
        ["a", "b", "d", "e", "f"], ["a", "b", "d"], ["a", "c", "b", "d"], ["a", "b", "c", "d"],
      ])
    #expect(last() == .library(.playlist(.turned(.undo, "mine", .moved))))
    session.perform(.program(.undo))
    #expect(last() == .nothing(.undo))
    for state in states.reversed().dropFirst() {
      session.perform(.program(.redo))
      try bench.answer()
      #expect(bench.rows == state)
    }
    session.perform(.program(.redo))
    #expect(last() == .nothing(.redo))
  }

  @Test func undoRestoresTheEntryRemovedFromTheOpenPlaylist() throws {
    let bench = try LibraryControllerBench.ready(LibraryControllerBench.some)
    try bench.store.savePlaylist("mine", [entry("a")])
    try bench.open("playlists")
    try bench.open("mine")
    #expect(bench.panel.removeEntries())
    try bench.answer()
    #expect(bench.rows.isEmpty)
    bench.controller.turn(.undo)
    try bench.answer()
    #expect(bench.rows == ["a"])
  }

  @Test func undoIsRefusedAfterAnotherProgramReplacedThePlaylist() throws {
    let bench = try LibraryControllerBench.ready(LibraryControllerBench.some)
    try bench.store.savePlaylist("mine", ["a", "b"].map(entry))
    try bench.open("playlists")
    try bench.open("mine")
    #expect(bench.panel.moveEntries(.down))
    try bench.answer()
    try bench.store.savePlaylist("mine", ["x", "y"].map(entry))
    bench.controller.turn(.undo)
    try bench.answer()
    #expect(bench.messages.last == .playlist(.overtaken("mine")) && bench.rows == ["x", "y"])
  }

  private func names(_ bench: LibraryControllerBench, _ playlist: String) throws -> [String]? {
    guard case .entries(let entries)? = try bench.store.content(ofPlaylist: playlist) else { return nil }
    return entries.map(\.location.name)
  }

  @Test func undoRevertsTheNewestChangeOfQueueAndPlaylistsAndNamesTheStep() throws {
    let bench = try LibraryControllerBench.ready(LibraryControllerBench.some)
    let application = Application(model: bench.player.model)
    let session = ScreenSession(application)
    application.library = bench.controller
    let last = { application.state.notices.last }
    try bench.store.savePlaylist("mine", ["a", "b"].map(entry))
    try bench.store.savePlaylist("other", ["x"].map(entry))
    bench.player.model.append(LibraryControllerBench.some)
    bench.player.model.remove([bench.player.model.queue.items[0].id])
    bench.save(["c"].map(entry), as: "mine")
    let list = try #require(try bench.store.playlists().first { $0.name == "other" })
    bench.controller.delete(PlaylistName(id: list.id, name: list.name))
    #expect(try names(bench, "other") == nil)
    session.perform(.program(.undo))
    #expect(try names(bench, "other") == ["x"] && bench.queue.count == 5)
    #expect(last() == .library(.playlist(.exchanged(.undo, "other", .deleted))))
    session.perform(.program(.undo))
    #expect(try names(bench, "mine") == ["a", "b"] && bench.queue.count == 5)
    #expect(last() == .library(.playlist(.exchanged(.undo, "mine", .replaced))))
    session.perform(.program(.undo))
    #expect(bench.queue.count == 6 && last() == .queue(.turned(.undo, .removed(count: 1), count: 6)))
    session.perform(.program(.redo))
    #expect(bench.queue.count == 5 && last() == .queue(.turned(.redo, .removed(count: 1), count: 5)))
    session.perform(.program(.redo))
    #expect(try names(bench, "mine") == ["c"])
    session.perform(.program(.redo))
    #expect(try names(bench, "other") == nil)
    #expect(last() == .library(.playlist(.exchanged(.redo, "other", .deleted))))
    session.perform(.program(.redo))
    #expect(last() == .nothing(.redo))
  }

  @Test func undoInTheQueueRevertsAPlaylistEditThatIsTheNewestChange() throws {
    let bench = try LibraryControllerBench.ready(LibraryControllerBench.some)
    let application = Application(model: bench.player.model)
    let session = ScreenSession(application)
    application.library = bench.controller
    bench.player.model.append(LibraryControllerBench.some)
    bench.player.model.remove([bench.player.model.queue.items[0].id])
    bench.add(["a", "b"].map(entry), to: "mine")
    session.perform(.program(.undo))
    #expect(try names(bench, "mine") == [] && bench.queue.count == 5)
    #expect(
      application.state.notices.last == .library(.playlist(.turned(.undo, "mine", .added(count: 2)))))
    session.perform(.program(.undo))
    #expect(bench.queue.count == 6)
  }

  @Test func playlistOfAQueryIsRestoredAsAQuery() throws {
    let bench = try LibraryControllerBench.ready(LibraryControllerBench.some)
    try bench.store.savePlaylist("mine", query: "artist:björk")
    bench.save(["a"].map(entry), as: "mine")
    bench.controller.delete(
      PlaylistName(id: try #require(try bench.store.playlists().first).id, name: "mine"))
    bench.controller.turn(.undo)
    #expect(try names(bench, "mine") == ["a"])
    bench.controller.turn(.undo)
    #expect(try bench.store.content(ofPlaylist: "mine") == .query("artist:björk"))
    #expect(bench.controller.time(of: .undo) == nil)
  }

  @Test func deletionIsNotUndoneOverANewPlaylistOfTheName() throws {
    let bench = try LibraryControllerBench.ready(LibraryControllerBench.some)
    let id = try bench.store.savePlaylist("mine", ["a"].map(entry))
    bench.controller.delete(PlaylistName(id: id, name: "mine"))
    try bench.store.savePlaylist("mine", ["b"].map(entry))
    bench.controller.turn(.undo)
    #expect(try names(bench, "mine") == ["b"] && bench.messages.last == .playlist(.overtaken("mine")))
    #expect(bench.controller.time(of: .undo) == nil)
  }

  @Test func expectedPlaylistDeletionCountsAsTheNewestUndoStep() {
    let histories = PlaylistHistories()
    let before = ChangeTime.now()
    let expected = histories.expect()
    #expect(expected > before && histories.time(of: .undo) == expected && histories.time(of: .redo) == nil)
    histories.settle(expected)
    #expect(histories.time(of: .undo) == nil)
    _ = histories.expect()
    histories.expectNone()
    #expect(histories.time(of: .undo) == nil)
  }

  @Test func addingRowsToAnUnknownPlaylistCreatesThePlaylist() throws {
    let bench = try LibraryControllerBench.ready(LibraryControllerBench.some)
    try bench.open("artists")
    bench.panel.add(to: "mine")
    #expect(bench.messages.last == .playlist(.appended("mine", count: 2)))
    try bench.open("Léo Delibes")
    try bench.open("Sylvia")
    bench.panel.add(to: "mine")
    let playlist = try #require(try bench.store.playlists().first)
    #expect(playlist.entryCount == 3)
    #expect(
      try bench.store.entries(ofPlaylist: playlist.id).map(\.title) == [
        "Army of Me", "Hyperballad", "Pizzicato",
      ])
  }

  @Test func savedQueryIsEvaluatedOnOpening() throws {
    let bench = try LibraryControllerBench.ready(LibraryControllerBench.some)
    bench.panel.saveQuery(as: "none")
    #expect(bench.messages.last == .noQuery)
    try bench.open("allTracks")
    bench.panel.setFilter("artist:björk sort:-title")
    try bench.answer()
    bench.panel.saveQuery(as: "Björk")
    #expect(bench.messages.last == .playlist(.saved("Björk")))
    bench.panel.saveQuery(as: "Björk")
    #expect(bench.messages.last == .playlist(.exists("Björk")), "it is not replaced")
    _ = bench.panel.back()
    _ = bench.panel.back()
    try bench.open("playlists")
    try bench.open("Björk")
    #expect(bench.rows == ["Hyperballad", "Army of Me"])
    try bench.store.apply([
      .read(
        LibraryControllerBench.track("Zenith", "Björk", "Post", 3),
        FileStamp(size: 1, modified: 1, inode: 1, device: 1))
    ])
    _ = bench.panel.back()
    try bench.open("Björk")
    #expect(bench.rows == ["Zenith", "Hyperballad", "Army of Me"])
    #expect(!bench.panel.removeEntries() && !bench.panel.moveEntries(.down))
    bench.panel.add(to: "Björk")
    #expect(bench.messages.last == .playlist(.notChanged("Björk")))
  }

  @Test func unratedListOmitsRatedTracks() throws {
    let bench = try LibraryControllerBench.ready(LibraryControllerBench.some)
    let id = try #require(try bench.store.id(of: LibraryControllerBench.some[0].location))
    try bench.store.setRating(5, of: id)
    try bench.open("unrated")
    #expect(bench.rows.count == 5 && !bench.rows.contains("Flower Duet"))
  }

  @Test func missingEntriesOfASavedPlaylistAreMarked() throws {
    let folder = try TemporaryFolder()
    let bench = try LibraryControllerBench.ready(LibraryControllerBench.some)
    let here = try folder.write("sound", to: "here.flac")
    try bench.store.savePlaylist(
      "mine", [here, folder.file("gone.flac")].map { PlaylistEntry(.file($0)) })
    try bench.open("playlists")
    try bench.open("mine")
    let listing = try #require(bench.panel.browser.level.listing)
    #expect(listing.missing == 1 && listing.entries.map(\.isMissing) == [false, true])
  }

  @Test func playlistFilesAreListedImportedOnceAndCountTheirMissingEntries() throws {
    let folder = try TemporaryFolder()
    let bench = try LibraryControllerBench.ready(LibraryControllerBench.some)
    try bench.store.addFolder(folder.path)
    try bench.store.savePlaylist("mine", [entry("a")])
    try folder.write("sound", to: "here.flac")
    try folder.write("here.flac\ngone.flac\nlost.flac\n", to: "Rock.m3u8")
    try bench.open("playlists")
    #expect(bench.rows == ["mine", "Rock.m3u8"])
    try bench.open("Rock.m3u8")
    #expect(bench.rows == ["here.flac", "gone.flac", "lost.flac"])
    #expect(bench.panel.browser.level.listing?.missing == 2)
    bench.panel.importPlaylist()
    #expect(bench.messages.last == .playlist(.imported("Rock", count: 3, missing: 2)))
    _ = bench.panel.back()
    try bench.answer()
    #expect(bench.rows == ["mine", "Rock", "Rock.m3u8"])
    bench.panel.select(2)
    bench.panel.importPlaylist()
    #expect(bench.messages.last == .playlist(.exists("Rock")))
    bench.panel.select(0)
    bench.panel.importPlaylist()
    #expect(bench.messages.last == .noPlaylistFile)
  }

  @Test func playlistFilesOfTheSameNameAreListedWithTheFoldersThatDiffer() throws {
    let folder = try TemporaryFolder()
    let bench = try LibraryControllerBench.ready(LibraryControllerBench.some)
    try bench.store.addFolder(folder.path)
    for name in ["mix.m3u", "Rock/mix.m3u", "a/CD 1/mix.m3u", "b/CD 1/mix.m3u", "b/other.m3u"] {
      try FileBytes.makeFolder(folder.file(name).directory)
      try folder.write("", to: name)
    }
    try bench.open("playlists")
    let rows = try #require(bench.panel.browser.level.listing?.rows)
    let folders = Set(rows.filter { $0.place.name == "mix.m3u" }.map(\.folder))
    #expect(folders == [folder.path.lastComponent.shown, "Rock", "a/CD 1", "b/CD 1"])
    #expect(rows.first { $0.place.name == "other.m3u" }.map(\.folder) == .some(nil))
  }

  @Test func playlistFileThatCannotBeReadSaysWhy() throws {
    let folder = try TemporaryFolder()
    let bench = try LibraryControllerBench.ready(LibraryControllerBench.some)
    try bench.store.addFolder(folder.path)
    try folder.write([0, 1, 2], to: "Broken.m3u")
    try bench.open("playlists")
    try bench.open("Broken.m3u")
    #expect(bench.panel.browser.level.listing?.failure?.code == .notAudio)
  }

  @Test func playlistThatTwoPlayersCreateAtTheSameMomentHasTheEntriesOfBoth() throws {
    let folder = try TemporaryFolder()
    let stores = try (0..<2).map { _ in try LibraryStore(folder.file("library.db")) }
    for round in 0..<10 {
      let added = ["a", "b"].map(entry)
      Together.run(
        (0..<2).map { number in
          {
            let editor = PlaylistEditor(stores[number], PlaylistHistories())
            _ = try? editor.add(.entries([added[number]]), to: "mix \(round)")
          }
        })
      guard case .entries(let entries)? = try stores[0].content(ofPlaylist: "mix \(round)") else {
        Issue.record("there is no playlist in round \(round)")
        continue
      }
      #expect(Set(entries.map(\.location)) == Set(added.map(\.location)), "round \(round)")
    }
  }
}

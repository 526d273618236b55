import Observation
import Synchronization
import Testing

@testable import Player

@testable import AudioBase
@testable import MusicLibrary
@testable import SystemBase

/// The library from keys to the queue, on a real index.
@MainActor @Suite struct LibraryDeskTests {
  private func bench() throws -> LibraryDeskBench { try LibraryDeskBench.ready(LibraryDeskBench.some) }

  @Test func artistsLeadToAlbumsAndTracks() throws {
    let bench = try bench()
    try bench.open("artists")
    #expect(bench.rows == ["Björk", "Léo Delibes", "Nobody"])
    try bench.open("Léo Delibes")
    #expect(bench.rows == ["Léo Delibes", "Lakmé", "Sylvia"])
    try bench.open("Lakmé")
    #expect(bench.rows == ["Flower Duet", "Bell Song"])
    #expect(bench.desk.back() && bench.desk.back())
    try bench.open("Nobody")
    #expect(bench.rows == ["Single"])
  }

  /// A drawing says how many rows it has: were that a change, it would be drawn again for ever.
  @Test func toldOfTheSameRowsItTellsNobody() throws {
    let bench = try bench()
    try bench.open("artists")
    try bench.answer()
    let told = Told()
    withObservationTracking {
      _ = (bench.desk.browser, bench.desk.picking)
    } onChange: {
      told.count.add(1, ordering: .relaxed)
    }
    bench.desk.show(rows: 20, pickerRows: 20)
    #expect(told.count.load(ordering: .relaxed) == 0)
  }

  @Test func enterOnATrackPlaysItAndKeepsTheQueue() throws {
    let bench = try bench()
    bench.player.add(["before", "after"])
    try bench.open("artists")
    try bench.open("Björk")
    try bench.open("Post")
    try bench.open("Hyperballad")
    #expect(bench.queue == ["before", "Hyperballad", "after"])
    #expect(bench.player.model.nowPlaying?.title == "Hyperballad")
    #expect(bench.player.model.playbackState == .playing)
    bench.player.model.undoQueueEdit()
    #expect(bench.queue == ["before", "after"] && bench.player.model.nowPlaying?.title == "before")
  }

  @Test func theListIsPlayedFromATrackOnAndThatCanBeUndone() throws {
    let bench = try bench()
    bench.player.add(["before"])
    try bench.open("artists")
    try bench.open("Björk")
    bench.desk.playList()
    try bench.answer()
    #expect(bench.queue == ["Army of Me", "Hyperballad"])
    try bench.open("Post")
    bench.desk.select(1)
    bench.desk.playList()
    try bench.answer()
    #expect(bench.queue == ["Army of Me", "Hyperballad"])
    #expect(bench.player.model.nowPlaying?.title == "Hyperballad")
    bench.player.model.undoQueueEdit()
    bench.player.model.undoQueueEdit()
    #expect(bench.queue == ["before"])
    bench.player.model.redoQueueEdit()
    #expect(bench.queue == ["Army of Me", "Hyperballad"])
  }

  @Test func enterBeforeTheListIsThereOpensItsFirstRow() throws {
    let bench = try bench()
    bench.desk.open()
    bench.desk.open()
    try bench.answer()
    #expect(bench.desk.browser.levels.count == 3)
    #expect(bench.rows == ["Björk", "Post"])
  }

  @Test func addingPutsTracksAtTheEndOrNext() throws {
    let bench = try bench()
    bench.player.add(["a", "b"])
    try bench.open("albums")
    bench.desk.select(try #require(bench.rows.firstIndex(of: "Post")))
    bench.desk.add(next: false)
    try bench.answer()
    #expect(bench.queue == ["a", "b", "Army of Me", "Hyperballad"])
    bench.desk.select(try #require(bench.rows.firstIndex(of: "Sylvia")))
    bench.desk.add(next: true)
    try bench.answer()
    #expect(bench.queue == ["a", "Pizzicato", "b", "Army of Me", "Hyperballad"])
  }

  @Test func namesAndTracksAreFilteredWithoutAccents() throws {
    let bench = try bench()
    try bench.open("artists")
    bench.desk.setFilter("bjork")
    try bench.answer()
    #expect(bench.rows == ["Björk"])
    bench.desk.setFilter("artist:bjork hyper")
    try bench.answer()
    #expect(bench.rows == ["Hyperballad"])
    bench.desk.setFilter("")
    #expect(bench.rows.count == 3)
    try bench.open("Léo Delibes")
    try bench.open("Lakmé")
    bench.desk.setFilter("song")
    try bench.answer()
    #expect(bench.rows == ["Bell Song"])
    // The way up leaves the filter first.
    #expect(bench.desk.back())
    #expect(bench.rows == ["Flower Duet", "Bell Song"])
  }

  @Test func tracksOfDrivesThatAreNotThereAreLeftOut() throws {
    let bench = try bench()
    try bench.store.apply([.away(folder: FilePath("/music/Björk"), true)])
    try bench.open("allTracks")
    try bench.open("Hyperballad")
    #expect(bench.queue.isEmpty)
    #expect(bench.player.model.notice == .library(.away(count: 1)))
    bench.desk.playList()
    try bench.answer()
    #expect(bench.queue.isEmpty)
    #expect(bench.player.model.notice == .library(.away(count: 2)))
    try bench.open("Pizzicato")
    #expect(bench.queue == ["Pizzicato"])
    bench.desk.playList()
    try bench.answer()
    #expect(bench.queue.count == 4 && bench.player.model.nowPlaying?.title == "Pizzicato")
  }

  @Test func aSavedPlaylistIsAPlace() throws {
    let bench = try bench()
    var entry = PlaylistEntry(.file(FilePath("/music/Björk/1 Army of Me.flac")))
    entry.title = "As the list has it"
    try bench.store.savePlaylist("Mine", [PlaylistEntry(.url("http://x/")), entry])
    try bench.open("playlists")
    try bench.open("Mine")
    #expect(bench.rows.count == 2)
    bench.desk.select(1)
    bench.desk.open()
    try bench.answer()
    #expect(bench.queue == ["Army of Me"])
  }

  // MARK: Scanning

  @Test func theFirstFolderOpensAnIndexAndIsScanned() throws {
    let bench = try LibraryDeskBench([])
    #expect(!bench.desk.isShown)
    bench.desk.show()
    #expect(bench.desk.stage == .empty)
    bench.desk.scan([FilePath("/home/Music")])
    #expect(bench.opens == 1 && bench.scans.isEmpty && bench.desk.progress != nil)
    bench.desk.take(.opened(isEmpty: true, nil))
    #expect(bench.scans == [[FilePath("/home/Music")]])
    #expect(bench.desk.stopScan() && bench.stops == 1)
    bench.desk.take(.scanned(ScanReport()))
    #expect(bench.desk.progress == nil && bench.desk.stage == .ready && !bench.desk.stopScan())
  }

  @Test func withoutAnIndexNothingIsShownUnlessAskedFor() throws {
    let bench = try LibraryDeskBench([])
    bench.desk.willOpen()
    bench.desk.take(.absent)
    #expect(!bench.desk.isShown && bench.desk.stage == .closed)
    bench.desk.scan()
    #expect(bench.player.model.notice == .library(.noFolders) && bench.scans.isEmpty)
  }

  @Test func whatTheWatcherChangesIsListedAnew() throws {
    let bench = try bench()
    try bench.open("allTracks")
    #expect(bench.rows.count == 6)
    try bench.store.apply([.removed(FilePath("/music/Björk/1 Army of Me.flac"))])
    var report = ScanReport()
    bench.desk.take(.watched(.updated(report)))
    #expect(bench.takeWaiting().isEmpty)
    report.removed = 1
    bench.desk.take(.watched(.updated(report)))
    try bench.answer()
    #expect(bench.rows.count == 5)
    // By another instance, which was faster.
    try bench.store.apply([.removed(FilePath("/music/Björk/2 Hyperballad.flac"))])
    bench.desk.take(.watched(.updated(ScanReport())))
    try bench.answer()
    #expect(bench.rows.count == 4)
  }

  @Test func whatWasAwayIsListedAnewWhenItHasReturned() throws {
    let bench = try bench()
    try bench.open("allTracks")
    var report = ScanReport()
    report.mayHaveReturned = true
    bench.desk.take(.watched(.updated(report)))
    #expect(!bench.takeWaiting().isEmpty)
  }
}

private final class Told: Sendable {
  let count = Atomic<Int>(0)
}

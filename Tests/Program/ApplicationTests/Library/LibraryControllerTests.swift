import Observation
import Synchronization
import Testing

@testable import AudioBase
@testable import Librarian
@testable import MusicLibrary
@testable import Player
@testable import SystemBase
@testable import TerminalUI

/// The library from keys to the queue, on a real index.
@MainActor @Suite struct LibraryControllerTests {
  private func bench() throws -> LibraryControllerBench {
    try LibraryControllerBench.ready(LibraryControllerBench.some)
  }

  @Test func artistOpensAlbumsAndAlbumOpensTracks() throws {
    let bench = try bench()
    try bench.open("artists")
    #expect(bench.rows == ["Björk", "Léo Delibes", "Nobody"])
    try bench.open("Léo Delibes")
    #expect(bench.rows == ["Léo Delibes", "Lakmé", "Sylvia"])
    try bench.open("Lakmé")
    #expect(bench.rows == ["Flower Duet", "Bell Song"])
    #expect(bench.panel.back() && bench.panel.back())
    try bench.open("Nobody")
    #expect(bench.rows == ["Single"])
  }

  /// A drawing says how many rows it has: were that a change, it would be drawn again for ever.
  @Test func unchangedRowCountNotifiesNoObserver() throws {
    let bench = try bench()
    try bench.open("artists")
    try bench.answer()
    let told = Told()
    withObservationTracking {
      _ = (bench.panel.browser, bench.panel.picking)
    } onChange: {
      told.count.add(1, ordering: .relaxed)
    }
    bench.panel.show(rows: 20, pickerRows: 20)
    #expect(told.count.load(ordering: .relaxed) == 0)
  }

  @Test func enterOnATrackPlaysTheTrackAndKeepsTheQueue() throws {
    let bench = try bench()
    bench.player.add(["before", "after"])
    try bench.open("artists")
    try bench.open("Björk")
    try bench.open("Post")
    try bench.open("Hyperballad")
    #expect(bench.queue == ["before", "Hyperballad", "after"])
    #expect(bench.player.model.nowPlaying?.title == "Hyperballad")
    #expect(bench.player.model.playbackState == .playing)
    bench.player.model.turnQueueEdit(.undo)
    #expect(bench.queue == ["before", "after"] && bench.player.model.nowPlaying?.title == "before")
  }

  @Test func enterOnATrackMakesTheListTheQueueWhereTheQueueIsEmpty() throws {
    let bench = try bench()
    try bench.open("artists")
    try bench.open("Björk")
    try bench.open("Post")
    try bench.open("Hyperballad")
    #expect(bench.queue == ["Army of Me", "Hyperballad"])
    #expect(bench.player.model.nowPlaying?.title == "Hyperballad")
    #expect(bench.player.model.playbackState == .playing)
    // From then on the queue is kept.
    try bench.open("Army of Me")
    #expect(bench.queue == ["Army of Me", "Hyperballad", "Army of Me"])
  }

  @Test func playListReplacesTheQueueFromTheSelectedTrackAndIsUndone() throws {
    let bench = try bench()
    bench.player.add(["before"])
    try bench.open("artists")
    try bench.open("Björk")
    bench.panel.playList()
    try bench.answer()
    #expect(bench.queue == ["Army of Me", "Hyperballad"])
    try bench.open("Post")
    bench.panel.select(1)
    bench.panel.playList()
    try bench.answer()
    #expect(bench.queue == ["Army of Me", "Hyperballad"])
    #expect(bench.player.model.nowPlaying?.title == "Hyperballad")
    bench.player.model.turnQueueEdit(.undo)
    bench.player.model.turnQueueEdit(.undo)
    #expect(bench.queue == ["before"])
    bench.player.model.turnQueueEdit(.redo)
    #expect(bench.queue == ["Army of Me", "Hyperballad"])
  }

  @Test func enterBeforeTheListHasArrivedOpensTheFirstRow() throws {
    let bench = try bench()
    bench.panel.open()
    bench.panel.open()
    try bench.answer()
    #expect(bench.panel.browser.levels.count == 3)
    #expect(bench.rows == ["Björk", "Post"])
  }

  @Test func addedTracksGoToTheEndOrBehindTheCurrentTrack() throws {
    let bench = try bench()
    bench.player.add(["a", "b"])
    try bench.open("albums")
    bench.panel.select(try #require(bench.rows.firstIndex(of: "Post")))
    bench.panel.add(next: false)
    try bench.answer()
    #expect(bench.queue == ["a", "b", "Army of Me", "Hyperballad"])
    bench.panel.select(try #require(bench.rows.firstIndex(of: "Sylvia")))
    bench.panel.add(next: true)
    try bench.answer()
    #expect(bench.queue == ["a", "Pizzicato", "b", "Army of Me", "Hyperballad"])
  }

  @Test func filterIgnoresAccentsInNamesAndTracks() throws {
    let bench = try bench()
    try bench.open("artists")
    bench.panel.setFilter("bjork")
    try bench.answer()
    #expect(bench.rows == ["Björk"])
    bench.panel.setFilter("artist:bjork hyper")
    try bench.answer()
    #expect(bench.rows == ["Hyperballad"])
    bench.panel.setFilter("")
    #expect(bench.rows.count == 3)
    try bench.open("Léo Delibes")
    try bench.open("Lakmé")
    bench.panel.setFilter("song")
    try bench.answer()
    #expect(bench.rows == ["Bell Song"])
    // The way up leaves the filter first.
    #expect(bench.panel.back())
    #expect(bench.rows == ["Flower Duet", "Bell Song"])
  }

  @Test func tracksOfAbsentDrivesAreReportedAndNotQueued() throws {
    let bench = try bench()
    try bench.store.apply([.away(folder: FilePath("/music/Björk"), true)])
    try bench.open("allTracks")
    try bench.open("Hyperballad")
    #expect(bench.queue.isEmpty)
    #expect(bench.messages.last == .away(count: 2))
    try bench.open("Pizzicato")
    #expect(bench.queue.count == 4 && bench.player.model.nowPlaying?.title == "Pizzicato")
    try bench.open("Hyperballad")
    #expect(bench.queue.count == 4 && bench.messages.last == .away(count: 1))
    bench.panel.playList()
    try bench.answer()
    #expect(bench.queue.count == 4 && bench.messages.last == .away(count: 2))
  }

  @Test func openedPlaylistListsEntriesAndQueuesPlayableOnes() throws {
    let bench = try bench()
    var entry = PlaylistEntry(.file(FilePath("/music/Björk/1 Army of Me.flac")))
    entry.title = "As the list has it"
    try bench.store.savePlaylist(
      "Mine", [PlaylistEntry(.url("rtsp://x/")), PlaylistEntry(.url("http://x/")), entry])
    try bench.open("playlists")
    try bench.open("Mine")
    #expect(bench.rows.count == 3)
    bench.panel.select(2)
    bench.panel.open()
    try bench.answer()
    #expect(bench.queue == ["http://x/", "Army of Me"])
  }

  // MARK: Scanning

  @Test func firstFolderCreatesTheIndexAndIsScanned() throws {
    let bench = try LibraryControllerBench([])
    #expect(!bench.controller.isShown)
    bench.controller.show()
    #expect(bench.controller.stage == .empty)
    bench.controller.scan([FilePath("/home/Music")])
    #expect(bench.index.opens == 1 && bench.index.scans.isEmpty && bench.controller.progress != nil)
    bench.controller.receive(.opened(isEmpty: true, nil))
    #expect(bench.index.scans == [[FilePath("/home/Music")]])
    #expect(bench.controller.stopScan() && bench.index.stops == 1)
    bench.controller.receive(.scanned(ScanReport()))
    #expect(
      bench.controller.progress == nil && bench.controller.stage == .ready && !bench.controller.stopScan())
  }

  @Test func libraryWithoutAnIndexStaysHiddenAndScansNoFolder() throws {
    let bench = try LibraryControllerBench([])
    bench.controller.willOpen()
    bench.controller.receive(.absent)
    #expect(!bench.controller.isShown && bench.controller.stage == .closed)
    bench.controller.scan()
    #expect(bench.messages.last == .noFolders && bench.index.scans.isEmpty)
  }

  @Test func openListIsReadAgainAfterAWatcherChange() throws {
    let bench = try bench()
    try bench.open("allTracks")
    #expect(bench.rows.count == 6)
    try bench.store.apply([.removed(FilePath("/music/Björk/1 Army of Me.flac"))])
    var report = ScanReport()
    bench.controller.receive(.watched(.updated(report)))
    #expect(bench.takeWaiting().isEmpty)
    report.removed = 1
    bench.controller.receive(.watched(.updated(report)))
    try bench.answer()
    #expect(bench.rows.count == 5)
    // By another instance, which was faster.
    try bench.store.apply([.removed(FilePath("/music/Björk/2 Hyperballad.flac"))])
    bench.controller.receive(.watched(.updated(ScanReport())))
    try bench.answer()
    #expect(bench.rows.count == 4)
  }

  @Test func ratingOfSeveralTracksTellsWhetherItHasChangedOne() throws {
    let bench = try bench()
    let tracks = try LibraryControllerBench.some.prefix(2).map { track in
      try bench.store.setRating(3, of: try #require(try bench.store.id(of: track.location)))
      return try #require(try bench.store.track(at: track.location))
    }
    for (former, isChanged) in [(3, false), (2, true), (nil, true)] as [(TrackRating?, Bool)] {
      bench.controller.receive(
        .ratedAll([RatedTrack(tracks[0], former: 3), RatedTrack(tracks[1], former: former)]))
      #expect(bench.messages.last == .ratedTracks(count: 2, 3, isChanged: isChanged))
    }
  }

  @Test func openListIsReadAgainWhenAbsentTracksMayHaveReturned() throws {
    let bench = try bench()
    try bench.open("allTracks")
    var report = ScanReport()
    report.mayHaveReturned = true
    bench.controller.receive(.watched(.updated(report)))
    #expect(!bench.takeWaiting().isEmpty)
  }
}

private final class Told: Sendable {
  let count = Atomic<Int>(0)
}

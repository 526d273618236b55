import Testing

@testable import Application
@testable import Librarian
@testable import MusicLibrary
@testable import Player
@testable import TerminalUI

/// Linked lists of a real index: what commands at the screen play and add.
@MainActor @Suite struct LinkedListsQueueTests {
  private let bench: LibraryControllerBench
  private let application: Application
  private let session: ScreenSession

  init() throws {
    bench = try LibraryControllerBench.ready(LibraryControllerBench.some)
    application = Application(model: bench.player.model)
    session = ScreenSession(application)
    application.library = bench.controller
    bench.panel.setLinkedLists([.artist, .album, .tracks])
    try press(.library(.linkedLists))
  }

  private func press(_ commands: Command...) throws {
    for command in commands {
      session.perform(command)
      try bench.answer()
    }
  }

  @Test func enterPlaysAllTracksOfAnArtist() throws {
    #expect(bench.rows == ["Björk", "Léo Delibes", "Nobody"])
    try press(.list(.activate))
    #expect(bench.queue == ["Army of Me", "Hyperballad"])
    try press(.move(.down), .library(.listRight), .list(.activate))
    #expect(bench.rows == ["Lakmé", "Sylvia"] && bench.queue == ["Flower Duet", "Bell Song"])
  }

  @Test func enterPlaysAnAlbumFromATrackOn() throws {
    try press(.move(.down), .library(.listRight), .library(.listRight), .move(.down), .list(.activate))
    #expect(bench.rows == ["Flower Duet", "Bell Song"] && bench.queue == ["Flower Duet", "Bell Song"])
    #expect(bench.player.model.nowPlaying?.title == "Bell Song")
  }

  @Test func whatIsSelectedIsAddedToTheQueue() throws {
    try press(.move(.down), .move(.down), .library(.add))
    #expect(bench.queue == ["Single"])
    try press(.move(.up), .library(.listRight), .move(.down), .library(.add))
    #expect(bench.queue == ["Single", "Pizzicato"])
  }

  @Test func aTrackThatSeveralMarkedRowsHaveIsAddedOnce() throws {
    try press(.move(.down), .list(.mark), .move(.up), .library(.listRight), .list(.mark))
    #expect(bench.panel.browser.markCount == 2)
    try press(.library(.listLeft), .move(.start), .library(.add))
    #expect(bench.queue == ["Flower Duet", "Bell Song", "Pizzicato"])
    #expect(bench.panel.browser.markCount == 0)
  }

  @Test func theSelectedRowsStaySelectedAfterARescan() throws {
    try press(.move(.down), .library(.listRight), .move(.down))
    try bench.store.apply([
      .read(
        LibraryControllerBench.track("Waterloo", "Abba", "Waterloo"),
        FileStamp(size: 1000, modified: 99, inode: 99, device: 1))
    ])
    var report = ScanReport()
    report.added = 1
    bench.controller.receive(.watched(.updated(report)))
    try bench.answer()
    let browser = bench.panel.browser
    #expect(browser.levels[0].count == 4 && browser.levels.map(\.selection) == [2, 1, 0])
    #expect(browser.focus == 1 && bench.rows == ["Lakmé", "Sylvia"])
  }

  @Test func thePlainModeSaysTheRowUnderTheNameOfItsList() throws {
    #expect(PlainSelection.line(session) == "Artists: 1 of 3: Björk, 2")
    try press(.move(.down), .library(.listRight), .move(.down))
    #expect(PlainSelection.line(session) == "Albums: 2 of 2: Sylvia, 1")
    try press(.library(.listRight))
    #expect(PlainSelection.line(session) == "Tracks: 1 of 1:  1  Pizzicato, Léo Delibes · Sylvia, 01:40")
  }

  @Test func aPlayingTrackIsSelectedWhereTheListsHaveIt() throws {
    try press(.list(.activate), .list(.selectPlaying))
    #expect(bench.panel.showsLinkedLists && bench.panel.browser.focus == 2)
    try press(.library(.listLeft), .library(.listLeft), .move(.down), .list(.selectPlaying))
    #expect(!bench.panel.showsLinkedLists && bench.panel.browser.level.place == .allTracks)
  }
}

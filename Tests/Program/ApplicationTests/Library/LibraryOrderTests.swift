import ApplicationTestSupport
import MusicQuery
import Testing

@testable import Application
@testable import AudioBase
@testable import Librarian
@testable import MusicLibrary
@testable import Player
@testable import SystemBase
@testable import TerminalUI

/// Columns, the order of lists, the way to the playing track, and all tags of a track.
@MainActor @Suite struct LibraryOrderTests {
  private func bench() throws -> LibraryControllerBench {
    try LibraryControllerBench.ready(LibraryControllerBench.some)
  }

  @Test func columnNamesAreParsedAndUnknownOrRepeatedOnesRefused() {
    #expect(LibraryColumn.list("title, year") == [.title, .year])
    #expect(LibraryColumn.list("title,colour") == nil && LibraryColumn.list("title,title") == nil)
    #expect(LibraryColumn.list("") == nil)
    for column in LibraryColumn.allCases {
      #expect(SearchQuery.SortField(rawValue: column.rawValue) == column.field)
    }
  }

  @Test func orderOfTheSettingActsOnTheOpenListAndReplacesAChosenOne() throws {
    let bench = try bench()
    try bench.open("allTracks")
    bench.panel.sortByNextColumn()
    bench.panel.setSort([SearchQuery.SortTerm(.title, descending: true)])
    try bench.answer()
    #expect(bench.rows == ["Single", "Pizzicato", "Hyperballad", "Flower Duet", "Bell Song", "Army of Me"])
    bench.panel.setSort([])
    try bench.answer()
    #expect(bench.rows.first == "Army of Me")
  }

  @Test func viewShowsAListOfTheLibraryAndGivesItTheKeys() throws {
    let bench = try bench()
    let application = Application(model: bench.player.model)
    let session = ScreenSession(application)
    application.library = bench.controller
    try bench.open("artists")
    session.perform(try Command.parse("view tracks"))
    try bench.answer()
    #expect(session.hasLibraryFocus && bench.panel.browser.level.place == .allTracks)
    #expect(bench.panel.browser.levels.count == 2 && bench.rows.count == 6)
    for (title, time) in [("Pizzicato", 100), ("Single", 300), ("Bell Song", 200)] {
      let track = try #require(LibraryControllerBench.some.first { $0.title == title })
      try bench.store.countPlay(track.location, at: Int64(time))
    }
    session.perform(try Command.parse("view history"))
    try bench.answer()
    #expect(session.hasLibraryFocus && bench.rows == ["Single", "Bell Song", "Pizzicato"])
    session.perform(try Command.parse("view queue"))
    #expect(!session.hasLibraryFocus)
    session.perform(try Command.parse("view settings"))
    #expect(session.coveringLayer is SettingsLayer)
    #expect(throws: CommandError.self) { try Command.parse("view tape") }
  }

  @Test func sortStepsThroughTheColumnsAndReverseInvertsTheOrder() throws {
    let bench = try bench()
    try bench.open("allTracks")
    #expect(bench.rows.first == "Army of Me")
    bench.panel.sortByNextColumn()
    try bench.answer()
    #expect(bench.rows == ["Army of Me", "Bell Song", "Flower Duet", "Hyperballad", "Pizzicato", "Single"])
    #expect(bench.messages.last == .sorted([SearchQuery.SortTerm(.title)]))
    bench.panel.reverseSort()
    try bench.answer()
    #expect(bench.rows == ["Single", "Pizzicato", "Hyperballad", "Flower Duet", "Bell Song", "Army of Me"])
    for _ in LibraryColumn.standard.dropFirst() { bench.panel.sortByNextColumn() }
    #expect(bench.panel.browser.sort == [SearchQuery.SortTerm(.rating)])
    bench.panel.sortByNextColumn()
    #expect(bench.panel.browser.sort.isEmpty)
    bench.panel.reverseSort()
    #expect(bench.messages.last == .noSortColumn)
  }

  @Test func listsOfNamesAreSortedOnlyWhileAFilterListsTracks() throws {
    let bench = try bench()
    for place in ["", "artists", "genres", "playlists"] {
      if !place.isEmpty { try bench.open(place) }
      bench.panel.sortByNextColumn()
      bench.panel.reverseSort()
      #expect(bench.messages.suffix(2) == [.nothingToSort, .nothingToSort], "\(place)")
      if !place.isEmpty { _ = bench.panel.back() }
    }
    #expect(bench.panel.browser.sort.isEmpty)
    bench.panel.setFilter("l")
    try bench.answer()
    bench.panel.sortByNextColumn()
    #expect(bench.messages.last == .sorted([SearchQuery.SortTerm(.title)]))
  }

  @Test func eachKindOfListKeepsItsOwnOrderWhileFiltered() throws {
    let bench = try bench()
    try bench.open("artists")
    try bench.open("Léo Delibes")
    bench.panel.sortByNextColumn()
    bench.panel.reverseSort()
    try bench.answer()
    #expect(bench.rows == ["Léo Delibes", "Sylvia", "Lakmé"])
    try bench.open("Lakmé")
    #expect(bench.rows == ["Flower Duet", "Bell Song"] && bench.panel.browser.sort.isEmpty)
    bench.panel.sortByNextColumn()
    try bench.answer()
    #expect(bench.rows == ["Bell Song", "Flower Duet"])
    bench.panel.setFilter("l")
    try bench.answer()
    #expect(bench.rows == ["Bell Song", "Flower Duet"])
    _ = bench.panel.back()
    _ = bench.panel.back()
    try bench.answer()
    #expect(bench.rows == ["Léo Delibes", "Sylvia", "Lakmé"])
    try bench.open("Léo Delibes")
    #expect(bench.rows == ["Flower Duet", "Bell Song", "Pizzicato"])
    _ = bench.panel.back()
    _ = bench.panel.back()
    _ = bench.panel.back()
    try bench.open("albums")
    #expect(bench.rows.starts(with: ["Post", "Lakmé", "Sylvia"]))
    try bench.open("Post")
    #expect(bench.rows == ["Army of Me", "Hyperballad"], "all albums are sorted by title")
  }

  @Test(arguments: ["", "l"]) func sortedListOfAnAlbumIsQueuedInAlbumOrder(filter: String) throws {
    let bench = try bench()
    try bench.open("albums")
    try bench.open("Lakmé")
    bench.panel.sortByNextColumn()
    bench.panel.setFilter(filter)
    try bench.answer()
    #expect(bench.rows == ["Bell Song", "Flower Duet"])
    bench.panel.select(0)
    bench.panel.playList()
    try bench.answer()
    #expect(bench.queue == ["Flower Duet", "Bell Song"])
    #expect(bench.player.model.nowPlaying?.title == "Bell Song", "the selected track plays")
    bench.panel.mark()
    bench.panel.mark()
    bench.panel.add(next: false)
    try bench.answer()
    #expect(bench.queue == ["Flower Duet", "Bell Song", "Flower Duet", "Bell Song"])
  }

  @Test func entriesOfAPlaylistAreNotSorted() throws {
    let bench = try bench()
    let tracks = LibraryControllerBench.some
    try bench.store.savePlaylist("mine", [tracks[2], tracks[0]].map { PlaylistEntry($0) })
    try bench.open("playlists")
    try bench.open("mine")
    let rows = bench.rows
    bench.panel.sortByNextColumn()
    try bench.answer()
    #expect(bench.rows == rows && bench.messages.last == .playlistOrder)
    #expect(bench.panel.browser.sort.isEmpty)
  }

  @Test func visibleEntriesOfAPlaylistAreLookedUpOnceEach() throws {
    let bench = try bench()
    let tracks = LibraryControllerBench.some
    let unknown = PlaylistEntry(.file(FilePath("/elsewhere.flac")))
    try bench.store.savePlaylist("mine", [PlaylistEntry(tracks[2]), unknown, PlaylistEntry(tracks[2])])
    try bench.open("playlists")
    try bench.open("mine")
    #expect(bench.controller.entry(of: PlaylistEntry(tracks[2]))?.track.album == "Sylvia")
    #expect(bench.controller.entry(of: unknown) == nil)
    #expect(bench.index.lookups == [tracks[2].location, TrackLocation(path: FilePath("/elsewhere.flac"))])
  }

  @Test func sortSettingAppliesToListsExceptTracksOfAlbumsAndPlaylists() throws {
    let year = [SearchQuery.SortTerm(.year, descending: true)]
    func sort(at place: LibraryPlace) -> [SearchQuery.SortTerm] {
      var browser = LibraryBrowser(at: place)
      browser.setCommonSort(year)
      return browser.sort
    }
    for place in [LibraryPlace.root, .albums, .artist(1, name: "a"), .genre(1, name: "a")] {
      #expect(sort(at: place) == year)
    }
    for place in [LibraryPlace.album(1, name: "a"), .playlist(1, name: "a")] {
      #expect(sort(at: place).isEmpty)
    }
    #expect(SearchQuery.SortTerm.list("-year,title")?.count == 2)
    #expect(SearchQuery.SortTerm.list("colour") == nil)
  }

  @Test func playingTrackIsSelectedInTheOpenListOrInAllTracks() throws {
    let bench = try bench()
    let application = Application(model: bench.player.model)
    let session = ScreenSession(application)
    application.library = bench.controller
    bench.controller.show()
    session.askForFolder()
    bench.player.model.append([LibraryControllerBench.some[4]])
    bench.player.model.play()
    try bench.open("artists")
    try bench.open("Björk")
    try bench.open("Post")
    session.perform(.list(.selectPlaying))
    #expect(bench.panel.browser.level.selection == 1)
    _ = bench.panel.back()
    session.perform(.list(.selectPlaying))
    try bench.answer()
    #expect(bench.panel.browser.level.place == .allTracks)
    #expect(bench.rows[bench.panel.browser.level.selection] == "Hyperballad")
    bench.player.model.append([TrackInfo(path: FilePath("/elsewhere.flac"))])
    bench.player.model.next()
    session.perform(.list(.selectPlaying))
    #expect(
      application.state.notices.last == .library(.playingNotInLibrary)
        || bench.player.model.queue.isEmpty == false)
  }

  @Test func trackInfoShowsTagsAndRatingFromTheLibrary() throws {
    let bench = try bench()
    let application = Application(model: bench.player.model)
    let session = ScreenSession(application)
    application.library = bench.controller
    session.perform(.list(.info))
    #expect(session.coveringLayer == nil && application.state.notices.last == .library(.noTrackSelected))
    let track = LibraryControllerBench.some[0]
    let id = try #require(try bench.store.id(of: track.location))
    try bench.store.setRating(4, of: id)
    bench.player.model.append([TrackInfo(track.location)])
    session.perform(.list(.info))
    #expect(session.coveringLayer is TrackInfoLayer)
    let details = session.layer(TrackInfoLayer.self)?.details
    #expect(details?.entry?.rating == 4)
    #expect(details?.track.title == "Flower Duet", "the tags of the index")
    session.perform(.program(.cancel))
    #expect(session.coveringLayer == nil)
  }
}

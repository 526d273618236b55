import Testing

@testable import MusicLibrary
@testable import Player
@testable import TerminalUI

/// Picking songs by typing.
@MainActor @Suite struct SongPickerTests {
  private func bench() throws -> LibraryControllerBench {
    let bench = try LibraryControllerBench.ready(LibraryControllerBench.some)
    bench.player.add(["a", "b"])
    return bench
  }

  @Test func typedTextNarrowsThePickerAndEnterPicks() throws {
    let bench = try bench()
    bench.panel.pick(.songs)
    bench.panel.typeInPicker("bjork")
    try bench.answer()
    #expect(bench.panel.picking?.list.level.count == 2)
    bench.panel.picking?.list.move(by: 1)
    bench.panel.pick()
    #expect(bench.queue == ["a", "Hyperballad", "b"] && bench.panel.picking == nil)
  }

  @Test func titlesWithTheTypedWordsComeBeforeAlbumsAndArtists() throws {
    let bench = try LibraryControllerBench.ready([
      LibraryControllerBench.track("Intro", "Anna", "Help", 1),
      LibraryControllerBench.track("Help", "Anna", "Help", 2),
      LibraryControllerBench.track("Verse", "Help", "One", 1),
      LibraryControllerBench.track("Help Anna", "Zoe", "Two", 1),
    ])
    func rows(_ text: String) throws -> [String] {
      bench.panel.typeInPicker(text)
      try bench.answer()
      try bench.answer()
      let level = bench.panel.picking?.list.level
      return level?.listing?.tracks.ids.compactMap { level?.track($0)?.track.title } ?? []
    }
    bench.panel.pick(.songs)
    let byOneWord = try rows("help")
    #expect(byOneWord == ["Help", "Help Anna", "Intro", "Verse"])
    let byTwoWords = try rows("help anna")
    #expect(byTwoWords == ["Help Anna", "Help", "Intro"], "Titles with more of the words come first.")
  }

  @Test func enterPicksOnlyAfterTheAnswerToTheTypedText() throws {
    let bench = try bench()
    bench.panel.pick(.songs)
    try bench.answer()
    bench.panel.typeInPicker("pizz")
    bench.panel.pick()
    #expect(bench.panel.picking != nil)
    try bench.answer()
    #expect(bench.queue == ["a", "Pizzicato", "b"] && bench.panel.picking == nil)
  }

  @Test func marksInThePickerSurviveAnotherSearch() throws {
    let bench = try bench()
    bench.panel.pick(.songs)
    bench.panel.typeInPicker("pizz")
    try bench.answer()
    bench.panel.picking?.mark()
    bench.panel.typeInPicker("army")
    try bench.answer()
    bench.panel.picking?.mark()
    bench.panel.pick()
    #expect(bench.queue == ["a", "Pizzicato", "Army of Me", "b"])
  }

  @Test func pickedSongIsInsertedBehindTheCurrentTrackAndPlayed() throws {
    let bench = try bench()
    bench.panel.pick(.songs)
    bench.panel.typeInPicker("pizz")
    try bench.answer()
    bench.panel.pick()
    #expect(bench.queue == ["a", "Pizzicato", "b"])
    #expect(bench.player.model.nowPlaying?.title == "Pizzicato")
  }
}

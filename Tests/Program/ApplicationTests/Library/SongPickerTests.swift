@testable import Application
@testable import TerminalUI
import Testing

@testable import MusicLibrary

@testable import Player

/// Picking songs by typing.
@MainActor @Suite struct SongPickerTests {
  private func bench() throws -> LibraryControllerBench {
    let bench = try LibraryControllerBench.ready(LibraryControllerBench.some)
    bench.player.add(["a", "b"])
    return bench
  }

  private func picked(_ bench: LibraryControllerBench, several: Bool, _ body: () throws -> Void) rethrows
    -> [String]?
  {
    var titles: [String]?
    bench.panel.open(
      SongPicker(prompt: "a song for this", allowsSeveral: several) {
        titles = $0.map { $0.track.title ?? "" }
      })
    try body()
    return titles
  }

  @Test func typedTextNarrowsThePickerAndEnterPicks() throws {
    let bench = try bench()
    let titles = try picked(bench, several: false) {
      bench.panel.typeInPicker("bjork")
      try bench.answer()
      #expect(bench.panel.picking?.list.level.count == 2)
      bench.panel.moveInPicker(by: 1)
      bench.panel.pick()
    }
    #expect(titles == ["Hyperballad"] && bench.panel.picking == nil)
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
    _ = try picked(bench, several: false) {
      let byOneWord = try rows("help")
      #expect(byOneWord == ["Help", "Help Anna", "Intro", "Verse"])
      let byTwoWords = try rows("help anna")
      #expect(byTwoWords == ["Help Anna", "Help", "Intro"], "Titles with more of the words come first.")
    }
  }

  @Test func enterPicksOnlyAfterTheAnswerToTheTypedText() throws {
    let bench = try bench()
    let titles = try picked(bench, several: false) {
      try bench.answer()
      bench.panel.typeInPicker("pizz")
      bench.panel.pick()
      #expect(bench.panel.picking != nil)
      try bench.answer()
    }
    #expect(titles == ["Pizzicato"] && bench.panel.picking == nil)
  }

  @Test func marksInThePickerSurviveAnotherSearch() throws {
    let bench = try bench()
    let titles = try picked(bench, several: true) {
      bench.panel.typeInPicker("pizz")
      try bench.answer()
      bench.panel.markInPicker()
      bench.panel.typeInPicker("army")
      try bench.answer()
      bench.panel.markInPicker()
      bench.panel.pick()
    }
    #expect(titles == ["Pizzicato", "Army of Me"])
  }

  @Test func pickerOfASingleSongAllowsNoMarks() throws {
    let bench = try bench()
    let titles = try picked(bench, several: false) {
      try bench.answer()
      bench.panel.markInPicker()
      #expect(bench.panel.picking?.marked.isEmpty == true)
      bench.panel.leavePicker()
    }
    #expect(titles == nil && bench.queue == ["a", "b"])
  }

  @Test func pickerOffersOnlyTheRequestedKinds() throws {
    var podcast = LibraryControllerBench.track("Talk of Björk", "Radio", nil)
    podcast.genres = ["Podcast"]
    podcast.genre = "Podcast"
    let bench = try LibraryControllerBench.ready(LibraryControllerBench.some + [podcast])
    bench.panel.open(SongPicker(prompt: "x", kinds: [.podcast]) { _ in })
    bench.panel.typeInPicker("bjork")
    try bench.answer()
    #expect(bench.panel.picking?.list.level.count == 1)
  }

  @Test func pickedSongIsInsertedBehindTheCurrentTrackAndPlayed() throws {
    let bench = try bench()
    bench.panel.pickSong()
    bench.panel.typeInPicker("pizz")
    try bench.answer()
    bench.panel.pick()
    #expect(bench.queue == ["a", "Pizzicato", "b"])
    #expect(bench.player.model.nowPlaying?.title == "Pizzicato")
  }
}

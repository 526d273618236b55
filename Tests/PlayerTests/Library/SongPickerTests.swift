import Testing

@testable import MusicLibrary

@testable import Player

/// Picking songs by typing.
@MainActor @Suite struct SongPickerTests {
  private func bench() throws -> LibraryDeskBench {
    let bench = try LibraryDeskBench.ready(LibraryDeskBench.some)
    bench.player.add(["a", "b"])
    return bench
  }

  private func picked(_ bench: LibraryDeskBench, several: Bool, _ body: () throws -> Void) rethrows
    -> [String]?
  {
    var titles: [String]?
    bench.desk.open(
      SongPicker(prompt: "a song for this", allowsSeveral: several) {
        titles = $0.map { $0.track.title ?? "" }
      })
    try body()
    return titles
  }

  @Test func typingNarrowsAndEnterPicks() throws {
    let bench = try bench()
    let titles = try picked(bench, several: false) {
      bench.desk.typeInPicker("bjork")
      try bench.answer()
      #expect(bench.desk.picking?.list.level.count == 2)
      bench.desk.moveInPicker(by: 1)
      bench.desk.pick()
    }
    #expect(titles == ["Hyperballad"] && bench.desk.picking == nil)
  }

  @Test func enterWaitsForTheAnswerToWhatWasTyped() throws {
    let bench = try bench()
    let titles = try picked(bench, several: false) {
      try bench.answer()
      bench.desk.typeInPicker("pizz")
      bench.desk.pick()
      #expect(bench.desk.picking != nil)
      try bench.answer()
    }
    #expect(titles == ["Pizzicato"] && bench.desk.picking == nil)
  }

  @Test func marksStayWhileOtherWordsAreTyped() throws {
    let bench = try bench()
    let titles = try picked(bench, several: true) {
      bench.desk.typeInPicker("pizz")
      try bench.answer()
      bench.desk.markInPicker()
      bench.desk.typeInPicker("army")
      try bench.answer()
      bench.desk.markInPicker()
      bench.desk.pick()
    }
    #expect(titles == ["Pizzicato", "Army of Me"])
  }

  @Test func whereOneIsWantedNothingIsMarked() throws {
    let bench = try bench()
    let titles = try picked(bench, several: false) {
      try bench.answer()
      bench.desk.markInPicker()
      #expect(bench.desk.picking?.marked.isEmpty == true)
      bench.desk.leavePicker()
    }
    #expect(titles == nil && bench.queue == ["a", "b"])
  }

  @Test func otherKindsAreNotOffered() throws {
    var podcast = LibraryDeskBench.track("Talk of Björk", "Radio", nil)
    podcast.genres = ["Podcast"]
    podcast.genre = "Podcast"
    let bench = try LibraryDeskBench.ready(LibraryDeskBench.some + [podcast])
    bench.desk.open(SongPicker(prompt: "x", kinds: [.podcast]) { _ in })
    bench.desk.typeInPicker("bjork")
    try bench.answer()
    #expect(bench.desk.picking?.list.level.count == 1)
  }

  @Test func thePlayersOwnPlaysBehindWhatPlays() throws {
    let bench = try bench()
    bench.desk.pickSong()
    bench.desk.typeInPicker("pizz")
    try bench.answer()
    bench.desk.pick()
    #expect(bench.queue == ["a", "Pizzicato", "b"])
    #expect(bench.player.model.nowPlaying?.title == "Pizzicato")
  }
}

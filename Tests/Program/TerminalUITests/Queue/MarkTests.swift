import AudioBase
import Testing

@testable import Application
@testable import Librarian
@testable import MusicLibrary
@testable import Player
@testable import SystemBase
@testable import TerminalUI

/// Marking several rows of the queue and of the library, and what is done with them.
@MainActor @Suite struct MarkTests {
  private func bench() -> LibraryScreenBench {
    let bench = LibraryScreenBench()
    let titles = ["Flower Duet", "Bell Song", "Pizzicato", "Valse"]
    bench.model.append(
      (0..<8).map {
        var track = TrackInfo(path: FilePath("/m/\($0)"))
        track.title = titles[$0 % 4]
        return track
      })
    return bench
  }

  private func marked(_ bench: LibraryScreenBench) -> [Int] {
    bench.session.state.marks.compactMap { bench.model.queue.index(of: $0) }.sorted()
  }

  private func order(_ bench: LibraryScreenBench) -> String {
    bench.model.queue.items.map { $0.path.lastComponent.shown }.joined()
  }

  private func mark(_ text: String, _ bench: LibraryScreenBench) throws {
    bench.press(try Command.parse("mark \(text)"))
  }

  @Test func rowsAreMarkedByWordsAllInvertedAndNone() throws {
    let bench = bench()
    try mark("bell", bench)
    #expect(marked(bench) == [1, 5])
    try mark("valse", bench)
    #expect(marked(bench) == [1, 3, 5, 7])
    try mark("invert", bench)
    #expect(marked(bench) == [0, 2, 4, 6])
    try mark("all", bench)
    #expect(marked(bench) == Array(0..<8))
    try mark("none", bench)
    #expect(marked(bench) == [])
    try mark("zzz", bench)
    #expect(marked(bench) == [] && bench.application.state.notices.last == .nothingFound("zzz"))
  }

  @Test func onlyRowsThatAFilterShowsAreMarked() throws {
    let bench = bench()
    bench.press(.request(.find("duet")))
    try mark("all", bench)
    #expect(marked(bench) == [0, 4])
  }

  @Test func rangeFollowsTheSelectionUntilTheNextAction() throws {
    let bench = bench()
    bench.press(.move(.down), .move(.down), .list(.mark), .move(.down))
    try mark("range", bench)
    bench.press(.move(.down), .move(.down), .move(.down))
    #expect(marked(bench) == [2, 4, 5, 6, 7])
    bench.press(.move(.up), .move(.up), .playback(.volumeUp), .move(.start))
    #expect(marked(bench) == [0, 1, 2, 3, 4])
    try mark("range", bench)
    bench.press(.move(.end))
    #expect(marked(bench) == [0, 1, 2, 3, 4])
    try mark("range", bench)
    bench.press(.list(.selectPlaying), .move(.down))
    #expect(marked(bench) == [0, 1, 2, 3, 4, 7])
  }

  @Test func markedTracksMoveAsOneBlockThatStaysMarkedAndOneUndoTakesItBack() throws {
    let bench = bench()
    bench.model.play(bench.model.queue.items[2].id)
    try mark("bell", bench)
    bench.press(.queue(.trackUp))
    #expect(order(bench) == "15023467" && marked(bench) == [0, 1])
    bench.press(.program(.undo))
    #expect(order(bench) == "01234567")
    bench.press(.queue(.trackDown), .queue(.trackDown))
    #expect(order(bench) == "02346715" && marked(bench) == [6, 7])
    bench.press(.program(.undo), .program(.undo), .move(.start), .move(.down), .move(.down), .move(.down))
    bench.press(.list(.markedHere))
    #expect(order(bench) == "02153467")
    #expect(bench.application.state.notices.last == .queue(.moved(title: "Bell Song", count: 2)))
    bench.press(.program(.undo), .list(.markedToEnd))
    #expect(order(bench) == "02346715" && bench.model.queue.current?.path == FilePath("/m/2"))
    bench.press(.program(.undo))
    #expect(order(bench) == "01234567")
  }

  /// Opens the list of all tracks.
  private func library() -> LibraryScreenBench {
    let bench = bench()
    bench.press(.program(.nextPanel), .move(.end), .list(.activate))
    return bench
  }

  private func chosen(_ bench: LibraryScreenBench) -> [Int32] {
    let level = bench.panel.browser.level
    return level.marks.isEmpty
      ? []
      : level.chosen.compactMap { if case .track(let id) = $0 { id } else { nil } }
  }

  @Test func rowsOfTheLibraryAreMarkedAsThoseOfTheQueue() throws {
    let bench = library()
    try mark("delibes", bench)
    #expect(chosen(bench) == [1, 2, 3])
    #expect(bench.application.state.notices.last == .library(.marked(count: 3)))
    try mark("invert", bench)
    #expect(chosen(bench) == [4, 5])
    try mark("zzz", bench)
    #expect(chosen(bench) == [4, 5])
    #expect(bench.application.state.notices.last == .library(.nothingMatches("zzz")))
    try mark("all", bench)
    #expect(chosen(bench) == [1, 2, 3, 4, 5])
    try mark("none", bench)
    #expect(chosen(bench) == [] && marked(bench) == [])
    bench.press(.move(.down))
    try mark("range", bench)
    bench.press(.move(.down), .move(.down))
    #expect(chosen(bench) == [2, 3, 4])
    bench.press(.library(.add))
    #expect(bench.index.trackRequests.last == LibraryTracksRequest(.append, [2, 3, 4].map { .track($0) }))
    bench.press(.move(.down))
    #expect(chosen(bench) == [])
  }

  @Test func listThatIsTooLongIsNotMarked() {
    var level = LibraryLevel(.allTracks)
    level.show(LibraryListing(tracks: TrackList(ids: (1...10_001).map { Int32($0) })))
    let refused = level.mark(.all)
    #expect(refused == .tooManyToMark(10_001) && level.marks.isEmpty)
    _ = level.mark(.range)
    level.select(10_000)
    level.extendMarks()
    #expect(level.marks == [.track(1)])
    level.select(9_999)
    level.extendMarks()
    #expect(level.marks.count == 10_000 && level.chosen.count == 10_000)
  }
}

import TerminalKit
import Testing

@testable import Application
@testable import AudioBase
@testable import Librarian
@testable import MusicLibrary
@testable import Player
@testable import SystemBase
@testable import TerminalUI

/// The columns of the queue.
@MainActor @Suite struct QueueColumnsTests {
  private static let tracks: [TrackInfo] = (1...12).map { number in
    var track = TrackInfo(path: FilePath("/music/\(number).flac"))
    guard number != 7 else { return track }
    track.title = ["Flower Duet", "Bell Song", "Pizzicato", "Army of Me"][(number - 1) % 4]
    track.artist = number % 4 == 0 ? "Björk" : "Léo Delibes"
    track.album = number % 4 == 0 ? "Post" : "Lakmé"
    track.date = number % 4 == 0 ? "1995-06-13" : "1883"
    track.stream.duration = Double(100 + number)
    return track
  }

  /// A queue with a current, a failed and a marked track, and one without tags.
  private func bench(
    _ columns: [LibraryColumn] = LibraryColumn.standard, ready: Bool = true
  ) throws -> LibraryScreenBench {
    let bench = LibraryScreenBench(ready: ready, columns: columns)
    bench.model.append(QueueColumnsTests.tracks)
    let failed = bench.model.queue.items[2].id
    bench.model.queue.update(failed) { $0.failure = FileError(.damaged, "3.flac") }
    bench.press(.move(.down), .move(.down), .move(.down), .list(.mark))
    return bench
  }

  private func line(_ text: String, _ bench: LibraryScreenBench, _ width: Int, _ height: Int = 36) throws
    -> String
  {
    let lines = bench.shown(width, height).split(separator: "\n").map(String.init)
    return try #require(lines.first { $0.contains(text) }, "no line with \(text)")
  }

  @Test func queueIsDrawnBesideTheLibraryAndAlone() throws {
    for width in [120, 160] {
      try Snapshot.expect("queue-\(width)x36", try bench().shown(width, 36))
      try Snapshot.expect("queue-alone-\(width)x36", try bench(ready: false).shown(width, 36))
    }
  }

  @Test(arguments: [100, 107, 120, 121, 130, 160, 200])
  func bothListsShowTheSameColumnsInTheSamePlaces(width: Int) throws {
    let bench = try bench()
    bench.press(.program(.nextPanel), .move(.end), .list(.activate))
    let titles = try line("Title", bench, width)
    /// The columns of a list and their distances from its end.
    func places(_ list: Rect) -> [String: Int] {
      let text = titles.dropFirst(list.x).prefix(list.width)
      let names = text.split(separator: " ").dropFirst().map(String.init)
      return Dictionary(
        uniqueKeysWithValues: names.map { name in
          let start = text.indices.first { text[$0...].hasPrefix(name) } ?? text.endIndex
          return (name, list.width - text.distance(from: text.startIndex, to: start))
        })
    }
    var surface = Surface(Size(width, 36))
    bench.screen.draw(on: &surface)
    bench.press(.move(.down))
    _ = bench.screen.drawSelection(on: &surface)
    var whole = Surface(Size(width, 36))
    bench.screen.draw(on: &whole)
    #expect(surface.lines == whole.lines)
    let library = places(bench.screen.layout[.library])
    #expect(library == places(bench.screen.layout[.queue]) && library["Length"] != nil)
    #expect(library["Artist"] != nil, "lists of \(bench.screen.layout[.queue].width) columns")
    #expect((library["Album"] != nil) == (width > 121) && (library["Year"] == nil || library["Album"] != nil))
  }

  @Test func narrowScreensShowTheColumnsThatFit() throws {
    for (width, height) in [(80, 24), (40, 12)] {
      try Snapshot.expect("queue-\(width)x\(height)", try bench().shown(width, height))
    }
  }

  @Test func theSettingChoosesTheColumnsAndTheirOrder() throws {
    let heading = try line("Title", bench([.length, .album, .title]), 160)
    #expect(heading.split(separator: " ").suffix(3) == ["Length", "Album", "Title"])
    let row = try line("Bell Song", bench([.length, .album, .title]), 160)
    #expect(row.split(separator: " ").suffix(5) == ["2", "01:42", "Lakmé", "Bell", "Song"])
  }

  @Test(arguments: [(80, 24), (40, 12)]) func theSettingActsAtEveryWidthAndAtOnce(width: Int, height: Int)
    throws
  {
    let bench = try bench()
    bench.panel.columns = [.year, .title]
    let row = try line("Army of Me", bench, width, height)
    #expect(row.split(separator: " ").suffix(4) == ["1995", "Army", "of", "Me"])
  }

  @Test func listsAloneHaveEighteenRowsAndTitlesOnASmallTerminal() throws {
    let bench = LibraryScreenBench()
    bench.model.append((10..<60).map { TrackInfo(path: FilePath("/music/\($0).flac")) })
    bench.session.setLayout(.listen)
    let shown = bench.shown(80, 24)
    #expect(shown.contains("Title") && shown.split(separator: "\n").count { $0.hasSuffix(" --:--") } == 18)
    #expect(bench.screen.listRows == 18 && bench.screen.padTargets(on: Surface(Size(80, 24))).pads.isEmpty)
    bench.press(.program(.nextPanel), .library(.up))
    _ = bench.shown(80, 24)
    #expect(bench.screen.libraryRows >= 18)
  }

  @Test func failedRowShowsTheReasonInsteadOfTheLastColumns() throws {
    let row = try line("Pizzicato", bench(), 120)
    #expect(row.hasSuffix(" damaged") && row.contains("✗ 3  Pizzicato") && !row.contains("01:43"))
  }

  @Test func ratingsComeFromTheLibraryOncePerTrack() throws {
    let bench = try bench()
    #expect(try line(" 1  Flower Duet", bench, 160).hasSuffix("★★★★★"))
    #expect(bench.index.lookups.count == 12)
    _ = bench.shown(160, 36)
    #expect(bench.index.lookups.count == 12)
    var track = try #require(bench.controller.queueEntries[TrackLocation(path: FilePath("/music/1.flac"))])
    track.rating = 2
    bench.controller.receive(.rated(track))
    _ = bench.shown(160, 36)
    #expect(bench.index.lookups.count == 24)
  }

  @Test func onlyVisibleTracksAreLookedUp() {
    let bench = LibraryScreenBench()
    bench.model.append((0..<5_000).map { TrackInfo(path: FilePath("/music/\($0).flac")) })
    _ = bench.shown(160, 36)
    #expect(bench.index.lookups.count == bench.screen.listRows)
    #expect(bench.screen.queueContent.rows.count == bench.screen.listRows)
    bench.press(.move(.end))
    _ = bench.shown(160, 36)
    #expect(bench.index.lookups.count == 2 * bench.screen.listRows)
    let unrated = LibraryScreenBench(columns: [.title, .length])
    unrated.model.append(QueueColumnsTests.tracks)
    _ = unrated.shown(160, 36)
    #expect(unrated.index.lookups.isEmpty)
  }

  @Test func aClickBelowTheTitlesHitsTheRowThatIsShownThere() throws {
    let bench = try bench(ready: false)
    let lines = bench.shown(120, 36).split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(lines.firstIndex { $0.contains(" 5  Flower Duet") })
    bench.screen.receive(MouseEvent(.press, button: .left, at: Point(20, row)))
    #expect(bench.session.state.selection == bench.model.queue.items[4].id)
  }

  @Test func aMovedCursorIsDrawnBelowTheTitles() throws {
    let bench = try bench(ready: false)
    var surface = Surface(Size(120, 36))
    bench.screen.draw(on: &surface)
    bench.press(.move(.down))
    let rows = try #require(bench.screen.drawSelection(on: &surface))
    var whole = Surface(Size(120, 36))
    bench.screen.draw(on: &whole)
    #expect(surface.lines == whole.lines)
    let changed = surface.lines.indices.filter { surface.lines[$0].contains("▸") }
    #expect(changed.allSatisfy { index in rows.contains { $0.contains(index) } })
  }
}

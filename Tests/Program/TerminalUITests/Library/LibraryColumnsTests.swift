import TerminalKit
import Testing

@testable import Application
@testable import AudioBase
@testable import MusicLibrary
@testable import SystemBase
@testable import TerminalUI

/// The columns of lists on the screen.
@MainActor @Suite struct LibraryColumnsTests {
  @Test func lengthOfAMissingEntryIsReplaced() {
    let path = FilePath("/music/gone.flac")
    #expect(LibraryColumn.length.text(PlaylistEntry(.file(path), isMissing: true), nil) == "missing")
    #expect(LibraryColumn.length.text(PlaylistEntry(.file(path)), nil) == "--:--")
  }

  @Test func playlistFileOfAnAmbiguousNameIsShownInItsFolder() {
    let path = FilePath("/music/Rock/mix.m3u")
    #expect(ListContent.Row(LibraryRow(.playlistFile(path), folder: "Rock")).title == "Rock/mix.m3u")
    #expect(ListContent.Row(LibraryRow(.playlistFile(path))).title == "mix.m3u")
  }

  @Test func entryOfAPlaylistHasTheTagsThatTheLibraryHas() {
    let entry = PlaylistEntry(.file(FilePath("/music/1.flac")))
    func row(_ known: LibraryTrack?) -> ListContent.Row {
      ListContent.Row(.entry(0, entry), LibraryLevel(.root), [], playing: nil) { _ in known }
    }
    #expect(row(nil).title == "1.flac" && row(nil).detail == "" && row(nil).end == "--:--")
    var track = TrackInfo(path: FilePath("/music/1.flac"))
    (track.title, track.artist, track.album) = ("Flower Duet", "Léo Delibes", "Lakmé")
    track.stream.duration = 132
    let known = LibraryTrack(
      id: 1, track: track, kind: .music, rating: nil, playCount: 0, lastPlayed: nil, addedAt: 0, isAway: false
    )
    #expect(row(known).title == "Flower Duet" && row(known).detail == "Léo Delibes · Lakmé")
    #expect(row(known).end == "02:12")
  }

  @Test func missingEntriesOfASavedPlaylistAreMarkedAndCounted() {
    let bench = LibraryScreenBench()
    bench.entries = [
      PlaylistEntry(.file(FilePath("/music/1.flac"))),
      PlaylistEntry(.file(FilePath("/music/gone.flac")), isMissing: true),
    ]
    bench.press(.program(.nextPanel), .move(.down), .move(.down), .move(.down), .move(.down))
    bench.press(.list(.activate), .list(.activate))
    #expect(line(bench, with: "gone.flac").contains("missing"))
    #expect(line(bench, with: "Flower Duet").contains("01:41"))
    #expect(line(bench, with: "mine").contains("1 missing"))
  }

  private func tracks() -> LibraryScreenBench {
    let bench = LibraryScreenBench()
    bench.press(.program(.nextPanel), .move(.end), .list(.activate))
    return bench
  }

  private func line(_ bench: LibraryScreenBench, with text: String, _ width: Int = 80) -> String {
    bench.shown(width, 24).split(separator: "\n").map(String.init).first { $0.contains(text) } ?? ""
  }

  @Test func theWidthDecidesHowManyColumnsAreShown() {
    let columns = [
      ListContent.Column("A", least: 10, share: 1, rank: 0), ListContent.Column("B", least: 4, rank: 2),
      ListContent.Column("C", least: 6, rank: 1),
    ]
    #expect(ListContent.Column.fitting(columns, width: 40) == [0, 1, 2])
    #expect(ListContent.Column.fitting(columns, width: 23) == [0, 2])
    #expect(ListContent.Column.fitting(columns, width: 3) == [0])
  }

  @Test func eachTrackIsARowOfCells() {
    let bench = tracks()
    let heading = line(bench, with: "Title")
    for title in ["Title", "Artist", "Album", "Year", "Length", "Rating"] {
      #expect(heading.contains(title), "\(title)")
    }
    let row = line(bench, with: "Flower Duet")
    #expect(row.contains("Léo Delibes") && row.contains("01:41") && row.contains("★★★★★"))
    #expect(line(bench, with: "Pizzicato").contains("away"))
    let narrow = tracks()
    #expect(!narrow.shown(40, 24).contains("Rating") && narrow.shown(40, 24).contains("Length"))
  }

  @Test func theHeadingShowsTheOrder() {
    let bench = tracks()
    bench.press(.library(.sortColumn))
    #expect(line(bench, with: "Artist").contains("Title▲"))
    bench.press(.library(.sortDirection))
    #expect(line(bench, with: "Artist").contains("Title▼"))
    let screen = bench.shown(80, 24)
    let (first, last) = (screen.range(of: "Pizzicato"), screen.range(of: "Army of Me"))
    #expect(first != nil && last != nil && (first ?? 0) < (last ?? 0))
  }

  @Test func aClickBelowTheTitlesHitsTheRowThatIsShownThere() {
    let bench = tracks()
    let lines = bench.shown(80, 24).split(separator: "\n", omittingEmptySubsequences: false)
    let row = lines.firstIndex { $0.contains("Army of Me") } ?? 0
    bench.screen.receive(MouseEvent(.press, button: .left, at: Point(10, row)))
    #expect(bench.panel.browser.level.selection == 3)
  }

  @Test func albumListShowsArtistYearAndTrackCount() {
    let bench = LibraryScreenBench()
    bench.press(.program(.nextPanel), .move(.down), .list(.activate))
    let row = line(bench, with: "Lakmé")
    #expect(row.contains("Léo Delibes") && row.contains("1883") && row.contains("2"))
  }

  @Test func trackInfoShowsAllTags() {
    let bench = tracks()
    _ = bench.shown(80, 24)
    bench.press(.move(.down), .list(.info))
    let screen = bench.shown(80, 24)
    for text in ["/music/2.flac", "Bell Song", "Léo Delibes", "Plays"] {
      #expect(screen.contains(text), "\(text)")
    }
    #expect(PlainSelection.text(bench.session)?.row.hasPrefix("1 of ") == true)
    bench.press(.move(.down))
    #expect(PlainSelection.text(bench.session)?.row.contains("Title: Bell Song") == true)
  }

  @Test func timeDisplayShowsElapsedRemainingOrBothTimes() {
    func text(_ display: ScreenState.TimeDisplay) -> String {
      var surface = Surface(Size(40, 1))
      ProgressBar(elapsed: 60, total: 200, display: display, theme: .monochrome).draw(
        on: &surface, in: Rect(Size(40, 1)))
      return surface.lines[0]
    }
    #expect(text(.elapsed).hasPrefix("01:00 ") && text(.elapsed).hasSuffix(" 03:20"))
    #expect(text(.remaining).hasPrefix("−02:20 ") && text(.both).hasPrefix("01:00 −02:20 "))
    let bench = tracks()
    bench.press(.program(.timeDisplay), .program(.timeDisplay))
    #expect(bench.session.state.timeDisplay == .both)
  }
}

extension String {
  /// The number of characters before a text; nil if it does not occur.
  fileprivate func range(of text: String) -> Int? {
    indices.first { self[$0...].hasPrefix(text) }.map { distance(from: startIndex, to: $0) }
  }
}

import AudioBase
import Controls
import Dubbing
import Player
import SystemBase
import TerminalKit
import Testing

@testable import Application
@testable import TerminalUI

/// The list of the marks of a song, and their places on the screen.
@MainActor @Suite struct SongMarksTests {
  /// A screen with a track of three marks at 48,000 frames a second, which was not opened.
  static func bench() throws -> TimelineBench {
    let bench = try TimelineBench([])
    add(to: bench)
    return bench
  }

  static func add(to bench: TimelineBench) {
    let path = FilePath("a.flac")
    bench.player.model.append([TrackInfo(path: path)])
    var takes = TrackTakes(isFound: true)
    takes.song.apply([
      .set(SongMark("verse", at: 96_000)), .set(SongMark("fill", at: 144_000, end: 192_000)),
      .set(SongMark("outro", at: 480_000)), .loop(0..<48_000), .speed(0.8),
    ])
    bench.takes.list.tracks[.track(TrackLocation(path: path))] = takes
  }

  private func list(_ bench: TimelineBench) throws -> SongMarksLayer {
    bench.press(.request(.place(.list)))
    return try #require(bench.session.layer(SongMarksLayer.self))
  }

  @Test func listHasMarksWithTheirTimesAndWhatWasRepeatedLast() throws {
    let bench = try Self.bench()
    let list = try list(bench)
    #expect(list.rows.map(\.text) == ["verse", "fill", "outro", "repeated last at 0.8×"])
    #expect(list.rows.map(\.note) == ["00:02", "00:03–00:04", "00:10", "00:00–00:01"])
    let shown = bench.shown(100, 30)
    #expect(shown.contains("Marks") && shown.contains("outro") && shown.contains("y repeat"))
  }

  @Test func marksAreRenamedDeletedAndBack() throws {
    let bench = try Self.bench()
    let list = try list(bench)
    bench.press(.move(.down), .take(.rename))
    #expect(bench.session.field?.text == "fill")
    bench.session.type(.insert("fill 2"))
    bench.session.type(.accept)
    #expect(list.rows.map(\.text).prefix(3) == ["verse", "fill 2", "outro"])
    bench.press(.list(.remove))
    #expect(list.rows.map(\.text).prefix(2) == ["verse", "outro"])
    bench.press(.program(.undo), .program(.undo))
    #expect(list.rows.map(\.text).prefix(3) == ["verse", "fill", "outro"])
    // The row of the last loop is no mark.
    bench.press(.move(.end), .list(.remove))
    #expect(list.rows.count == 4)
    bench.press(.request(.place(.list)))
    #expect(bench.session.layers.isEmpty)
  }

  @Test func searchListsTheMarksThatContainAText() throws {
    let bench = try Self.bench()
    let list = try list(bench)
    bench.press(.search(.find))
    bench.session.type(.insert("OUT"))
    #expect(list.rows.map(\.text) == ["outro"])
    bench.session.type(.insert("x"))
    #expect(list.rows.isEmpty)
    bench.session.type(.cancel)
    #expect(list.rows.count == 4)
  }

  // MARK: Drawing

  private func line(_ marks: [(column: Int, name: String)], width: Int) -> String {
    var surface = Surface(Size(width, 1))
    MarkTicks(marks: marks, theme: .monochrome).draw(on: &surface, in: surface.bounds)
    return surface.lines[0]
  }

  @Test func namesHaveTheRoomBeforeTheNextMark() {
    #expect(line([(0, "verse"), (6, "a"), (8, "b")], width: 10) == "│verse│a│b")
    #expect(line([(0, "verse"), (3, "b")], width: 6).hasPrefix("│  │b"))
    #expect(line([(-3, "verse"), (2, "b"), (9, "c")], width: 5) == "  │b ")
    let cut = line([(0, "a long name")], width: 6)
    #expect(cut.hasPrefix("│a lo") && cut.count == 6)
  }

  @Test func progressBarHasTheMarks() {
    func bar(_ elapsed: Int) -> String {
      var surface = Surface(Size(22, 1))
      ProgressBar(elapsed: elapsed, total: 100, marks: [SongTick(0.5, "verse")], theme: .monochrome)
        .draw(on: &surface, in: surface.bounds)
      return surface.lines[0]
    }
    #expect(bar(0) == "00:00 ●────┼──── 01:40")
    #expect(bar(50) == "00:50 ━━━━●┼──── 01:40")
  }

  @Test func waveformNamesTheMarksInItsTopRow() {
    let silent = WaveformContent.Column(top: 0, bottom: 0, rms: 0, bands: .zero)
    func lines(_ rows: Int) -> [String] {
      var surface = Surface(Size(10, rows))
      WaveformBand(
        waveform: WaveformContent(columns: Array(repeating: silent, count: 10)), played: -1,
        marks: [SongTick(0.2, "verse")], theme: .monochrome
      )
      .draw(on: &surface, in: surface.bounds)
      return surface.lines
    }
    #expect(lines(4)[0] == "  │verse  ")
    #expect(!lines(1)[0].contains("verse"))
  }
}

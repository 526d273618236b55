import Controls
import MusicLibrary
import TerminalKit
import Testing

@testable import TerminalUI

/// The library on whole screens.
@MainActor @Suite struct LibrarySnapshotTests {
  private static let sizes = [(120, 36), (80, 24), (40, 12)]

  private func expect(_ name: String, _ bench: LibraryScreenBench) throws {
    for (width, height) in LibrarySnapshotTests.sizes {
      try Snapshot.expect("\(name)-\(width)x\(height)", bench.shown(width, height))
    }
  }

  private func tracks(_ direction: LayoutDirection = .leftToRight) -> LibraryScreenBench {
    let bench = LibraryScreenBench(direction: direction)
    bench.press(.program(.nextPanel), .move(.end), .list(.activate))
    return bench
  }

  @Test func topOfTheLibraryIsDrawn() throws {
    let bench = LibraryScreenBench()
    bench.press(.program(.nextPanel))
    try expect("library-top", bench)
  }

  @Test func tracksAreDrawnWithStarsAndAwayMark() throws { try expect("library-tracks", tracks()) }

  @Test func libraryIsDrawnMirroredRightToLeft() throws {
    try expect("library-mirrored", tracks(.rightToLeft))
  }

  @Test func filterWithAnErrorShowsThePlaceOfTheError() throws {
    let bench = tracks()
    bench.press(.search(.find))
    bench.type("bpm:x")
    try expect("library-filter", bench)
  }

  @Test func pickerWithATypedQueryIsDrawn() throws {
    let bench = LibraryScreenBench()
    bench.press(.library(.pick))
    bench.type("delibes")
    _ = bench.shown(80, 24)
    bench.type(.tab)
    try expect("library-picker", bench)
  }

  @Test func questionForTheMusicFolderIsDrawnAtTheFirstStart() throws {
    let bench = LibraryScreenBench(ready: false)
    bench.session.askForFolder()
    try expect("library-first", bench)
  }

  @Test func firstStartNamesThePadKeysOfTheLayout() {
    let bench = LibraryScreenBench(ready: false)
    bench.session.askForFolder()
    let list = ListContent(
      bench.panel, width: 80, rows: 8, playing: nil, emptySelection: 0, keys: KeyMap(layout: .cmus))
    #expect(list.rows.contains { $0.title == "To drum, press 1 2 3 4 5 6 7 8" })
  }

  @Test func libraryIsDrawnWithScanProgress() throws {
    let bench = LibraryScreenBench()
    bench.press(.program(.nextPanel), .library(.scan))
    bench.controller.receive(
      .progress(ScanProgress(stage: .reading, done: 2_500, total: 10_000, seconds: 0.5)))
    try expect("library-scan", bench)
  }
}

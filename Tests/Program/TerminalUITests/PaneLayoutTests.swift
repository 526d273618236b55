import Application
import AudioBase
import SystemBase
import TerminalKit
import Testing
import TrackTags

@testable import Player
@testable import TerminalUI

@Suite struct PaneLayoutTests {
  private func places(
    _ text: String, _ size: Size, _ sizeClass: SizeClass = .regular, focused: Pane = .queue,
    opened: Pane? = nil
  ) throws -> [Pane: Rect] {
    let arrangement = try #require(PaneArrangement(text))
    return PaneLayout(arrangement: arrangement, sizeClass: sizeClass, focused: focused, opened: opened)
      .places(in: Rect(size))
  }

  @Test func panesShareTheRoomInColumnsAndRows() throws {
    #expect(
      try places("library|queue,timeline", Size(118, 20)) == [
        .library: Rect(0, 0, 58, 10), .queue: Rect(60, 0, 58, 10), .timeline: Rect(0, 10, 118, 10),
      ])
    #expect(
      try places("library:2|(queue,lyrics:3)", Size(92, 20)) == [
        .library: Rect(0, 0, 60, 20), .queue: Rect(62, 0, 30, 5), .lyrics: Rect(62, 5, 30, 15),
      ])
  }

  @Test func shareOutsideTheLimitsOfAPaneGivesTheRestToTheOthers() throws {
    let low = try places("queue:9,timeline", Size(80, 20))
    #expect(low[.timeline]?.height == 7 && low[.queue]?.height == 13)
    let wave = try places("queue,waveform", Size(80, 20))
    #expect(wave[.waveform]?.height == 5 && wave[.queue]?.height == 15)
  }

  /// First the list with the focus, then the pane that is open, then the others as they are written.
  @Test func panesWithoutRoomGiveWayInTheStatedOrder() throws {
    let text = "lyrics|library|queue|cover"
    #expect(try Set(places(text, Size(118, 10)).keys) == [.lyrics, .library, .queue, .cover])
    #expect(try Set(places(text, Size(80, 10)).keys) == [.lyrics, .library, .queue])
    #expect(try Set(places(text, Size(60, 10)).keys) == [.lyrics, .queue, .cover])
    #expect(try Set(places(text, Size(60, 10), focused: .library).keys) == [.lyrics, .library, .cover])
    #expect(try Set(places("queue,lyrics,timeline", Size(80, 10)).keys) == [.queue, .lyrics])
    #expect(
      try Set(places("queue,lyrics,timeline", Size(80, 10), opened: .timeline).keys) == [.queue, .timeline])
    #expect(try places("queue,lyrics", Size(10, 2)) == [.queue: Rect(0, 0, 10, 2)])
  }

  @Test func smallScreensShowTwoListsOfAnArrangementWithTheirLengthsAndTheSmallestOnePane() throws {
    let text = "library|queue|lyrics"
    #expect(try Set(places("library|queue", Size(78, 10), .compact).keys) == [.queue])
    #expect(try Set(places(text, Size(78, 10), .compact).keys) == [.library, .queue])
    #expect(try Set(places(text, Size(78, 10), .compact, opened: .lyrics).keys) == [.queue, .lyrics])
    #expect(try Set(places(text, Size(75, 10), .compact).keys) == [.queue, .lyrics])
    let grouped = try places("library|(queue,lyrics)", Size(78, 9), .compact)
    #expect(grouped[.library] == Rect(0, 0, 38, 9) && grouped[.lyrics]?.width == 38)
    #expect(try Set(places("library,queue", Size(78, 10), .compact).keys) == [.library, .queue])
    #expect(try places(text, Size(40, 4), .minimal, focused: .library) == [.library: Rect(0, 0, 40, 4)])
  }

  @Test func placesNeitherOverlapNorLeaveTheirAreaInAnySize() throws {
    let texts = [
      "library|queue,timeline", "(library,cover)|(queue,lyrics:3),waveform|mixer",
      "library:9|queue|lyrics|cover|waveform|timeline|mixer",
    ]
    for text in texts {
      for width in stride(from: 20, through: 240, by: 11) {
        for height in stride(from: 1, through: 41, by: 4) {
          let area = Rect(Size(width, height))
          let found = Array(try places(text, area.size).values)
          let isRight = found.enumerated().allSatisfy { index, place in
            area.contains(place) && found.dropFirst(index + 1).allSatisfy { place.intersection($0).isEmpty }
          }
          if !isRight { Issue.record("\(text) in \(width) × \(height): \(found)") }
        }
      }
    }
  }
}

/// Arranged panes on the whole screen.
@MainActor @Suite struct ArrangedScreenTests {
  private let bench = LibraryScreenBench()

  private func arrange(_ text: String) throws {
    bench.session.setPanes(try #require(ScreenPanes(text)))
  }

  private func layout(_ text: String, _ size: Size, _ layout: ScreenLayout = .both) throws -> MainLayout {
    var parts = MainLayout.Parts()
    (parts.hasLibrary, parts.layout, parts.panes) = (true, layout, try #require(ScreenPanes(text)))
    return MainLayout(Rect(size), parts)
  }

  @Test(arguments: [ScreenLayout.both, .drum, .listen]) func everyArrangementKeepsTheScreenUseful(
    kind: ScreenLayout
  ) throws {
    let text = "cover|lyrics,library|queue,waveform; drum=timeline"
    for size in [Size(160, 50), Size(120, 36), Size(80, 24), Size(60, 22), Size(40, 12)] {
      let layout = try layout(text, size, kind)
      var wanted: [MainLayout.Place] = [.title, .progress, .settings, .hints, .message]
      wanted += kind == .listen ? [] : [.pads]
      wanted += kind == .drum ? [] : [.queue]
      for place in wanted where layout[place].isEmpty { Issue.record("no \(place) in \(size)") }
      let places = Array(layout.places.values)
      for (index, place) in places.enumerated() {
        #expect(places.dropFirst(index + 1).allSatisfy { place.intersection($0).isEmpty }, "\(size)")
      }
    }
  }

  @Test func pictureAndWaveformReturnToTheSongWhereTheirPanesHaveNoRoom() throws {
    let large = try layout("library|cover|queue,waveform", Size(120, 36))
    #expect(large[.artwork].y >= large[.queue].y && large[.waveform].y > large[.queue].y)
    let small = try layout("queue,lyrics,cover", Size(60, 22))
    #expect(small[.artwork].endY <= small[.queue].y && !small[.artwork].isEmpty)
    let tiny = try layout("library|queue,waveform", Size(40, 20))
    #expect(tiny[.waveform].endY <= tiny[.queue].y && !tiny[.waveform].isEmpty)
  }

  @Test func placeOfASingleListShowsTheOneThatHasTheFocus() throws {
    try arrange("queue|lyrics")
    #expect(bench.shown(120, 36).contains("─ Queue"))
    bench.press(.program(.nextPanel))
    #expect(bench.shown(120, 36).contains("Library"))
    #expect(!bench.screen.layout[.library].isEmpty && bench.screen.layout[.queue].isEmpty)
  }

  @Test func panesThatWereAskedForAndHaveNoRoomAreNamedOnce() throws {
    func named(_ text: String, _ width: Int, _ height: Int) throws -> [Notice] {
      let before = bench.application.state.notices.entries.count
      bench.session.setPanes(try #require(ScreenPanes(text)), tellsHidden: true)
      for _ in 0..<2 { _ = bench.shown(width, height) }
      return bench.application.state.notices.entries.dropFirst(before).map(\.notice)
    }
    #expect(try named("library|queue", 120, 36) == [])
    #expect(try named("library|queue", 80, 24) == [.hint(.hiddenPanes(["library"]))])
    #expect(try named("library|(queue,lyrics)", 80, 24) == [])
    #expect(try named("queue,lyrics,timeline,cover", 80, 24) == [.hint(.hiddenPanes(["timeline"]))])
    bench.session.setPanes(ScreenPanes())
    _ = bench.shown(80, 24)
    #expect(bench.application.state.notices.entries.count == 2)
  }

  @Test func filterShowsAListWhereNoneIsArranged() throws {
    try arrange("lyrics")
    _ = bench.shown(80, 24)
    #expect(bench.screen.layout[.queue].isEmpty && bench.screen.layout[.library].isEmpty)
    bench.press(.search(.find))
    _ = bench.shown(80, 24)
    #expect(!bench.screen.layout[.queue].isEmpty)
  }

  @Test func arrangedScreensAreDrawnInEverySizeClass() throws {
    bench.model.append([TrackInfo(path: FilePath("Flower Duet.flac"))])
    bench.press(.playback(.play), .program(.nextPanel), .list(.activate))
    (bench.screen.sound.artwork, bench.screen.sound.hasArtwork) = (
      { _, _ in .cells(Sample.picture) }, { true }
    )
    bench.screen.sound.waveform = { _ in Sample.waveform }
    try arrange("library|(queue,lyrics); listen=library|queue|cover,waveform")
    let track = try #require(bench.model.nowPlaying).location
    bench.application.receive(LyricsResult(track, .success(Lyrics("Sous le dôme épais\nOù le blanc jasmin"))))
    for layout in [ScreenLayout.both, .listen] {
      bench.session.setLayout(layout)
      for (width, height) in [(120, 36), (80, 24), (40, 12)] {
        try Snapshot.expect("panes-\(layout)-\(width)x\(height)", bench.shown(width, height))
      }
    }
  }

  @Test func nextChapterDrawsTheLineOfTheTitleAgain() throws {
    bench.model.append([TrackInfo(path: FilePath("Moby-Dick.m4b"))])
    bench.press(.playback(.play), .program(.chapters), .program(.cancel))
    let item = try #require(bench.model.queue.current)
    bench.application.receive(
      ChaptersResult(
        item.location,
        .success([Chapter(start: 0, title: "Loomings"), Chapter(start: 60, title: "The Carpet-Bag")])
      ))
    bench.session.setLayout(.listen)
    var surface = Surface(Size(80, 24))
    func move(to seconds: Double) {
      let rate = SampleRate(48_000)
      let frames = FrameCount(seconds: seconds, at: rate)
      bench.model.receive(
        .moved(item.id, PositionAnchor(trackFrame: frames, sampleRate: rate, hostTime: .now, rate: 0)))
    }
    move(to: 10)
    bench.screen.draw(on: &surface)
    #expect(surface.lines[0].hasPrefix(" Moby-Dick.m4b  1/2 Loomings "))
    move(to: 20)
    #expect(bench.screen.drawMoving(on: &surface) != nil)
    move(to: 70)
    #expect(bench.screen.drawMoving(on: &surface) == nil)
    bench.screen.draw(on: &surface)
    #expect(surface.lines[0].hasPrefix(" Moby-Dick.m4b  2/2 The Carpet-Bag "))
  }

  @Test func metersOfAListenerMoveSeldomUnlessASpectrumMoves() {
    bench.screen.sound.meter = { _ in MeterContent(left: -1, right: -1) }
    func rates() -> [Double?] {
      [ScreenLayout.both, .listen].map { layout in
        bench.session.setLayout(layout)
        _ = bench.shown(120, 36)
        return bench.screen.animations.frameRate(layout)
      }
    }
    #expect(rates() == [15, 1])
    bench.screen.sound.spectrum = { Array(repeating: -6, count: $0) }
    bench.session.perform(.program(.spectrum))
    #expect(rates() == [15, 15])
  }

  @Test func metersMoveTheScreenOnlyWhereTheyAreShown() {
    bench.screen.sound.meter = { _ in MeterContent(left: -1, right: -1) }
    _ = bench.shown(120, 36)
    #expect(!bench.screen.layout[.meters].isEmpty && bench.screen.animations.nextFrame(.both) != nil)
    bench.session.setLayout(.listen)
    _ = bench.shown(80, 24)
    #expect(bench.screen.layout[.meters].isEmpty && bench.screen.animations.nextFrame(.listen) == nil)
  }
}

/// Panes that are layers when they are open.
@MainActor @Suite struct LayerPaneTests {
  private let bench: TimelineBench

  init() throws {
    bench = try TimelineBench()
    bench.session.perform(.program(.cancel))
    bench.session.setPanes(try #require(ScreenPanes("queue,timeline")))
    bench.session.setLayout(.listen)
  }

  private func drawn(_ width: Int = 100, _ height: Int = 40) -> String { bench.shown(width, height) }

  @Test func timelineIsSeenBesideTheQueueAndGetsTheKeysInItsPane() throws {
    #expect(drawn().contains("Queue") && drawn().contains("take 1"))
    #expect(bench.session.shownScreen == nil)
    let place = bench.screen.layout[.timeline]
    bench.session.perform(.take(.timeline))
    #expect(bench.session.shownScreen == .timeline && drawn().contains("Queue"))
    #expect(bench.screen.layout[.timeline] == place && bench.screen.showsPads)
    bench.session.perform(.timeline(.cursorForward))
    let moved = drawn()
    bench.session.perform(.program(.cancel))
    #expect(bench.session.shownScreen == nil && drawn().contains("Queue"))
    #expect(drawn().contains("bar 1 beat 1") == moved.contains("bar 1 beat 1"), "the place is kept")
  }

  @Test func clickInThePaneGivesItTheKeysAndAClickBesideItTakesThemBack() {
    _ = drawn()
    let place = bench.screen.layout[.timeline]
    let inside = Point(place.x + 3, place.y + 1)
    _ = bench.screen.receive(MouseEvent(.press, button: .left, at: inside))
    #expect(bench.session.shownScreen == .timeline)
    _ = drawn()
    let queue = bench.screen.layout[.queue]
    _ = bench.screen.receive(MouseEvent(.press, button: .left, at: Point(queue.x + 3, queue.y)))
    #expect(bench.session.shownScreen == nil)
  }

  @Test func timelineWithoutRoomForItsPaneOpensOverThePanels() {
    bench.session.perform(.take(.timeline))
    let shown = drawn(40, 12)
    #expect(bench.screen.layout[.timeline].isEmpty && shown.contains("take 1") && !shown.contains("Queue"))
  }
}

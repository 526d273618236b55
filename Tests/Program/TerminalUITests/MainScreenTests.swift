import Application
import AudioBase
import Player
import TerminalKit
import Testing

@testable import TerminalUI

@Suite struct MainScreenTests {
  private static let lengths = [1, 2, 3, 5, 8, 11, 12, 13, 19, 20, 21, 22, 23, 24, 30, 39, 40, 41, 47, 60]
  private static let widths = lengths + [59, 61, 79, 80, 81, 99, 100, 101, 140, 200]

  /// Draws into a part of a larger surface and checks that the rest is unchanged.
  @Test(arguments: [
    Sample.playing, Sample.full, Sample.spectrum, Sample.empty, Sample.wide, Sample.helping, Sample.prompting,
    Sample.notices,
  ])
  func screenNeverDrawsOutsideTheArea(content: ScreenContent) {
    for width in Self.widths {
      for height in Self.lengths {
        var surface = Surface(Size(width + 4, height + 2))
        surface.fill(surface.bounds, with: "x")
        let area = Rect(2, 1, width, height)
        MainScreen(content, theme: .monochrome).draw(on: &surface, in: area)
        let edge = surface.row(0).map(\.character) + surface.row(height + 1).map(\.character)
        #expect(edge.allSatisfy { $0 == "x" }, "\(width)×\(height)")
        for y in area.rows {
          let row = Array(surface.row(y))
          let sides = row.prefix(2) + row.suffix(2)
          #expect(sides.allSatisfy { $0.character == "x" && $0.width == 1 }, "\(width)×\(height)")
          #expect(row.reduce(0) { $0 + $1.width } == width + 4)
        }
      }
    }
  }

  @Test func allThemesDrawTheSameText() throws {
    for var content in [Sample.full, Sample.helping, Sample.untagged] {
      // Without colours, other characters show the same information.
      content.waveform = nil
      for index in content.pads.indices { (content.pads[index].isLit, content.pads[index].glow) = (false, 0) }
      let lines = Sample.lines(content, 110, 30)
      for name in ThemeTests.names {
        for colours in [0, 8, 16, 256, 1 << 24] {
          let theme = try Sample.theme(name, colours: colours)
          #expect(Sample.lines(content, 110, 30, theme: theme) == lines)
        }
      }
    }
  }

  @Test(arguments: [
    (PlaybackState.stopped, TransportButtons.Button.play), (.playing, .pause), (.paused, .play),
    (.interrupted, .play), (.seekingForward, .pause), (.seekingBackward, .pause),
  ]) func oneButtonIsActiveWithAQueue(state: PlaybackState, button: TransportButtons.Button) {
    for size in [(40, 12), (80, 24), (120, 30)] {
      var content = Sample.playing
      content.playback = state
      let text = Sample.shown(content, size.0, size.1)
      #expect(text.contains("[ ▶ play ]") == (button == .play))
      #expect(text.contains("[ ‖ pause ]") == (button == .pause))
      #expect(text.contains("▶ play") && text.contains("‖ pause"))
    }
  }

  @Test(arguments: [PlaybackState.stopped, .playing, .paused, .interrupted])
  func noButtonIsActiveWithoutAQueue(state: PlaybackState) {
    var content = Sample.empty
    content.playback = state
    #expect(TransportButtons.active(content) == nil)
    #expect(!Sample.shown(content, 80, 24).contains("["))
  }

  @Test func queueShowsAsManyRowsAsFit() {
    for (width, height) in [(40, 12), (40, 40), (80, 24), (80, 22), (100, 22), (200, 60)] {
      var content = Sample.playing
      content.queue = Sample.queue(100)
      content.queue.rows = content.queue.rows.map {
        var row = $0
        row.title = "entry"
        return row
      }
      let rows = Sample.lines(content, width, height).filter { $0.contains("  entry ") }.count
      let layout = MainLayout(Rect(Size(width, height)), content.parts)
      #expect(rows == layout[.queue].height - 1 && rows > 0)
    }
  }

  @Test func controlCharactersOfFilesAreNotSentToTheTerminal() {
    for line in Sample.lines(Sample.wide, 120, 30) {
      #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0.value != 0x202E })
    }
  }

  @Test(
    arguments: [(1.0, nil), (0.8, "speed 0.8×"), (1.05, "speed 1.05×"), (2, "speed 2.0×")]
      as [(Double, String?)])
  func speedIsShownUnlessNormal(speed: Double, text: String?) {
    var content = Sample.playing
    content.speed = speed
    #expect(SettingsLine.items(content, in: 80).first { $0.item == .speed }?.text == text)
  }

  @Test(arguments: [(0, nil), (-500, "transpose -5"), (30, "transpose +0.3")] as [(Int, String?)])
  func pitchIsShownUnlessItIsThatOfTheFile(cents: Int, text: String?) {
    var content = Sample.playing
    content.transposition = Transposition(cents: cents)
    #expect(SettingsLine.items(content, in: 80).first { $0.item == .pitch }?.text == text)
  }

  @Test func narrowSettingsShortenTheVolumeToShowAChangedSetting() {
    var content = Sample.playing
    (content.volume, content.isShuffled, content.repeatMode) = (Decibels(0), false, .off)
    func shown(_ width: Int) -> [String] { SettingsLine.items(content, in: width).map(\.text) }
    #expect(shown(20) == ["volume 0.0 dB · 100%"])
    content.speed = 1.25
    #expect(shown(20) == ["100%", "speed 1.25×"])
    #expect(shown(30) == ["0.0 dB · 100%", "speed 1.25×"])
  }

  /// The settings have 24 columns in the layout *listen* of 80 × 24.
  @Test func narrowSettingsShortenTheirTextsToShowSeveralChangedSettings() {
    var content = Sample.playing
    (content.volume, content.isShuffled, content.repeatMode, content.speed) = (Decibels(0), true, .off, 1.25)
    func shown(_ width: Int) -> [String] { SettingsLine.items(content, in: width).map(\.text) }
    #expect(shown(24) == ["100%", "shuffle", "1.25×"])
    #expect(shown(31) == ["100%", "shuffle on", "speed 1.25×"])
    (content.isShuffled, content.stopsAfterCurrent) = (false, true)
    #expect(shown(24) == ["100%", "stops", "1.25×"])
  }

  @Test func changedSettingsWithoutRoomStandInTheHeadingOfTheList() {
    var content = Sample.playing
    content.mode.layout = .listen
    (content.isShuffled, content.repeatMode, content.isConsuming) = (true, .one, true)
    content.queue.note = "/duet"
    func lines() -> [String] { Sample.lines(content, 80, 24) }
    #expect(lines()[1].contains("83%   shuffle on  "))
    #expect(lines()[2].hasSuffix("─ repeat one · consume · /duet ── "))
    content.take = TakeContent()
    content.take?.loop = "0:12–0:20"
    #expect(lines()[2].hasSuffix("─ loop 0:12–0:20 · repeat one · consume · /duet ── "))
    content.take = nil
    content.library = Sample.library
    content.panel = .library
    #expect(lines()[2].hasSuffix("─ repeat one · consume ── "))
    #expect(Sample.lines(content, 120, 36).allSatisfy { !$0.contains("one · consume") })
  }

  @Test(
    arguments: [
      (TrainerProgress.round(1, of: 2), 0.65, "speed 0.65× · round 1 of 2"),
      (.round(3, of: 3), 1, "speed 1.0× · round 3 of 3"), (.goal, 1, "speed 1.0× · goal of the trainer"),
    ])
  func speedIsShownWithTheStateOfTheTrainer(trainer: TrainerProgress, speed: Double, text: String) {
    var content = ScreenContent()
    (content.speed, content.trainer) = (speed, trainer)
    #expect(SettingsLine.items(content, in: 80).first { $0.item == .speed }?.text == text)
  }

  @Test func progressKnobMovesFromEndToEnd() {
    func bar(_ elapsed: Int?, _ total: Int?) -> String {
      var surface = Surface(Size(22, 1))
      ProgressBar(elapsed: elapsed, total: total, theme: .monochrome).draw(
        on: &surface, in: surface.bounds)
      return surface.lines[0]
    }
    #expect(bar(0, 100) == "00:00 ●───────── 01:40")
    #expect(bar(50, 100) == "00:50 ━━━━●───── 01:40")
    #expect(bar(100, 100) == "01:40 ━━━━━━━━━● 01:40")
    #expect(bar(900, 100) == "15:00 ━━━━━━━━━● 01:40")
    #expect(bar(5, 0) == "00:05 ────────── 00:00")
    #expect(bar(nil, nil) == "--:-- ────────── --:--")
  }

  @Test func cursorIsVisibleWhereverItIsInALongText() {
    func line(_ cursor: Int?, _ text: String = "abcdefghijklmnopqrstuvwxyz") -> String {
      var content = ScreenContent()
      (content.prompt, content.promptName, content.promptCursor) = (text, "tempo", cursor)
      var surface = Surface(Size(17, 1))
      MessageLine(content: content, theme: .monochrome).draw(on: &surface, in: surface.bounds)
      var line = surface.lines[0]
      while line.last == " " { line.removeLast() }
      return line
    }
    #expect(line(nil, "abc") == "tempo: abc" && line(1, "abc") == "tempo: abc")
    #expect(line(0) == "tempo: abcdefghij")
    #expect(line(nil) == "tempo: …stuvwxyz")
    #expect(line(20) == "tempo: …mnopqrstu")
  }

  /// The first line of the layout *listen* of 80 × 24.
  private func songLine(_ change: (inout ScreenContent) -> Void) -> String {
    var content = Sample.playing
    content.mode.layout = .listen
    change(&content)
    return Sample.lines(content, 80, 24)[0]
  }

  @Test func titleAndArtistOfAListenerShareTheirLine() {
    #expect(songLine { _ in }.hasPrefix(" Flower Duet  Léo Delibes · Lakmé · Act 1  "))
    let long = songLine { content in
      content.song?.title = "Flower Duet, which Léo Delibes wrote in 1883"
      content.song?.artist = "Sabine Devieilhe and Marianne Crebassa"
    }
    #expect(long == " Flower Duet, which Léo Delibes wrote…  Sabine Devieilhe and Marianne Crebas…   ")
    let file = songLine { $0.song = ScreenContent.Song(title: String(repeating: "title ", count: 11)) }
    #expect(file == " title title title title title title title title title title title              ")
    let empty = songLine { ($0.song, $0.isQueueEmpty, $0.emptyHint) = (nil, true, "o finds a song") }
    #expect(empty.hasPrefix(" The queue is empty  o finds a song"))
  }

  @Test func chapterOfAListenerReplacesTheAlbumAndIsMoreImportantThanTheArtist() {
    let short = songLine { $0.chapter = "3/12 The Storm" }
    #expect(short.hasPrefix(" Flower Duet  Léo Delibes · 3/12 The Storm  "))
    let long = songLine {
      $0.chapter = "3/12 The Storm"
      $0.song?.artist = "Herman Melville, read by a choir of many sailors"
    }
    #expect(long.hasPrefix(" Flower Duet  3/12 The Storm  "))
    var content = Sample.playing
    content.chapter = "3/12 The Storm"
    #expect(Sample.lines(content, 80, 24).contains { $0.contains("01:23 3/12 The Storm ━") })
  }

  @Test func barStandsBesideThePositionWhereThereIsRoom() {
    func line(_ width: Int) -> String {
      var surface = Surface(Size(width, 1))
      ProgressBar(elapsed: 50, total: 100, bar: 17, theme: .monochrome).draw(on: &surface, in: surface.bounds)
      return surface.lines[0]
    }
    #expect(line(32).hasPrefix("00:50 bar 17 ━") && line(32).hasSuffix("─ 01:40"))
    #expect(line(22) == "00:50 ━━━━●───── 01:40")
  }
}

@Suite struct ListContentTests {
  @Test func movedCursorRedrawsTwoRows() {
    let list = Sample.queue(12, selection: 3)
    var moved = list
    moved.selection = 4
    #expect(moved.changedRows(since: list) == [3, 4])
    moved.rows[9].isMarked = true
    #expect(moved.changedRows(since: list) == [3, 4, 9])
    moved.first = 1
    #expect(moved.changedRows(since: list) == nil)
  }

  @Test func rowsDrawnAloneMatchAWholeDrawing() {
    var content = Sample.full
    var surface = Sample.surface(content, 120, 36, .monochrome)
    content.queue.selection = 5
    let layout = MainLayout(surface.bounds, content.parts)
    MainScreen(content, theme: .monochrome).drawQueue(rows: [3, 5], layout, on: &surface)
    #expect(surface == Sample.surface(content, 120, 36, .monochrome))
  }

  @Test(arguments: [
    (0, 0, 10, 0), (0, 9, 10, 0), (0, 10, 10, 1), (50, 10, 10, 10), (50, 55, 10, 50), (95, 99, 10, 90),
    (0, 99, 10, 90), (-3, 0, 10, 0),
  ]) func listScrollsJustEnoughToShowTheSelection(previous: Int, selection: Int, height: Int, expected: Int) {
    let first = ListContent.first(after: previous, selection: selection, count: 100, height: height)
    #expect(first == expected)
  }

  @Test func listWithoutASelectionOrRoomScrollsWithinBounds() {
    #expect(ListContent.first(after: 95, selection: nil, count: 100, height: 10) == 90)
    #expect(ListContent.first(after: 5, selection: 2, count: 3, height: 10) == 0)
    #expect(ListContent.first(after: 5, selection: nil, count: 0, height: 0) == 0)
  }
}

@Suite struct ShownTextTests {
  @Test(
    arguments: [
      (0, "00:00"), (83, "01:23"), (3_599, "59:59"), (3_600, "1:00:00"), (3_723, "1:02:03"),
      (360_000, "100:00:00"),
      (nil, "--:--"), (-1, "--:--"),
    ] as [(Int?, String)]) func clockShowsMinutesHoursOrUnknown(seconds: Int?, text: String)
  {
    #expect(ShownText.clock(seconds) == text)
  }

  @Test(arguments: [
    (-6, "−6.0 dB"), (0, "0.0 dB"), (-0.04, "0.0 dB"), (3.25, "+3.3 dB"), (-59.96, "−60.0 dB"),
    (-.infinity, "silent"),
    (.infinity, "+99.0 dB"),
  ]) func decibelsAreShownWithSignAndLimits(value: Double, text: String) {
    #expect(ShownText.decibels(value) == text)
  }
}

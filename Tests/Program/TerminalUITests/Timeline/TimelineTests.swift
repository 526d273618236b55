import ApplicationTestSupport
import Controls
import Dubbing
import Testing

@testable import Application
@testable import TerminalUI

/// The timeline, by its commands.
@MainActor @Suite struct TimelineTests {
  private let bench: TimelineBench

  init() throws {
    bench = try TimelineBench()
    bench.layer.choose(TimelineLane(layer: 1, pad: 2))
    bench.layer.moveCursor(to: 0)
  }

  private var layer: TimelineLayer { bench.layer }
  /// The frame of the late hit.
  private let late = 120_576

  @Test func sampledFramesAreTheSelectedRangeOrThoseOfTheSelectedHits() throws {
    let bench = try TimelineBench()
    #expect(bench.layer.selectedFrames == nil)
    bench.layer.moveCursor(to: 24_000)
    bench.press(.timeline(.selectRange))
    bench.layer.moveCursor(to: 72_000)
    #expect(bench.layer.selectedFrames == 24_000..<72_000)
    // The last hit is at 360,000, and a step has 6,000 frames.
    bench.press(.timeline(.selectAll))
    #expect(bench.layer.selectedFrames == 0..<366_000)
  }

  // MARK: The cursor and the scale

  @Test func cursorMovesByStepBarAndHit() {
    bench.press(.timeline(.cursorForward), .timeline(.cursorForward))
    #expect(layer.cursor == 12_000)
    bench.press(.timeline(.cursorBarForward), .timeline(.cursorBarForward))
    #expect(layer.cursor == 192_000)
    bench.press(.timeline(.cursorBack), .timeline(.cursorBarBack))
    #expect(layer.cursor == 96_000)
    bench.press(.timeline(.nextHit))
    #expect(layer.cursor == late)
    bench.press(.timeline(.cursorBack))
    #expect(layer.cursor == 120_000, "a cursor between two steps goes to the one before")
    bench.press(.timeline(.previousHit), .timeline(.previousHit))
    #expect(layer.cursor == 24_000)
    bench.press(.move(.start), .timeline(.cursorBack), .timeline(.cursorBarBack))
    #expect(layer.cursor == 0)
    bench.press(.timeline(.stepLength), .move(.end))
    #expect(layer.division.text == "1/16t" && layer.cursor == layer.length - 1)
  }

  @Test func typedSeeksMoveTheCursor() throws {
    var told: [Notice] = []
    let notices = bench.application.streams.reported.subscribe { told.append($0) }
    let seeks = [
      ("seek bar 3", 192_000), ("seek -1 bar", 96_000), ("seek 1 bar", 192_000), ("seek 0:01", 48_000),
      ("seek 50%", layer.length / 2), ("seek bar 90", layer.length / 2),
    ]
    for (text, frame) in seeks {
      bench.press(try Command.parse(text))
      #expect(layer.cursor == frame, "\(text)")
    }
    #expect(told == [.take(.bars(.afterEnd(bar: 90)))])
    withExtendedLifetime(notices) {}
  }

  @Test func homeIsTheFirstBeatOfBarOne() {
    bench.takes.tempo.moveBeat(near: 0, to: 9_600, keepsFirst: false)
    bench.press(.timeline(.cursorBarForward), .move(.start))
    #expect(layer.cursor == 9_600)
  }

  @Test func rowsArePadsOfTheChosenLayerAndTheOtherLayers() {
    #expect(
      layer.lanes == [
        TimelineLane(layer: 1, pad: 1), TimelineLane(layer: 1, pad: 2), TimelineLane(layer: 2, pad: nil),
      ])
    bench.press(.move(.down))
    #expect(layer.lane == TimelineLane(layer: 2, pad: 3), "the chosen layer has rows for its pads")
    #expect(layer.lanes.first == TimelineLane(layer: 1, pad: nil))
    bench.press(.timeline(.steps))
    #expect(layer.lanes.filter { $0.layer == 2 }.map(\.pad) == Array(1...8))
  }

  @Test func scaleGoesFromTheWholeTakeOverBarsToMillisecondsAndBack() {
    var scales = [layer.scale]
    layer.moveCursor(to: 200_000)
    for _ in 0..<20 {
      bench.press(.timeline(.zoomIn))
      if layer.scale != scales.last { scales.append(layer.scale) }
      #expect((layer.viewport.start...layer.viewport.end).contains(Double(layer.cursor)))
    }
    #expect(scales.contains(.bars(2)) && scales.contains(.bars(1)))
    #expect(layer.viewport.framesPerColumn == 12)
    for _ in 0..<30 { bench.press(.timeline(.zoomOut)) }
    #expect(layer.scale == .whole && layer.viewport.start == 0)
    bench.press(.timeline(.zoomIn), .timeline(.zoomAll))
    #expect(layer.scale == .whole)
  }

  // MARK: Edits

  @Test func hitIsNudgedByAMillisecondAndByAStepEachAsOneUndo() {
    layer.moveCursor(to: late)
    bench.press(.timeline(.nudgeEarlier))
    #expect(bench.frames()[5] == late - 48 && layer.cursor == late - 48)
    bench.press(.timeline(.stepLater))
    #expect(bench.frames()[5] == late - 48 + 6_000)
    bench.press(.program(.undo), .program(.undo))
    #expect(bench.frames() == TimelineBench.played.map(\.frame))
    bench.press(.program(.redo))
    #expect(bench.frames()[5] == late - 48)
  }

  @Test func commandsOfTheListsAndTheVolumeMeanTheSameInTheTimeline() {
    layer.moveCursor(to: late)
    let volume = bench.application.model.levels.volume
    bench.press(.playback(.volumeUp), .list(.remove), .list(.activate), .queue(.trackUp))
    #expect(bench.application.model.levels.volume > volume)
    #expect(bench.frames() == TimelineBench.played.map(\.frame) && layer.cursor == late)
    #expect(bench.take.layers[0].hits.velocities[5] == 80 && bench.session.layers.last === layer)
    bench.press(.seek(1))
    #expect(layer.cursor == late + 48_000)
  }

  @Test func keysOfAQuestionAreThoseOfAllScreens() {
    #expect(bench.session.shownScreen == .timeline)
    bench.application.ask(.defaultKeys)
    #expect(bench.session.shownScreen == nil)
    bench.press(.program(.cancel))
    #expect(bench.session.shownScreen == .timeline)
  }

  @Test func velocityPadAndDeletionActOnTheHitAtTheCursor() {
    layer.moveCursor(to: late)
    bench.press(.timeline(.velocityUp), .timeline(.velocityUp), .timeline(.velocityDown))
    #expect(bench.take.layers[0].hits.velocities[5] == 85)
    bench.press(.timeline(.padUp))
    #expect(bench.take.layers[0].hits.pads[5] == 1 && layer.lane.pad == 1)
    bench.press(.timeline(.deleteHits))
    #expect(bench.take.layers[0].hits.count == 15 && bench.take.layers[0].hits.place(of: 5) == nil)
    #expect(bench.take.layers[1].hits.count == 2)
  }

  @Test func quantiseMovesTheSelectedHitsAndUndoRestoresThem() {
    bench.press(.timeline(.quantise))
    #expect(bench.frames()[5] == 120_000 && layer.selection.isEmpty, "without a selection, all are moved")
    bench.press(.program(.undo))
    #expect(bench.frames()[5] == late)
    layer.moveCursor(to: 0)
    bench.press(
      .timeline(.selectRange), .timeline(.cursorBarForward), .timeline(.selectRange), .timeline(.quantise))
    #expect(layer.selection.count == 2 && bench.frames()[5] == late, "it is not selected")
    bench.press(.program(.cancel), .timeline(.selectPad))
    #expect(layer.selection.count == 8)
    bench.press(.request(.quantise(Quantise(.sixteenth))))
    #expect(bench.frames()[5] == 120_000)
  }

  @Test func quantiseSaysThatTheTempoIsAssumedUntilItIsSet() {
    var told: [String] = []
    let notices = bench.application.streams.reported.subscribe {
      told.append(NoticeText.sentence($0, KeyMap()))
    }
    bench.press(.timeline(.quantise))
    #expect(
      told.last == "moved 1 of 18 hits to the grid of the assumed 120 BPM: F9 sets the tempo; u undoes it")
    bench.press(.program(.undo))
    #expect(bench.frames()[5] == late)
    bench.press(.request(.tempo(.bpm(100))))
    bench.press(.timeline(.quantise))
    #expect(told.last?.hasSuffix("of 18 hits to the grid; u undoes it") == true)
    withExtendedLifetime(notices) {}
  }

  @Test func hitsAreCopiedPastedCutAndRepeated() {
    bench.press(.timeline(.selectLayer), .timeline(.copy), .program(.cancel))
    layer.moveCursor(to: 384_000)
    #expect(layer.cursor == layer.length - 1, "there is nothing beyond the end")
    layer.moveCursor(to: 12_000)
    bench.press(.timeline(.paste))
    #expect(bench.frames().prefix(2) == [12_000, 36_000] && layer.selection.count == 16)
    bench.press(.timeline(.cut))
    #expect(bench.frames() == TimelineBench.played.map(\.frame))
    bench.press(.timeline(.selectAll), .request(.repeatHits(2)))
    #expect(bench.take.hitCount == 54 && bench.frames().prefix(2) == [384_000, 408_000])
    #expect(bench.frames(2).prefix(4) == [408_000, 456_000, 792_000, 840_000])
    bench.press(.program(.undo))
    #expect(bench.take.hitCount == 18)
  }

  @Test func copyingCuttingAndPastingTellWhatWasDone() {
    var told: [String] = []
    let notices = bench.application.streams.reported.subscribe {
      told.append(NoticeText.sentence($0, KeyMap()))
    }
    bench.press(.timeline(.paste))
    layer.moveCursor(to: 36_000)
    bench.press(.timeline(.copy), .timeline(.cut), .timeline(.selectPad), .timeline(.copy))
    #expect(bench.shown(80, 24).contains("8 hits copied"))
    bench.press(.program(.cancel))
    layer.moveCursor(to: 11_520)
    bench.press(.timeline(.paste), .timeline(.cut))
    let noHit = "no hit is at the cursor, and none is selected: Tab goes to the next one"
    #expect(
      told == [
        "nothing was copied: y copies hits", noHit, noHit, "8 hits copied",
        "8 hits pasted at 00:00.24, off the grid: 10.0 ms before the nearest step; u undoes it",
        "8 hits cut; u undoes it",
      ])
    withExtendedLifetime(notices) {}
  }

  @Test func keysThatFindNoHitSayWhereTheNearestIs() {
    var told: [String] = []
    let notices = bench.application.streams.reported.subscribe {
      told.append(NoticeText.sentence($0, KeyMap()))
    }
    layer.choose(TimelineLane(layer: 1, pad: 1))
    bench.press(.move(.end), .timeline(.nextHit), .timeline(.copy), .move(.start), .timeline(.previousHit))
    bench.press(.timeline(.steps))
    layer.choose(TimelineLane(layer: 1, pad: 7))
    bench.press(.timeline(.nextHit), .timeline(.copy))
    let noHit = "no hit is at the cursor, and none is selected: "
    #expect(
      told == [
        "there is no later hit in this row: shift+Tab goes to the one before",
        noHit + "shift+Tab goes to the one before",
        "there is no earlier hit in this row: Tab goes to the next one",
        "there is no later hit in this row", noHit + "this row has no hits",
      ])
    withExtendedLifetime(notices) {}
  }

  @Test func pasteWithoutATakeSaysWhatBeginsOne() throws {
    bench.press(.timeline(.selectPad), .timeline(.copy), .program(.cancel))
    bench.takes.list.tracks[.free]?.current = nil
    bench.press(.timeline(.paste))
    #expect(bench.application.state.notices.last == .take(.timeline(.noTake)))
  }

  @Test func pastedHitsAreAsLateOnAStepAsTheyWerePlayed() {
    layer.moveCursor(to: late)
    bench.press(.timeline(.copy))
    func pasted(at frame: Int) -> [Int] {
      layer.moveCursor(to: frame)
      bench.press(.timeline(.paste))
      defer { bench.press(.program(.undo)) }
      return layer.selection.places(in: bench.take.layers[0]).map { bench.frames()[$0] }
    }
    #expect(pasted(at: 192_000) == [192_576])
    #expect(pasted(at: 193_000) == [193_000], "the cursor is not on a step")
    let notice = TakeNotice.Timeline.pasted(1, at: 193.0 / 48, offGrid: 1.0 / 48, afterEnd: 0)
    #expect(bench.application.state.notices.entries.contains { $0.notice == .take(.timeline(notice)) })
    #expect(layer.selection.isEmpty, "the pasted hits are gone")
    layer.moveCursor(to: 24_000)
    bench.press(.timeline(.nudgeEarlier), .timeline(.nudgeEarlier), .timeline(.copy))
    #expect(pasted(at: 0) == [0], "nothing is before the start")
  }

  @Test func deletedHitsAreNotSelectedUntilTheDeletionIsUndone() {
    bench.press(.timeline(.selectPad), .timeline(.deleteHits))
    #expect(layer.selection.isEmpty && bench.take.layers[0].hits.count == 8)
    bench.press(.program(.undo))
    #expect(layer.selection.count == 8)
  }

  @Test func anEarlyHitIsNamedByTheBeatThatItIsMeantFor() {
    layer.moveCursor(to: 72_000)
    bench.press(.timeline(.nudgeEarlier))
    #expect(layer.cursor == 71_952)
    #expect(layer.status { "\($0)" } == "bar 1 beat 4 · 00:01.499 · 2 72 · 1.0 ms early")
    #expect(layer.spoken.contains("bar 1 beat 4 step 1"))
    layer.moveCursor(to: 40_000)
    #expect(layer.status { "\($0)" }.hasPrefix("bar 1 beat 2 · "))
  }

  @Test func theHelpListsTheKeysOfTheTimelineAndReturnsToIt() throws {
    bench.application.services.keys = { KeyMap().keys(for: $0).map(\.name) }
    bench.press(.program(.help))
    let help = try #require(bench.session.layer(HelpLayer.self))
    let content = HelpContent(help, bench.screen.keys)
    #expect(content.lines.first == .heading("In the timeline"))
    let own = content.entries.prefix { $0.group == nil }
    #expect(own.contains { $0.keys == "+ =" && $0.command == .timeline(.velocityUp) })
    #expect(own.contains { $0.keys == "Tab" && $0.text == "to the next hit" })
    #expect(own.contains { $0.keys == "u" && $0.text == "undo" })
    #expect(own.allSatisfy { $0.command != .program(.help) && $0.command != nil })
    #expect(!content.entries.contains { $0.group != nil && $0.command?.row.screen == .timeline })
    #expect(help.selectedRow?.row == "1 of \(help.entries.count): cursor a step back: ←")
    bench.session.type(.insert("velocity-up"))
    #expect(HelpContent(help, bench.screen.keys).entries.map(\.text) == ["hits louder"])
    bench.session.type(.cancel)
    #expect(bench.session.layers.last is TimelineLayer)
  }

  @Test func timeAfterAnEditIsThatOfTheHitAndTabGoesOnFromIt() {
    func time() -> Substring { layer.status { "\($0)" }.split(separator: " · ")[1] }
    bench.press(.timeline(.steps))
    // On the step of the late hit.
    layer.moveCursor(to: 120_000)
    #expect(time() == "00:02.512")
    bench.press(.timeline(.nudgeLater))
    #expect(time() == "00:02.513" && layer.cursor == 120_624)
    bench.press(.request(.quantise(Quantise(.sixteenth))))
    #expect(time() == "00:02.5" && layer.cursor == 120_000)
    bench.press(.program(.undo))
    #expect(time() == "00:02.513" && layer.cursor == 120_624)
    bench.press(.timeline(.nextHit))
    #expect(layer.cursor == 168_000)
    // On the step of the late hit again.
    layer.moveCursor(to: 120_000)
    bench.press(.timeline(.nextHit))
    #expect(layer.cursor == 168_000, "the hit at the cursor is not the next one")
    bench.press(.timeline(.previousHit), .timeline(.previousHit))
    #expect(layer.cursor == 72_000)
  }

  @Test func cursorDoesNotFollowHitsThatStay() {
    layer.moveCursor(to: 24_000)
    bench.press(.timeline(.selectHit))
    layer.moveCursor(to: 72_000)
    bench.press(.timeline(.nudgeLater))
    #expect(bench.frames()[1] == 24_048 && layer.cursor == 72_000)
  }

  @Test func enterSetsAndRemovesAHit() {
    layer.moveCursor(to: 6_000)
    bench.press(.timeline(.setHit))
    let added = bench.take.layers[0].hits
    #expect(added.ids.first == -1 && added[0].frame == 6_000 && added[0].pad == 2)
    bench.press(.timeline(.setHit))
    #expect(bench.frames() == TimelineBench.played.map(\.frame))
  }

  @Test func takeWithoutATrackEndsWithTheBarOfItsLastHit() {
    #expect(bench.frames().last == 360_000 && layer.length == 384_000, "four bars of 96,000 frames")
    bench.press(.move(.end), .timeline(.cursorBack), .timeline(.setHit))
    #expect(bench.frames()[0] == 378_000 && layer.length == 384_000, "a hit is set after the last one")
    #expect(layer.status { "\($0)" }.hasPrefix("bar 4 beat 4 · "))
  }

  /// The plain mode shows the steps of all pads.
  @Test func firstHitLeavesTheCursorInItsRow() throws {
    let bench = try TimelineBench([])
    let plain = PlainBench(bench.session, of: bench)
    _ = plain.press(.take(.timeline))
    #expect(plain.press(.move(.down)).first?.hasPrefix("pad 2, ") == true)
    #expect(
      plain.press(.timeline(.setHit)).last?.hasSuffix("beat 1 step 1, hit, velocity 100, on the step") == true
    )
    #expect(bench.layer.lane.pad == 2 && bench.take.layers[0].hits.pads == [2])
  }

  @Test func firstHitMakesATakeAndALayer() throws {
    let bench = try TimelineBench([])
    bench.press(.take(.timeline), .move(.down))
    _ = bench.shown(80, 24)
    bench.press(.timeline(.setHit), .timeline(.cursorForward), .timeline(.setHit))
    #expect(bench.take.layers.count == 1 && bench.frames() == [6_000, 0])
    #expect(bench.take.layers[0].hits.pads == [2, 2])
    #expect(bench.stored()?.hitCount == 2)
  }

  @Test func editsAreInTheFileOfTheTake() {
    bench.press(.timeline(.quantise))
    let stored = bench.stored()
    #expect(stored?.layers[0].hits.frames[5] == 120_000 && stored?.history == bench.take.history)
  }

  @Test func selectionAndThenTheTimelineAreLeft() {
    bench.press(.timeline(.selectAll))
    #expect(layer.selection.count == 18)
    bench.press(.program(.cancel))
    #expect(layer.selection.isEmpty)
    bench.press(.program(.cancel))
    #expect(bench.session.layers.isEmpty)
  }
}

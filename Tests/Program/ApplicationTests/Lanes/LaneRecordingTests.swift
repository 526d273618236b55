import Dubbing
import PlayerTestSupport
import TestSupport
import Testing

@testable import Application
@testable import MixEngine

/// Changes of the mixer by hand that become lanes of the take that is recorded.
@MainActor @Suite struct LaneRecordingTests {
  private let bench: TakeBench
  private let mixer = TestLaneMixer()
  private let gain = Lane.ID("pads/gain", layer: 1)

  init() throws {
    bench = try TakeBench([("a", Ramp.frames(900_000))])
    bench.controller.lanes.mixer = mixer
    try bench.play()
  }

  /// Records while a hand changes the level of the pads. Returns the frames of the track that are heard with the changes.
  private func record(_ values: [Double]) throws -> [Int] {
    bench.controller.recording.toggle()
    #expect(bench.controller.recording.phase == .recording)
    bench.run(frames: 4_800)
    return values.map { value in
      bench.player.engine.control.set(
        AutomationTarget(.pads), to: Double(0.5).bitPattern, address: 1, value: value)
      let frame = bench.player.output.count
      bench.run(frames: 4_800)
      return bench.place(frame)
    }
  }

  @Test func changesByHandAreALaneInTheJournalInTheTakeAndInItsFile() throws {
    let frames = try record([-6, -50])
    let controller = bench.controller
    try bench.wait("the points") { controller.list.current?.lane(gain)?.count == 2 }
    let lane = try #require(controller.list.current?.lane(gain))
    // A chain with latency is heard later than the block that it begins.
    #expect(lane.values == [-6, -50] && zip(lane.frames, frames).allSatisfy { abs($0 - $1) <= 256 })
    #expect(lane.frames[1] - lane.frames[0] == frames[1] - frames[0])
    #expect(try bench.journalled()?.lanes == [lane])
    try bench.stopRecording()
    #expect(
      bench.notices.last == .recordingEnded(TakeNotice.SavedTake(name: "take 1", hits: 0, lanes: 1)))
    bench.close()
    #expect(bench.store.all().takes.map(\.take.lanes) == [[lane]])
  }

  @Test func undoTakesAPassBackWithItsHitsAndLanes() throws {
    _ = try record([-6])
    bench.strike()
    let controller = bench.controller
    try bench.wait("the hit and the point") {
      bench.run(frames: 512)
      return controller.list.current?.hitCount == 1 && controller.list.current?.lane(gain) != nil
    }
    try bench.stopRecording()
    controller.list.turn(.undo)
    #expect(
      bench.notices.last == .turned(.undo, .recorded("layer 1", lanes: 1), take: nil))
    #expect(controller.list.current?.lanes.isEmpty == true && controller.list.current?.layers.isEmpty == true)
    controller.list.turn(.redo)
    #expect(controller.list.current?.lane(gain)?.values == [-6] && controller.list.current?.hitCount == 1)
    bench.close()
  }

  @Test func endOfAPassIsTheTimeAtWhichItWasMade() throws {
    _ = try record([-6])
    let controller = bench.controller
    try bench.wait("the point") { controller.list.current?.lane(gain) != nil }
    let begun = try #require(controller.list.current?.history.edits.time(of: .undo))
    try bench.stopRecording()
    let ended = try #require(controller.list.current?.history.edits.time(of: .undo))
    #expect(begun < ended)
    bench.close()
  }

  @Test(arguments: [LaneMode.read, .off])
  func stripInAModeThatDoesNotRecordHasNoLane(mode: LaneMode) throws {
    bench.controller.lanes.set(mode, of: .pads)
    _ = try record([-6])
    try bench.stopRecording()
    #expect(bench.notices.last == .nothingRecorded && bench.controller.list.takes.isEmpty)
    bench.controller.lanes.set(.touch, of: .pads)
    _ = try record([-9])
    try bench.stopRecording()
    #expect(bench.controller.list.current?.lanes.map(\.values) == [[-9]])
    bench.close()
  }

  @Test func lanesOfAPassAreHeardInTheNextOne() throws {
    let frames = try record([-6])
    let (controller, lanes) = (bench.controller, bench.controller.lanes)
    try bench.wait("the point") { controller.list.current?.lane(gain) != nil }
    #expect(lanes.value(at: "pads/gain") == nil, "the hand has moved it")
    bench.player.model.seek(to: 0)
    bench.run(frames: frames[0] + 48_000)
    #expect(controller.recording.phase == .recording && lanes.value(at: "pads/gain") == -6)
    bench.close()
  }

  @Test func valueThatGetsItsNumberLaterIsRecorded() throws {
    mixer.count = 1
    mixer.onNumber()
    _ = try record([])
    mixer.count = 2
    mixer.onNumber()
    bench.player.engine.control.set(
      AutomationTarget(.pads), to: Double(0.5).bitPattern, address: 1, value: -6)
    bench.run(frames: 4_800)
    try bench.stopRecording()
    #expect(bench.controller.list.current?.lane(gain)?.values == [-6])
    bench.close()
  }
}

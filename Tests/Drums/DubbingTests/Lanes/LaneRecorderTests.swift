import AudioBase
import SystemBase
import Testing

@testable import Dubbing
@testable import MixEngine

/// Changes of the mixer that the engine reports while a take is recorded.
@Suite struct LaneRecorderTests {
  private static let start = HostTime(nanoseconds: 10_000_000_000)
  private static let stream = StreamID(7)
  private static let addresses = [0: "music/gain", 3: "move/throw"]

  private func time(_ frame: Int) -> HostTime { Self.start.advanced(bySeconds: Double(frame) / 48_000) }

  private func segment(
    _ output: Int, _ track: Int, generation: Int = 0, speed: Double = 1
  ) -> MusicSegment {
    MusicSegment(
      outputFrame: output, stream: Self.stream, trackFrame: track, ratio: speed, speed: speed,
      generation: generation)
  }

  private func recorder(_ target: RecordingTarget) -> TakeRecorder {
    var recorder = TakeRecorder()
    _ = recorder.handle(
      .clock(ClockReport(outputFrame: 0, heard: Self.start, frameLength: 1.0 / 48_000)))
    recorder.setLanes(Self.addresses)
    recorder.begin(target)
    _ = recorder.catchUp()
    return recorder
  }

  /// Records to music whose frame 1,000 is output frame 4,800, from output frame 9,600 on.
  private func recorder(punch: Range<Int>? = nil) -> TakeRecorder {
    var recorder = recorder(
      RecordingTarget(
        streams: [Self.stream], since: time(9_600), punch: punch, nextLayer: 2, rate: .standard))
    _ = recorder.handle(.music(segment(4_800, 1_000)))
    return recorder
  }

  private func change(_ number: Int, _ value: Double, at frame: Int) -> EngineEvent {
    .automation(AutomationChange(address: number, value: value, outputFrame: frame))
  }

  private func gain(_ frame: Int, _ value: Double, layer: Int = 2) -> TakeRecorder.Output {
    .lanePoint(Lane.ID("music/gain", layer: layer), Lane.Point(frame, value))
  }

  private func held(_ frame: Int, _ value: Double, layer: Int = 2) -> TakeRecorder.Output {
    .lanePoint(Lane.ID("move/throw", layer: layer), Lane.Point(frame, value))
  }

  private func begun(_ layer: Int) -> TakeRecorder.Output { .layer(layer, name: "layer \(layer)") }

  @Test func changeIsAPointAtTheFrameWithWhichItIsHeard() {
    var recorder = recorder()
    #expect(recorder.handle(change(0, -3, at: 9_000)).isEmpty, "it precedes the recording")
    #expect(recorder.handle(change(0, -3, at: 14_400)) == [begun(2), gain(10_600, -3)])
    #expect(recorder.handle(change(0, -6, at: 14_432)) == [gain(10_632, -6)])
    #expect(recorder.handle(change(1, -6, at: 14_464)).isEmpty, "it is not recorded")
    #expect(recorder.handle(change(0, .nan, at: 14_464)).isEmpty)
    recorder.end(at: time(48_000))
    #expect(recorder.handle(change(0, -9, at: 47_000)) == [gain(43_200, -9)])
    #expect(recorder.handle(change(0, -9, at: 49_000)).isEmpty)
    #expect(recorder.finish() == [.ended])
  }

  @Test func changeThatIsHeardLaterIsAPointAtItsOwnFrame() {
    var recorder = recorder()
    let change = AutomationChange(address: 0, value: -3, outputFrame: 14_400, trackFrame: 12_345)
    #expect(recorder.handle(.automation(change)) == [begun(2), gain(12_345, -3)])
  }

  @Test func changeThatComesBeforeTheOrderToBeginIsStored() {
    var recorder = TakeRecorder()
    recorder.setLanes(Self.addresses)
    _ = recorder.handle(
      .clock(ClockReport(outputFrame: 0, heard: Self.start, frameLength: 1.0 / 48_000)))
    _ = recorder.handle(.music(segment(4_800, 1_000)))
    #expect(recorder.handle(change(0, -3, at: 14_400)).isEmpty)
    recorder.begin(
      RecordingTarget(streams: [Self.stream], since: time(9_600), nextLayer: 1, rate: .standard))
    #expect(recorder.catchUp() == [begun(1), gain(10_600, -3, layer: 1)])
  }

  /// A change is reported before it is heard, and a hit when it was struck to what was heard.
  @Test func hitsAndChangesAroundATurnGoToTheLayersOfTheirPasses() {
    var recorder = recorder()
    _ = recorder.handle(.music(segment(20_000, 1_000, generation: 1)))
    #expect(recorder.handle(change(0, -3, at: 20_032)) == [begun(2), gain(1_032, -3)])
    let hit = StartedHit(
      pad: 1, velocity: 90, sample: 0, outputFrame: 20_010, isLate: false, keyTime: time(19_000))
    let outputs = recorder.handle(.hit(hit))
    #expect(outputs.count == 2 && outputs.first == begun(3))
    #expect(recorder.handle(change(0, -4, at: 20_064)) == [gain(1_064, -4)])
  }

  @Test func undoneLayerGetsNoMorePoints() {
    var recorder = recorder()
    _ = recorder.handle(change(0, -3, at: 14_400))
    recorder.nextLayer()
    #expect(recorder.handle(change(0, -4, at: 14_432)) == [begun(3), gain(10_632, -4, layer: 3)])
  }

  @Test func changeWhileTheMusicIsPausedIsWhereItGoesOn() {
    var recorder = recorder()
    _ = recorder.handle(.music(segment(20_000, 16_200, speed: 0)))
    #expect(recorder.handle(change(0, -9, at: 30_000)) == [begun(2), gain(16_200, -9)])
  }

  @Test func changeToATakeThatBeginsWithTheCommandIsAtItsFrame() {
    let start = RecordingTarget.Start(serial: 0, after: 0, origin: .command(time(9_600)))
    var recorder = recorder(
      RecordingTarget(streams: [], start: start, since: time(9_600), nextLayer: 1, rate: .standard))
    let outputs = recorder.handle(change(0, -3, at: 14_400))
    guard case .origin(let origin)? = outputs.first else {
      Issue.record("the recording has not begun")
      return
    }
    #expect(abs(origin - 9_600) <= 1)
    #expect(outputs.dropFirst() == [begun(1), gain(14_400 - origin, -3, layer: 1)])
  }

  // MARK: Moves that are held

  @Test func moveThatIsHeldAtTheEndIsReleasedThere() throws {
    var recorder = recorder()
    #expect(recorder.handle(change(3, 1, at: 14_400)) == [begun(2), held(10_600, 1)])
    recorder.end(at: time(24_000))
    let outputs = recorder.finish()
    guard case .lanePoint(let id, let point)? = outputs.first else {
      Issue.record("the move is still held")
      return
    }
    #expect(id == Lane.ID("move/throw", layer: 2) && point.value == 0 && abs(point.frame - 20_200) <= 1)
    #expect(outputs.dropFirst() == [.ended])
  }

  @Test func valuesThatAreHeldAtTheEndHavePointsThere() {
    var recorder = recorder()
    _ = recorder.handle(change(0, -3, at: 14_400))
    _ = recorder.handle(change(3, 1, at: 14_400))
    recorder.end(at: time(24_000), holding: ["music/gain": -4, "move/throw": 1])
    let outputs = recorder.finish()
    var take = Take(id: "a", name: "", track: nil, created: 0)
    take.addLayer(id: 2)
    for output in outputs { take.record(output) }
    #expect(outputs.last == .ended && take.lanes.map(\.values) == [[0], [-4]])
    #expect(take.lanes.allSatisfy { abs($0.frames[0] - 20_200) <= 1 })
  }

  @Test func moveThatWasReleasedIsNotReleasedAgain() {
    var recorder = recorder()
    _ = recorder.handle(change(3, 1, at: 14_400))
    #expect(recorder.handle(change(3, 0, at: 15_360)) == [held(11_560, 0)])
    recorder.end(at: time(24_000))
    #expect(recorder.finish() == [.ended])
  }

  @Test func moveThatIsHeldOverATurnIsHeldInBothPasses() {
    var recorder = recorder()
    _ = recorder.handle(change(3, 1, at: 14_400))
    let turn = recorder.handle(.music(segment(20_000, 5_000, generation: 1)))
    #expect(turn == [held(16_199, 0), begun(3), held(5_000, 1, layer: 3)])
    #expect(recorder.handle(change(3, 0, at: 21_000)) == [held(6_000, 0, layer: 3)])
  }

  @Test func moveThatIsHeldOverTheRoundOfATakeWithoutATrackIsHeldInBoth() throws {
    let start = RecordingTarget.Start(serial: 5, after: 0)
    var recorder = recorder(
      RecordingTarget(
        streams: [], start: start, since: time(9_600), loop: 0..<10_000, nextLayer: 1, rate: .standard))
    _ = recorder.handle(.freeBegan(serial: 5, outputFrame: 9_600))
    #expect(recorder.handle(change(3, 1, at: 14_600)) == [begun(1), held(5_000, 1, layer: 1)])
    #expect(
      recorder.handle(change(3, 0, at: 21_600))
        == [begun(2), held(9_999, 0, layer: 1), held(0, 1, layer: 2), held(2_000, 0, layer: 2)])
  }

  @Test func changesOutsideOfThePunchAreLeftOutAndItsMovesEndWithIt() {
    var recorder = recorder(punch: 10_000..<12_000)
    #expect(recorder.handle(change(0, -3, at: 12_800)).isEmpty)
    #expect(recorder.handle(change(3, 0, at: 12_832)).isEmpty)
    #expect(recorder.handle(change(3, 1, at: 14_400)) == [begun(2), held(10_600, 1)])
    #expect(recorder.handle(change(0, -3, at: 23_800)).isEmpty)
    #expect(recorder.handle(change(3, 0, at: 23_800)) == [held(12_000, 0)])
  }
}

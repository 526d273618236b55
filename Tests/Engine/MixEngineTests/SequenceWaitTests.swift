import AudioBase
import EngineTestSupport
import MixEngine
import TestSupport
import Testing

/// Music whose sequence of hits is not ready when its first frames are. The pads are silent, so each frame of the output
/// encodes its position in the track.
@Suite struct SequenceWaitTests {
  private static let silent = [PadProgram.Pad.sample([0])]
  /// For so long music waits at most: 250 ms.
  private static let patience = 12_000
  private static let block = 256

  private func sequence(_ frames: [Int]) -> HitSequence {
    HitSequence(frames.map { PlannedHit(frame: $0, pad: 1) })
  }

  private func render(_ bench: EngineBench, _ frames: Int) -> [Frame] {
    (0..<(frames / Self.block)).flatMap { _ in bench.device.render(FrameCount(Self.block)) }
  }

  /// With which frames of its track each hit was struck; `output` is all that was rendered.
  private func struck(_ bench: EngineBench, _ output: [Frame]) -> [Int] {
    bench.hits().filter { $0.isPlanned && $0.outputFrame < output.count }.map {
      Ramp.place(output[$0.outputFrame])
    }
  }

  @Test(arguments: [0.0, 2]) func aPlanThatComesLateMissesNoHit(_ seconds: Double) throws {
    let bench = EngineBench(pads: Self.silent, tracks: ["a": Ramp.frames(200_000)])
    bench.engine.control.setSequences([], awaited: [StreamID(1)])
    bench.load("a", at: seconds)
    bench.waitForMusic(20_000)
    var output = render(bench, 8192)
    #expect(output.allSatisfy { $0 == .zero })
    let start = Int(seconds * 48_000)
    let begin = 8192 + bench.engine.control.lookAhead.value
    bench.engine.control.setSequences([(StreamID(1), sequence([start, start + 700]))])
    output += render(bench, 4096)
    let heard = try #require(output.firstIndex { $0 != .zero })
    // At once with the sequence, no frame of it lost: in its middle a track fades in.
    #expect(heard < begin + 16)
    #expect(Ramp.place(output[begin + 500]) == start + 500)
    #expect(bench.hits().filter(\.isPlanned).map(\.outputFrame) == [begin, begin + 700])
  }

  @Test func musicWaitsAsLongAsItIsAskedTo() throws {
    let bench = EngineBench(pads: Self.silent, tracks: ["a": Ramp.frames(200_000)])
    bench.engine.control.setSequences([], awaited: [StreamID(1)], timeout: 1)
    bench.load("a")
    bench.waitForMusic(20_000)
    let output = render(bench, 66_000)
    let heard = try #require(output.firstIndex { Ramp.place($0) == 0 }) - bench.engine.control.lookAhead.value
    #expect((48_000..<(48_000 + Self.block)).contains(heard))
  }

  @Test func aPlanThatNeverComesHoldsMusicUpForAQuarterOfASecond() throws {
    let bench = EngineBench(pads: Self.silent, tracks: ["a": Ramp.frames(200_000)])
    bench.engine.control.setSequences([], awaited: [StreamID(1)])
    bench.load("a")
    bench.waitForMusic(20_000)
    let output = render(bench, 30_000)
    let heard = try #require(output.firstIndex { Ramp.place($0) == 0 }) - bench.engine.control.lookAhead.value
    #expect((Self.patience..<(Self.patience + Self.block)).contains(heard))
    // Nor is a pause any longer for it.
    bench.engine.control.send(.pause)
    _ = render(bench, 4096)
    bench.engine.control.send(.play)
    #expect(render(bench, 1024).contains { $0 != .zero })
  }

  @Test func eachTrackWithAnAwaitedPlanWaitsForThatPlan() throws {
    let bench = EngineBench(
      pads: Self.silent, tracks: ["a": Ramp.frames(200_000), "b": Ramp.frames(200_000)])
    bench.engine.control.setSequences([(StreamID(1), sequence([0]))], awaited: [StreamID(2)])
    bench.load("a")
    bench.waitForMusic(20_000)
    var output = render(bench, 4096)
    #expect(struck(bench, output) == [0])
    bench.load("b", id: 2)
    let before = output.count + 1024
    output += render(bench, 8192)
    #expect(output[before...].allSatisfy { $0 == .zero })
    bench.engine.control.setSequences([(StreamID(2), sequence([0, 5]))])
    // The audio thread throws the old music away before the new can come.
    while Ramp.place(output[output.count - 1]) < 1000 && output.count < 2_000_000 {
      output += render(bench, 256)
    }
    #expect(struck(bench, output) == [0, 5])
  }

  @Test func joinedTrackWithAnAwaitedPlanBeginsWithoutWaiting() throws {
    let bench = EngineBench(
      pads: Self.silent, tracks: ["a": Ramp.frames(30_000), "b": Ramp.frames(60_000)])
    bench.engine.control.setSequences([(StreamID(1), sequence([0]))], awaited: [StreamID(2)])
    bench.load("a")
    bench.setNext("b", id: 2, after: 1)
    bench.waitForMusic(40_000)
    let output = render(bench, 35_000)
    let delay = bench.engine.control.lookAhead.value
    let expected = Array(0..<30_000) + Array(0..<60_000)
    #expect(output.dropFirst(delay).map(Ramp.place) == Array(expected.prefix(output.count - delay)))
  }

  @Test func handStrikesAndFreePlansSoundWhileATrackAwaitsAPlan() {
    let bench = EngineBench(pads: [.sample([0.5])], tracks: ["a": Ramp.frames(200_000)])
    bench.engine.control.setSequences([], awaited: [StreamID(1)])
    bench.load("a")
    bench.waitForMusic(20_000)
    bench.engine.control.startFree(HitSequence([PlannedHit(frame: 3000, pad: 1)]))
    bench.strike(1, atFrame: 1000)
    let output = render(bench, 8192)
    #expect(bench.hits().map(\.isPlanned) == [false, true])
    #expect(output.count { $0.x > 0.4 } == 2)
  }

  @Test func trackPausedWhileAwaitingAPlanStaysSilentUntilPlay() {
    let bench = EngineBench(pads: Self.silent, tracks: ["a": Ramp.frames(200_000)])
    bench.engine.control.setSequences([], awaited: [StreamID(1)])
    bench.load("a")
    bench.waitForMusic(20_000)
    _ = render(bench, 2048)
    bench.engine.control.send(.pause)
    _ = render(bench, 2048)
    bench.engine.control.setSequences([(StreamID(1), sequence([0]))])
    #expect(render(bench, 20_000).allSatisfy { $0 == .zero } && bench.hits().isEmpty)
    bench.engine.control.send(.play)
    #expect(render(bench, 2048).contains { $0 != .zero } && bench.hits().count == 1)
  }
}

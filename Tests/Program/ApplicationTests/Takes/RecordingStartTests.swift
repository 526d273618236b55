import Dubbing
import MixEngine
import PlayerTestSupport
import TestSupport
import Testing

@testable import Application
@testable import AudioBase
@testable import Player
@testable import SystemBase

/// Hits that are struck with the record key or shortly after it, which the engine may have before the command.
@Suite @MainActor struct RecordingStartTests {
  /// Milliseconds after the record key. The hits of one pad each are struck in this order.
  private static let delays = [0, 1, 5, 20]
  /// The blocks that are rendered before the main thread handles the key; a block has 5.3 ms.
  private nonisolated static let lateBlocks = [0, 5]

  private static func time(_ bench: TakeBench, _ milliseconds: Int) -> HostTime {
    bench.player.device.now.advanced(bySeconds: Double(milliseconds) / 1_000)
  }

  /// Strikes pads 1, 2… that many milliseconds after the record key, which the main thread handles late.
  private func record(
    _ bench: TakeBench, striking delays: [Int] = delays, lateBy blocks: Int, beforeKey milliseconds: Int = 0
  ) {
    let key = Self.time(bench, milliseconds)
    for (index, delay) in delays.enumerated() {
      bench.player.engine.control.port(for: .keys).strike(
        Hit(pad: index + 1, velocity: 100, time: key.advanced(bySeconds: Double(delay) / 1_000)))
    }
    bench.run(frames: blocks * LocalPlayerBench.block)
    bench.controller.recording.toggle(at: key)
    bench.run(frames: 4800)
    #expect(bench.controller.recording.phase == .recording)
  }

  /// The hits of the take after the end of the recording.
  private func hits(_ bench: TakeBench) throws -> HitColumns {
    try bench.stopRecording()
    defer { bench.close() }
    return try #require(bench.controller.list.current?.layers.first).hits
  }

  private func expect(_ hits: HitColumns, near frames: [Int]) {
    #expect(hits.pads == Array(1...frames.count))
    for (frame, expected) in zip(hits.frames, frames) { #expect(abs(frame - expected) <= 1) }
  }

  @Test(arguments: [RecordStart.now, .firstHit], lateBlocks)
  func hitsWithTheRecordKeyAreInAFreeTakeAtTheirPlaces(start: RecordStart, late: Int) throws {
    let bench = try TakeBench([], recordStart: start)
    bench.run(frames: 4800)
    record(bench, lateBy: late)
    expect(try hits(bench), near: Self.delays.map { $0 * 48 })
  }

  @Test func hitShortlyBeforeTheRecordKeyIsAtTheStartOfAFreeTake() throws {
    let bench = try TakeBench([], recordStart: .now)
    bench.run(frames: 4800)
    record(bench, striking: [-5, 0, 20], lateBy: 5, beforeKey: 5)
    expect(try hits(bench), near: [0, 0, 960])
  }

  @Test(arguments: lateBlocks)
  func hitsWithTheRecordKeyAreInATakeWithTheMetronome(late: Int) throws {
    let bench = try TakeBench([], recordStart: .now)
    bench.controller.tempo.toggleMetronome()
    bench.run(frames: 4800)
    record(bench, lateBy: late)
    let hits = try hits(bench)
    #expect(hits.pads == [1, 2, 3, 4] && hits.frames[0] == 0 && hits.frames[3] <= 960)
  }

  @Test(arguments: [RecordStart.now, .firstHit], lateBlocks)
  func hitsWithTheRecordKeyStartAPausedTrackAndAreInItsTake(start: RecordStart, late: Int) throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))], recordStart: start)
    try bench.play()
    bench.player.model.pause()
    bench.run(frames: 9600)
    let place = FrameCount(seconds: bench.player.model.elapsed, at: .standard).value
    record(bench, lateBy: late)
    #expect(bench.player.model.playbackState == .playing)
    let hits = try hits(bench)
    #expect(hits.pads == [1, 2, 3, 4] && hits.frames[0] == place)
    #expect(hits.frames.allSatisfy { (place...(place + 960)).contains($0) })
  }

  @Test func hitsAroundTheRecordKeyAreInTheTakeOfTheTrackThatPlays() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try bench.play()
    let output = bench.player.output.count
    record(bench, striking: [-5] + Self.delays, lateBy: 5, beforeKey: 5)
    let place = bench.place(output)
    expect(try hits(bench), near: ([-5] + Self.delays).map { place + ($0 + 5) * 48 })
  }

  /// A sound server or a wireless device may be heard much later than the hit is struck.
  @Test func hitBeforeTheStartIsHeardIsRecordedHoweverLateTheDeviceIs() {
    var recorder = TakeRecorder()
    let start = HostTime(nanoseconds: 10_000_000_000)
    _ = recorder.handle(.clock(ClockReport(outputFrame: 0, heard: start, frameLength: 1 / 48_000)))
    recorder.begin(
      RecordingTarget(
        streams: [], start: RecordingTarget.Start(serial: 3, after: 0),
        since: start.advanced(bySeconds: 1), nextLayer: 1, rate: .standard))
    let key = start.advanced(bySeconds: 1.01)
    let hit = StartedHit(
      pad: 1, velocity: 90, sample: 0, outputFrame: 68_000, isLate: false, keyTime: key)
    #expect(recorder.handle(.hit(hit)).isEmpty)
    // The beginning of the sequence is heard 0.4 s after the key.
    #expect(recorder.handle(.freeBegan(serial: 3, outputFrame: 68_000)).count == 2)
  }
}

import AudioBase
import Dubbing
import PlayerTestSupport
import SystemBase
import TestSupport
import Testing

@testable import Application

/// The bars of the track: their numbers, and seeks and loops by them.
@Suite @MainActor struct BarTests {
  /// A playing track of 240 beats a minute, whose bars have 48,000 frames, from frame 12,000 on.
  private func bench(hasBeats: Bool = true) throws -> TakeBench {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try bench.play()
    if hasBeats {
      bench.controller.tempo.apply(TempoMap(bpm: 240, beats: [12_000]), to: bench.controller.list.group)
    }
    return bench
  }

  private func run(_ text: String, _ bench: TakeBench) throws {
    guard case .request(let request) = try Command.parse(text) else {
      Issue.record("\(text) has no argument")
      return
    }
    if case .bars(let command)? = request.value(of: Command.Request.seek) {
      bench.controller.ranges.perform(command)
    } else {
      let loop = try #require(request.value(of: Command.Request.loop))
      bench.controller.ranges.perform(loop, at: nil)
    }
  }

  private func seconds(_ frame: Int) -> Double { Double(frame) / 48_000 }

  @Test(
    arguments: [
      ("loop 9-12", .loop(9...12)), ("loop 3", .loop(3...3)), ("seek 4 bars", .seekBy(4)),
      ("seek -1 bar", .seekBy(-1)), ("seek bar 17", .seek(17)),
    ] as [(String, BarCommand)])
  func barsAreTyped(text: String, command: BarCommand) throws {
    #expect(try Command.parse(text) == .request(.bars(command)))
    #expect(Command.request(.bars(command)).name == text)
  }

  @Test(
    arguments: [
      "loop", "loop 25-17", "loop 0", "loop 1-2-3", "loop -4", "loop x", "seek 0 bars", "seek bar 0",
      "seek bar", "seek 4 beats", "seek -9223372036854775808 bars",
    ])
  func textThatNamesNoBarsIsRefused(text: String) {
    #expect(throws: CommandError.self) { try Command.parse(text) }
  }

  @Test func loopOfTheLastSessionIsBackWhenItsTrackIsHeard() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    let track = try #require(bench.player.model.queue.items.first?.location)
    bench.controller.ranges.restoreLoop((track, 2...4))
    #expect(bench.controller.ranges.loopEnd == nil)
    try bench.play()
    #expect(bench.controller.ranges.loopStart == 96_000 && bench.controller.ranges.loopEnd == 192_000)
    bench.run(frames: 48_000 * 7)
    #expect((2...4.1).contains(bench.player.model.elapsed) && bench.controller.ranges.loopToSave == 2...4)
    bench.controller.ranges.removeLoop()
    #expect(bench.controller.ranges.loopToSave == nil)
  }

  @Test func loopOfTheLastSessionIsNotThatOfAnotherTrack() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    bench.controller.ranges.restoreLoop((TrackLocation(path: FilePath("/other.flac")), 2...4))
    try bench.play()
    #expect(bench.controller.ranges.loopToSave == nil && bench.controller.ranges.loopEnd == nil)
  }

  @Test func loopOfBarsBeginsWithTheFirstAndEndsAfterTheLast() throws {
    let bench = try bench()
    try run("loop 9-12", bench)
    let (start, end) = (12_000 + 8 * 48_000, 12_000 + 12 * 48_000)
    #expect(bench.controller.ranges.loopStart == start && bench.controller.ranges.loopEnd == end, "four bars")
    #expect(bench.notices.last == .loop(from: seconds(start), to: seconds(end), bars: 9...12))
    try run("loop 3-4", bench)
    #expect(bench.controller.ranges.loopStart == 108_000 && bench.controller.ranges.loopEnd == 204_000)
    #expect(bench.controller.ranges.loopBars == 3...4)
    #expect(abs(bench.player.model.elapsed - seconds(108_000)) < 0.001, "The music seeks to the loop.")
    bench.controller.ranges.removeLoop()
    #expect(bench.controller.ranges.loopBars == nil)
    try run("loop 3-3", bench)
    #expect(bench.controller.ranges.loopBars == 3...3)
    bench.close()
  }

  @Test func loopAroundThePositionDoesNotSeek() throws {
    let bench = try bench()
    bench.player.model.seek(to: seconds(130_000))
    try run("loop 3-4", bench)
    #expect(abs(bench.player.model.elapsed - seconds(130_000)) < 0.001)
    bench.close()
  }

  @Test func seeksByBarsGoToTheirStarts() throws {
    let bench = try bench()
    let model = bench.player.model
    model.seek(to: seconds(130_000))
    #expect(bench.controller.ranges.bar == 3)
    #expect(try abs(#require(bench.controller.ranges.secondsToNextBar) - seconds(26_000)) < 0.001)
    try run("seek 2 bars", bench)
    #expect(abs(model.elapsed - seconds(204_000)) < 0.001 && bench.controller.ranges.bar == 5)
    try run("seek -1 bar", bench)
    #expect(abs(model.elapsed - seconds(156_000)) < 0.001)
    model.seek(to: seconds(156_000 + 13_000))
    try run("seek -1 bar", bench)
    #expect(abs(model.elapsed - seconds(156_000)) < 0.001, "From within a bar, back is its start.")
    try run("seek bar 2", bench)
    #expect(abs(model.elapsed - seconds(60_000)) < 0.001)
    bench.close()
  }

  @Test func barsAfterTheEndAreRefused() throws {
    let bench = try bench()
    try run("loop 90-95", bench)
    #expect(bench.notices.last == .bars(.afterEnd(bar: 90)) && bench.controller.ranges.loopStart == nil)
    try run("seek bar 90", bench)
    #expect(bench.notices.last == .bars(.afterEnd(bar: 90)))
    bench.close()
  }

  @Test func trackWithoutTempoHasNoBars() throws {
    let bench = try bench(hasBeats: false)
    #expect(bench.controller.ranges.bar == nil)
    try run("loop 3-4", bench)
    #expect(bench.notices.last == .bars(.unknown) && bench.controller.ranges.loopStart == nil)
    // A tempo alone, such as that of tags, does not say where the beats are: its bars are counted from the start.
    bench.controller.tempo.setTempo(240)
    #expect(bench.controller.ranges.bar == nil)
    try run("loop 3-4", bench)
    #expect(bench.controller.ranges.loopStart == 96_000)
    bench.close()
  }

  @Test func barBeforeTheFirstBeatHasNoNumber() throws {
    let bench = try bench()
    bench.player.model.seek(to: seconds(5_000))
    #expect(bench.controller.ranges.bar == nil)
    #expect(try abs(#require(bench.controller.ranges.secondsToNextBar) - seconds(7_000)) < 0.001)
    bench.close()
  }
}

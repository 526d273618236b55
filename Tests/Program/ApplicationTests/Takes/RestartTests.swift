import Dubbing
import TestSupport
import Testing

@testable import Application
@testable import Player

/// What a restart keeps of a loop, and what the next recording begins.
@Suite @MainActor struct RestartTests {
  /// A looper with a loop of two hits that was recorded in an earlier run.
  private func looper() throws -> TakeBench {
    let first = try TakeBench([], recordStart: .firstHit)
    first.run(frames: 4800)
    first.controller.recording.toggle()
    first.run(frames: 2400)
    first.strike(1)
    first.run(frames: 24_000)
    first.strike(2)
    first.run(frames: 24_000)
    try first.wait("the hits") { first.controller.list.current?.hitCount == 2 }
    try first.stopRecording()
    first.close()
    let bench = try TakeBench([], in: first.folder, recordStart: .firstHit)
    try bench.wait("the take") { bench.controller.list.current != nil }
    bench.run(frames: 4800)
    return bench
  }

  private func strike(_ bench: TakeBench) throws {
    bench.run(frames: 2400)
    bench.strike(3)
    bench.run(frames: 24_000)
    try bench.stopRecording()
  }

  @Test func looperBeginsANewTakeAfterARestart() throws {
    let bench = try looper()
    bench.controller.recording.toggle()
    #expect(bench.controller.free.playback == nil)
    try strike(bench)
    #expect(bench.controller.list.takes.map(\.hitCount) == [2, 1])
    bench.close()
  }

  @Test func looperAddsToALoopThatWasPlayedSinceTheRestart() throws {
    let bench = try looper()
    bench.controller.list.choose(try #require(bench.controller.list.currentEntry))
    bench.run(frames: 4800)
    bench.controller.recording.toggle()
    try strike(bench)
    #expect(bench.controller.list.takes.map(\.hitCount) == [3])
    bench.close()
  }

  @Test func newTakeIsThatWhichTheNextRecordingBegins() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))], countIn: 0)
    try bench.play()
    bench.controller.recording.toggle()
    bench.controller.list.chooseNew()
    #expect(bench.notices.last == .newTake(.recording))
    try strike(bench)
    bench.controller.list.chooseNew()
    #expect(bench.notices.last == .newTake(.track("a")) && bench.controller.list.current == nil)
    bench.controller.list.choose(try #require(bench.controller.list.takeEntries.first))
    let track = bench.controller.list.group
    bench.player.model.stop()
    bench.run(frames: 9600)
    // The next recording is one without a track.
    bench.controller.list.chooseNew()
    #expect(bench.notices.last == .newTake(.free) && bench.controller.list.group == .free)
    #expect(bench.controller.list.tracks[track]?.take != nil, "that of the track stays")
    bench.controller.recording.toggle()
    try strike(bench)
    bench.controller.list.chooseNew()
    bench.controller.recording.toggle()
    try strike(bench)
    #expect(bench.controller.list.tracks[.free]?.takes.map(\.hitCount) == [1, 1])
    bench.close()
  }
}

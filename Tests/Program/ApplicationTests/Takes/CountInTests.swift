import AudioBase
import Dubbing
import TestSupport
import Testing

@testable import Application
@testable import Player

/// How a recording begins while no music plays.
@Suite @MainActor struct CountInTests {
  private func paused(_ recordStart: RecordStart) throws -> TakeBench {
    let bench = try TakeBench([("a", Ramp.frames(900_000))], recordStart: recordStart)
    try bench.play()
    bench.player.model.pause()
    bench.run(frames: 9600)
    return bench
  }

  @Test func freeTakeIsCountedInBeforeRecording() throws {
    let bench = try TakeBench([])
    bench.run(frames: 4800)
    bench.controller.recording.toggle()
    #expect(
      bench.controller.recording.phase == .countingIn && bench.controller.recording.beatsLeft == 4
        && bench.controller.recording.isActive
    )
    let start = bench.player.output.count
    var counted: [Int] = []
    // Four beats of 120 a minute are two seconds.
    while bench.player.output.count < start + 96_000 - 1440 {
      bench.run(frames: 256)
      #expect(bench.controller.recording.phase == .countingIn)
      if let left = bench.controller.recording.beatsLeft, left != counted.last { counted.append(left) }
      let passed = bench.player.output.count - start
      if passed < 60_000, passed % 12_800 == 0 { bench.strike(7) }
    }
    #expect(counted == [4, 3, 2, 1])
    // This one is 30 ms early for the first beat.
    bench.strike(1)
    bench.run(frames: 12_000)
    #expect(bench.controller.recording.phase == .recording && bench.controller.recording.beatsLeft == nil)
    bench.strike(2)
    try bench.stopRecording()
    let hits = try #require(bench.controller.list.current).layers[0].hits
    #expect(hits.pads == [1, 2] && hits.frames[0] == 0)
    bench.close()
  }

  @Test func aFreeTakeBeginsWithItsFirstHit() throws {
    let bench = try TakeBench([], recordStart: .firstHit)
    bench.run(frames: 4800)
    bench.strike(7)
    bench.run(frames: 4800)
    bench.controller.recording.toggle()
    bench.run(frames: 120_000)
    #expect(bench.controller.recording.phase == .waitingForHit && bench.controller.recording.beatsLeft == nil)
    let heard = (1...3).map { pad in
      defer { bench.run(frames: 7000) }
      return bench.strike(pad)
    }
    #expect(bench.controller.recording.phase == .recording)
    try bench.stopRecording()
    let hits = try #require(bench.controller.list.current).layers[0].hits
    #expect(hits.pads == [1, 2, 3] && hits.frames[0] == 0)
    for (frame, output) in zip(hits.frames, heard) { #expect(abs(frame - (output - heard[0])) <= 1) }
    bench.close()
  }

  @Test func pausedTrackPlaysAndRecordsFromTheFirstHit() throws {
    let bench = try paused(.firstHit)
    let place = FrameCount(seconds: bench.player.model.elapsed, at: .standard).value
    bench.controller.recording.toggle()
    bench.run(frames: 48_000)
    #expect(bench.controller.recording.phase == .waitingForHit && bench.player.model.playbackState == .paused)
    bench.strike()
    bench.run(frames: 24_000)
    #expect(bench.controller.recording.phase == .recording && bench.player.model.playbackState == .playing)
    let output = bench.strike(2)
    try bench.stopRecording()
    let hits = try #require(bench.controller.list.current).layers[0].hits
    #expect(hits.pads == [1, 2] && hits.frames[0] == place)
    #expect(abs(hits.frames[1] - bench.place(output)) <= 48)
    bench.close()
  }

  @Test func waitForAHitEndsWithTheRecordKeyOrPlayback() throws {
    let bench = try paused(.firstHit)
    bench.controller.recording.toggle()
    bench.run(frames: 4800)
    bench.controller.recording.toggle()
    bench.run(frames: 24_000)
    try bench.wait("the end of the recording") { !bench.controller.recording.isActive }
    bench.strike()
    bench.run(frames: 9600)
    #expect(bench.player.model.playbackState == .paused)
    bench.controller.recording.toggle()
    bench.run(frames: 4800)
    bench.player.model.play()
    bench.run(frames: 9600)
    #expect(bench.controller.recording.phase == .recording)
    bench.strike()
    try bench.stopRecording()
    #expect(bench.controller.list.current?.hitCount == 1)
    bench.close()
  }

  @Test func recordStartNowBeginsWithoutACountIn() throws {
    let bench = try TakeBench([], recordStart: .now)
    bench.run(frames: 4800)
    bench.controller.recording.toggle()
    #expect(bench.controller.recording.phase == .recording && bench.controller.recording.beatsLeft == nil)
    bench.run(frames: 4800)
    bench.strike()
    try bench.stopRecording()
    #expect(bench.controller.list.current?.hitCount == 1)
    bench.close()
  }
}

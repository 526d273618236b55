import AudioBase
import Dubbing
import MixEngine
import TestSupport
import Testing

@testable import Application
@testable import Player

/// Hits are stored as takes on the frames that were heard, and played.
@Suite @MainActor struct TakeRecordingTests {
  @Test func hitsAreStoredOnTheFramesThatWereHeard() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try bench.play()
    bench.controller.recording.toggle()
    #expect(bench.controller.recording.phase == .recording)
    var heard: [Int] = []
    for _ in 0..<20 {
      bench.run(frames: 4000)
      heard.append(bench.strike())
    }
    try bench.stopRecording()
    let take = try #require(bench.controller.list.current)
    let frames = take.layers[0].hits.frames
    #expect(frames.count == 20 && take.layers.count == 1)
    for (frame, output) in zip(frames, heard) { #expect(abs(frame - bench.place(output)) <= 48) }
    bench.close()
    #expect(bench.store.all().takes.map(\.take.hitCount) == [20])
    #expect(bench.store.recover().takes.isEmpty)
  }

  @Test func hitsBeforeTheKitIsLoadedAreRecordedAndHeardWithItLater() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    bench.player.engine.control.setPads(PadProgram(pads: []))
    try bench.play()
    bench.controller.recording.toggle()
    bench.run(frames: 4000)
    let output = bench.strike(2)
    try bench.stopRecording()
    let take = try #require(bench.controller.list.current)
    let hit = try #require(take.layers.first.map { $0.hits[0] })
    #expect(take.hitCount == 1 && hit.pad == 2 && hit.sample == TakeHit.anySample)
    #expect(abs(hit.frame - bench.place(output)) <= 48)
    bench.player.engine.control.setPads(
      PadProgram(
        pads: Array(
          repeating: PadProgram.Pad(layers: [
            PadProgram.Layer(samples: [PCMBuffer(frames: [.zero], sampleRate: .standard)])
          ]), count: 2)))
    bench.player.model.seek(to: 0)
    bench.run(frames: 60_000)
    #expect(bench.planned.map(\.pad) == [2] && bench.planned.first?.sample == 0)
    bench.close()
  }

  @Test func takePlaysAtItsFramesUntilPlaybackIsSwitchedOff() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try bench.play()
    bench.controller.recording.toggle()
    for _ in 0..<10 {
      bench.run(frames: 3000)
      bench.strike()
    }
    try bench.stopRecording()
    let frames = try #require(bench.controller.list.current).layers[0].hits.frames
    bench.player.model.seek(to: 0)
    bench.run(frames: 120_000)
    #expect(bench.planned.map { bench.place($0.outputFrame) } == frames)
    bench.controller.playback.toggle()
    bench.player.model.seek(to: 0)
    bench.run(frames: 120_000)
    #expect(bench.planned.count == 10)
  }

  @Test func pausedHitsAreNotStoredAndASeekBeginsALayer() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try bench.play()
    bench.controller.recording.toggle()
    bench.run(frames: 3000)
    bench.strike()
    bench.run(frames: 3000)
    bench.player.model.pause()
    bench.run(frames: 6000)
    bench.strike()
    bench.run(frames: 6000)
    bench.player.model.play()
    bench.run(frames: 6000)
    bench.strike()
    bench.run(frames: 6000)
    bench.player.model.seek(to: 10)
    bench.run(frames: 30_000)
    bench.strike()
    bench.run(frames: 3000)
    try bench.stopRecording()
    #expect(bench.controller.list.current?.layers.map(\.hits.count) == [2, 1])
  }

  @Test func recordingInALoopAddsALayerEachTurnAndPlaysEarlierOnes() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try bench.play()
    bench.controller.ranges.startLoop()
    bench.run(frames: 48_000)
    bench.controller.ranges.endLoop()
    let range =
      try #require(bench.controller.ranges.loopEnd) - (try #require(bench.controller.ranges.loopStart))
    #expect(abs(range - 48_000) < 512)
    bench.controller.recording.toggle()
    bench.run(frames: 30_000)
    for turn in 1...3 {
      bench.strike()
      bench.run(frames: range / 2)
      try bench.wait("the hit of the turn") { bench.controller.list.shown?.hitCount == turn }
      bench.run(frames: range - range / 2)
    }
    try bench.stopRecording()
    #expect(bench.controller.list.current?.layers.map(\.hits.count) == [1, 1, 1])
    #expect(bench.planned.count >= 3)
    bench.close()
  }

  @Test func onlyHitsBetweenPunchInAndPunchOutAreStored() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try bench.play()
    bench.run(frames: 48_000)
    bench.controller.ranges.setPunchIn()
    bench.run(frames: 48_000)
    bench.controller.ranges.setPunchOut()
    bench.player.model.seek(to: 0)
    bench.run(frames: 20_000)
    bench.controller.recording.toggle()
    for _ in 0..<6 {
      bench.strike()
      bench.run(frames: 24_000)
    }
    try bench.stopRecording()
    let frames = try #require(bench.controller.list.current).layers.flatMap(\.hits.frames)
    let (start, end) = (
      try #require(bench.controller.ranges.punchIn), try #require(bench.controller.ranges.punchOut)
    )
    #expect(frames.count == 2 && frames.allSatisfy { (start..<end).contains($0) })
    bench.close()
  }

  @Test func recordingWhileStoppedMakesAFreeTake() throws {
    let bench = try TakeBench([], countIn: 0)
    bench.run(frames: 4800)
    bench.controller.recording.toggle()
    bench.run(frames: 4800)
    let first = bench.strike()
    bench.run(frames: 24_000)
    let second = bench.strike(3)
    try bench.stopRecording()
    let hits = try #require(bench.controller.list.current).layers[0].hits
    #expect(hits.pads == [1, 3] && abs(hits.frames[1] - hits.frames[0] - (second - first)) <= 1)
    bench.close()
    #expect(bench.store.takes(of: nil).takes.count == 1)
    // The next start finds it, plays it while stopped, and while the next layer is recorded.
    let again = try TakeBench([], in: bench.folder, countIn: 0)
    try again.wait("the free take") { again.controller.list.current?.hitCount == 2 }
    again.controller.playback.toggle()
    again.run(frames: hits.frames[1] + 4800)
    #expect(again.planned.map(\.pad) == [1, 3])
    #expect(again.planned[1].outputFrame - again.planned[0].outputFrame == hits.frames[1] - hits.frames[0])
    again.controller.recording.toggle()
    again.run(frames: hits.frames[1] + 4800)
    again.strike(2)
    try again.stopRecording()
    #expect(again.planned.map(\.pad) == [1, 3, 1, 3])
    #expect(again.controller.list.current?.layers.map(\.hits.count) == [2, 1])
    again.close()
  }
}

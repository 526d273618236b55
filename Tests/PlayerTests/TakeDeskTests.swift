import AudioBase
import Dubbing
import MixEngine
import TestSupport
import Testing

@testable import Player

@Suite @MainActor struct TakeDeskTests {
  private func playing(_ bench: TakeBench) throws {
    bench.player.model.play()
    bench.run(frames: 9600)
    try bench.wait("the track's key") { bench.desk.track.isFound }
  }

  @Test func hitsAreStoredOnTheFramesThatWereHeard() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try playing(bench)
    bench.desk.toggleRecording()
    #expect(bench.desk.phase == .recording)
    var heard: [Int] = []
    for _ in 0..<20 {
      bench.run(frames: 4000)
      heard.append(bench.strike())
    }
    try bench.stopRecording()
    let take = try #require(bench.desk.current)
    let frames = take.layers[0].hits.frames
    #expect(frames.count == 20 && take.layers.count == 1)
    for (frame, output) in zip(frames, heard) { #expect(abs(frame - bench.place(output)) <= 48) }
    bench.close()
    #expect(bench.store.all().takes.map(\.take.hitCount) == [20])
    #expect(bench.store.recover().takes.isEmpty)
  }

  @Test func aTakePlaysWithItsTrackExactlyAndTIsSilence() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try playing(bench)
    bench.desk.toggleRecording()
    for _ in 0..<10 {
      bench.run(frames: 3000)
      bench.strike()
    }
    try bench.stopRecording()
    let frames = try #require(bench.desk.current).layers[0].hits.frames
    bench.player.model.seek(to: 0)
    bench.run(frames: 120_000)
    #expect(bench.planned.map { bench.place($0.outputFrame) } == frames)
    bench.desk.togglePlayback()
    bench.player.model.seek(to: 0)
    bench.run(frames: 120_000)
    #expect(bench.planned.count == 10)
  }

  @Test func whilePausedHitsAreNotStoredAndASeekBeginsALayer() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try playing(bench)
    bench.desk.toggleRecording()
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
    #expect(bench.desk.current?.layers.map(\.hits.count) == [2, 1])
  }

  @Test func undoTakesTheLayerBackAndTheNextHitBeginsAnother() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try playing(bench)
    bench.desk.toggleRecording()
    bench.run(frames: 3000)
    bench.strike()
    try bench.wait("the hit") {
      bench.run(frames: 512); return bench.desk.current?.hitCount == 1
    }
    bench.desk.undo()
    bench.run(frames: 3000)
    bench.strike()
    bench.strike(2)
    try bench.stopRecording()
    #expect(bench.desk.current?.layers.map(\.hits.count) == [2])
    bench.close()
    // The next start knows it, and can undo.
    let again = try TakeBench([("a", Ramp.frames(900_000))], in: bench.folder)
    try playing(again)
    #expect(again.desk.current?.layers.map(\.hits.count) == [2])
    again.desk.undo()
    #expect(again.desk.current?.layers.isEmpty == true)
    again.desk.redo()
    #expect(again.desk.current?.hitCount == 2)
    again.close()
  }

  @Test func aChangeOfTrackSavesAndEndsTheTake() throws {
    let bench = try TakeBench([("a", Ramp.frames(60_000)), ("b", Ramp.frames(900_000))])
    try playing(bench)
    bench.desk.toggleRecording()
    bench.run(frames: 3000)
    bench.strike()
    bench.run(frames: 80_000)
    try bench.wait("the end of the recording") { !bench.desk.isRecording }
    #expect(bench.player.model.nowPlaying?.path == FilePath("b") && bench.desk.takes.isEmpty)
    bench.close()
    let saved = bench.store.all().takes.map(\.take)
    #expect(saved.map(\.hitCount) == [1] && saved[0].track?.path == FilePath("a"))
  }

  @Test func pausedItCountsInAndTheMusicBeginsOnTheBeat() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))], countIn: 2)
    try playing(bench)
    bench.player.model.pause()
    bench.run(frames: 9600)
    let before = bench.player.output.count
    bench.desk.toggleRecording()
    #expect(bench.desk.phase == .countingIn)
    bench.run(frames: 45_000)
    #expect(bench.player.model.playbackState == .paused)
    // Two beats of 120 a minute are a second; this one is 30 ms early.
    bench.run(frames: before + 48_000 - 1440 - bench.player.output.count)
    bench.strike()
    bench.run(frames: 24_000)
    #expect(bench.player.model.playbackState == .playing && bench.desk.phase == .recording)
    bench.strike()
    try bench.stopRecording()
    #expect(bench.desk.current?.hitCount == 2)
    bench.close()
  }

  @Test func stoppedItRecordsAFreeTake() throws {
    let bench = try TakeBench([], countIn: 0)
    bench.run(frames: 4800)
    bench.desk.toggleRecording()
    bench.run(frames: 4800)
    let first = bench.strike()
    bench.run(frames: 24_000)
    let second = bench.strike(3)
    try bench.stopRecording()
    let hits = try #require(bench.desk.current).layers[0].hits
    #expect(hits.pads == [1, 3] && abs(hits.frames[1] - hits.frames[0] - (second - first)) <= 1)
    bench.close()
    #expect(bench.store.takes(of: nil).takes.count == 1)
  }

  @Test func aLoopPilesUpLayersWhichAreHeardInTheNextTurn() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try playing(bench)
    bench.desk.loopFromHere()
    bench.run(frames: 48_000)
    bench.desk.loopToHere()
    let range = try #require(bench.desk.loopEnd) - (try #require(bench.desk.loopStart))
    #expect(abs(range - 48_000) < 512)
    bench.desk.toggleRecording()
    bench.run(frames: 30_000)
    for _ in 0..<3 {
      bench.strike()
      bench.run(frames: range)
    }
    try bench.stopRecording()
    #expect(bench.desk.current?.layers.map(\.hits.count) == [1, 1, 1])
    #expect(bench.planned.count >= 3)
    bench.close()
  }

  @Test func onlyBetweenPunchInAndPunchOutIsStored() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try playing(bench)
    bench.run(frames: 48_000)
    bench.desk.punchInHere()
    bench.run(frames: 48_000)
    bench.desk.punchOutHere()
    bench.player.model.seek(to: 0)
    bench.run(frames: 20_000)
    bench.desk.toggleRecording()
    for _ in 0..<6 {
      bench.strike()
      bench.run(frames: 24_000)
    }
    try bench.stopRecording()
    let frames = try #require(bench.desk.current).layers.flatMap(\.hits.frames)
    let (start, end) = (try #require(bench.desk.punchIn), try #require(bench.desk.punchOut))
    #expect(frames.count == 2 && frames.allSatisfy { (start..<end).contains($0) })
    bench.close()
  }
}

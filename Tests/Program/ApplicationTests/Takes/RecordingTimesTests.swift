import Dubbing
import MixEngine
import TestSupport
import Testing

@testable import Application
@testable import Player
@testable import SystemBase

/// Keys count by the times at which they were pressed and released.
@Suite @MainActor struct RecordingTimesTests {
  @Test func recordingInAPauseCountsInAndStartsTheMusicOnTheBeat() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))], countIn: 2)
    try bench.play()
    bench.player.model.pause()
    bench.run(frames: 9600)
    let before = bench.player.output.count
    bench.controller.recording.toggle()
    #expect(bench.controller.recording.phase == .countingIn)
    bench.run(frames: 45_000)
    #expect(bench.player.model.playbackState == .paused)
    // Two beats of 120 a minute are a second; this one is 30 ms early.
    bench.run(frames: before + 48_000 - 1440 - bench.player.output.count)
    bench.strike()
    bench.run(frames: 24_000)
    #expect(bench.player.model.playbackState == .playing && bench.controller.recording.phase == .recording)
    bench.strike()
    try bench.stopRecording()
    #expect(bench.controller.list.current?.hitCount == 2)
    bench.close()
  }

  /// The main thread may be late: what counts is when the key was read.
  @Test func recordingBeginsAndEndsAtTheTimesOfTheKeys() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try bench.play()
    bench.strike()
    bench.run(frames: 6000)
    let asked = bench.player.device.now
    let first = bench.strike(2)
    bench.run(frames: 24_000)
    bench.strike(3)
    bench.run(frames: 6000)
    bench.controller.recording.toggle(at: asked)
    bench.run(frames: 6000)
    bench.strike(4)
    bench.run(frames: 6000)
    bench.controller.recording.toggle(at: bench.player.device.now)
    bench.run(frames: 512)
    bench.strike(5)
    bench.run(frames: 24_000)
    try bench.wait("the end of the recording") { !bench.controller.recording.isActive }
    let hits = try #require(bench.controller.list.current).layers[0].hits
    #expect(hits.pads == [2, 3, 4])
    #expect(abs(hits.frames[0] - bench.place(first)) <= 48)
    bench.close()
  }

  @Test func lateTapsCountByTheTimesOfTheKeys() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try bench.play()
    let (start, output) = (bench.player.device.now, bench.player.output.count)
    bench.run(frames: 120_000)
    // All of them late, and at once.
    for tap in 0..<5 { bench.controller.tempo.tap(at: start.advanced(bySeconds: Double(tap) * 0.4)) }
    #expect(bench.controller.tempo.bpm == 150)
    let tempo = try #require(bench.controller.list.track.tempo)
    #expect(abs(tempo.beats[0] - bench.place(output + 76_800)) <= 48)
    bench.close()
  }

  @Test func hitOnAGatePadIsStoredWithItsHeldLength() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try bench.play()
    bench.controller.recording.toggle()
    bench.run(frames: 3000)
    var spans: [Int] = []
    for frames in [700, 5000, 12_345] {
      let start = bench.strike(8)
      bench.strike(1)
      bench.run(frames: frames)
      spans.append(bench.letGo() - start)
      bench.run(frames: 2000)
    }
    // Held on: its end is not known.
    bench.strike(8)
    try bench.wait("the last hit in the journal") {
      bench.run(frames: 512)
      return try? bench.journalled()?.hitCount == 7
    }
    let crashed = try #require(try bench.journalled())
    try bench.stopRecording()
    let kept = try #require(bench.controller.list.current)
    for take in [crashed, kept] {
      let hits = take.layers[0].hits
      #expect(hits.pads == [8, 1, 8, 1, 8, 1, 8])
      #expect([1, 3, 5, 6].allSatisfy { hits.lengths[$0] == 0 })
      for (index, span) in spans.enumerated() { #expect(abs(hits.lengths[2 * index] - span) <= 2) }
    }
    bench.close()
    #expect(bench.store.all().takes.first?.take.layers[0].hits == kept.layers[0].hits)
  }

  @Test func heldLengthOfAGatePadSpansASeek() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try bench.play()
    bench.controller.recording.toggle()
    bench.run(frames: 3000)
    let start = bench.strike(8)
    bench.run(frames: 4000)
    bench.player.model.seek(to: 12)
    bench.run(frames: 20_000)
    let end = bench.letGo()
    try bench.stopRecording()
    let hits = try #require(bench.controller.list.current?.layers.first).hits
    #expect(hits.count == 1 && abs(hits.lengths[0] - (end - start)) <= 2)
    bench.close()
  }
}

import ApplicationTestSupport
import AudioBase
import Dubbing
import TestSupport
import Testing

@testable import Application
@testable import Player

/// Takes without a track: their position, the keys that play them, and their loops.
@Suite @MainActor struct FreeLoopTests {
  /// A bench whose first recording, of pads 1 and 2, was a loop of about that many frames, and the exact length.
  private func looper(
    in folder: TemporaryFolder? = nil, _ prepare: (TakeBench) -> Void = { _ in }, length: Int = 96_000
  ) throws -> (TakeBench, length: Int) {
    let bench = try TakeBench([], in: folder, recordStart: .firstHit)
    prepare(bench)
    bench.run(frames: 4800)
    bench.controller.recording.toggle()
    #expect(bench.controller.recording.phase == .waitingForHit)
    bench.run(frames: 2400)
    let first = bench.strike(1)
    bench.run(frames: 24_000)
    bench.strike(2)
    bench.run(frames: length - 24_000)
    try bench.wait("the hits") { bench.controller.list.current?.hitCount == 2 }
    bench.controller.recording.toggle()
    // Without the metronome, it is as long as the recording, to the frame that is nearest to the time of the keys.
    let loop = try #require(bench.controller.free.loopPoints?.range)
    #expect(
      bench.controller.tempo.isMetronomeOn || abs(loop.count - (bench.player.output.count - first)) <= 1)
    return (bench, loop.count)
  }

  /// A bench with a take of 240 beats a minute, whose bars have 48,000 frames, and a hit of a pad in each of three bars.
  private func bars(_ tracks: [(name: String, frames: [Frame]?)] = []) throws -> (TakeBench, Application) {
    let bench = try TakeBench(tracks, countIn: 0)
    let application = bench.makeApplication()
    bench.controller.tempo.setTempo(240)
    bench.run(frames: 4800)
    bench.controller.recording.toggle()
    for pad in 1...3 {
      bench.run(frames: 24_000)
      bench.strike(pad)
      bench.run(frames: 24_000)
    }
    try bench.stopRecording()
    return (bench, application)
  }

  private func runToEnd(_ bench: TakeBench) throws {
    bench.run(frames: 24_000)
    try bench.wait("the end of the recording") {
      if bench.controller.recording.isActive { bench.run(frames: 480) }
      return !bench.controller.recording.isActive
    }
  }

  /// The bars of the first loop, and its tempo in beats per minute rounded to thousandths.
  private func told(_ bench: TakeBench) -> (bars: Int, bpm: Double)? {
    for case .free(.looping("take 1", let bars, let bpm)) in bench.notices {
      return (bars, (bpm * 1_000).rounded() / 1_000)
    }
    return nil
  }

  @Test func firstRecordingThatBeganWithAHitRepeatsWithItsLength() throws {
    let (bench, length) = try looper()
    let bpm = (240 * 48_000_000 / Double(length)).rounded() / 1_000
    #expect(told(bench).map { $0 == (1, bpm) } == true && (119...121).contains(bpm))
    #expect(
      bench.controller.list.current?.tempo.map { abs($0.bpm - bpm) < 0.001 && $0.beats.isEmpty } == true)
    try runToEnd(bench)
    bench.run(frames: 200_000)
    let planned = bench.planned
    #expect(planned.map(\.pad).prefix(4) == [1, 2, 1, 2])
    let places = planned.map { $0.outputFrame - planned[0].outputFrame }
    #expect((24_000...24_600).contains(places[1]))
    #expect(places[2] == length && places[3] == length + places[1])
    bench.close()
  }

  @Test func firstLoopRepeatsWithItsLengthAfterAnotherStart() throws {
    let folder = try TemporaryFolder()
    let (first, length) = try looper(in: folder)
    try runToEnd(first)
    first.close()
    let bench = try TakeBench([], in: folder)
    try bench.wait("the take") { bench.controller.list.current != nil }
    bench.run(frames: 4800)
    bench.controller.list.choose(try #require(bench.controller.list.currentEntry))
    bench.run(frames: 2 * length + 48_000)
    let ones = bench.planned.filter { $0.pad == 1 }.map(\.outputFrame)
    #expect(ones.count == 3 && zip(ones, ones.dropFirst()).allSatisfy { $1 - $0 == length })
    bench.close()
  }

  @Test func lengthDefinesTheTempoNearestToTheUsualOne() throws {
    let (bench, length) = try looper(length: 240_000)
    // Five seconds: two bars of 96 beats a minute, rather than one of 48 or four of 192.
    let bpm = (480 * 48_000_000 / Double(length)).rounded() / 1_000
    #expect(told(bench).map { $0 == (2, bpm) } == true)
    bench.close()
  }

  @Test func recordingOverALoopIsHeardInItsNextRound() throws {
    let (bench, length) = try looper()
    try runToEnd(bench)
    bench.controller.recording.toggle()
    #expect(bench.controller.recording.phase == .recording)
    bench.run(frames: 4800)
    let struck = bench.strike(3)
    bench.run(frames: 4800)
    try bench.wait("the hit") { bench.controller.list.current?.hitCount == 3 }
    let first = try #require(bench.planned.first).outputFrame
    let hit = try #require(bench.controller.list.current?.layers.last?.hits[0])
    #expect(hit.pad == 3 && abs(hit.frame - (struck - first) % length) <= 1)
    bench.controller.recording.toggle()
    try runToEnd(bench)
    bench.run(frames: 200_000)
    let heard = bench.planned.filter { $0.pad == 3 }.map { ($0.outputFrame - first) % length }
    #expect(heard.count >= 2 && Set(heard) == [hit.frame])
    #expect(bench.controller.free.isPlaying, "The loop plays on after the recording.")
    bench.close()
  }

  @Test func loopWithTheMetronomeHasWholeBarsInTimeWithIt() throws {
    let (bench, _) = try looper({ $0.controller.tempo.toggleMetronome() }, length: 100_000)
    #expect(bench.controller.free.loopPoints?.range == 0..<96_000)
    try runToEnd(bench)
    let playback = try #require(bench.controller.free.playback)
    #expect(bench.controller.tempo.freeBeats?.origin == playback.origin)
    bench.run(frames: 200_000)
    let ones = bench.planned.filter { $0.pad == 1 }.map(\.outputFrame)
    #expect(ones.count >= 2 && zip(ones, ones.dropFirst()).allSatisfy { $1 - $0 == 96_000 })
    bench.close()
  }

  @Test func spacePlaysAndStopsTheTakeThatWasRecorded() throws {
    let (bench, application) = try bars([("a", Ramp.frames(900_000))])
    application.perform(.playback(.playPause))
    bench.run(frames: 60_000)
    #expect(application.state.notices.last == .take(.free(.playing("take 1"))))
    let view = try #require(bench.controller.free.view(at: bench.player.device.now))
    #expect(view.isRunning && view.bar == 2 && (1.1...1.3).contains(view.seconds))
    #expect(view.name == "take 1" && view.total.map { (2.4...2.6).contains($0) } == true)
    application.perform(.playback(.playPause))
    bench.run(frames: 48_000)
    #expect(bench.planned.map(\.pad) == [1] && bench.player.model.playbackState == .stopped)
    #expect(bench.controller.free.view(at: bench.player.device.now)?.isRunning == false)
    // Other programs play the music.
    application.perform(.playback(.playPause), from: .program)
    #expect(bench.player.model.playbackState == .playing)
    bench.close()
  }

  @Test func takeThatEndsIsShownAsStopped() throws {
    let (bench, application) = try bars()
    application.perform(.playback(.playPause))
    bench.run(frames: 200_000)
    #expect(bench.planned.map(\.pad) == [1, 2, 3])
    #expect(bench.controller.free.view(at: bench.player.device.now)?.isRunning == false)
    bench.close()
  }

  @Test func parenthesesRepeatBarsOfATakeWithoutTrack() throws {
    let (bench, application) = try bars()
    application.perform(.playback(.playPause))
    bench.run(frames: 50_000)
    application.perform(.request(.loop(.start)))
    bench.run(frames: 45_000)
    application.perform(.request(.loop(.end)))
    #expect(application.state.notices.last == .take(.loop(from: 1, to: 2, bars: 2...2)))
    bench.run(frames: 120_000)
    let planned = bench.planned
    #expect(planned.map(\.pad) == [1, 2, 2, 2])
    #expect(
      zip(planned.dropFirst(), planned.dropFirst(2)).allSatisfy { $1.outputFrame - $0.outputFrame == 48_000 })
    #expect(bench.controller.list.current?.loop == 48_000..<96_000)
    application.perform(.request(.loop(.off)))
    #expect(bench.controller.list.current?.loop == nil)
    bench.run(frames: 80_000)
    #expect(bench.planned.map(\.pad) == [1, 2, 2, 2, 2, 3])
    bench.close()
  }

  @Test func loopIsStartedAgainFromItsFirstBar() throws {
    let (bench, application) = try bars()
    application.perform(.request(.bars(.loop(2...2))))
    application.perform(.playback(.playPause))
    bench.run(frames: 100_000)
    #expect(bench.planned.map(\.pad) == [2, 2])
    bench.close()
  }

  @Test(arguments: [LoopCommand.start, .end]) func loopOfSilenceIsRefusedWithAReason(
    command: LoopCommand
  ) throws {
    let bench = try TakeBench([])
    let application = bench.makeApplication()
    application.perform(.request(.loop(command)))
    #expect(application.state.notices.last == .take(.loopNeedsSound))
    bench.close()
  }
}

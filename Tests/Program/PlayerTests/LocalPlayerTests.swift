import PlayerTestSupport
import TestSupport
import Testing

@testable import AudioBase
@testable import Player
@testable import SystemBase

/// The player and its transport on the real engine, from files in memory to the frames that are heard.
@MainActor @Suite(.serialized) struct LocalPlayerTests {
  /// What is mixed comes out so much later: the limiter looks ahead.
  private let delay = 31
  private let long = Ramp.frames(300_000)
  private let a = Ramp.frames(60_000)
  private let b = Ramp.frames(30_000, side: -1)
  private let c = Ramp.frames(45_000, side: 0.5)

  @Test func aQueuePlaysWithoutAGapAndStopsAtItsEnd() {
    let bench = LocalPlayerBench([("a", a), ("b", b), ("c", c)])
    bench.model.play()
    bench.run { bench.model.playbackState == .stopped }
    bench.expectHeard(a + b + c)
    let music = bench.output.drop { $0 == .zero }
    #expect(Array(music.prefix(a.count + b.count + c.count)) == a + b + c, "no silence in between")
    #expect(bench.engine.control.underruns == 0)
    #expect(bench.states() == [.playing, .stopped])
    let items = bench.told.compactMap { if case .item(let id) = $0 { id } else { nil } }
    #expect(items == [bench.id(0), bench.id(1), bench.id(2), bench.id(0)])
    #expect(bench.notices().isEmpty)
  }

  @Test func aTrackThatCannotBeOpenedIsNamedAndPassedOver() {
    let bench = LocalPlayerBench([("a", a), ("bad", nil), ("c", c)])
    bench.model.play()
    bench.run { bench.model.playbackState == .stopped }
    bench.expectHeard(a + c)
    let error = FileError(.notFound, "bad")
    #expect(bench.notices() == [.trackFailed(bench.id(1), title: "bad", error)])
    #expect(bench.engine.control.underruns == 0)
  }

  @Test func queueWithoutPlayableTracksStopsWithTheReason() {
    let bench = LocalPlayerBench([("x", nil), ("empty", []), ("z", nil)])
    bench.model.setRepeat(.all)
    bench.model.play()
    bench.run { bench.model.playbackState == .stopped }
    #expect(
      bench.notices() == [
        .trackFailed(bench.id(0), title: "x", FileError(.notFound, "x")),
        .trackFailed(bench.id(1), title: "empty", FileError(.empty, "empty")),
        .trackFailed(bench.id(2), title: "z", FileError(.notFound, "z")),
        .nothingPlays(FileError(.notFound, "z")),
      ])
    #expect(bench.heard.isEmpty)
  }

  @Test func thePositionStandsStillWhileTheDeviceAcceptsNoSound() {
    let bench = LocalPlayerBench([("long", long)])
    bench.model.play()
    bench.run { bench.heard.count > 48_000 }
    bench.takeNews()
    let before = bench.model.elapsed
    bench.device.starve(seconds: 3)
    #expect(abs(bench.model.elapsed - before) < 0.0001)
    bench.model.outputWasInterrupted(.stalled)
    bench.device.starve(seconds: 3)
    #expect(abs(bench.model.elapsed - before) < 0.0001)
    // The device is back.
    bench.model.outputWasResumed()
    bench.run(frames: 4_800)
    bench.takeNews()
    #expect(bench.model.elapsed > before - 0.0001 && bench.model.elapsed < before + 0.2)
  }

  @Test func thePositionStandsStillFromTheBeginningOfAnInterruption() {
    let bench = LocalPlayerBench([("long", long)])
    bench.model.play()
    bench.run { bench.heard.count > 48_000 }
    bench.takeNews()
    let before = bench.model.elapsed
    // A silent device renders the fade-out and goes on.
    bench.model.outputWasInterrupted(.serverGone)
    for _ in 0..<20 {
      bench.run(frames: 480)
      bench.takeNews()
      #expect(abs(bench.model.elapsed - before) < 0.0001)
    }
    bench.model.seek(to: 3)
    bench.run(frames: 4_800)
    bench.takeNews()
    #expect(bench.model.elapsed == 3)
    bench.model.outputWasResumed()
    bench.run(frames: 9_600)
    bench.takeNews()
    #expect(bench.model.elapsed > 3 && bench.model.elapsed < 3.3)
  }

  @Test func aSeekLandsOnItsFrameAndPlaysOn() {
    let bench = LocalPlayerBench([("long", long)])
    bench.model.play()
    bench.run(frames: 20_000)
    bench.forgetWhatWasTold()
    bench.model.seek(to: 4)
    let before = bench.output.count
    bench.run { bench.model.playbackState == .playing }
    #expect(bench.told == [.state(.seekingForward), .seeked(4), .state(.playing)])
    #expect(bench.model.position?.trackFrame == FrameCount(192_000))
    bench.run(frames: 2048)
    let after = bench.output[before...].firstIndex { Ramp.place($0) > 192_100 } ?? 0
    #expect(after > 0 && Ramp.place(bench.output[after + 1]) == Ramp.place(bench.output[after]) + 1)
    let elapsed = bench.model.elapsed
    #expect(abs(elapsed - Double(Ramp.place(bench.output.last ?? .zero) + 1) / 48_000) < 0.001)
  }

  @Test func seekWhilePausedStaysSilentAndPlaysFromItsPlace() {
    let bench = LocalPlayerBench([("long", long)])
    bench.model.play()
    bench.run(frames: 5_000)
    bench.model.pause()
    bench.run(frames: 1_000)
    bench.model.seek(to: 1)
    bench.run { bench.model.playbackState == .paused }
    #expect(bench.model.elapsed == 1)
    let silentFrom = bench.output.count
    bench.run(frames: 2_000)
    #expect(bench.output[silentFrom...].allSatisfy { $0 == .zero })
    bench.model.play()
    bench.run(frames: 1_000)
    #expect(Ramp.place(bench.output[silentFrom + 2_048 + 600 + delay]) == 48_000 + 600)
  }

  @Test func stopSilencesTheOutputAndPlayStartsOver() {
    let bench = LocalPlayerBench([("long", long)])
    bench.model.play()
    bench.run(frames: 20_000)
    bench.model.stop()
    let stopped = bench.output.count
    bench.run(frames: 2_000)
    #expect(bench.output[(stopped + 144 + delay)...].allSatisfy { $0 == .zero })
    bench.model.play()
    bench.run { bench.model.position != nil }
    bench.run(frames: 1_000)
    #expect(bench.output[stopped...].contains(long[0]))
    #expect(bench.model.position?.trackFrame == .zero)
  }

  @Test func restoredSessionStaysPausedInTheMiddleOfATrack() {
    let bench = LocalPlayerBench([("a", a), ("long", long)])
    bench.model.play(bench.id(1))
    bench.model.seek(to: 2.5)
    let session = bench.model.session
    #expect(session.position == 2.5 && session.current == 1)
    bench.model.clearQueue()
    bench.forgetWhatWasTold()
    let start = bench.output.count
    bench.model.restore(session, playing: false)
    bench.run { bench.model.position != nil }
    bench.run(frames: 1_000)
    #expect(bench.model.playbackState == .paused && bench.model.elapsed == 2.5)
    #expect(bench.output[start...].allSatisfy { $0 == .zero })
    bench.model.play()
    bench.run(frames: 1_024)
    #expect(Ramp.place(bench.output[bench.output.count - 1]) == 120_000 + 1_023 - delay)
  }

  @Test func quickSkipsEndAtTheLastRequestedTrack() {
    let bench = LocalPlayerBench([("a", a), ("bad", nil), ("b", b), ("long", long)])
    bench.model.play()
    for _ in 0..<3 { bench.model.next() }
    bench.run { bench.model.position != nil }
    bench.run(frames: 2_000)
    #expect(bench.name(bench.model.queue.currentIndex ?? 0) == "long")
    #expect(bench.heard.allSatisfy { $0.x == $0.y })
    #expect(bench.heard.first == long[0])
  }
}

import PlayerTestSupport
import Testing

@testable import AudioBase
@testable import Player
@testable import SystemBase

/// Where the track is, and how it gets elsewhere.
@MainActor @Suite struct PlayerSeekTests {
  @Test func elapsedFollowsFromTheAnchorAndStandsStillWhilePaused() {
    let bench = PlayerBench("a")
    bench.model.play()
    #expect(bench.model.elapsed == 0)
    bench.begin(0, at: 10)
    bench.pass(seconds: 2.5)
    #expect(abs(bench.model.elapsed - 12.5) < 1e-9)
    bench.emit(.moved(bench.id(0), bench.anchor(12.5, rate: 0)))
    bench.pass(seconds: 60)
    #expect(abs(bench.model.elapsed - 12.5) < 1e-9)
  }

  @Test func elapsedNeverPassesTheEnd() {
    let bench = PlayerBench("a")
    bench.model.play()
    bench.begin(0, at: 99, of: 100)
    bench.pass(seconds: 60)
    #expect(bench.model.elapsed == 100)
  }

  @Test func elapsedBeforeTheAnchorIsThatOfTheAnchor() {
    let anchor = PositionAnchor(
      trackFrame: FrameCount(44_100), sampleRate: SampleRate(44_100),
      hostTime: HostTime(nanoseconds: 5_000_000_000), rate: 1)
    #expect(anchor.elapsed(at: HostTime(nanoseconds: 4_000_000_000)) == 1)
    #expect(anchor.elapsed(at: HostTime(nanoseconds: 7_000_000_000)) == 3)
  }

  @Test(arguments: [(20.0, PlaybackState.seekingForward), (-20, .seekingBackward)])
  func seekIsUnderWayUntilTheNewPositionIsHeard(_ step: Double, _ state: PlaybackState) {
    let bench = PlayerBench("a")
    bench.model.play()
    bench.begin(0, at: 50)
    _ = (bench.events(), bench.transport.take())
    bench.model.seek(to: bench.model.elapsed + step)
    #expect(bench.model.playbackState == state)
    #expect(bench.model.elapsed == 50 + step)
    #expect(bench.transport.take() == [.seek(50 + step)])
    bench.emit(.moved(bench.id(0), bench.anchor(50 + step)))
    #expect(bench.events() == [.state(state), .seeked(50 + step), .state(.playing)])
  }

  @Test func aSecondSeekAddsToTheFirst() {
    let bench = PlayerBench("a")
    bench.model.play()
    bench.begin(0, at: 50)
    _ = bench.transport.take()
    bench.model.seek(to: bench.model.elapsed + 5)
    bench.pass(seconds: 0.2)
    bench.model.seek(to: bench.model.elapsed + 5)
    #expect(bench.transport.take() == [.seek(55), .seek(60)])
  }

  @Test func aSeekStaysWithinTheTrack() {
    let bench = PlayerBench("a")
    bench.model.play()
    bench.begin(0, at: 50, of: 100)
    _ = bench.transport.take()
    bench.model.seek(to: bench.model.elapsed + 5000)
    bench.model.seek(to: -3)
    #expect(bench.transport.take() == [.seek(100), .seek(0)])
  }

  @Test func seekWhilePausedStaysPausedUnlessPlayFollows() {
    let bench = PlayerBench("a")
    bench.model.play()
    bench.begin(0)
    bench.model.pause()
    bench.model.seek(to: 30)
    bench.emit(.moved(bench.id(0), bench.anchor(30, rate: 0)))
    #expect(bench.model.playbackState == .paused)
    bench.model.seek(to: 40)
    bench.model.play()
    #expect(bench.model.playbackState == .seekingForward)
    bench.emit(.moved(bench.id(0), bench.anchor(40)))
    #expect(bench.model.playbackState == .playing)
    #expect(bench.transport.take().suffix(2) == [.seek(40), .play])
  }

  @Test func aPauseDuringASeekAndItsEndAreReportedOnceEach() {
    let bench = PlayerBench("a")
    bench.model.play()
    bench.begin(0)
    bench.model.seek(to: 30)
    _ = bench.events()
    bench.model.pause()
    bench.model.pause()
    #expect(bench.events() == [.state(.seekingForward)] && !bench.model.phase.isPlaying)
    bench.model.play()
    #expect(bench.events() == [.state(.seekingForward)] && bench.model.phase.isPlaying)
    bench.emit(.moved(bench.id(0), bench.anchor(30)))
    #expect(bench.states() == [.playing])
  }

  @Test func seekWhileStoppedSetsWherePlayBegins() {
    let bench = PlayerBench("a")
    bench.model.seek(to: 30)
    #expect(bench.events() == [.seeked(30)])
    #expect(bench.model.elapsed == 30)
    bench.model.play()
    #expect(bench.transport.take() == [.load("a", at: 30, playing: true)])
  }

  @Test func nextDuringASeekPlaysTheNextTrack() {
    let bench = PlayerBench("a", "b")
    bench.model.play()
    bench.begin(0)
    bench.model.seek(to: 30)
    _ = bench.events()
    bench.model.next()
    #expect(bench.events() == [.item(bench.id(1)), .state(.playing)])
    #expect(bench.transport.take().suffix(1) == [.load("b", at: 0, playing: true)])
  }
}

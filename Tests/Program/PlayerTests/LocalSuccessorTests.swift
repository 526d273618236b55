import PlayerTestSupport
import TestSupport
import Testing

@testable import AudioBase
@testable import Player
@testable import SystemBase

/// What joins a track, and what happens where that is changed late.
@MainActor @Suite(.serialized) struct LocalSuccessorTests {
  private let a = Ramp.frames(60_000)
  private let b = Ramp.frames(30_000, side: -1)
  private let c = Ramp.frames(45_000, side: 0.5)

  private func sides(_ frames: [Frame]) -> [Int] {
    frames.filter { $0 != .zero }.map { Int(($0.y / $0.x * 2).rounded()) }
  }

  /// The tracks in the order in which they were heard: 2 stands for `a`, -2 for `b`, 1 for `c`.
  private func order(_ bench: LocalPlayerBench) -> [Int] {
    sides(bench.output).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  /// Waits until the feeder has seen that the successor was changed when the former one was in the ring.
  private func waitForLateSuccessor(_ bench: LocalPlayerBench) {
    bench.waitForReport {
      if case .successorCameTooLate = $0 { true } else { false }
    }
  }

  @Test(arguments: [60_000, 600]) func removedSuccessorAlreadyInTheRingIsReplaced(_ length: Int) {
    // The short one is decoded to its end before it is to be heard.
    let bench = LocalPlayerBench([("a", a), ("b", Ramp.frames(length, side: -1)), ("c", c)])
    bench.model.play()
    bench.waitForMusic(60_000 + length)
    bench.run(frames: 10_000)
    bench.model.remove([bench.id(1)])
    waitForLateSuccessor(bench)
    bench.run { bench.model.playbackState == .stopped }
    #expect(order(bench) == [2, 1])
    #expect(bench.heard.suffix(c.count).elementsEqual(c))
    let places = bench.output.filter { $0.x == $0.y && $0 != .zero }.map(Ramp.place)
    #expect(places.contains(59_999), "the current track is heard to its end")
  }

  @Test func removalOfTheOnlySuccessorLetsTheTrackEnd() {
    let bench = LocalPlayerBench([("a", a), ("b", b)])
    bench.model.play()
    bench.waitForMusic(90_000)
    bench.run(frames: 10_000)
    bench.model.remove([bench.id(1)])
    waitForLateSuccessor(bench)
    bench.run { bench.model.playbackState == .stopped }
    #expect(order(bench) == [2])
    #expect(bench.heard.last == a.last)
  }

  @Test func aTrackAddedAfterTheEndWasFedJoinsWithoutAGap() {
    let bench = LocalPlayerBench([("a", a), ("c", c)])
    bench.model.remove([bench.id(1)])
    bench.model.play()
    bench.waitForMusic(60_000)
    bench.run(frames: 10_000)
    bench.model.append([TrackInfo(path: FilePath("c"))])
    bench.run { bench.model.playbackState == .stopped }
    bench.expectHeard(a + c)
    #expect(bench.engine.control.underruns == 0)
  }

  @Test func aTrackAddedAsTheLastFrameWasPlayedIsLoaded() {
    let bench = LocalPlayerBench([("a", a), ("c", c)])
    bench.model.remove([bench.id(1)])
    bench.model.play()
    bench.run { bench.output.count >= 59_904 }
    bench.waitForMusic(60_000 - 59_904)
    bench.render()
    bench.model.append([TrackInfo(path: FilePath("c"))])
    bench.run { bench.model.playbackState == .stopped }
    bench.expectHeard(a + c)
  }

  @Test func repeatOnePlaysTheTrackAgainWithoutAGap() {
    let short = Ramp.frames(9_000)
    let bench = LocalPlayerBench([("short", short), ("b", b)])
    bench.model.setRepeat(.one)
    bench.model.play()
    bench.run { bench.heard.count > 36_000 }
    let music = Array(bench.output.drop { $0 == .zero })
    let expected = short + short + short + short
    let difference = zip(music, expected).enumerated().first { $1.0 != $1.1 }
    #expect(difference == nil && music.count >= expected.count)
    #expect(bench.states() == [.playing])
    let opened = bench.transportTold.filter { if case .opened = $0 { true } else { false } }
    let began = bench.transportTold.filter { if case .began = $0 { true } else { false } }
    #expect(opened.count <= began.count + 1, "each round opens the file once")
    bench.model.setRepeat(.off)
    bench.run { bench.model.playbackState == .stopped }
    #expect(order(bench) == [2, -2])
  }

  @Test func seekPastTheEndContinuesWithTheSuccessor() {
    let bench = LocalPlayerBench([("a", a), ("c", c)])
    bench.model.play()
    bench.run(frames: 5_000)
    bench.model.seek(to: 100)
    bench.run { bench.model.queue.currentIndex == 1 && bench.model.position != nil }
    #expect(bench.model.playbackState == .playing)
    bench.run { bench.model.playbackState == .stopped }
    // Whatever is heard after a seek may fade in.
    #expect(bench.heard.suffix(c.count - 144).elementsEqual(c.dropFirst(144)))
  }

  @Test func positionIsKeptWhenMusicBeginsBeforeTheReportOfOpening() {
    let bench = LocalPlayerBench([("a", a)])
    bench.holdsReports = true
    bench.model.play()
    // Else the feeder might not have written enough for music to begin.
    bench.waitForMusic(a.count)
    bench.run(frames: 2_000)
    #expect(bench.model.position == nil)
    bench.holdsReports = false
    bench.takeNews()
    #expect(bench.model.position?.trackFrame == .zero)
    #expect(abs(bench.model.elapsed - Double(bench.heard.count) / 48_000) < 0.001)
    bench.model.seek(to: 1)
    bench.holdsReports = true
    bench.run { bench.model.playbackState == .playing }
  }

  /// The feeder's thread has decoded a short track before the main thread reads its report.
  @Test func endBeforeTheReportOfOpeningIsToldAfterIt() {
    let bench = LocalPlayerBench([("b", Ramp.frames(600, side: -1))])
    bench.holdsReports = true
    bench.model.play()
    var hasEnded = false
    bench.onEvent = { if case .ended = $0 { hasEnded = true } }
    bench.run { hasEnded }
    #expect(bench.model.phase.isPlaying)
    bench.holdsReports = false
    bench.run { bench.model.playbackState == .stopped }
    let last = bench.id(0)
    let told = bench.transportTold.suffix(3).map { event in
      switch event {
      case .opened(last, _): "opened"
      case .began(last, _): "began"
      case .ended(last): "ended"
      default: "another"
      }
    }
    #expect(told == ["opened", "began", "ended"])
  }
}

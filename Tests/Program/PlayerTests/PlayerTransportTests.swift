import AudioBase
import PlayerTestSupport
import TestSupport
import Testing

@testable import Player
@testable import SystemBase

/// What the transport's events make of the player.
@MainActor @Suite struct PlayerTransportTests {
  /// Plays the first track, with nothing left to be taken.
  private func playing(_ bench: PlayerBench) -> PlayerBench {
    bench.model.play()
    bench.begin(0)
    _ = (bench.events(), bench.transport.take())
    return bench
  }

  @Test func joinedTrackBecomesCurrentAndItsSuccessorIsNamed() {
    let bench = playing(PlayerBench("a", "b", "c"))
    bench.begin(1)
    #expect(bench.events() == [.item(bench.id(1))])
    #expect(bench.transport.take() == [.next("c")])
    bench.begin(2)
    #expect(bench.events() == [.item(bench.id(2))])
    #expect(bench.transport.take().isEmpty)
    #expect(bench.model.playbackState == .playing)
  }

  @Test func theEndOfTheLastTrackStopsTheQueue() {
    let bench = playing(PlayerBench("a", "b"))
    bench.begin(1)
    _ = (bench.events(), bench.transport.take())
    bench.emit(.ended(bench.id(1)))
    #expect(bench.transport.take() == [.stop])
    #expect(bench.events() == [.state(.stopped), .item(bench.id(0))])
  }

  @Test func trackEndWithoutAJoinLoadsTheSuccessor() {
    let bench = playing(PlayerBench("a", "b"))
    bench.emit(.ended(bench.id(0)))
    #expect(bench.transport.take() == [.load("b", at: 0, playing: true)])
    #expect(bench.events() == [.item(bench.id(1))])
    bench.emit(.ended(bench.id(0)))
    #expect(bench.events().isEmpty, "an old track's end is of no concern")
  }

  @Test func repeatOneNamesTheTrackOnceForEachRound() {
    let bench = PlayerBench("a", "b")
    bench.model.setRepeat(.one)
    bench.model.play()
    #expect(bench.transport.take() == [.load("a", at: 0, playing: true), .next("a")])
    bench.begin(0)
    #expect(bench.transport.take().isEmpty, "the successor is named already")
    bench.begin(0)
    #expect(bench.transport.take() == [.next("a")])
    bench.begin(0)
    #expect(bench.transport.take() == [.next("a")])
    #expect(bench.model.nowPlaying?.path == FilePath("a"))
  }

  @Test func failedTrackIsReportedAndTheNextOnePlays() {
    let bench = PlayerBench("/music/a.flac", "b")
    bench.model.play()
    _ = (bench.events(), bench.transport.take())
    bench.emit(.failed(bench.id(0), .broken))
    #expect(
      bench.events() == [
        .queue, .notice(.trackFailed(bench.id(0), title: "a.flac", .broken)), .item(bench.id(1)),
      ])
    #expect(bench.transport.take() == [.load("b", at: 0, playing: true)])
    #expect(bench.model.notice == .trackFailed(bench.id(0), title: "a.flac", .broken))
  }

  @Test func failedSuccessorIsReplacedByTheFollowingTrack() {
    let bench = playing(PlayerBench("a", "b", "c"))
    bench.emit(.nextFailed(bench.id(1), .broken))
    #expect(bench.transport.take() == [.next("c")])
    #expect(bench.model.playbackState == .playing)
    #expect(bench.events() == [.queue, .notice(.trackFailed(bench.id(1), title: "b", .broken))])
  }

  @Test func aRepeatedTrackPlaysToItsEndWhenItsFileGoesAway() {
    let bench = PlayerBench("a", "b")
    bench.model.setRepeat(.one)
    bench.model.play()
    bench.begin(0)
    _ = (bench.events(), bench.transport.take())
    bench.emit(.nextFailed(bench.id(0), .broken))
    #expect(bench.transport.take() == [.next("b")])
    #expect(bench.model.nowPlaying?.path == FilePath("a"))
    #expect(bench.model.playbackState == .playing)
  }

  @Test func queueWithoutPlayableTracksStopsWithTheReason() {
    let bench = PlayerBench("a", "b")
    bench.model.setRepeat(.all)
    bench.model.play()
    _ = bench.events()
    bench.emit(.failed(bench.id(0), .broken))
    bench.emit(.failed(bench.id(1), FileError(.notFound, "b")))
    #expect(bench.transport.take().suffix(1) == [.stop])
    let events = bench.events()
    #expect(events.contains(.state(.stopped)))
    #expect(events.last == .notice(.nothingPlays(FileError(.notFound, "b"))))
    #expect(bench.model.notice == .nothingPlays(FileError(.notFound, "b")))
  }

  @Test func failureOfTheLastTrackStopsAndReportsOnlyThatTrack() {
    let bench = playing(PlayerBench("a", "b"))
    bench.model.next()
    bench.emit(.failed(bench.id(1), .broken))
    #expect(bench.model.playbackState == .stopped)
    #expect(bench.notices() == [.trackFailed(bench.id(1), title: "b", .broken)])
  }

  @Test func aPausedTrackThatFailsStops() {
    var session = SavedSession()
    session.entries = [TrackInfo(path: FilePath("gone"))]
    session.current = 0
    let bench = PlayerBench()
    bench.model.restore(session, playing: false)
    bench.emit(.failed(bench.id(0), .broken))
    #expect(bench.model.playbackState == .stopped)
    #expect(bench.notices().last == .nothingPlays(.broken))
  }

  @Test func failureOfATrackIsClearedWhenPlaybackBegins() {
    let bench = PlayerBench("a", "b")
    bench.model.play()
    bench.emit(.failed(bench.id(0), .broken))
    bench.emit(.failed(bench.id(1), .broken))
    bench.model.play()
    bench.begin(0)
    #expect(bench.model.queue.items[0].failure == nil)
    #expect(bench.model.queue.items[1].failure == .broken)
  }

  @Test func damageAndEarlyEndsAreReportedAndPlaybackContinues() {
    let bench = playing(PlayerBench("a", "b"))
    bench.emit(.brokeOff(bench.id(0), .broken))
    bench.emit(.invalidSamples(bench.id(0)))
    bench.emit(.endedEarly(bench.id(0), at: 3, of: 100))
    #expect(
      bench.notices() == [
        .trackBrokeOff(bench.id(0), title: "a", .broken),
        .trackHadInvalidSamples(bench.id(0), title: "a"),
        .trackEndedEarly(bench.id(0), title: "a", at: 3, of: 100),
      ])
    #expect(bench.model.playbackState == .playing && bench.transport.take().isEmpty)
  }

  @Test func durationOfTheDecoderReplacesThatOfTheTags() {
    let bench = PlayerBench()
    bench.model.append([TrackInfo("a", duration: 7)])
    #expect(bench.model.duration == 7)
    bench.emit(.opened(bench.id(0), bench.format(nil)))
    #expect(bench.model.duration == 7)
    bench.emit(.opened(bench.id(0), bench.format(9)))
    #expect(bench.model.duration == 9)
  }

  @Test func trackRemovedAtItsBeginningIsSkipped() {
    let bench = playing(PlayerBench("a", "b", "c"))
    let removed = bench.id(1)
    bench.model.remove([removed])
    #expect(bench.transport.take() == [.next("c")])
    bench.emit(.began(removed, bench.anchor(0)))
    #expect(bench.transport.take() == [.load("c", at: 0, playing: true)])
    #expect(bench.model.nowPlaying?.path == FilePath("c"))
  }

  @Test func replacedSuccessorThatBeganAnywayGetsASuccessor() {
    let bench = playing(PlayerBench("a", "b"))
    bench.model.setRepeat(.one)
    #expect(bench.transport.take() == [.next("a")])
    bench.begin(1)
    #expect(bench.model.nowPlaying?.path == FilePath("b"))
    #expect(bench.transport.take() == [.next("b")])
  }

  @Test func lostDeviceInterruptsPlaybackAndPlayResumes() {
    let bench = playing(PlayerBench("a"))
    let lost = DeviceError(.lost, "alsa")
    bench.model.outputWasLost(lost)
    #expect(bench.transport.take() == [.pause])
    #expect(bench.events() == [.state(.interrupted), .notice(.outputLost(lost))])
    bench.model.togglePlaying()
    #expect(bench.transport.take() == [.play])
    #expect(bench.events() == [.state(.playing)])
  }

  @Test func interruptionPausesPlaybackAndItsEndResumes() {
    let bench = playing(PlayerBench("a"))
    bench.model.outputWasInterrupted(.stalled)
    #expect(bench.mixer.silencedPads == 1)
    #expect(bench.transport.take() == [.pause])
    #expect(bench.events() == [.state(.interrupted), .notice(.outputInterrupted(.stalled))])
    bench.model.outputWasResumed()
    #expect(bench.transport.take() == [.play])
    #expect(bench.events() == [.state(.playing), .notice(.outputResumed)])
  }

  @Test func playbackPausedDuringAnInterruptionStaysPaused() {
    let bench = playing(PlayerBench("a"))
    bench.model.outputWasInterrupted(.stalled)
    bench.model.pause()
    #expect(bench.model.playbackState == .paused)
    _ = bench.transport.take()
    bench.model.outputWasResumed()
    #expect(bench.model.playbackState == .paused)
    #expect(bench.transport.take().isEmpty)
  }

  @Test func playbackStoppedDuringAnInterruptionStaysStopped() {
    let bench = playing(PlayerBench("a"))
    bench.model.outputWasInterrupted(.stalled)
    bench.model.stop()
    _ = bench.transport.take()
    bench.model.outputWasResumed()
    #expect(bench.model.playbackState == .stopped)
    #expect(bench.transport.take().isEmpty)
  }

  @Test func aLostDeviceLeavesAPausedPlayerPaused() {
    let bench = playing(PlayerBench("a"))
    bench.model.pause()
    bench.model.outputWasLost(DeviceError(.lost, "alsa"))
    #expect(bench.model.playbackState == .paused)
  }
}

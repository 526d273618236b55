import MixEngine
import PlayerTestSupport
import Testing

@testable import AudioBase
@testable import Player
@testable import SystemBase

/// What commands make of the player, its transport and its events.
@MainActor @Suite struct PlayerCommandTests {
  @Test func playLoadsTheCurrentTrackAndNamesItsSuccessor() {
    let bench = PlayerBench("a", "b")
    bench.model.play()
    #expect(bench.transport.take() == [.load("a", at: 0, playing: true), .next("b")])
    #expect(bench.events() == [.state(.playing)])
    bench.model.play()
    #expect(bench.transport.take().isEmpty && bench.events().isEmpty)
  }

  @Test func commandsOnAnEmptyQueueDoNothing() {
    let bench = PlayerBench()
    bench.model.play()
    bench.model.togglePlaying()
    bench.model.next()
    bench.model.previous()
    bench.model.seek(to: bench.model.elapsed + 5)
    bench.model.stop()
    #expect(bench.transport.take().isEmpty && bench.events().isEmpty)
  }

  @Test func pauseAndPlayAreReportedOnce() {
    let bench = PlayerBench("a")
    bench.model.play()
    bench.begin(0)
    _ = (bench.events(), bench.transport.take())
    bench.model.togglePlaying()
    bench.model.pause()
    bench.model.togglePlaying()
    #expect(bench.transport.take() == [.pause, .play])
    #expect(bench.events() == [.state(.paused), .state(.playing)])
  }

  @Test func stopUnloadsTheTrackAndPlayLoadsFromTheStart() {
    let bench = PlayerBench("a")
    bench.model.play()
    bench.begin(0, at: 40)
    _ = (bench.events(), bench.transport.take())
    bench.model.stop()
    #expect(bench.model.elapsed == 0 && bench.model.position == nil)
    bench.model.play()
    #expect(bench.transport.take() == [.stop, .load("a", at: 0, playing: true)])
    #expect(bench.events() == [.state(.stopped), .state(.playing)])
  }

  @Test(arguments: [true, false]) func nextKeepsPlayingOrPaused(_ isPlaying: Bool) {
    let bench = PlayerBench("a", "b", "c")
    bench.model.play()
    bench.begin(0)
    if !isPlaying { bench.model.pause() }
    _ = (bench.events(), bench.transport.take())
    bench.model.next()
    #expect(bench.transport.take() == [.load("b", at: 0, playing: isPlaying), .next("c")])
    #expect(bench.events() == [.item(bench.id(1))])
    #expect(bench.model.playbackState == (isPlaying ? .playing : .paused))
  }

  @Test func nextAfterTheLastTrackStopsAtTheFirst() {
    let bench = PlayerBench("a", "b")
    bench.model.play(bench.id(1))
    bench.begin(1)
    _ = (bench.events(), bench.transport.take())
    bench.model.next()
    #expect(bench.transport.take() == [.stop])
    #expect(bench.events() == [.state(.stopped), .item(bench.id(0))])
  }

  @Test func nextWhileStoppedOnlySelects() {
    let bench = PlayerBench("a", "b")
    bench.model.next()
    #expect(bench.transport.take().isEmpty)
    #expect(bench.events() == [.item(bench.id(1))])
  }

  @Test func nextWrapsUnderRepeatAllAndAdvancesUnderRepeatOne() {
    let bench = PlayerBench("a", "b")
    bench.model.setRepeat(.all)
    bench.model.play(bench.id(1))
    bench.model.next()
    #expect(bench.model.nowPlaying?.path == FilePath("a"))
    bench.model.setRepeat(.one)
    bench.model.next()
    #expect(bench.model.nowPlaying?.path == FilePath("b"))
  }

  @Test(arguments: [(0.0, "a"), (2.9, "a"), (3.1, nil), (70, nil)])
  func previousGoesToTheStartAfterThreeSeconds(_ elapsed: Double, _ target: String?) {
    let bench = PlayerBench("a", "b", "c")
    bench.model.play(bench.id(1))
    bench.begin(1)
    bench.pass(seconds: elapsed)
    _ = bench.transport.take()
    bench.model.previous()
    let first = bench.transport.take().first
    #expect(first == target.map { .load($0, at: 0, playing: true) } ?? .seek(0))
  }

  @Test func previousInTheFirstTrackGoesToItsStart() {
    let bench = PlayerBench("a")
    bench.model.play()
    bench.begin(0)
    bench.pass(seconds: 1)
    _ = bench.transport.take()
    bench.model.previous()
    #expect(bench.transport.take() == [.seek(0)])
  }

  @Test func playingAFailedItemClearsItsFailure() {
    let bench = PlayerBench("a", "b")
    bench.model.play()
    bench.emit(.nextFailed(bench.id(1), .broken))
    #expect(bench.model.queue.items[1].failure == .broken)
    bench.model.play(bench.id(1))
    #expect(bench.model.queue.items[1].failure == nil)
    #expect(bench.transport.take().suffix(1) == [.load("b", at: 0, playing: true)])
    bench.model.play(QueueItem.ID(99))
    #expect(bench.transport.take().isEmpty)
  }

  @Test func volumeMuteAndBalanceSetTheGainsOfTheMixer() {
    let bench = PlayerBench(levels: MixLevels(music: Decibels(-3), pads: Decibels(-6)))
    #expect(bench.mixer.gains == [.master: .unity, .music: Decibels(-3), .pads: Decibels(-6)])
    bench.model.changeVolume(by: Decibels(-4))
    #expect(bench.mixer.gains[.master] == Decibels(-4))
    bench.model.toggleMute()
    #expect(bench.mixer.gains[.master] == .silence)
    bench.model.setVolume(Decibels(99))
    #expect(bench.mixer.gains[.master] == Decibels(PlayerModel.volumeRange.upperBound))
    bench.model.changeBalance(by: 3)
    #expect(bench.mixer.gains[.music] == Decibels(-9) && bench.mixer.gains[.pads] == Decibels(-6))
    bench.model.changeBalance(by: -99)
    #expect(bench.mixer.gains[.music] == Decibels(-3) && bench.mixer.gains[.pads] == .silence)
    #expect(
      bench.events() == [
        .volume(Decibels(-4), isMuted: false), .volume(Decibels(-4), isMuted: true),
        .volume(Decibels(12), isMuted: false), .balance(3), .balance(-12),
      ])
  }

  @Test func modesChangeTheSuccessorWhileATrackPlays() {
    let bench = PlayerBench("a", "b", "c")
    bench.model.play(bench.id(2))
    bench.begin(2)
    _ = (bench.events(), bench.transport.take())
    bench.model.setRepeat(.all)
    bench.model.setRepeat(.one)
    bench.model.setRepeat(.off)
    #expect(bench.transport.take() == [.next("a"), .next("c"), .next(nil)])
    bench.model.toggleShuffle()
    #expect(bench.model.queue.first == bench.id(2))
    #expect(bench.transport.take().count == 1)
    bench.model.toggleShuffle()
    #expect(bench.transport.take() == [.next(nil)])
    #expect(bench.events().suffix(2) == [.shuffle(true), .shuffle(false)])
  }
}

@MainActor @Suite struct ReplayGainCommandTests {
  @Test func shuffledQueueUsesTrackGainAndOrderedQueueAlbumGain() {
    let bench = PlayerBench("a", "b")
    #expect(bench.mixer.gainChoice == .album)
    bench.model.setShuffle(true)
    #expect(bench.mixer.gainChoice == .track)
    bench.model.setShuffle(false)
    #expect(bench.mixer.gainChoice == .album)
  }

  @Test(arguments: [(ReplayGainMode.track, GainChoice.track), (.album, .album), (.off, .none)])
  func fixedReplayGainModeIgnoresShuffle(mode: ReplayGainMode, choice: GainChoice) {
    let bench = PlayerBench("a")
    bench.model.setReplayGain(mode)
    #expect(bench.mixer.gainChoice == choice)
    bench.model.setShuffle(true)
    #expect(bench.mixer.gainChoice == choice)
  }
}

@MainActor @Suite struct SpeedCommandTests {
  @Test func speedStepsStayInRangeAndEachChangeIsReportedOnce() {
    let bench = PlayerBench("a")
    bench.model.changeSpeed(by: -4)
    #expect(bench.model.speed == 0.8)
    #expect(bench.transport.take() == [.speed(0.8)] && bench.events() == [.speed(0.8)])
    bench.model.changeSpeed(by: -100)
    #expect(bench.model.speed == 0.5)
    bench.model.changeSpeed(by: 100)
    #expect(bench.model.speed == 2)
    bench.model.setSpeed(1)
    _ = (bench.transport.take(), bench.events())
    bench.model.setSpeed(1)
    #expect(bench.transport.take().isEmpty && bench.events().isEmpty)
  }

  @Test func eachChangeOfPitchIsReportedOnce() {
    let bench = PlayerBench("a")
    let low = Transposition(cents: -500)
    bench.model.transpose(low)
    bench.model.transpose(low)
    #expect(bench.transport.take() == [.transpose(-500)] && bench.events() == [.transposition(low)])
    #expect(bench.model.speed == 1)
  }

  @Test func failedSpeedChangeResetsTheSpeedToOne() {
    let bench = PlayerBench("a")
    bench.model.setSpeed(0.8)
    bench.model.transpose(Transposition(cents: 100))
    bench.model.speedFailed(FileError(.unsupported, "library"))
    #expect(bench.model.speed == 1 && bench.model.transposition == .none)
    #expect(bench.notices() == [.speedUnavailable(FileError(.unsupported, "library"))])
  }

  @Test func theSessionKeepsTheSpeed() throws {
    let bench = PlayerBench("a")
    bench.model.setSpeed(1.25)
    let session = try SavedSession(bytes: bench.model.session.bytes(), subject: "s")
    let other = PlayerBench()
    other.model.restoreModes(session)
    #expect(other.model.speed == 1.25 && other.transport.take() == [.speed(1.25)])
  }
}

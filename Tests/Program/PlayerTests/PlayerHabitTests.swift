import AudioBase
import PlayerTestSupport
import SystemBase
import Testing

@testable import Player

/// Stopping after a track, tracks that play next, and the sleep timer.
@MainActor @Suite struct PlayerHabitTests {
  @Test func playbackStopsOnceAfterTheCurrentTrack() {
    let bench = PlayerBench("a", "b", "c")
    bench.model.play()
    bench.begin(0)
    #expect(bench.transport.take().contains(.next("b")))
    bench.model.toggleStopAfterCurrent()
    #expect(bench.transport.take() == [.next(nil)])
    bench.emit(.ended(bench.id(0)))
    #expect(bench.model.playbackState == .stopped && bench.model.nowPlaying?.id == bench.id(1))
    #expect(!bench.model.queue.stopsAfterCurrent)
    bench.model.play()
    bench.begin(1)
    bench.emit(.ended(bench.id(1)))
    #expect(bench.model.playbackState == .playing && bench.model.nowPlaying?.id == bench.id(2))
  }

  @Test func stopAfterCurrentEndsRepeatOneAndCanBeCancelled() {
    let bench = PlayerBench("a", "b")
    bench.model.setRepeat(.one)
    bench.model.play()
    bench.begin(0)
    bench.model.toggleStopAfterCurrent()
    bench.model.toggleStopAfterCurrent()
    #expect(bench.transport.take().last == .next("a"))
    bench.model.toggleStopAfterCurrent()
    bench.emit(.ended(bench.id(0)))
    #expect(bench.model.playbackState == .stopped)
  }

  @Test func moveNextPutsTracksBehindTheCurrentOneAndIsUndone() {
    let bench = PlayerBench("a", "b", "c", "d")
    bench.model.play()
    bench.begin(0)
    let ids = (0..<4).map(bench.id)
    bench.model.moveNext([ids[2], ids[3]])
    #expect(bench.model.queue.items.map(\.id) == [ids[0], ids[2], ids[3], ids[1]])
    #expect(bench.transport.take().last == .next("c"))
    bench.model.turnQueueEdit(.undo)
    #expect(bench.model.queue.items.map(\.id) == ids)
  }

  @Test func theSleepTimerFadesOutAndPauses() throws {
    let bench = PlayerBench("a")
    bench.model.play()
    bench.begin(0, of: 9000)
    bench.model.sleep(afterMinutes: 2)
    #expect(bench.model.sleepMinutesLeft == 2)
    bench.pass(seconds: 90)
    bench.model.followSleep()
    #expect(bench.mixer.fades.isEmpty && bench.model.sleepMinutesLeft == 1)
    bench.pass(seconds: 11)
    bench.model.followSleep()
    #expect(bench.mixer.fades == [.master: 19])
    bench.mixer.gains[.master] = nil
    bench.pass(seconds: 19)
    bench.model.followSleep()
    #expect(bench.model.playbackState == .paused && bench.mixer.gains[.master] == .unity)
    #expect(bench.model.sleepMinutesLeft == nil && bench.model.nextSleepStep == nil)
  }

  @Test func sleepTimerCancelledDuringTheFadeRestoresTheVolume() {
    let bench = PlayerBench("a")
    bench.model.play()
    bench.begin(0, of: 9000)
    bench.model.sleep(afterMinutes: 1)
    bench.pass(seconds: 50)
    bench.model.followSleep()
    bench.mixer.gains[.master] = nil
    bench.model.sleep(afterMinutes: 0)
    #expect(bench.mixer.gains[.master] == .unity && bench.model.nextSleepStep == nil)
    bench.pass(seconds: 60)
    bench.model.followSleep()
    #expect(bench.model.playbackState == .playing)
  }
}

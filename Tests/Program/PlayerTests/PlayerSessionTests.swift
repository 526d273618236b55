import PlayerTestSupport
import TestSupport
import Testing

@testable import AudioBase
@testable import Player
@testable import SystemBase

/// Saving and restoring the state of the player.
@MainActor @Suite struct PlayerSessionTests {
  private func session() -> SavedSession {
    var session = SavedSession()
    session.entries = ["a", "b", "c"].map { TrackInfo(path: FilePath($0)) }
    session.current = 1
    session.position = 42
    session.volume = Decibels(-5)
    session.isMuted = true
    session.balance = 2
    session.repeatMode = .all
    session.order = [2, 1, 0]
    return session
  }

  @Test func restoredSessionIsPausedAtItsPosition() {
    let bench = PlayerBench()
    let added = bench.model.restore(session(), playing: false)
    #expect(bench.transport.take() == [.load("b", at: 42, playing: false), .next("a")])
    #expect(bench.model.playbackState == .paused && bench.model.elapsed == 42)
    #expect(
      bench.events() == [
        .volume(Decibels(-5), isMuted: true), .balance(2), .repeatMode(.all), .shuffle(true), .queue,
        .item(added[1]), .state(.paused),
      ])
    #expect(bench.mixer.gains[.master] == .silence)
    #expect(bench.model.session == session())
  }

  @Test func restoredSessionStaysUnchangedWhileTheTrackIsReady() {
    let bench = PlayerBench()
    bench.model.restore(session(), playing: false)
    bench.begin(1, at: 42, rate: 0)
    bench.pass(seconds: 100)
    #expect(bench.model.session == session())
    bench.model.play()
    #expect(bench.transport.take().suffix(1) == [.play])
  }

  @Test func restoredSessionPlaysAtOnceOnRequest() {
    let bench = PlayerBench()
    bench.model.restore(session(), playing: true)
    #expect(bench.transport.take().first == .load("b", at: 42, playing: true))
    #expect(bench.model.playbackState == .playing)
  }

  @Test func anEmptySessionLeavesNothingToPlay() {
    let bench = PlayerBench()
    #expect(bench.model.restore(SavedSession(), playing: true).isEmpty)
    #expect(bench.model.playbackState == .stopped && bench.transport.take().isEmpty)
  }

  @Test func sessionWithAnInvalidOrderIsReshuffled() {
    let bench = PlayerBench()
    var session = session()
    session.order = [0, 0, 1]
    bench.model.restore(session, playing: false)
    #expect(bench.model.queue.isShuffled)
    #expect(bench.model.queue.shuffledOrder?.count == 3)
  }

  @Test func restoredModesLeaveTheQueueEmpty() {
    let bench = PlayerBench()
    bench.model.restoreModes(session())
    #expect(bench.model.queue.isEmpty && bench.model.queue.isShuffled)
    #expect(bench.model.queue.repeatMode == .all && bench.model.levels.volume == Decibels(-5))
    #expect(bench.model.playbackState == .stopped)
  }

  @Test func damagedSessionIsRestoredOrRefused() throws {
    var whole = session()
    whole.hangup = .due
    #expect(try SavedSession(bytes: whole.bytes(), subject: "").hangup == .due)
    whole.entries[1].replayGain = ReplayGain(track: ReplayGain.Level(Decibels(-3), peak: 0.5))
    whole.entries[2] = TrackInfo(
      "c", title: "t", number: 3, duration: 200,
      section: TrackSection(start: DiscTime(frames: 75), end: DiscTime(frames: 150)))
    var taken = 0
    for bytes in DamagedBytes.variants(of: whole.bytes(), count: 2_000) {
      guard let session = try? SavedSession(bytes: bytes, subject: "session.json") else { continue }
      taken += 1
      let bench = PlayerBench()
      bench.model.restore(session, playing: taken % 2 == 0)
      bench.model.next()
      bench.model.previous()
      // As the screen counts.
      var unknown: QueueItem.ID?
      _ = (Int(bench.model.elapsed), bench.model.queue.duration(from: &unknown).map { Int($0) })
      #expect(try SavedSession(bytes: bench.model.session.bytes(), subject: "") == bench.model.session)
    }
    #expect(taken > 200)
  }

  @Test func invalidPlaylistDurationIsIgnored() throws {
    for length in [Double.infinity, .nan, 1e300, -1e300, -1] {
      var entry = PlaylistEntry(.file(FilePath("a")))
      entry.duration = length
      #expect(TrackInfo(entry, at: FilePath("a")).duration == nil)
    }
  }
}

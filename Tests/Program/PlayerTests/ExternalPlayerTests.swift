import AudioBase
import PlayerTestSupport
import SystemBase
import Testing

@testable import Player

/// Another program plays the music: the model shows it and forwards commands.
@MainActor @Suite struct ExternalPlayerTests {
  private let bench = PlayerBench()

  init() { bench.transport.isExternal = true }

  private func state(
    _ title: String, named name: String = "/1", _ playback: PlaybackPhase.State = .playing,
    at seconds: Double = 0
  ) -> ExternalState {
    var track = TrackInfo(path: FilePath("/mpris/x"))
    track.title = title
    track.stream.duration = 60
    return ExternalState(
      trackName: name, track: track, playback: playback,
      position: bench.anchor(seconds, rate: playback == .playing ? 1 : 0))
  }

  private func emit(_ state: ExternalState) { bench.emit(.external(state)) }

  @Test func trackOfTheExternalPlayerIsTheOnlyOneOfTheQueue() {
    emit(state("one"))
    #expect(bench.model.queue.items.map(\.title) == ["one"])
    #expect(bench.model.playbackState == .playing && bench.model.duration == 60)
    let first = bench.model.queue.currentID
    // The same track with other tags stays the same entry.
    emit(state("one, live"))
    #expect(bench.model.queue.currentID == first && bench.model.nowPlaying?.title == "one, live")
    emit(state("two", named: "/2", .paused, at: 20))
    #expect(bench.model.queue.items.map(\.title) == ["two"])
    #expect(bench.model.queue.currentID != first)
    bench.pass(seconds: 5)
    #expect(bench.model.elapsed == 20)
    #expect(bench.transport.take().isEmpty, "what it does must not be commanded")
  }

  @Test func playbackCommandsGoToTheExternalPlayer() {
    emit(state("one"))
    bench.model.togglePlaying()
    bench.model.next()
    bench.model.previous()
    bench.model.seek(to: 30)
    bench.model.changeVolume(by: Decibels(-3))
    bench.model.toggleMute()
    #expect(
      bench.transport.take() == [
        .pause, .skip(.next), .skip(.previous), .seek(30), .volume(Decibels(-3)), .volume(nil),
      ])
    #expect(bench.model.queue.items.map(\.title) == ["one"])
  }

  @Test func volumeOfTheExternalPlayerIsShownAndLeavesThePads() {
    var quiet = state("one")
    quiet.volume = Decibels(-12)
    emit(quiet)
    #expect(bench.model.levels.volume == Decibels(-12) && !bench.model.levels.isMuted)
    quiet.volume = .silence
    emit(quiet)
    #expect(bench.model.levels.isMuted)
    bench.model.changeBalance(by: 1)
    #expect(bench.mixer.gains[.master] == .unity)
    #expect(bench.transport.take().isEmpty)
  }

  @Test func seekOfAnExternalPlayerEndsWithItsNextState() {
    emit(state("one"))
    bench.model.seek(to: 30)
    #expect(bench.model.elapsed == 30)
    emit(state("one", at: 30.1))
    #expect(bench.model.playbackState == .playing)
    #expect(abs(bench.model.elapsed - 30.1) < 0.001)
  }
}

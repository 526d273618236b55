import ApplicationTestSupport
import AudioBase
import Dubbing
import MixEngine
import PlayerTestSupport
import Testing

@testable import Application
@testable import Player

/// The metronome and the music follow the beats of a MIDI clock.
@Suite @MainActor struct ClockFollowingTests {
  private static let bpm = 100.0
  /// The frames of a beat.
  private static let beat = 28_800

  /// The first frames of clicks in the output.
  private func clicks(_ bench: TakeBench, from start: Int) -> [Int] {
    var silent = 1000
    return (start..<bench.player.output.count).filter { index in
      defer { silent = bench.player.output[index] == .zero ? silent + 1 : 0 }
      return bench.player.output[index] != .zero && silent >= 1000
    }
  }

  /// Runs while a clock reports its beats, of which the first is heard at an output frame.
  private func run(_ bench: TakeBench, beats: Range<Int>, from first: Int) {
    let timeline = bench.player.engine.events.timeline
    for beat in beats {
      let frame = first + beat * ClockFollowingTests.beat
      // As the thread of MIDI reports it, between this beat and the next one.
      let missing = frame + ClockFollowingTests.beat / 2 - bench.player.output.count
      if missing > 0 { bench.run(frames: missing) }
      bench.controller.tempo.follow(
        ClockBeats(bpm: ClockFollowingTests.bpm, beat: beat, time: timeline.time(ofOutputFrame: frame)))
    }
  }

  /// Expects clicks on the beats of a clock, from its third beat on.
  private func expectClicks(_ bench: TakeBench, onBeatsFrom first: Int, atLeast count: Int) {
    let heard = clicks(bench, from: first + 2 * ClockFollowingTests.beat)
    #expect(heard.count >= count)
    for frame in heard {
      let off = (frame - first) % ClockFollowingTests.beat
      #expect(min(off, ClockFollowingTests.beat - off) <= 48, "1 ms; the click at \(frame)")
    }
  }

  @Test func metronomeClicksOnTheBeatsOfTheClock() throws {
    let bench = try TakeBench([])
    bench.controller.tempo.toggleMetronome()
    bench.run(frames: 31_234)
    let first = bench.player.output.count + 777
    run(bench, beats: 0..<10, from: first)
    expectClicks(bench, onBeatsFrom: first, atLeast: 7)
    let beats = try #require(bench.controller.tempo.freeBeats)
    let place = beats.grid.beat(atFrame: first + 8 * ClockFollowingTests.beat + 100 - (beats.origin ?? 0))
    #expect(place % 4 == 0, "bars begin with the fourth beats of the clock")
    #expect(bench.notices.filter { if case .tempo = $0 { true } else { false } } == [.tempo(100)])
    bench.close()
  }

  @Test func metronomeOfATrackWithoutATempoClicksOnTheBeatsOfTheClock() throws {
    let bench = try TakeBench([("a", [Frame](repeating: .zero, count: 900_000))])
    bench.controller.tempo.toggleMetronome()
    try bench.play()
    let first = bench.player.output.count + 12_345
    run(bench, beats: 0..<8, from: first)
    expectClicks(bench, onBeatsFrom: first, atLeast: 5)
    #expect((bench.controller.tempo.bpm - 100).magnitude < 0.01)
    bench.close()
  }

  @Test func trackWithATempoKeepsItsBeats() throws {
    let bench = try TakeBench([("a", [Frame](repeating: .zero, count: 900_000))])
    try bench.play()
    bench.controller.tempo.setTempo(90)
    let grid = bench.controller.tempo.grid
    run(bench, beats: 0..<3, from: bench.player.output.count)
    #expect(bench.controller.tempo.grid == grid)
    bench.close()
  }

  @Test func tempoOfTheDelayFollowsTheClock() throws {
    let bench = try TakeBench([])
    var told: [Double] = []
    bench.controller.tempo.onTempo = { told.append($0) }
    bench.run(frames: 4_800)
    run(bench, beats: 0..<2, from: bench.player.output.count)
    #expect(told.last.map { ($0 - 100).magnitude < 0.1 } == true)
    bench.close()
  }

  @Test func clockOfQuarterNotesSetsTheTempoOfEighths() throws {
    let bench = try TakeBench([])
    bench.controller.tempo.setTimeSignature(try #require(TimeSignature("6/8")))
    bench.run(frames: 4_800)
    run(bench, beats: 0..<1, from: bench.player.output.count)
    #expect(bench.controller.tempo.metronome.tempo == 200)
    bench.close()
  }

  @Test func startPlaysFromTheBeginningAndContinueFromWhereItIs() {
    let bench = PlayerBench("a")
    let application = Application(model: bench.model)
    bench.model.play()
    bench.begin(0, at: 5)
    application.followSong(.stopped)
    #expect(bench.model.playbackState != .playing)
    _ = bench.transport.take()
    application.followSong(.resumed)
    #expect(bench.model.phase.isPlaying && !bench.transport.take().contains(.seek(0)))
    application.followSong(.started)
    #expect(bench.model.phase.isPlaying && bench.transport.take().contains(.seek(0)))
  }

  @Test func songPositionSeeksToTheSixteenthNote() throws {
    let bench = try TakeBench([("a", [Frame](repeating: .zero, count: 900_000))])
    try bench.play()
    #expect(bench.controller.tempo.seconds(ofSixteenth: 8) == 1)
    bench.controller.tempo.setTempo(60)
    #expect(bench.controller.tempo.seconds(ofSixteenth: 8) == 2)
    bench.close()
  }
}

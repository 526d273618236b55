import AudioBase
import Dubbing
import MixEngine
import Testing

@testable import Application
@testable import Player

/// The speeds of the trainer, and what the metronome plays, on the real engine.
@Suite @MainActor struct TrainerTests {
  private let silence = [(name: "a", frames: Optional([Frame](repeating: .zero, count: 900_000)))]

  private func plan(_ text: String) throws -> TrainerPlan { try #require(TrainerPlan(text)) }

  @Test(arguments: ["60% +5% each 2 to 100%", "50% +50% each 1 to 200% again"]) func plansAreRead(
    text: String
  ) throws {
    #expect(try plan(text).text == text)
    #expect(Command(name: "trainer \(text)")?.name == "trainer \(text)")
  }

  @Test func planWithoutAGoalEndsAtTheOriginalSpeed() throws {
    #expect(try plan("60% +5% each 2").text == "60% +5% each 2 to 100%")
  }

  @Test(arguments: [
    "60%", "60% +5%", "60% 5% each 2", "60% +0% each 2", "60% +5% each 0", "40% +5% each 2",
    "60% +5% each 2 to 60%",
    "60% +5% each 2 to 201%", "60% +5% each 2 up 100%", "60 +5 each 2", "again",
    "60% +5% each 2 to 100% again again",
  ]) func othersAreRefused(text: String) {
    #expect(throws: CommandError.self) { try Command.parse("trainer \(text)") }
  }

  @Test func speedRisesToTheGoalAndStaysOrBeginsAgain() throws {
    let once = try plan("80% +15% each 1 to 100%")
    #expect(once.speed(after: 0.8) == 0.95 && once.speed(after: 0.95) == 1 && once.speed(after: 1) == 1)
    #expect(try plan("80% +15% each 1 to 100% again").speed(after: 1) == 0.8)
  }

  /// Plays a loop of one beat of 240 a minute, 12,000 frames.
  private func looping() throws -> (TakeBench, TrainerController, notices: () -> [PracticeNotice]) {
    let bench = try TakeBench(silence)
    var told: [PracticeNotice] = []
    let trainer = bench.controller.trainer
    trainer.onNotice = { told.append($0) }
    try bench.play()
    bench.controller.tempo.setTempo(240)
    bench.controller.ranges.startLoop()
    bench.run(frames: 10_000)
    bench.controller.ranges.endLoop()
    #expect(bench.controller.ranges.loopEnd.map { $0 - (bench.controller.ranges.loopStart ?? 0) } == 12_000)
    bench.run(frames: 24_000)
    return (bench, trainer, { told })
  }

  @Test func speedRisesAfterTheRoundsOfALoopAndReturnsAtAStop() throws {
    let (bench, trainer, notices) = try looping()
    bench.player.model.setSpeed(0.9)
    let plan = try plan("60% +5% each 2")
    trainer.use(plan)
    #expect(bench.player.model.speed == 0.6 && notices() == [.trainer(plan, hasLoop: true)])
    var (speeds, progress): ([Double], [TrainerProgress?]) = ([], [trainer.progress])
    for _ in 0..<6 {
      bench.run(frames: 12_000)
      speeds.append(bench.player.model.speed)
      progress.append(trainer.progress)
    }
    #expect(progress.first == .round(1, of: 2) && Set(progress) == [.round(1, of: 2), .round(2, of: 2)])
    // Each speed has two rounds of the bench, which plays all of them at the original speed. The round in which the
    // trainer starts does not count.
    #expect(speeds == [0.6, 0.6, 0.65, 0.65, 0.7, 0.7])
    bench.player.model.stop()
    #expect(bench.player.model.speed == 0.6)
    trainer.use(nil)
    #expect(trainer.progress == nil)
    #expect(bench.player.model.speed == 0.9 && notices().last == .trainerEnded(speed: 0.9))
    trainer.use(nil)
    #expect(notices().last == .trainerIsOff)
    bench.close()
  }

  @Test func roundCountsIfItIsPlayedFromBeforeItsStart() throws {
    let (bench, trainer, _) = try looping()
    bench.player.model.seek(to: 0)
    bench.run(frames: 2_000)
    trainer.use(try plan("60% +5% each 1"))
    let start = try #require(bench.controller.ranges.loopStart)
    bench.run(frames: start + 10_000)
    #expect(bench.player.model.speed == 0.6)
    bench.run(frames: 12_000)
    #expect(bench.player.model.speed == 0.65)
    bench.close()
  }

  @Test func roundInWhichASeekSkipsMusicDoesNotCount() throws {
    let (bench, trainer, _) = try looping()
    trainer.use(try plan("60% +5% each 1"))
    let start = try #require(bench.controller.ranges.loopStart)
    for _ in 0..<3 {
      bench.player.model.seek(to: Double(start + 6_000) / 48_000)
      bench.run(frames: 9_000)
    }
    #expect(bench.player.model.speed == 0.6)
    bench.run(frames: 12_000)
    #expect(bench.player.model.speed == 0.65)
    bench.close()
  }

  @Test func seeksAreNoRounds() throws {
    let bench = try TakeBench(silence)
    var told: [PracticeNotice] = []
    let trainer = bench.controller.trainer
    trainer.onNotice = { told.append($0) }
    try bench.play()
    trainer.use(try plan("60% +5% each 1"))
    #expect(told == [.trainer(try plan("60% +5% each 1"), hasLoop: false)])
    for _ in 0..<3 {
      bench.run(frames: 24_000)
      bench.player.model.seek(to: 0)
    }
    bench.run(frames: 24_000)
    #expect(bench.player.model.speed == 0.6)
    bench.close()
  }

  /// The frames of the output from a frame on at which a click begins after silence.
  private func clicks(_ bench: TakeBench, from start: Int) -> [Int] {
    var (silent, list) = (1_000, [Int]())
    for index in start..<bench.player.output.count {
      if bench.player.output[index] == .zero { silent += 1; continue }
      if silent >= 1_000 { list.append(index) }
      silent = 0
    }
    return list
  }

  @Test func metronomeWithoutMusicPlaysThePatternWithoutEnd() throws {
    let bench = try TakeBench([])
    bench.controller.tempo.setTempo(240)
    bench.controller.tempo.toggleMetronome()
    bench.run(frames: 4_000)
    bench.controller.tempo.setClick(try #require(ClickPattern("1/8 offbeat bars 1 1")))
    let start = bench.player.output.count + 3_000
    bench.run(frames: 250_000)
    let frames = clicks(bench, from: start)
    let intervals = zip(frames.dropFirst(), frames).map { $0 - $1 }
    // Four off-beats, then a silent bar.
    #expect(Array(intervals.prefix(8)) == [12_000, 12_000, 12_000, 60_000, 12_000, 12_000, 12_000, 60_000])
    #expect(intervals.count >= 8)
    bench.controller.tempo.setClick(ClickPattern())
    let plain = bench.player.output.count + 3_000
    bench.run(frames: 60_000)
    let steady = clicks(bench, from: plain)
    #expect(zip(steady.dropFirst(), steady).allSatisfy { $0 - $1 == 12_000 } && steady.count >= 3)
    bench.close()
  }

  /// A loop of one bar, of which each second round is silent.
  @Test func roundsOfALoopAreBarsOfThePattern() throws {
    let bench = try TakeBench(silence)
    bench.controller.tempo.toggleMetronome()
    try bench.play()
    bench.controller.tempo.setTempo(240)
    bench.controller.tempo.setClick(try #require(ClickPattern("bars 1 1")))
    let heard = try #require(bench.controller.tempo.heardPlace(at: bench.player.device.now)).frame
    bench.run(frames: 49_000 - heard)
    bench.controller.ranges.startLoop()
    bench.run(frames: 48_000)
    bench.controller.ranges.endLoop()
    #expect(bench.controller.ranges.loopStart == 48_000 && bench.controller.ranges.loopEnd == 96_000)
    bench.run(frames: 20_000)
    let start = bench.player.output.count
    bench.run(frames: 330_000)
    let frames = clicks(bench, from: start)
    let intervals = zip(frames.dropFirst(), frames).map { $0 - $1 }
    #expect(intervals.filter { $0 == 60_000 }.count >= 3)
    #expect(intervals.allSatisfy { $0 == 12_000 || $0 == 60_000 })
    for (index, interval) in intervals.enumerated() where interval == 60_000 && index + 4 < intervals.count {
      #expect(Array(intervals[(index + 1)...(index + 4)]) == [12_000, 12_000, 12_000, 60_000])
    }
    bench.close()
  }

  @Test func patternThatDoesNotFitChangesNothing() throws {
    let bench = try TakeBench([])
    let triplets = try #require(ClickPattern("1/4t"))
    bench.controller.tempo.setClick(triplets)
    #expect(
      bench.controller.tempo.click == ClickPattern() && bench.notices == [.clickDoesNotFit(triplets, .common)]
    )
    bench.close()
  }
}

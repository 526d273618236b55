import Dubbing
import MixEngine
import TestSupport
import Testing

@testable import Application
@testable import SystemBase

/// A take keeps the tempo and the beats to which it was played.
@Suite @MainActor struct PlayedTempoTests {
  /// Records two hits, ends the program and returns the take as it is on the disk.
  private func recorded(_ bench: TakeBench) throws -> Take {
    bench.run(frames: 4800)
    bench.controller.recording.toggle()
    // A count-in of two beats has 48,000 frames.
    bench.run(frames: 60_000)
    for _ in 0..<2 {
      bench.run(frames: 9600)
      bench.strike()
    }
    try bench.stopRecording()
    bench.close()
    return try #require(bench.store.all().takes.first?.take)
  }

  @Test func takeKeepsTheTempoAndTheBarsOfTheMetronome() throws {
    let bench = try TakeBench([], countIn: 0)
    bench.controller.tempo.toggleMetronome()
    bench.controller.tempo.setTimeSignature(try #require(TimeSignature("3/4")))
    let take = try recorded(bench)
    #expect(take.tempo == TempoMap(bpm: 120, signature: TimeSignature("3/4")))
  }

  @Test func takeKeepsTheTempoOfTheSettingAndItsMIDIFileHasIt() throws {
    let bench = try TakeBench([], countIn: 0)
    bench.controller.tempo.metronome.tempo = 90
    let take = try recorded(bench)
    #expect(take.tempo?.bpm == 90)
    // A quarter note of 666,667 µs.
    let bytes = TakeMIDI.encode(take, notes: PadNotes(nil))
    let tempo: [UInt8] = [0xFF, 0x51, 3, 0x0A, 0x2C, 0x2B]
    #expect((0..<bytes.count - tempo.count).contains { Array(bytes[$0..<$0 + tempo.count]) == tempo })
  }

  @Test func takeKeepsTheTempoOfItsCountIn() throws {
    let take = try recorded(TakeBench([], countIn: 2))
    #expect(take.tempo?.bpm == 120)
  }

  @Test func takeKeepsTheTappedTempo() throws {
    let bench = try TakeBench([], countIn: 0)
    let start = bench.player.device.now
    for tap in 0..<4 { bench.controller.tempo.tap(at: start.advanced(bySeconds: Double(tap) * 0.5)) }
    #expect(try recorded(bench).tempo?.bpm == 120)
  }

  @Test func tempoOfATakeIsNotKnownIfNothingStatesOne() throws {
    #expect(try recorded(TakeBench([], countIn: 0)).tempo == nil)
  }

  @Test func takeOfATrackKeepsTheBeatsOfTheMetronomeThatIsHeard() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    bench.controller.tempo.toggleMetronome()
    try bench.play()
    #expect(try recorded(bench).tempo?.bpm == 120)
    // Without it, the music states the tempo, which is found by its sound.
    let silent = try TakeBench([("a", Ramp.frames(900_000))])
    silent.controller.tempo.metronome.tempo = 90
    try silent.play()
    #expect(try recorded(silent).tempo == nil)
  }

  /// Runs while a clock of 100 beats a minute reports its beats, of which the first is heard at an output frame.
  private func run(_ bench: TakeBench, beats: Range<Int>, from first: Int) {
    let timeline = bench.player.engine.events.timeline
    for beat in beats {
      let frame = first + beat * 28_800
      let missing = frame + 14_400 - bench.player.output.count
      if missing > 0 { bench.run(frames: missing) }
      bench.controller.tempo.follow(
        ClockBeats(bpm: 100, beat: beat, time: timeline.time(ofOutputFrame: frame)))
    }
  }

  @Test func takeKeepsTheBeatsAndTheBarsOfTheMIDIClock() throws {
    let bench = try TakeBench([], countIn: 0, recordStart: .now)
    bench.run(frames: 31_234)
    let first = bench.player.output.count + 777
    run(bench, beats: 0..<6, from: first)
    bench.controller.recording.toggle()
    var struck: [Int] = []
    for beat in 6..<11 {
      run(bench, beats: beat..<beat + 1, from: first)
      struck.append(bench.strike())
    }
    try bench.stopRecording()
    bench.close()
    let take = try #require(bench.store.all().takes.first?.take)
    let grid = BeatGrid(take.tempo, rate: take.frameRate)
    #expect(take.tempo?.bpm == 100 && take.layers[0].hits.count == 5)
    for (frame, output) in zip(take.layers[0].hits.frames, struck) {
      let place = grid.place(atFrame: Double(frame)) - Double(output - first) / 28_800
      #expect(abs(place.remainder(dividingBy: 4)) < 0.01, "\(place)")
    }
  }

  @Test func metronomeFollowsTheClockAlsoAfterARecordingToIt() throws {
    let bench = try TakeBench([], countIn: 0, recordStart: .now)
    run(bench, beats: 0..<4, from: 4800)
    bench.controller.recording.toggle()
    bench.run(frames: 9600)
    bench.strike()
    try bench.stopRecording()
    bench.controller.tempo.follow(ClockBeats(bpm: 80, beat: 0, time: bench.player.device.now))
    bench.controller.tempo.toggleMetronome()
    #expect(bench.controller.tempo.freeGrid.bpm(atFrame: 0) == 80)
    bench.close()
  }
}

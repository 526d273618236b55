import AudioBase
import Dubbing
import MixEngine
import SystemBase
import TestSupport
import Testing

@testable import Application
@testable import Player

/// The figures of practice against a simulated player with known errors, on the real engine.
@Suite @MainActor struct PracticeTests {
  /// A stroke of the simulated player.
  private struct Stroke {
    /// The output frame that is heard when the pad is struck.
    var frame: Int
    var pad = 1
  }

  private let silence = [(name: "a", frames: Optional([Frame](repeating: .zero, count: 900_000)))]
  private let ramp = [(name: "a", frames: Optional(Ramp.frames(900_000)))]

  /// Runs the player and strikes the pads on the way.
  private func drum(_ bench: TakeBench, _ strokes: [Stroke], frames: Int) {
    var left = strokes.sorted { $0.frame < $1.frame }[...]
    let port = bench.player.engine.control.port(for: .keys)
    bench.onBlock = { [player = bench.player] in
      while let stroke = left.first, stroke.frame <= player.output.count {
        left.removeFirst()
        let ago = Double(player.output.count - stroke.frame) / 48_000
        port.strike(Hit(pad: stroke.pad, velocity: 100, time: player.device.now.advanced(bySeconds: -ago)))
      }
    }
    bench.run(frames: frames)
    bench.onBlock = {}
    #expect(left.isEmpty)
  }

  /// The output frame at which a frame of the track, a ramp, is heard.
  private func outputFrame(_ bench: TakeBench, ofTrackFrame frame: Int) -> Int {
    let last = bench.player.output.count - 1
    return last + frame - bench.place(last)
  }

  /// States the tempo of the music, whose first frame is a beat.
  private func know(_ bpm: Double, _ bench: TakeBench) {
    bench.controller.tempo.apply(TempoMap(bpm: bpm, beats: [0]), to: bench.controller.list.group)
  }

  /// Strokes on sixteenths of 125 beats a minute, from a beat on, each with an error in seconds.
  private func strokes(
    _ bench: TakeBench, from beat: Int, errors: [Double], pad: (Int) -> Int
  ) -> [Stroke] {
    errors.enumerated().map { index, error in
      let seconds = Double(beat) * 0.48 + Double(index) * 0.12 + error
      let frame = outputFrame(bench, ofTrackFrame: Int((seconds * 48_000).rounded()))
      return Stroke(frame: frame, pad: pad(index))
    }
  }

  @Test func figuresAreThoseOfASimulatedPlayerToAMillisecond() throws {
    let bench = try TakeBench(ramp)
    try bench.play()
    know(125, bench)
    var random = SeededGenerator(seed: 11)
    // The first pad 14 ms early, the second one 9 ms late, both within 8 ms.
    let errors = (0..<48).map {
      ($0 % 2 == 0 ? -0.014 : 0.009) + Double.random(in: -0.008...0.008, using: &random)
    }
    drum(bench, strokes(bench, from: 2, errors: errors) { $0 % 2 + 1 }, frames: 340_000)
    let timing = bench.practice.log.all
    #expect(timing.all.hits == 48)
    for (figures, known) in [
      (timing.all, errors),
      (try #require(timing.pads[1]), errors.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)),
      (try #require(timing.pads[2]), errors.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)),
    ] {
      let mean = known.reduce(0, +) / Double(known.count)
      let squares = known.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      #expect(abs(figures.mean - mean) < 0.001)
      #expect(abs(figures.spread - (squares / Double(known.count)).squareRoot()) < 0.001)
    }
    for (place, figures) in timing.places {
      let known = errors.enumerated().filter { ($0.offset + 8) % 16 == place }.map(\.element)
      #expect(abs(figures.mean - known.reduce(0, +) / Double(known.count)) < 0.001)
    }
    #expect(timing.places.count == 16)
    // What the pads show is the last hit of each.
    #expect(abs(try #require(bench.practice.lateness[1]) - errors[46]) < 0.001)
    #expect(abs(try #require(bench.practice.lateness[2]) - errors[47]) < 0.001)
    bench.close()
  }

  @Test func hitsAreComparedWithTheMetronomeWithoutMusic() throws {
    let bench = try TakeBench([])
    drum(bench, [Stroke(frame: 5_000)], frames: 10_000)
    #expect(bench.practice.lateness.isEmpty && bench.practice.log.all.all.hits == 0)
    bench.controller.tempo.toggleMetronome()
    bench.run(frames: 1_000)
    let origin = try #require(bench.controller.tempo.freeBeats?.origin)
    // 10 ms early, 20 ms late, and 62 ms late, which is nearer to no sixteenth.
    drum(
      bench,
      [
        Stroke(frame: origin + 23_520), Stroke(frame: origin + 48_960, pad: 2),
        Stroke(frame: origin + 74_976, pad: 3),
      ], frames: 100_000)
    #expect(abs(try #require(bench.practice.lateness[1]) + 0.01) < 0.001)
    #expect(abs(try #require(bench.practice.lateness[2]) - 0.02) < 0.001)
    #expect(abs(try #require(bench.practice.lateness[3]) - 0.062) < 0.001)
    #expect(bench.practice.log.all.all.hits == 3)
    bench.close()
  }

  @Test func hitsAreComparedWithTheBeatsOfAFreeRecording() throws {
    let bench = try TakeBench([], countIn: 2)
    bench.controller.recording.toggle()
    bench.run(frames: 1_000)
    let origin = try #require(bench.controller.recording.countIn?.origin)
    // The first one is early for the first beat after the count-in.
    drum(bench, [Stroke(frame: origin + 47_520), Stroke(frame: origin + 72_480)], frames: 80_000)
    #expect(bench.practice.log.all.all.hits == 2 && abs(bench.practice.log.all.all.mean) < 0.001)
    #expect(abs(bench.practice.log.all.all.spread - 0.01) < 0.001)
    // The first beat after the count-in begins a bar.
    #expect(Set(bench.practice.log.all.places.keys) == [0, 4])
    try bench.stopRecording()
    #expect(!bench.controller.tempo.isGridKnown)
    bench.close()
  }

  @Test func nothingIsComparedWhileNoBeatsAreKnown() throws {
    let bench = try TakeBench(ramp)
    try bench.play()
    let start = bench.player.output.count
    drum(bench, [Stroke(frame: start + 1_000)], frames: 10_000)
    #expect(bench.practice.lateness.isEmpty && bench.practice.log.all.all.hits == 0)
    // A tempo alone does not say where the beats are.
    bench.controller.tempo.setTempo(120)
    drum(bench, [Stroke(frame: bench.player.output.count)], frames: 1_000)
    #expect(bench.practice.lateness.isEmpty && bench.practice.log.all.all.hits == 0)
    know(120, bench)
    drum(bench, [Stroke(frame: outputFrame(bench, ofTrackFrame: 48_000))], frames: 60_000)
    #expect(bench.practice.lateness[1] != nil)
    // A paused track without the metronome has no beats.
    bench.player.model.pause()
    bench.run(frames: 5_000)
    drum(bench, [Stroke(frame: bench.player.output.count)], frames: 1_000)
    #expect(bench.practice.lateness.isEmpty && bench.practice.log.all.all.hits == 1)
    bench.close()
  }

  @Test func anotherTempoAndAStopBeginAnotherPass() throws {
    let bench = try TakeBench(ramp)
    try bench.play()
    know(120, bench)
    drum(bench, [Stroke(frame: outputFrame(bench, ofTrackFrame: 48_000))], frames: 60_000)
    know(100, bench)
    drum(bench, [Stroke(frame: outputFrame(bench, ofTrackFrame: 115_200))], frames: 60_000)
    #expect(bench.practice.log.all.all.hits == 1)
    bench.player.model.stop()
    bench.run(frames: 5_000)
    // The figures stay, and no pad shows a hit.
    #expect(bench.practice.log.all.all.hits == 1 && bench.practice.lateness.isEmpty)
    bench.close()
  }

  @Test func roundsOfALoopAreBarsOfTheirOwn() throws {
    let bench = try TakeBench(ramp)
    try bench.play()
    know(240, bench)
    bench.run(frames: 48_000)
    bench.controller.ranges.startLoop()
    bench.run(frames: 48_000)
    bench.controller.ranges.endLoop()
    let length =
      try #require(bench.controller.ranges.loopEnd) - (try #require(bench.controller.ranges.loopStart))
    #expect(length == 48_000)
    bench.run(frames: 96_000)
    // Each round one hit on the same beat, later from round to round.
    let first = outputFrame(bench, ofTrackFrame: try #require(bench.controller.ranges.loopStart) + 72_000)
    drum(bench, (0..<4).map { Stroke(frame: first + $0 * 48_000 + $0 * 240) }, frames: 280_000)
    #expect(bench.practice.log.all.all.hits == 4)
    #expect(abs(bench.practice.log.timing(ofLast: 1).all.mean - 0.015) < 0.001)
    #expect(abs(bench.practice.log.timing(ofLast: 2).all.mean - 0.0125) < 0.001)
    bench.close()
  }
}

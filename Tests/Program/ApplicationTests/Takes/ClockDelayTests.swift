import ApplicationTestSupport
import AudioBase
import Effects
import MixEngine
import PlayerTestSupport
import Studio
import SystemBase
import Testing

@testable import Application

/// The sound of a delay whose tempo is that of a MIDI clock.
@Suite @MainActor struct ClockDelayTests {
  /// The frames from an impulse of the music to the next one.
  private static let step = 24_000

  /// A bench that plays impulses, with an echo of half a beat on the music.
  private func bench() throws -> TakeBench {
    var music = [Frame](repeating: .zero, count: 900_000)
    for place in stride(from: 0, to: music.count, by: Self.step) { music[place] = Frame(repeating: 0.5) }
    let bench = try TakeBench([("a", music)])
    let owner = MixOwner(
      bench.player.engine.control, MixCatalog(userFolder: FilePath("/mixers"), shippedFolder: nil)
    ) { _, _ in }
    let application = bench.makeApplication()
    application.mixer = MixerController(owner: owner, model: bench.player.model)
    owner.change { $0.add(.delay, to: .music) }
    let id = try #require(owner.graph[.music].inserts.first?.id)
    for (name, value) in [("time", 0.5), ("feedback", 0), ("mix", 50)] {
      let parameter = try #require(EffectKind.delay.parameters.firstIndex { $0.name == name })
      owner.set(value, parameter: parameter, ofInsert: id)
    }
    try bench.play()
    return bench
  }

  /// Runs while a clock sends its messages, each up to a millisecond early or late. Its beats are reported as the thread
  /// of MIDI does.
  private func run(
    _ bench: TakeBench, bpm: Double, beats: Int, _ follower: inout MIDIClockFollower,
    _ random: inout SeededGenerator
  ) {
    let start = bench.player.device.now
    for message in 0..<(beats * MIDIClockFollower.messagesOfBeat) {
      let time = start.advanced(
        bySeconds: Double(message) * 60 / bpm / Double(MIDIClockFollower.messagesOfBeat)
          + Double.random(in: -0.001...0.001, using: &random))
      let missing = FrameCount(seconds: time.seconds(since: bench.player.device.now), at: .standard).value
      if missing > 0 { bench.run(frames: missing) }
      follower.receive(at: time)
      let beat = follower.count / MIDIClockFollower.messagesOfBeat
      guard follower.isSettled, follower.count % MIDIClockFollower.messagesOfBeat == 10,
        let bpm = follower.tempo,
        let heard = follower.time(ofMessage: beat * MIDIClockFollower.messagesOfBeat)
      else { continue }
      bench.controller.tempo.follow(ClockBeats(bpm: bpm, beat: beat, time: heard))
    }
  }

  /// The frames from each impulse to its echo, from an output frame on.
  private func distances(_ bench: TakeBench, from start: Int) throws -> [Int] {
    let output = bench.player.output
    let first = try #require(output.firstIndex { $0.x > 0.1 })
    return (start..<output.count).filter { output[$0].x > 0.1 }.map { ($0 - first) % Self.step }
      .filter { $0 > 0 }
  }

  @Test func echoComesAfterHalfABeatOfTheClockBeforeAndAfterAChangeOfItsTempo() throws {
    let bench = try bench()
    var (follower, random) = (MIDIClockFollower(), SeededGenerator(seed: 5))
    for bpm in [100.0, 125] {
      run(bench, bpm: bpm, beats: 5, &follower, &random)
      let start = bench.player.output.count
      run(bench, bpm: bpm, beats: 2, &follower, &random)
      let expected = Int(48_000 * 60 / bpm / 2)
      let distances = try distances(bench, from: start)
      #expect(distances.count >= 1 && distances.allSatisfy { abs($0 - expected) <= 48 }, "\(distances)")
    }
    bench.close()
  }
}

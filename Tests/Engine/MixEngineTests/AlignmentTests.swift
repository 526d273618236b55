import AudioBase
import EngineTestSupport
import MixEngine
import TestSupport
import Testing

/// Music that begins on the grid of its values, so that a performance is repeated on the same frames.
@Suite struct AlignmentTests {
  private let memory = CourseMemory()

  /// By how many frames music is beside the grid. Each frame of the output encodes its place in the track.
  ///
  /// - Parameter latency: frames between what is mixed and what comes out.
  private func placing(of out: [Frame], latency: Int) -> (offsets: Set<Int>, places: Set<Int>) {
    var (offsets, places): (Set<Int>, Set<Int>) = ([], [])
    for index in 1..<out.count {
      let place = Ramp.place(out[index])
      // A fade may look like a ramp for a frame.
      guard Ramp.isExact(out[index]), Ramp.isExact(out[index - 1]), Ramp.place(out[index - 1]) == place - 1
      else { continue }
      offsets.insert((index - latency - place) & 31)
      places.insert(place)
    }
    return (offsets, places)
  }

  @Test(arguments: [true, false])
  func musicBeginsOnTheGridAfterASeekAndAPause(_ isAligned: Bool) throws {
    let bench = EngineBench(tracks: ["a": Ramp.frames(200_000)], isAligned: isAligned)
    // Music with courses is aligned in any engine.
    if !isAligned { bench.engine.control.setLanes([(StreamID(1), [memory.course([0: 1])])]) }
    func render(_ frames: Int) -> [Frame] { bench.device.render(FrameCount(frames), block: FrameCount(100)) }
    bench.load("a", at: 12_345.0 / 48_000)
    bench.waitForMusic(20_000)
    var out = render(1000)
    bench.engine.control.send(.pause)
    out += render(777)
    bench.engine.control.send(.play)
    out += render(1000)
    bench.load("a", at: 54_321.0 / 48_000)
    out += try bench.renderUntilFed(20_000)
    out += render(1000)
    let latency = bench.engine.control.lookAhead.value
    let (offsets, places) = placing(of: out, latency: latency)
    #expect(offsets == [0])
    #expect(places.isSuperset(of: [12_345 + 500, 12_345 + 1900, 54_321 + 500]))
    // 12,345 is 25 more than a multiple of 32.
    #expect(out.firstIndex { $0 != .zero } == latency + 25)
  }

  @Test func musicAfterACountInBeginsOnTheGrid() {
    let bench = EngineBench(tracks: ["a": Ramp.frames(100_000)], isAligned: true)
    bench.load("a", play: false)
    bench.waitForMusic(10_000)
    _ = bench.device.render(FrameCount(512))
    bench.engine.control.startFree(HitSequence([]), musicAfter: FrameCount(12_345))
    let output = bench.device.render(FrameCount(14_000))
    // 512 + 12,345 is 7 less than a multiple of 32.
    let first = output.firstIndex { Ramp.place($0) == 0 }
    #expect(first == bench.engine.control.lookAhead.value + 12_345 + 7)
  }

  /// After most seeks, a track of 44.1 kHz is read between the frames of the output at which it was read before. The frame
  /// 76,864 of the output, which is on the grid, is frame 70,618.8 of the track: a hand that moves a value there makes a point at
  /// 70,618 or 70,619.
  @Test(arguments: [70_618, 70_619], [1.2, 1.45678, 1.5, 1.53333, 1.54321])
  func valueOfATrackOfAnotherRateActsAtOnePlaceAfterAnySeek(_ point: Int, _ seconds: Double) throws {
    let bench = EngineBench(tracks: ["a": Ramp.frames(200_000)], rate: SampleRate(44_100), isAligned: true)
    bench.engine.control.setLanes([(StreamID(1), [memory.course([0: 1, point: 2])])])
    bench.load("a", at: seconds)
    var mixed = try bench.renderUntilFed(40_000).count
    #expect(memory.value == 1)
    for _ in 0..<1_000 where memory.value == 1 {
      mixed += bench.device.render(FrameCount(32)).count
    }
    #expect(memory.value == 2)
    // The value is set with the first frame of a block of 32.
    let heard = mixed - 32 + bench.engine.control.lookAhead.value
    let frame = try #require(bench.engine.events.timeline.position(atOutputFrame: heard)?.trackFrame)
    #expect((70_618...70_619).contains(frame))
  }

  /// A fader of the music, and the level of the player, which hands move while music plays.
  @Test func replayedChangesAreEqualToTheLiveOnesToTheBit() throws {
    func bench() -> (EngineBench, FaderUnit) {
      let bench = EngineBench(tracks: ["a": Ramp.frames(100_000)], isAligned: true)
      let fader = FaderUnit(rate: .standard, startsAt: (.unity, 0))
      var chains = bench.engine.control.standardChains
      chains.music.append(fader)
      bench.engine.control.setChains(chains)
      return (bench, fader)
    }
    let bits = [FaderUnit.bits(Decibels(-7), pan: 0.3), Double(0.3).bitPattern]
    let (live, liveFader) = bench()
    live.load("a")
    live.waitForMusic(20_000)
    var performed = live.device.render(FrameCount(2560))
    live.engine.control.set(liveFader.target, to: bits[0], address: 0, value: 0)
    performed += live.device.render(FrameCount(2560))
    live.engine.control.set(AutomationTarget(.music), to: bits[1], address: 1, value: 0)
    performed += live.device.render(FrameCount(5120))
    let changes = live.events().compactMap { if case .automation(let change) = $0 { change } else { nil } }
    let timeline = live.engine.events.timeline
    let frames = changes.compactMap { timeline.position(atOutputFrame: $0.outputFrame)?.trackFrame }
    #expect(frames == [2560, 5120])

    let (replay, fader) = bench()
    let targets = [fader.target, AutomationTarget(.music)]
    let courses = zip(targets, zip(frames, bits)).map { target, point in
      AutomationCourse(target, frames: [point.0], bits: [point.1], owner: fader)
    }
    replay.engine.control.setLanes([(StreamID(1), courses)])
    replay.load("a", play: false)
    replay.waitForMusic(20_000)
    _ = replay.device.render(FrameCount(777))
    replay.engine.control.send(.play)
    let replayed = replay.device.render(FrameCount(11_000), block: FrameCount(311))
    let latency = live.engine.control.lookAhead.value
    // The music begins at output frame 800.
    let first = 800 - 777 + latency
    #expect(replayed[first..<(first + 10_000)].elementsEqual(performed[latency..<(latency + 10_000)]))
    #expect(performed[latency + 6000].x < 0.1 * Ramp.frames(6001)[6000].x)
  }
}

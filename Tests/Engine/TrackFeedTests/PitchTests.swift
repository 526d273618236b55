import AudioBase
import EngineTestSupport
import Glibc
import TestSupport
import Testing

@testable import MixEngine

/// Changes of pitch, alone and with changes of speed.
@Suite struct PitchTests {
  private static func sine(_ frames: Int, hertz: Double) -> [Frame] {
    (0..<frames).map { Frame(repeating: 0.5 * Float(sin(2 * Double.pi * hertz * Double($0) / 48_000))) }
  }

  /// Returns the frequency of a tone by the first and the last of its upward zero crossings, in hertz.
  private static func hertz(_ frames: ArraySlice<Frame>) -> Double {
    var places: [Double] = []
    for index in frames.indices.dropFirst() where frames[index - 1].x < 0 && frames[index].x >= 0 {
      let (before, after) = (Double(frames[index - 1].x), Double(frames[index].x))
      places.append(Double(index) - after / (after - before))
    }
    guard let first = places.first, let last = places.last, last > first else { return 0 }
    return Double(places.count - 1) / (last - first) * 48_000
  }

  @Test(
    arguments: [(-500, 1), (-500, 0.8), (700, 1), (30, 1), (-1_200, 1.25), (1_200, 0.8)]
      as [(Int, Double)])
  func toneIsHeardAtThePitchThatIsSetAtAnySpeed(cents: Int, speed: Double) throws {
    let bench = SpeedBench(["a": Self.sine(400_000, hertz: 440)])
    (bench.speed, bench.pitch) = (speed, Transposition(cents: cents).factor)
    bench.bench.load("a")
    bench.bench.waitForMusic(90_000)
    try bench.render(120_064)
    let error = 1_200 * log2(Self.hertz(bench.output[40_000..<120_000]) / 440) - Double(cents)
    #expect(abs(error) < 2, "\(error) cents")
    #expect(bench.bench.engine.control.underruns == 0)
    #expect(bench.segments.last?.speed == speed && bench.segments.last?.isStretched == true)
  }

  @Test(arguments: [(-500, 1), (500, 1), (-500, 0.8), (300, 1.25), (-200, 1.5)] as [(Int, Double)])
  func timelineMapsTransposedSoundToTheTrackAndTheLengthStays(cents: Int, speed: Double) throws {
    let places = stride(from: 9000, to: 230_000, by: 17_777).map { $0 }
    let track = Bursts.frames(240_000, at: places)
    let bench = SpeedBench(["a": track])
    (bench.speed, bench.pitch) = (speed, Transposition(cents: cents).factor)
    bench.bench.load("a")
    bench.bench.waitForMusic(100_000)
    try bench.render(Int(250_000 / speed))
    let timeline = bench.timeline
    let heard = bench.bursts().compactMap { timeline.position(atOutputFrame: Int($0)) }
    let errors = zip(heard, places).map { Double($0.trackFrame) - Bursts.centre(track, at: $1) }
    #expect(heard.count == places.count)
    #expect(errors.allSatisfy { abs($0) <= 120 }, "\(errors)")
    #expect(abs(errors.reduce(0, +) / Double(errors.count)) <= 36, "\(errors)")
    let end = try #require(bench.ended)
    #expect(abs(Double(end) - 31 - 240_000 / speed) < 800)
  }

  @Test func withoutTranspositionTheTrackIsHeardBitForBitBeforeAndAfter() throws {
    let track = Ramp.frames(300_000)
    let bench = SpeedBench(["a": track])
    bench.bench.load("a")
    bench.bench.waitForMusic(90_000)
    try bench.render(8192)
    #expect(Array(bench.output[31..<8192]) == Array(track[..<8161]))
    bench.pitch = Transposition(cents: -500).factor
    let changed = bench.output.count
    try bench.render(20_480)
    let told = try #require(bench.segments.first { $0.isStretched })
    #expect(told.speed == 1 && told.outputFrame - changed <= 2880)
    bench.pitch = Transposition.none.factor
    try bench.render(20_480)
    let timeline = bench.timeline
    let settled = bench.output.count - 10_000
    let place = try #require(timeline.position(atOutputFrame: settled))
    #expect(!place.isStretched)
    #expect(Array(bench.output[settled...]) == Array(track[place.trackFrame..<(place.trackFrame + 10_000)]))
  }

  @Test func joinAndSeekStayAtThePitch() throws {
    let bench = SpeedBench(["a": Self.sine(60_000, hertz: 440), "b": Self.sine(200_000, hertz: 440)])
    bench.pitch = Transposition(cents: 400).factor
    bench.bench.load("a")
    bench.bench.setNext("b", id: 2, after: 1)
    bench.bench.waitForMusic(90_000)
    try bench.render(120_064)
    let join = try #require(bench.segments.first { $0.stream == StreamID(2) })
    #expect(join.trackFrame <= 2 && join.isStretched)
    let cents = 1_200 * log2(Self.hertz(bench.output[70_000..<120_000]) / 440)
    #expect(abs(cents - 400) < 2)
    bench.bench.load("b", at: 1)
    try Wait.until("music of the new place") {
      try bench.render(512)
      return bench.segments.contains { $0.generation == 2 }
    }
    let landed = try #require(bench.segments.first { $0.generation == 2 })
    #expect(landed.trackFrame == 48_000 && landed.isStretched && landed.speed == 1)
  }
}

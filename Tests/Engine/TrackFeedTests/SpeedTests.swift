import AudioBase
import AudioFiles
import EngineTestSupport
import Glibc
import SystemBase
import TestSupport
import Testing

@testable import MixEngine
@testable import TrackFeed

/// Changes of speed at the same pitch, and the positions that are reported.
@Suite struct SpeedTests {
  private let places = stride(from: 9000, to: 230_000, by: 17_777).map { $0 }

  /// Each burst that is heard has to stand, by the timeline, at its place in the track.
  private func expectBursts(
    _ bench: SpeedBench, at places: [Int], of track: [Frame], stream: UInt64 = 1,
    location: SourceLocation = #_sourceLocation
  ) {
    let timeline = bench.timeline
    let heard = bench.bursts().compactMap { centre -> Double? in
      guard let position = timeline.position(atOutputFrame: Int(centre)), position.stream == StreamID(stream)
      else { return nil }
      return Double(position.trackFrame)
    }
    let expected = places.map { Bursts.centre(track, at: $0) }
    #expect(heard.count == expected.count, sourceLocation: location)
    let errors = zip(heard, expected).map { $0 - $1 }
    // Each within a millisecond of the output, at low speed of the track; the mean within half a millisecond.
    #expect(errors.allSatisfy { abs($0) <= 48 * max(bench.speed, 1) }, sourceLocation: location)
    guard errors.count > 4 else { return }
    #expect(
      abs(errors.reduce(0, +) / Double(errors.count)) <= 24, sourceLocation: location)
  }

  @Test(arguments: [0.5, 0.55, 0.65, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2])
  func timelineMapsHeardSoundToTheTrackPositionAtAnySpeed(speed: Double) throws {
    let track = Bursts.frames(240_000, at: places)
    let bench = SpeedBench(["a": track])
    bench.speed = speed
    bench.bench.load("a")
    bench.bench.waitForMusic(100_000)
    try bench.render(Int(250_000 / speed))
    expectBursts(bench, at: places, of: track)
    #expect(bench.bench.engine.control.underruns == 0)
    let end = try #require(bench.ended)
    #expect(abs(Double(end) - 31 - 240_000 / speed) < 800)
  }

  @Test(arguments: [0.5, 0.8, 1.25, 2])
  func musicHasNoGapWhereADeviceRequestsManyBlocksAtOnce(speed: Double) throws {
    let track = Bursts.frames(600_000, at: Array(stride(from: 9000, to: 590_000, by: 17_777)))
    let bench = SpeedBench(["a": track])
    bench.bench.load("a")
    bench.bench.waitForMusic(90_000)
    let source = bench.bench.engine.source
    bench.speed = speed
    try bench.render(25_600)
    // 100 ms are requested when the buffer grows, then 50 ms at a time.
    try Wait.until("the frames of a long buffer") {
      try bench.render(256)
      return source.setRequestSize(FrameCount(18 * 256))
    }
    try bench.render(18 * 256, atOnce: 18)
    try bench.render(36_864, atOnce: 9)
    // Changed while the buffer is long.
    for speed in [1, speed, 1.5, 1, 0.7] {
      let changed = bench.output.count
      bench.speed = speed
      try bench.render(18_432, atOnce: 9)
      #expect(bench.segments.contains { $0.speed == speed && $0.outputFrame >= changed - 256 })
    }
    #expect(bench.bench.engine.control.underruns == 0)
    #expect(bench.segments.allSatisfy { $0.ratio > 0 }, "no silence")
  }

  @Test(arguments: [0.5, 0.8, 2])
  func joinIsHeardAtTheRightPositionAtAnySpeed(speed: Double) throws {
    let first = Bursts.frames(60_000, at: [9000, 30_000])
    let second = Bursts.frames(60_000, at: [9000, 40_000])
    let bench = SpeedBench(["a": first, "b": second])
    bench.speed = speed
    bench.bench.load("a")
    bench.bench.setNext("b", id: 2, after: 1)
    bench.bench.waitForMusic(120_000)
    try bench.render(Int(140_000 / speed))
    expectBursts(bench, at: [9000, 30_000], of: first)
    expectBursts(bench, at: [9000, 40_000], of: second, stream: 2)
    let join = try #require(bench.segments.first { $0.stream == StreamID(2) })
    #expect(join.trackFrame <= 2 && join.speed == speed)
  }

  @Test(arguments: [0.5, 0.8, 2])
  func seekLandsAtTheRightPositionAtAnySpeed(speed: Double) throws {
    let track = Bursts.frames(240_000, at: places)
    let bench = SpeedBench(["a": track])
    bench.speed = speed
    bench.bench.load("a")
    bench.bench.waitForMusic(100_000)
    try bench.render(4096)
    bench.bench.load("a", at: 3)
    // The audio thread discards the old music before the new music is fed.
    try Wait.until("music of the new place") {
      try bench.render(512)
      return bench.segments.contains { $0.generation == 2 }
    }
    bench.bench.waitForMusic(90_000)
    try bench.render(Int(110_000 / speed))
    let landed = try #require(bench.segments.first { $0.generation == 2 })
    #expect(landed.trackFrame == 144_000 && landed.speed == speed)
    expectBursts(bench, at: places.filter { $0 > 144_000 }, of: track)
  }

  @Test func changedSpeedIsHeardWithin60Milliseconds() throws {
    let bench = SpeedBench(["a": Ramp.frames(400_000)])
    bench.bench.load("a")
    bench.bench.waitForMusic(90_000)
    try bench.render(10_240)
    for speed in [0.5, 0.8, 2, 1] {
      let changed = bench.output.count
      bench.speed = speed
      try bench.render(4096)
      let told = try #require(bench.segments.first { $0.speed == speed && $0.outputFrame > changed })
      #expect(told.outputFrame - changed <= 2880)
    }
  }

  /// Changes in the middle of the music, up and down: sound that is completely at one speed is at its position.
  @Test func timelineMapsHeardSoundToTheTrackPositionAfterSpeedChanges() throws {
    let places = Array(stride(from: 9000, to: 800_000, by: 9973))
    let track = Bursts.frames(820_000, at: places)
    let bench = SpeedBench(["a": track])
    bench.bench.load("a")
    bench.bench.waitForMusic(90_000)
    for speed in [1, 0.8, 1, 1.5, 2, 0.5, 1.25, 1, 0.7, 1.9, 1] {
      bench.speed = speed
      try bench.render(48_128)
    }
    let timeline = bench.timeline
    let centres = places.map { Bursts.centre(track, at: $0) }
    var compared = 0
    for centre in bench.bursts(gap: 2000) {
      let (before, after) = (Int(centre) - 2000, Int(centre) + 2000)
      guard let position = timeline.position(atOutputFrame: Int(centre)),
        timeline.position(atOutputFrame: before)?.speed == position.speed,
        timeline.position(atOutputFrame: after)?.speed == position.speed
      else { continue }
      let heard = Double(position.trackFrame)
      let nearest = centres.min { abs($0 - heard) < abs($1 - heard) }
      let error = abs(try #require(nearest) - heard)
      // The stretcher has just begun: its first onsets may be 3 ms off.
      let isNew = timeline.position(atOutputFrame: Int(centre) - 12_000)?.speed != position.speed
      #expect(
        error <= (isNew ? 144 : 48 * max(position.speed, 1)), "\(centre): \(position.speed): \(error)")
      compared += 1
    }
    #expect(compared > 30)
    #expect(bench.bench.engine.control.underruns == 0)
  }

  @Test func speedOneIsTheTrackBitForBitBeforeAndAfter() throws {
    let track = Ramp.frames(300_000)
    let bench = SpeedBench(["a": track])
    bench.bench.load("a")
    bench.bench.waitForMusic(90_000)
    try bench.render(8192)
    #expect(Array(bench.output[31..<8192]) == Array(track[..<8161]))
    bench.speed = 0.8
    try bench.render(20_480)
    bench.speed = 1
    try bench.render(20_480)
    let timeline = bench.timeline
    let settled = bench.output.count - 10_000
    let place = try #require(timeline.position(atOutputFrame: settled)).trackFrame
    #expect(Array(bench.output[settled...]) == Array(track[place..<(place + 10_000)]))
  }

  @Test func aChangeOfSpeedDoesNotClick() throws {
    let sine = (0..<400_000).map { Frame(repeating: 0.5 * Float(sin(Double($0) * 0.04))) }
    let bench = SpeedBench(["a": sine])
    bench.bench.load("a", at: 0.1)
    bench.bench.waitForMusic(90_000)
    try bench.render(8192)
    for speed in [0.8, 1.5, 1, 0.6, 1] {
      bench.speed = speed
      try bench.render(8192)
    }
    let steps = zip(bench.output[2000...], bench.output[2001...]).map { abs($0.x - $1.x) }
    // The steepest slope of the tone is 0.02 a frame; two of them in opposite phase while one fades.
    #expect((steps.max() ?? 1) < 0.04)
  }

  @Test func pauseAtAnotherSpeedRequestsNoFrames() throws {
    let bench = SpeedBench(["a": Ramp.frames(400_000)])
    bench.speed = 0.8
    bench.bench.load("a")
    bench.bench.waitForMusic(90_000)
    try bench.render(8192)
    bench.bench.engine.control.send(.pause)
    try bench.render(1024)
    let state = bench.bench.engine.control.stream.stretch.state
    state.pointee.wantsFrames.store(false, ordering: .relaxed)
    _ = bench.bench.device.render(FrameCount(48_000))
    let wantsFrames = state.pointee.wantsFrames.load(ordering: .relaxed)
    #expect(!wantsFrames)
    bench.bench.engine.control.stretchSignal.clear()
    bench.bench.engine.control.send(.play)
    try bench.render(8192)
    #expect(bench.bench.engine.control.underruns == 0)
  }

  @Test func stretchServiceAppliesEachSpeedAndEndsAtSpeedOne() throws {
    let bench = EngineBench(tracks: ["a": Ramp.frames(2_000_000)])
    let stage = StretchService(engine: bench.engine, makers: TimeStretcherMaker()) { _ in }
    defer { stage.stop() }
    bench.load("a")
    bench.waitForMusic(90_000)
    for speed in [0.8, 2, 1] {
      stage.setSpeed(speed)
      // The track is not over before the stage has had the processor: it lasts for 300 s of looking.
      try Wait.until("speed \(speed)") {
        _ = bench.device.render(FrameCount(64))
        return bench.events().contains {
          if case .music(let segment) = $0 { segment.speed == speed } else { false }
        }
      }
    }
  }

  @Test func jumpBackwardsKeepsThePositionAndTheAvailableFrames() {
    let stream = StreamBuffer(rate: .standard)
    var source = MusicSource(stream: stream, rate: .standard)
    _ = Ramp.frames(10).withUnsafeBufferPointer { stream.frames.writer.push($0) }
    var out = [Frame](repeating: .zero, count: 5)
    out.withUnsafeMutableBufferPointer {
      if let start = $0.baseAddress { source.read(into: start, count: 5) }
    }
    #expect(source.available(before: 3) == 0)
    source.jump(to: 3)
    #expect(source.position == 5 && source.available(before: .max) == 5)
  }

  /// The stretcher has begun at the old speed, and found no music yet.
  @Test func aSpeedThatChangesBeforeTheMusicComesSkipsNothing() throws {
    let bench = SpeedBench(["a": Ramp.frames(60_000)])
    bench.speed = 0.5
    try bench.work()
    bench.speed = 1.5
    bench.bench.load("a")
    bench.bench.waitForMusic(50_000)
    try bench.render(2048)
    let first = try #require(bench.segments.first)
    #expect(bench.segments.allSatisfy { $0.outputFrame > first.outputFrame || $0.trackFrame == 0 })
    #expect(bench.segments.last?.speed == 1.5)
  }

  @Test func aStretcherThatIsMissingIsReported() throws {
    struct None: TimeStretcherMaking {
      func makeStretcher(at rate: SampleRate) throws(FileError) -> any TimeStretching {
        throw FileError(.unsupported, "none")
      }
    }
    let bench = SpeedBench(["a": Ramp.frames(9000)], makers: None())
    bench.speed = 0.8
    #expect(throws: FileError(.unsupported, "none")) { try bench.work() }
  }
}

import AudioBase
import EngineTestSupport
import MixEngine
import SystemBase
import TestSupport
import Testing

/// What becomes of tracks between the feeder and the output.
@Suite struct MusicTests {
  /// What is mixed comes out so much later: the limiter looks ahead.
  private let delay = 31

  @Test func trackIsRenderedBitForBit() {
    let track = Ramp.frames(20_000)
    let bench = EngineBench(tracks: ["a": track])
    bench.load("a")
    bench.waitForMusic(20_000)
    let out = bench.device.render(FrameCount(24_000))
    #expect(Array(out[delay..<(20_000 + delay)]) == track)
    #expect(out[(20_000 + delay)...].allSatisfy { $0 == .zero })
    #expect(bench.events().last == .ended(stream: StreamID(1), outputFrame: 20_000 + delay))
  }

  @Test func theNextTrackJoinsFrameByFrame() {
    let bench = EngineBench(tracks: ["a": Ramp.frames(5000), "b": Ramp.frames(3000, side: -1)])
    bench.load("a")
    bench.setNext("b", id: 2, after: 1)
    bench.waitForMusic(8000)
    let out = bench.device.render(FrameCount(9000))
    #expect(Array(out[delay..<(8000 + delay)]) == Ramp.frames(5000) + Ramp.frames(3000, side: -1))
    let joins = bench.events().compactMap { event -> MusicSegment? in
      guard case .music(let segment) = event else { return nil }
      return segment
    }
    #expect(joins.map(\.outputFrame) == [delay, 5000 + delay])
    #expect(joins.map(\.trackFrame) == [0, 0])
    #expect(joins.map(\.stream) == [StreamID(1), StreamID(2)])
  }

  @Test func aSuccessorNamedAfterTheEndWasFedStillJoinsWithoutAGap() {
    let bench = EngineBench(tracks: ["a": Ramp.frames(5000), "b": Ramp.frames(3000)])
    bench.load("a")
    bench.waitForMusic(5000)
    bench.setNext("b", id: 2, after: 1)
    bench.waitForMusic(8000)
    let out = bench.device.render(FrameCount(8500))
    #expect(Array(out[delay..<(8000 + delay)]) == Ramp.frames(5000) + Ramp.frames(3000))
    #expect(!bench.events().contains(.ended(stream: StreamID(1), outputFrame: 5000 + delay)))
  }

  @Test func tracksOfOneFrameJoinWithoutAGap() {
    let bench = EngineBench(tracks: ["a": Ramp.frames(1), "b": Ramp.frames(300)])
    bench.load("a", play: false)
    bench.setNext("b", id: 2, after: 1)
    bench.waitForMusic(301)
    bench.setNext("a", id: 3, after: 2)
    bench.waitForMusic(302)
    bench.engine.control.send(.play)
    let out = bench.device.render(FrameCount(512))
    #expect(Array(out[delay..<(302 + delay)]) == Ramp.frames(1) + Ramp.frames(300) + Ramp.frames(1))
    #expect(bench.events().last == .ended(stream: StreamID(3), outputFrame: 302 + delay))
  }

  @Test func pauseFadesOutAndPlayResumesAtThePausedPosition() throws {
    let bench = EngineBench(tracks: ["a": Ramp.frames(40_000)])
    bench.load("a")
    bench.waitForMusic(40_000)
    _ = bench.device.render(FrameCount(1024))
    bench.engine.control.send(.pause)
    let paused = bench.device.render(FrameCount(1024))
    #expect(paused[delay].x < Ramp.frames(1025)[1024].x && paused[delay].x > 0)
    #expect(paused[(144 + delay)...].allSatisfy { $0 == .zero })
    bench.engine.control.send(.play)
    let resumed = bench.device.render(FrameCount(1024))
    #expect(resumed[delay].x < 0.0001)
    #expect(resumed[144 + delay] == Ramp.frames(2000)[1024 + 144 + 144])
  }

  @Test func seekLandsOnTheExactFrameWithFadesOnBothSides() {
    let bench = EngineBench(tracks: ["a": Ramp.frames(96_000)])
    bench.load("a")
    // All of it, so that nothing old is fed after the block that throws it away.
    bench.waitForMusic(96_000)
    _ = bench.device.render(FrameCount(4800))
    _ = bench.events()
    bench.load("a", at: 1.5)
    let fading = bench.device.render(FrameCount(256))
    #expect(Ramp.place(fading[delay]) < 4800 && fading[delay].x > 0)
    #expect(fading[(150 + delay)...].allSatisfy { $0 == .zero })
    bench.waitForMusic(8192)
    let out = bench.device.render(FrameCount(1024))
    #expect(Ramp.place(out[500 + delay]) == 72_000 + 500)
    let landed = bench.events().compactMap { event -> MusicSegment? in
      guard case .music(let segment) = event, segment.generation == 2 else { return nil }
      return segment
    }
    #expect(landed.first?.trackFrame == 72_000)
  }

  @Test func trackLoadedPausedStaysSilentAndKeepsTheLoadPosition() {
    let bench = EngineBench(tracks: ["a": Ramp.frames(96_000)])
    bench.load("a", at: 1, play: false)
    bench.waitForMusic(8192)
    #expect(bench.device.render(FrameCount(1024)).allSatisfy { $0 == .zero })
    bench.engine.control.send(.play)
    #expect(Ramp.place(bench.device.render(FrameCount(1024))[600 + delay]) == 48_600)
  }

  @Test func aTrackThatCannotBeOpenedIsReported() {
    let bench = EngineBench(tracks: [:])
    bench.load("gone")
    #expect(bench.waitForReports() == [.failed(StreamID(1), FileError(.notFound, "gone"))])
  }

  @Test func aTrackThatEndsEarlyPlaysAndIsReported() {
    let bench = EngineBench(tracks: ["a": Ramp.frames(100)], endingEarly: ["a"])
    bench.load("a")
    var reports = bench.waitForReports()
    if reports.count < 2 { reports += bench.waitForReports() }
    guard case .endedEarly(StreamID(1), let frame, _)? = reports.last else {
      Issue.record("the early end was not reported")
      return
    }
    #expect(frame == FrameCount(100))
  }

  @Test func levelsMultiplyAndTheSumIsLimited() {
    let loud = [Frame](repeating: Frame(repeating: 0.8), count: 48_000)
    let bench = EngineBench(pads: [.sample([Float](repeating: 0.8, count: 9600))], tracks: ["a": loud])
    bench.engine.control.set(.music, to: Decibels(-6))
    bench.load("a", at: 0.001)
    bench.waitForMusic(40_000)
    let quiet = bench.device.render(FrameCount(2048))[2000]
    #expect(abs(quiet.x - 0.8 * Decibels(-6).factor) < 1e-6)
    bench.strike(1, atFrame: 0)
    let both = bench.device.render(FrameCount(2048))[1000]
    #expect(both.x > 0.85 && both.x <= Decibels(-1).factor)
  }

  @Test func renderingTwiceGivesTheSameSamples() {
    func render() -> [Frame] {
      let bench = EngineBench(
        pads: [.sample((0..<3000).map { Float($0 % 37) / 50 })], tracks: ["a": Ramp.frames(30_000)])
      bench.load("a")
      bench.waitForMusic(30_000)
      for place in stride(from: 0, to: 2000, by: 111) { bench.strike(1, velocity: 60, atFrame: place) }
      return bench.device.render(FrameCount(30_000))
    }
    #expect(render() == render())
  }
}

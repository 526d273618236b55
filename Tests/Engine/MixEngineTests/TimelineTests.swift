import AudioBase
import SystemBase
import Testing

@testable import MixEngine

@Suite struct TimelineTests {
  private func segment(_ frame: Int, _ stream: UInt64, _ trackFrame: Int, ratio: Double = 1) -> MusicSegment {
    MusicSegment(
      outputFrame: frame, stream: StreamID(stream), trackFrame: trackFrame, ratio: ratio, speed: 1,
      generation: 1)
  }

  @Test func positionsFollowJoinsPausesAndRates() {
    var timeline = Timeline()
    #expect(timeline.position(atOutputFrame: 5) == nil)
    timeline.apply(.music(segment(100, 1, 0)))
    timeline.apply(.music(segment(600, 1, 500, ratio: 0)))
    timeline.apply(.music(segment(900, 2, 44_100, ratio: 44.1 / 48)))
    #expect(timeline.position(atOutputFrame: 99) == nil)
    #expect(timeline.position(atOutputFrame: 350)?.trackFrame == 250)
    #expect(timeline.position(atOutputFrame: 899)?.trackFrame == 500)
    let later = timeline.position(atOutputFrame: 900 + 48_000)
    #expect(later?.stream == StreamID(2) && later?.trackFrame == 88_200)
  }

  @Test func theClockReportConvertsBothWays() {
    let start = HostTime(nanoseconds: 5_000_000_000)
    let clock = ClockReport(outputFrame: 1000, heard: start, frameLength: 1 / 48_000)
    #expect(clock.heard(outputFrame: 49_000) == start.advanced(bySeconds: 1))
    #expect(clock.outputFrame(heardAt: start.advanced(bySeconds: 0.5)) == 25_000)
  }

  @Test func theClockFollowsADriftingDeviceAndIgnoresItsJitter() {
    var clock = DeviceClock(rate: .standard)
    var generator = SystemSeed(state: 7)
    let drift = 1.0002
    var worst = 0.0
    for block in 0..<20_000 {
      let exact = Double(block * 256) / 48_000 * drift
      let jitter = Double(generator.next() % 1000) / 1e6
      let asked = HostTime(nanoseconds: 1_000_000_000 + Int64((exact + jitter) * 1e9))
      let filtered = clock.filter(asked, count: 256)
      let error = Double(filtered.nanoseconds - 1_000_000_000) / 1e9 - exact - 0.0005
      if block > 4000 { worst = max(worst, abs(error)) }
    }
    #expect(worst < 0.000_2)
    #expect(abs(clock.frameLength * 48_000 - drift) < 0.000_1)
  }

  @Test func gapInTheBlocksRestartsTheDeviceClock() {
    var clock = DeviceClock(rate: .standard)
    _ = clock.filter(HostTime(nanoseconds: 1_000_000_000), count: 256)
    let after = HostTime(nanoseconds: 9_000_000_000)
    #expect(clock.filter(after, count: 256) == after)
    let soon = after.advanced(bySeconds: 0.001)
    #expect(clock.filter(soon, count: 256, restart: true) == soon && clock.restarts == 3)
  }

  @Test func timelineHasNoPositionAfterTheLastTrackEnds() {
    var timeline = Timeline()
    timeline.apply(.music(segment(0, 1, 0)))
    timeline.apply(.ended(stream: StreamID(1), outputFrame: 500))
    #expect(timeline.position(atOutputFrame: 499)?.trackFrame == 499)
    #expect(timeline.position(atOutputFrame: 500) == nil)
  }

  @Test func timesBeforeAndAfterADropoutHaveTheirOwnClocks() {
    let start = HostTime(nanoseconds: 5_000_000_000)
    func report(_ frame: Int, _ seconds: Double, _ restarts: Int) -> ClockReport {
      ClockReport(
        outputFrame: frame, heard: start.advanced(bySeconds: seconds), frameLength: 1 / 48_000,
        restarts: restarts)
    }
    var timeline = Timeline()
    #expect(timeline.outputFrame(heardAt: start) == nil)
    timeline.apply(.music(segment(0, 1, 0)))
    timeline.apply(.clock(report(0, 0, 1)))
    timeline.follow(report(48_000, 1, 1))
    // A tenth of a second is missing; the event of it comes after the first report.
    timeline.follow(report(96_000, 2.1, 2))
    timeline.apply(.clock(report(72_000, 1.6, 2)))
    #expect(timeline.outputFrame(heardAt: start.advanced(bySeconds: 1.25)) == 60_000)
    #expect(timeline.outputFrame(heardAt: start.advanced(bySeconds: 1.55)) == 72_000)
    #expect(timeline.position(heardAt: start.advanced(bySeconds: 1.85))?.trackFrame == 84_000)
    #expect(timeline.time(ofOutputFrame: 60_000) == start.advanced(bySeconds: 1.25))
    #expect(timeline.time(ofOutputFrame: 84_000) == start.advanced(bySeconds: 1.85))
  }

  @Test func theJitterOfADelayThatGoesWithALateWakeUpCancels() {
    // The card states the queued frames at the time at which the thread woke, however late that is.
    let engine = AudioEngine(sampleRate: .standard)
    var block = [Frame](repeating: .zero, count: 256)
    var generator = SystemSeed(state: 11)
    for number in 0..<2000 {
      let late = Int(generator.next() % 200)
      let exact = 1_000_000_000 + Int64(number) * 256 * 1_000_000 / 48
      let asked = HostTime(nanoseconds: exact + Int64(late) * 1_000_000 / 48)
      block.withUnsafeMutableBufferPointer {
        engine.source.render(into: $0, at: BlockTime(asked: asked, delay: 512 - late))
      }
      let heard = engine.events.clock.heard
      #expect(abs(heard.seconds(since: HostTime(nanoseconds: exact)) - 512.0 / 48_000) < 0.000_03)
    }
  }
}

private struct SystemSeed: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }
}

import AudioBase
import EngineTestSupport
import Glibc
import MixEngine
import TestSupport
import Testing

/// The tracks' gains, from the feeder to the output.
@Suite struct ReplayGainTests {
  private let delay = 31

  /// Two tracks of half scale: the first one to be halved as a track, the second one to be a quarter.
  private func bench(first: Int = 5000, second: Int = 90_000) -> EngineBench {
    let level = { (factor: Double) in ReplayGain.Level(Decibels(20 * log10(factor))) }
    return EngineBench(
      tracks: [
        "a": [Frame](repeating: Frame(repeating: 0.5), count: first),
        "b": [Frame](repeating: Frame(repeating: 0.5), count: second),
      ],
      gains: ["a": ReplayGain(track: level(0.5), album: level(0.25)), "b": ReplayGain(track: level(0.25))])
  }

  @Test func theGainChangesOnTheFrameOfTheJoin() {
    let bench = bench()
    bench.engine.control.evenLoudness(by: .track)
    bench.load("a")
    bench.setNext("b", id: 2, after: 1)
    bench.waitForMusic(20_000)
    let out = bench.device.render(FrameCount(8192))[delay...].map(\.x)
    #expect(out[..<5000].allSatisfy { abs($0 - 0.25) < 1e-6 })
    #expect(out[5000...].allSatisfy { abs($0 - 0.125) < 1e-6 })
  }

  @Test func changedChoiceOfGainIsHeardAtOnceWithoutAStep() {
    let bench = bench(first: 90_000)
    bench.engine.control.evenLoudness(by: .track)
    bench.load("a")
    bench.waitForMusic(90_000)
    _ = bench.device.render(FrameCount(1024))
    bench.engine.control.evenLoudness(by: .album)
    let out = bench.device.render(FrameCount(4096)).map(\.x)
    #expect(zip(out, out.dropFirst()).allSatisfy { abs($0 - $1) < 0.001 })
    // Within 60 ms, though two seconds are decoded ahead.
    #expect(abs(out[2879] - 0.125) < 1e-6)
    #expect(out[0] > 0.249)
  }

  @Test func trackGainReplacesAMissingAlbumGainAndNoneLeavesTheLevel() {
    let bench = bench(first: 20)
    bench.engine.control.evenLoudness(by: .album)
    bench.load("b")
    bench.waitForMusic(20_000)
    #expect(abs(bench.device.render(FrameCount(1024))[500].x - 0.125) < 1e-6)
    bench.engine.control.evenLoudness(by: .none)
    #expect(bench.device.render(FrameCount(4096))[4000].x == 0.5)
  }

  private func level(_ factor: Double) -> ReplayGain {
    ReplayGain(track: ReplayGain.Level(Decibels(20 * log10(factor))))
  }

  /// A track of half scale of whose gain nothing is known, and what follows it.
  private func unknown(first: Int = 90_000) -> EngineBench {
    let frames = { (count: Int) in [Frame](repeating: Frame(repeating: 0.5), count: count) }
    let bench = EngineBench(tracks: ["a": frames(first), "b": frames(90_000)])
    bench.engine.control.evenLoudness(by: .track)
    return bench
  }

  @Test func aGainThatComesLateIsReachedWithoutAStep() {
    let bench = unknown()
    bench.load("a")
    bench.waitForMusic(90_000)
    #expect(bench.device.render(FrameCount(1024))[1000].x == 0.5)
    bench.engine.control.setGain(level(0.5), of: StreamID(1))
    let out = bench.device.render(FrameCount(4096)).map(\.x)
    #expect(zip(out, out.dropFirst()).allSatisfy { abs($0 - $1) < 0.001 })
    #expect(out[0] > 0.499 && abs(out[1100] - 0.25) < 1e-6)
    bench.engine.control.evenLoudness(by: .none)
    #expect(bench.device.render(FrameCount(4096))[4000].x == 0.5)
    bench.engine.control.evenLoudness(by: .track)
    #expect(abs(bench.device.render(FrameCount(4096))[4000].x - 0.25) < 1e-6, "the track keeps it")
  }

  @Test func lateGainOfABufferedTrackHoldsFromTheFirstFrame() {
    let bench = unknown(first: 5000)
    bench.load("a")
    bench.setNext("b", id: 2, after: 1)
    bench.waitForMusic(20_000)
    _ = bench.device.render(FrameCount(1024))
    bench.engine.control.setGain(level(0.25), of: StreamID(2))
    let out = bench.device.render(FrameCount(8192))[delay...].map(\.x)
    #expect(out[..<(5000 - 1024)].allSatisfy { $0 == 0.5 })
    #expect(out[(5000 - 1024)...].allSatisfy { abs($0 - 0.125) < 1e-6 })
  }

  @Test func trackWithAnAwaitedGainBeginsWhenTheFinalGainComes() {
    let bench = unknown()
    bench.load("a", awaitsGain: true)
    bench.waitForMusic(90_000)
    #expect(bench.device.render(FrameCount(2048)).allSatisfy { $0 == .zero })
    bench.engine.control.setGain(nil, of: StreamID(1), isFinal: false)
    #expect(bench.device.render(FrameCount(512)).allSatisfy { $0 == .zero }, "more is to come")
    bench.engine.control.setGain(level(0.5), of: StreamID(1))
    let out = bench.device.render(FrameCount(1024)).map(\.x)
    #expect(out[..<delay].allSatisfy { $0 == 0 } && out[delay...].allSatisfy { abs($0 - 0.25) < 1e-6 })
    #expect(bench.engine.control.underruns == 0)
  }

  @Test func aGainThatDoesNotComeIsWaitedForATenthOfASecond() {
    let bench = unknown()
    bench.load("a", awaitsGain: true)
    bench.waitForMusic(90_000)
    let out = bench.device.render(FrameCount(9600)).map(\.x)
    let start = out.firstIndex { $0 != 0 } ?? 0
    #expect(start >= 4800 && start < 4800 + 256 + delay && out[start] == 0.5)
  }

  @Test func trackWithAnAwaitedGainBeginsAtOnceWithoutLoudnessEvening() {
    let bench = unknown()
    bench.engine.control.evenLoudness(by: .none)
    bench.load("a", awaitsGain: true)
    bench.waitForMusic(90_000)
    #expect(bench.device.render(FrameCount(512))[400].x == 0.5)
  }

  @Test func seekAfterALateGainFeedsTheTrackWithThatGain() throws {
    let bench = unknown()
    bench.load("a")
    bench.waitForMusic(90_000)
    _ = bench.device.render(FrameCount(1024))
    for id in 1...9 { bench.engine.control.setGain(level(0.5), of: StreamID(UInt64(id))) }
    bench.setGain(level(0.5), of: 1)
    bench.load("a", at: 0.1, gain: level(0.5))
    let out = try bench.renderUntilFed(20_000) + bench.device.render(FrameCount(4096))
    #expect(abs(out[out.count - 1].x - 0.25) < 1e-6)
  }

  @Test func aTrackWithoutGainIsNotTouched() {
    let track = Ramp.frames(9000)
    let bench = EngineBench(tracks: ["a": track])
    bench.engine.control.evenLoudness(by: .album)
    bench.load("a")
    bench.waitForMusic(9000)
    #expect(Array(bench.device.render(FrameCount(9216))[delay..<(9000 + delay)]) == track)
  }
}

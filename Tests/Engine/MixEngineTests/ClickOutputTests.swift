import AudioBase
import EngineTestSupport
import Glibc
import TestSupport
import Testing

@testable import MixEngine

/// The metronome on a device of its own.
@Suite struct ClickOutputTests {
  private static func bar(_ period: Double) -> HitSequence {
    HitSequence([PlannedHit(frame: 0, kind: .accent)], period: period)
  }

  /// The output frame of the first beat without music.
  private func firstBeat(_ engine: AudioEngine) -> Int? {
    while let event = engine.events.next() {
      if case .freeBegan(_, let frame) = event { return frame }
    }
    return nil
  }

  /// The onsets are compared with the frames that the beats belong to, by the true times of both devices.
  @Test(arguments: [200e-6, -200e-6]) func beatsDoNotDriftInHalfAnHour(drift: Double) throws {
    let rate = SampleRate(8_000)
    let engine = AudioEngine(sampleRate: rate)
    var devices = TwoDevices(
      engine, main: SimulatedDevice(rate: rate, period: 256, delay: 512, drift: drift / 2),
      second: SimulatedDevice(rate: rate, period: 256, delay: 700, drift: -drift / 2, jitter: 0.001))
    // Units would make the test slow.
    engine.control.setChains(RenderPlan.Chains())
    devices.run(seconds: 1)
    engine.control.startBeats(ClickOutputTests.bar(8_000))
    devices.run(seconds: 1_800)
    let origin = try #require(firstBeat(engine))
    #expect(devices.onsets.count >= 1_799 && devices.output.lostBeats == 0)
    let errors = devices.onsets.enumerated().map { beat, heard in
      abs(heard - devices.main.heard(origin + 8_000 * beat))
    }
    #expect((errors.max() ?? 1) < 0.001)
    #expect(devices.mainPeak == 0)
  }

  @Test(arguments: [(44_100, 128, 64), (48_000, 256, 9_600), (96_000, 1_024, 48_000), (48_000, 512, 0)])
  func beatsOnASecondDeviceAreInTimeAtAnyRateAndLatency(rate: Int, period: Int, delay: Int) throws {
    let engine = AudioEngine(sampleRate: .standard)
    var devices = TwoDevices(
      engine, main: SimulatedDevice(period: 256, delay: 512),
      second: SimulatedDevice(rate: SampleRate(rate), period: period, delay: delay))
    devices.run(seconds: 1)
    engine.control.startBeats(ClickOutputTests.bar(12_000))
    devices.run(seconds: 3)
    let origin = try #require(firstBeat(engine))
    #expect(devices.onsets.count >= 8 && devices.output.lostBeats == 0)
    for (beat, heard) in devices.onsets.enumerated() {
      #expect(abs(heard - devices.main.heard(origin + 12_000 * beat)) < 0.000_1, "beat \(beat)")
    }
    #expect(devices.mainPeak == 0 && devices.secondPeak > 0.3)
  }

  @Test func mainOutputPlaysBeatsAgainAfterTheClickOutputIsRemoved() {
    let engine = AudioEngine(sampleRate: .standard)
    var devices = TwoDevices(engine)
    engine.control.startBeats(ClickOutputTests.bar(12_000))
    devices.run(seconds: 1)
    #expect(devices.mainPeak == 0)
    engine.control.sendBeats(to: nil)
    devices.run(seconds: 1)
    #expect(devices.mainPeak > 0.3)
    // A beat that was under way may still have been heard.
    let before = devices.onsets.count
    devices.run(seconds: 1)
    #expect(devices.onsets.count == before)
    #expect(engine.control.objectsInUse == 3, "the pads, the render plan and the beats; not the device")
  }

  @Test func theLevelOfTheMetronomeHolds() {
    func peak(_ level: Decibels) -> Float {
      let engine = AudioEngine(sampleRate: .standard)
      engine.control.set(.click, to: level)
      var devices = TwoDevices(engine)
      devices.run(seconds: 0.1)
      engine.control.startBeats(ClickOutputTests.bar(12_000))
      devices.run(seconds: 1)
      return devices.secondPeak
    }
    #expect(abs(peak(Decibels(-6)) / peak(.unity) - Decibels(-6).factor) < 0.001)
    #expect(peak(Decibels(12)) <= Decibels(-1).factor, "the limiter works there too")
  }

  @Test func beatsThatComeTooLateAreCountedAndSilent() {
    let engine = AudioEngine(sampleRate: .standard)
    var devices = TwoDevices(engine, second: SimulatedDevice(period: 256, delay: 4 * 48_000))
    engine.control.startBeats(ClickOutputTests.bar(12_000))
    devices.run(seconds: 3)
    #expect(devices.output.lostBeats > 8 && devices.secondPeak == 0)
  }

  @Test func stalledMainOutputSilencesTheClickDeviceUntilTheOutputResumes() throws {
    let engine = AudioEngine(sampleRate: .standard)
    var devices = TwoDevices(engine)
    engine.control.startBeats(ClickOutputTests.bar(12_000))
    devices.run(seconds: 1)
    devices.stall(seconds: 0.1)
    devices.dropSound()
    devices.stall(seconds: 2)
    #expect(devices.secondPeak == 0)
    devices.run(seconds: 0.5)
    devices.dropSound()
    devices.run(seconds: 1)
    #expect(devices.onsets.count == 4 || devices.onsets.count == 5)
    let origin = try #require(firstBeat(engine))
    for heard in devices.onsets {
      let beats = (devices.main.frame(heardAt: heard) - Double(origin)) / 12_000
      #expect(abs(beats - beats.rounded()) < 0.002)
    }
  }
}

/// The beats of music on a device that is heard 200 ms later than the output.
@Suite struct ClickOutputMusicTests {
  private static let latency = 9_600
  private let bench = EngineBench(
    tracks: [
      "a": [Frame](repeating: Frame(0.1, 0.1), count: 48_000),
      "b": [Frame](repeating: Frame(0.1, 0.1), count: 192_000),
    ])

  private func beats(_ frames: [Int]) -> HitSequence {
    HitSequence(frames.map { PlannedHit(frame: $0, kind: .beat) })
  }

  private func devices() -> TwoDevices {
    TwoDevices(bench.engine, second: SimulatedDevice(period: 256, delay: ClickOutputMusicTests.latency))
  }

  /// The output frames of what the device plays, rounded.
  private func heard(_ devices: TwoDevices) -> [Int] {
    devices.onsets.map { Int(devices.main.frame(heardAt: $0).rounded()) }
  }

  private func segments() -> [MusicSegment] {
    bench.events().compactMap { if case .music(let segment) = $0 { segment } else { nil } }
  }

  @Test func beatsOfPlansAreSentAheadAcrossATrackJoin() throws {
    bench.engine.control.setSequences([
      (StreamID(1), beats([0, 24_000, 45_000])), (StreamID(2), beats([0, 2_400, 24_000])),
    ])
    bench.load("a", next: "b")
    bench.waitForMusic(90_000)
    var devices = devices()
    devices.run(seconds: 1)
    bench.engine.control.send(.play)
    devices.run(seconds: 2.5)
    let list = segments()
    let first = try #require(list.first { $0.stream == StreamID(1) && $0.ratio > 0 }).outputFrame
    let second = try #require(list.first { $0.stream == StreamID(2) }).outputFrame
    #expect(heard(devices) == [first + 24_000, first + 45_000, second, second + 2_400, second + 24_000])
    #expect(devices.output.lostBeats == 1, "the beat with which the music begins")
  }

  @Test func theBeginningOfMusicAfterACountInIsInTime() throws {
    bench.engine.control.setSequences([(StreamID(1), beats([0, 6_000]))])
    bench.load("a", play: false)
    bench.waitForMusic(48_000)
    var devices = devices()
    devices.run(seconds: 1)
    bench.engine.control.startFree(beats([0, 12_000]), musicAfter: FrameCount(24_000))
    devices.run(seconds: 1.5)
    let first = try #require(segments().first { $0.ratio > 0 }).outputFrame
    #expect(heard(devices) == [first - 24_000, first - 12_000, first, first + 6_000])
    #expect(devices.output.lostBeats == 0)
  }

  @Test func pauseAndSeekCancelBeatsSentAhead() throws {
    bench.engine.control.setSequences([(StreamID(1), beats((0..<10).map { 24_000 * $0 }))])
    bench.load("b")
    bench.waitForMusic(90_000)
    var devices = devices()
    devices.run(seconds: 1.2)
    bench.engine.control.send(.pause)
    devices.run(seconds: 0.5)
    devices.dropSound()
    devices.run(seconds: 2)
    #expect(devices.secondPeak == 0)
    _ = bench.events()
    bench.load("b", at: 2.6, play: false)
    // The audio thread discards the old music before the new music is fed.
    try Wait.until("music of the new place") {
      devices.run(seconds: 0.01)
      return bench.engine.control.stream.frames.reader.available >= 60_000
    }
    bench.engine.control.send(.play)
    devices.run(seconds: 1.2)
    let start = try #require(segments().first { $0.ratio > 0 })
    // Frame 144,000 is the first beat after 2.6 s, 400 ms after the start.
    let expected = [144_000, 168_000].map { start.outputFrame + $0 - start.trackFrame }
    #expect(heard(devices).prefix(2) == expected[...])
  }

  @Test func theMetronomeIsSwitchedOnWhileMusicPlays() throws {
    bench.load("b")
    bench.waitForMusic(90_000)
    var devices = devices()
    devices.run(seconds: 0.5)
    let start = try #require(segments().first { $0.ratio > 0 }).outputFrame
    let plan = beats((0..<40).map { 4_800 * $0 })
    bench.engine.control.setSequences([(StreamID(1), plan)])
    devices.run(seconds: 0.5)
    // The same beats in another object: none is heard twice.
    bench.engine.control.setSequences([(StreamID(1), beats((0..<40).map { 4_800 * $0 }))])
    devices.run(seconds: 1)
    let list = heard(devices)
    #expect(list.count > 10)
    for (one, next) in zip(list, list.dropFirst()) { #expect(next - one == 4_800) }
    #expect(list.allSatisfy { ($0 - start) % 4_800 == 0 })
  }
}

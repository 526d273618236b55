import AudioBase
import EngineTestSupport
import MixEngine
import SystemBase
import Testing

/// Pads that sound while they are held.
@Suite struct GateTests {
  private let latency = 256 + 14 + 31
  private static let fade = 240
  private static let length = 9600

  private func gate(_ level: Float = 0.5) -> PadProgram.Pad {
    var pad = PadProgram.Pad.sample([Float](repeating: level, count: Self.length))
    pad.isGate = true
    pad.envelope.release = FrameCount(Self.fade)
    return pad
  }

  private func letGo(_ bench: EngineBench, _ pad: Int = 1, atFrame frame: Int) {
    let time = bench.device.now.advanced(bySeconds: Double(frame) / 48_000)
    bench.engine.control.port(for: .keys).release(pad: pad, time: time)
  }

  private func ended(_ bench: EngineBench) -> [EndedHit] {
    bench.events().compactMap { if case .hitEnded(let hit) = $0 { hit } else { nil } }
  }

  /// Where a sound of one level begins, and where it begins to fade.
  private func sounding(_ output: [Frame], level: Float = 0.5) -> (start: Int, end: Int)? {
    guard let start = output.firstIndex(where: { $0.x == level }) else { return nil }
    let end = output[start...].firstIndex { $0.x != level } ?? output.count
    return (start, end)
  }

  @Test(arguments: [64, 256, 1000])
  func gatePadFadesFromTheFrameOfTheRelease(block: Int) throws {
    let bench = EngineBench(pads: [gate()])
    bench.strike(1, atFrame: 0)
    letGo(bench, atFrame: 1000)
    var out: [Frame] = []
    while out.count < 4096 { out += bench.device.render(FrameCount(block)) }
    let span = try #require(sounding(out))
    #expect(span.end - span.start == 1000)
    #expect(abs(out[span.end + 119].x - 0.25) < 0.001 && out[span.end + Self.fade].x == 0)
    let ended = ended(bench)
    #expect(ended.map(\.outputFrame) == [span.end] && ended.map(\.pad) == [1])
  }

  @Test func togglePadFadesFromTheFrameOfTheSecondStrike() throws {
    var pad = gate()
    (pad.isGate, pad.isToggle) = (false, true)
    let bench = EngineBench(pads: [pad])
    bench.strike(1, atFrame: 0)
    letGo(bench, atFrame: 500)
    bench.strike(1, atFrame: 1000)
    bench.strike(1, atFrame: 3000)
    let out = bench.device.render(FrameCount(16_000))
    let span = try #require(sounding(out))
    #expect(span.end - span.start == 1000)
    let rest = Array(out[(span.end + Self.fade)...])
    // The third strike turns it on again, to the end of its sound.
    let again = try #require(sounding(rest))
    #expect(again.start + span.end + Self.fade == span.start + 3000 && again.end - again.start == Self.length)
    let events = bench.events()
    let struck = events.compactMap { if case .hit(let hit) = $0 { hit.outputFrame } else { nil } }
    let ended = events.compactMap { if case .hitEnded(let hit) = $0 { hit.outputFrame } else { nil } }
    #expect(struck == [span.start, span.start + 3000] && ended == [span.end])
  }

  @Test func togglePadStruckByATakeSoundsExactlyForThePlannedLength() throws {
    var pad = gate()
    (pad.isGate, pad.isToggle) = (false, true)
    let bench = EngineBench(pads: [pad])
    bench.engine.control.startFree(HitSequence([PlannedHit(frame: 100, pad: 1, length: 3333)]))
    let span = try #require(sounding(bench.device.render(FrameCount(12_000))))
    #expect(span.end - span.start == 3333)
  }

  @Test func gatePadWithoutAReleaseSoundsToTheEndOfTheSample() throws {
    let bench = EngineBench(pads: [gate()])
    bench.strike(1, atFrame: 0)
    let span = try #require(sounding(bench.device.render(FrameCount(12_000))))
    #expect(span.end - span.start == Self.length)
  }

  @Test func releaseOfOtherPadsDoesNotShortenASound() throws {
    let bench = EngineBench(pads: [.sample([Float](repeating: 0.5, count: Self.length)), gate()])
    bench.strike(1, atFrame: 0)
    for pad in [-1, 0, 1, 2, 3, 99] { letGo(bench, pad, atFrame: 1000) }
    let span = try #require(sounding(bench.device.render(FrameCount(12_000))))
    #expect(span.end - span.start == Self.length)
    // A gate pad reports its release even if its sound has ended or its voice was stolen.
    #expect(ended(bench).map(\.pad) == [2] && bench.engine.control.lateHits == 0)
  }

  @Test func gatePadStruckByATakeSoundsExactlyForThePlannedLength() throws {
    let bench = EngineBench(pads: [gate(), gate(0.25)])
    bench.engine.control.startFree(
      HitSequence([PlannedHit(frame: 100, pad: 1, length: 1), PlannedHit(frame: 5000, pad: 1, length: 3333)]))
    let out = bench.device.render(FrameCount(12_000))
    let start = bench.engine.control.lookAhead.value
    #expect(out[start + 100].x == 0.5 && out[start + 101].x < 0.5)
    let span = try #require(sounding(Array(out[(start + 400)...])))
    #expect(span.start + 400 == 5000 && span.end - span.start == 3333)
  }

  @Test func releaseByHandDoesNotEndAStrikeOfATake() throws {
    // Two at once stay below the limiter.
    let bench = EngineBench(pads: [gate(0.25)])
    bench.engine.control.startFree(HitSequence([PlannedHit(frame: 600, pad: 1)]))
    bench.strike(1, atFrame: 0)
    letGo(bench, atFrame: 1000)
    let out = bench.device.render(FrameCount(12_000))
    #expect(out[(600 + 200)..<(600 + Self.length)].allSatisfy { $0.x == 0.25 })
  }

  @Test func oneShotPadIgnoresThePlannedLength() throws {
    let bench = EngineBench(pads: [.sample([Float](repeating: 0.5, count: Self.length))])
    bench.engine.control.startFree(HitSequence([PlannedHit(frame: 0, pad: 1, length: 500)]))
    let span = try #require(sounding(bench.device.render(FrameCount(12_000))))
    #expect(span.end - span.start == Self.length)
  }

  private func cymbal(_ level: Float = 0.25) -> PadProgram.Pad {
    var pad = PadProgram.Pad.sample([Float](repeating: level, count: Self.length))
    (pad.retrigger, pad.chokeFade) = (.overlap(), FrameCount(Self.fade))
    return pad
  }

  private func grab(_ bench: EngineBench, seconds: Float = 0, atFrame frame: Int) {
    let time = bench.device.now.advanced(bySeconds: Double(frame) / 48_000)
    bench.engine.control.port(for: .midi).choke(pad: 1, seconds: seconds, time: time)
  }

  @Test func chokedPadFadesFromTheFrameOfTheChoke() throws {
    let bench = EngineBench(pads: [cymbal(0.5)])
    bench.strike(1, atFrame: 0)
    for frame in [1000, 1100] { grab(bench, atFrame: frame) }
    let out = bench.device.render(FrameCount(4096))
    let span = try #require(sounding(out))
    #expect(span.end - span.start == 1000 && out[span.end + Self.fade].x == 0)
    #expect(ended(bench).map(\.outputFrame) == [span.end], "the second choke finds nothing that sounds")
  }

  @Test func slowChokeIsShortenedByAFasterOne() throws {
    let bench = EngineBench(pads: [cymbal(0.5)])
    bench.strike(1, atFrame: 0)
    grab(bench, seconds: 0.5, atFrame: 1000)
    grab(bench, atFrame: 2000)
    let out = bench.device.render(FrameCount(8192))
    let span = try #require(sounding(out))
    #expect(span.end - span.start == 1000)
    #expect(out[span.end + 999].x > 0.45 && out[span.end + 1000 + Self.fade].x == 0)
  }

  @Test func chokeLeavesOtherPadsAndPadsThatCannotBeChoked() throws {
    let bench = EngineBench(pads: [.sample([Float](repeating: 0.25, count: Self.length)), cymbal()])
    bench.strike(1, atFrame: 0)
    bench.strike(2, atFrame: 0)
    grab(bench, atFrame: 1000)
    let span = try #require(sounding(bench.device.render(FrameCount(12_000))))
    #expect(span.end - span.start == Self.length && ended(bench).isEmpty)
  }

  @Test func cymbalOfATakeIsChokedAtThePlannedLength() throws {
    let bench = EngineBench(pads: [cymbal(0.5)])
    bench.engine.control.startFree(HitSequence([PlannedHit(frame: 100, pad: 1, length: 3333)]))
    let out = bench.device.render(FrameCount(12_000))
    let span = try #require(sounding(out))
    #expect(span.end - span.start == 3333 && out[span.end + Self.fade].x == 0)
  }

  @Test func plannedLengthCountsTrackFramesInBlocksOfAnySize() throws {
    var random = SeededGenerator(seed: 12)
    for length in [1, 7, 400, 5000] {
      let bench = EngineBench(
        pads: [gate()], tracks: ["a": [Frame](repeating: .zero, count: 40_000)])
      let hit = PlannedHit(frame: 10_000, pad: 1, length: length)
      bench.engine.control.setSequences([(StreamID(1), HitSequence([hit]))])
      bench.load("a")
      bench.waitForMusic(40_000)
      var out: [Frame] = []
      while out.count < 25_000 {
        out += bench.device.render(FrameCount(.random(in: 1...700, using: &random)))
      }
      let span = try #require(sounding(out))
      #expect(span.end - span.start == length)
    }
  }
}

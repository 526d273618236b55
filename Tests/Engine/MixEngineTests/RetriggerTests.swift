import AudioBase
import EngineTestSupport
import MixEngine
import Testing

/// What a strike does to the sounds before it: on its own pad and by choke groups.
@Suite struct RetriggerTests {
  private let latency = 256 + 14 + 31

  private func pad(
    _ level: Float, group: Int? = nil, silencedBy: Int? = nil, fade: Int = 0,
    retrigger: PadProgram.Retrigger = .restart
  ) -> PadProgram.Pad {
    var pad = PadProgram.Pad.sample([Float](repeating: level, count: 48_000), group: group, chokeFade: fade)
    pad.silencedBy = silencedBy
    pad.retrigger = retrigger
    return pad
  }

  /// Strikes pads 1,000 frames apart. Returns the level just before each strike, and at the end of the last 1,000.
  private func levels(_ pads: [PadProgram.Pad], _ strikes: [Int]) -> [Float] {
    let bench = EngineBench(pads: pads)
    for (number, pad) in strikes.enumerated() { bench.strike(pad, atFrame: 1000 * number) }
    let frames = (1000 * strikes.count + latency + 255) / 256 * 256
    let out = bench.device.render(FrameCount(frames))
    return strikes.indices.map { out[1000 * ($0 + 1) + latency - 1].x }
  }

  @Test func overlappingStrikesAddUp() {
    #expect(levels([pad(0.125, retrigger: .overlap())], [1, 1, 1]) == [0.125, 0.25, 0.375])
    #expect(levels([pad(0.125)], [1, 1, 1]) == [0.125, 0.125, 0.125])
  }

  @Test func beyondTheLimitTheOldestStrikeFades() {
    var short = pad(0.0625, retrigger: .overlap(limit: 2))
    // A strike of two parts counts once.
    var second = short.layers[0]
    second.part = 1
    short.layers.append(second)
    #expect(levels([short], [1, 1, 1, 1]) == [0.125, 0.25, 0.25, 0.25])
    #expect(levels([pad(0.25, retrigger: .overlap(limit: 1))], [1, 1]) == [0.25, 0.25])
    let bench = EngineBench(pads: [pad(0.25, retrigger: .overlap(limit: 1))])
    bench.strike(1, atFrame: 0)
    bench.strike(1, atFrame: 1000)
    let out = bench.device.render(FrameCount(2048))
    #expect(abs(out[1000 + latency + 71].x - 0.375) < 0.01 && out[1000 + latency + 144].x == 0.25)
  }

  @Test func overlapLimitOfOnePadDoesNotEndVoicesOfOthers() {
    let pads = [pad(0.125, retrigger: .overlap(limit: 1)), pad(0.25, retrigger: .overlap(limit: 1))]
    #expect(levels(pads, [1, 2, 1, 2]) == [0.125, 0.375, 0.375, 0.375])
  }

  @Test func chokeGroupSilencesOnlyPadsThatListTheGroup() {
    // Pad 1 silences pad 2, not the other way round; pad 3 belongs to no group.
    let pads = [pad(0.125, group: 4), pad(0.25, group: 5, silencedBy: 4), pad(0.0625)]
    #expect(levels(pads, [2, 1, 2, 3]) == [0.25, 0.125, 0.375, 0.4375])
  }

  @Test func strikeSilencesPadsThatNameItsPad() {
    var named = pad(0.25)
    named.silencingPads = PadSet([1])
    #expect(levels([pad(0.125), named, pad(0.0625)], [2, 3, 1, 2]) == [0.25, 0.3125, 0.1875, 0.4375])
  }

  @Test func silencedPadFadesInTheFadeTimeOfThatPad() {
    let bench = EngineBench(pads: [pad(0.25, group: 1), pad(0.5, silencedBy: 1, fade: 480)])
    bench.strike(2, atFrame: 0)
    bench.strike(1, atFrame: 1000)
    let out = bench.device.render(FrameCount(2048))
    for frame in [1, 120, 240, 479] {
      let level = 0.25 + 0.5 * (1 - Float(frame) / 480)
      #expect(abs(out[1000 + latency + frame - 1].x - level) < 0.001)
    }
    #expect(out[1000 + latency + 480].x == 0.25)
  }

  @Test func ownChokeGroupSilencesOverlappingStrikesWithTheChokeFade() {
    let hat = pad(0.125, group: 1, silencedBy: 1, retrigger: .overlap())
    #expect(levels([hat], [1, 1, 1]) == [0.125, 0.125, 0.125])
    // With its own fade, not the 3 ms of a restart.
    let slow = pad(0.25, group: 1, silencedBy: 1, fade: 900, retrigger: .overlap())
    let bench = EngineBench(pads: [slow])
    bench.strike(1, atFrame: 0)
    bench.strike(1, atFrame: 1000)
    let out = bench.device.render(FrameCount(2560))
    #expect(abs(out[1000 + latency + 449].x - 0.375) < 0.001 && out[1000 + latency + 900].x == 0.25)
  }

  @Test func aRestartedPadOfItsOwnGroupFadesInThreeMilliseconds() {
    let hat = pad(0.25, group: 1, silencedBy: 1, fade: 900)
    let bench = EngineBench(pads: [hat])
    bench.strike(1, atFrame: 0)
    bench.strike(1, atFrame: 1000)
    let out = bench.device.render(FrameCount(2048))
    #expect(out[1000 + latency + 72].x < 0.376 && out[1000 + latency + 144].x == 0.25)
  }

  @Test func partsOfOneStrikeDoNotChokeOneAnother() {
    for retrigger in [PadProgram.Retrigger.restart, .overlap(), .overlap(limit: 1)] {
      var both = pad(0.125, group: 1, silencedBy: 1, retrigger: retrigger)
      var second = both.layers[0]
      second.part = 1
      both.layers.append(second)
      #expect(levels([both], [1, 1]) == [0.25, 0.25])
    }
  }

  @Test func padsUpTo128SoundAndAreReported() {
    var pads = [PadProgram.Pad](repeating: PadProgram.Pad(layers: []), count: 128)
    for number in [1, 64, 65, 128] { pads[number - 1] = pad(0.125) }
    let bench = EngineBench(pads: pads)
    for number in [1, 64, 65, 128] { bench.strike(number, atFrame: 0) }
    #expect(bench.device.render(FrameCount(1024)).last?.x == 0.5)
    #expect(bench.engine.control.soundingPads == PadSet([1, 64, 65, 128]))
    #expect(bench.hits().map(\.pad) == [1, 64, 65, 128])
  }
}

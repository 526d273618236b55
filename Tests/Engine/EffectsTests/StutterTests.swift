import AudioBase
import Effects
import Testing

/// What is repeated while the effect is held.
@Suite struct StutterTests {
  /// A sound without a period, which names its frame: it rises all the time.
  private func ramp(_ frames: Int, from start: Int = 0) -> [Frame] {
    (start..<start + frames).map { Frame(repeating: 0.1 + Float($0) * 0x1p-18) }
  }

  private func bench(length: Double) -> EffectBench {
    let bench = EffectBench(.stutter, ["length": length, "tempo": 120])
    bench.settle()
    return bench
  }

  @Test(arguments: [(1.0, 24_000), (0.25, 6_000), (0.5, 12_000)])
  func lastBeatsRepeatWhileHeld(length: Double, frames: Int) {
    let bench = bench(length: length)
    let past = bench.render(ramp(48_000))
    #expect(past.suffix(40_000) == ramp(48_000).suffix(40_000))
    bench.set("hold", to: 1)
    let held = bench.render(ramp(72_000, from: 48_000))
    let last = Array(past.suffix(frames))
    for start in stride(from: 0, to: 72_000 - frames, by: frames) {
      #expect(Array(held[(start + 480)..<(start + frames)]) == Array(last[480...]), "from \(start)")
    }
  }

  @Test func beginAndEndAreCrossfadesOfTenMilliseconds() {
    let bench = bench(length: 1)
    _ = bench.render(ramp(48_000))
    bench.set("hold", to: 1)
    let held = bench.render(ramp(30_000, from: 48_000))
    #expect(abs(held[0].x - ramp(1, from: 48_000)[0].x) < 0.001)
    bench.set("hold", to: 0)
    let after = bench.render(ramp(9_600, from: 78_000))
    #expect(abs(after[0].x - held[29_999].x) < 0.001)
    #expect(Array(after[512...]) == Array(ramp(9_600, from: 78_000)[512...]))
    let seams = Array(held.suffix(100)) + after
    #expect(max(held.largestBend, seams.largestBend) < 0.001)
  }

  @Test func anotherLengthWhileHeldMakesNoStep() {
    let bench = bench(length: 1)
    var out = bench.render(sine(440, frames: 48_000))
    bench.set("hold", to: 1)
    out += bench.render(sine(440, frames: 30_000, from: 48_000))
    bench.set("length", to: 0.25)
    out += bench.render(sine(440, frames: 30_000, from: 78_000))
    #expect(Array(out.dropFirst(960)).largestBend < sine(440, frames: 480).largestBend + 0.001)
  }

  @Test func beatsLongerThanTwoSecondsAreLimited() {
    let bench = EffectBench(.stutter, ["tempo": 20])
    bench.settle()
    let past = bench.render(ramp(120_000))
    bench.set("hold", to: 1)
    let held = bench.render(ramp(96_000, from: 120_000))
    #expect(Array(held[480...]) == Array(past.suffix(96_000 - 480)))
  }
}

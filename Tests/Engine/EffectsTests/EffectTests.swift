import AudioBase
import Effects
import SystemBase
import Testing

/// What holds for every effect: silence, tails, changes without steps, limits.
@Suite struct EffectTests {
  @Test(arguments: EffectKind.allCases)
  func silenceGivesSilence(kind: EffectKind) {
    let bench = EffectBench(kind)
    #expect(bench.renderSilence(512).peak == 0 && bench.reportsSilence)
    #expect(bench.render(.init(repeating: .zero, count: 512)).peak == 0 && bench.reportsSilence)
  }

  @Test(arguments: EffectKind.allCases)
  func tailEndsAndTheUnitReportsSilence(kind: EffectKind) {
    let bench = EffectBench(kind)
    bench.settle()
    _ = bench.render(sine(440, frames: 4800))
    #expect(!bench.reportsSilence)
    var seconds = 0
    while !bench.reportsSilence && seconds < 30 {
      _ = bench.renderSilence(48_000)
      seconds += 1
    }
    #expect(bench.reportsSilence)
    // Nothing of the former sound is left.
    #expect(bench.renderSilence(4800).peak == 0)
    #expect(bench.render(.init(repeating: .zero, count: 4800)).peak == 0)
  }

  @Test(arguments: EffectKind.allCases)
  func jumpsOfParametersMakeNoStep(kind: EffectKind) {
    for parameter in kind.parameters.indices {
      let range = kind.parameters[parameter].range
      let bench = EffectBench(kind)
      bench.settle()
      var place = 0
      func play(_ frames: Int) -> [Frame] {
        defer { place += frames }
        let input = sine(440, frames: frames, from: place)
        // An echo repeats the beginning, which must have no corner either.
        return bench.render(input.indices.map { input[$0] * min(Float(place + $0) / 4800, 1) })
      }
      _ = play(36_000)
      for value in [range.lowerBound, range.upperBound, range.lowerBound] {
        let before = play(4800).largestBend
        bench.unit.set(parameter, to: value)
        let change = play(36_000)
        let after = play(4800).largestBend
        let step = change.largestBend - max(before, after)
        #expect(step < 0.001, "\(kind.parameters[parameter].name) to \(value)")
      }
    }
  }

  /// Parameters change at frames of which one is within the slice of another.
  @Test(arguments: EffectKind.allCases)
  func changesSoundAlikeWhereverBlocksBegin(kind: EffectKind) {
    let input = zip(sine(440, frames: 24_000), sine(3_000, level: 0.1, frames: 24_000)).map { $0 + $1 }
    func render(_ block: Int) -> [Frame] {
      let bench = EffectBench(kind)
      bench.settle()
      var (out, place) = ([Frame](), 0)
      for (end, share) in [(2_048, 0.6), (2_500, 0.7), (2_517, 0.3), (9_001, 0.55), (24_000, 0)] {
        out += bench.render(Array(input[place..<end]), block: block)
        place = end
        for (index, parameter) in kind.parameters.enumerated() {
          let range = parameter.range
          let value = range.lowerBound + (range.upperBound - range.lowerBound) * share
          bench.unit.set(index, to: parameter.isChoice ? value.rounded() : value)
        }
      }
      return out
    }
    let expected = render(512)
    for block in [100, 441] {
      #expect(zip(render(block), expected).map { $0 - $1 }.peak <= 1e-6, "blocks of \(block)")
    }
  }

  @Test(arguments: EffectKind.allCases)
  func addingAndBypassingMakeNoStep(kind: EffectKind) {
    let (bench, level) = (EffectBench(kind), 0.25)
    // Begins at a peak, and lasts for three echoes.
    let tone = sine(440, level: level, frames: 200_000, from: 27)
    var heard = Array(tone.prefix(4800))
    func play(_ frames: Int) -> [Frame] {
      let out = bench.render(Array(tone[heard.count..<(heard.count + frames)]))
      heard += out
      return out
    }
    for isBypassed in [false, true, false] {
      bench.unit.bypass(isBypassed)
      let before = Array(heard.suffix(4800))
      let change = play(55_000)
      let steady = max(before.largestBend, play(4800).largestBend)
      let step = Double((before.suffix(2) + change).largestBend - steady)
      // −60 dB of the tone.
      #expect(step < level * 0.001, "\(isBypassed ? "bypassed" : "added")")
    }
  }

  @Test(arguments: EffectKind.allCases)
  func bypassedUnitPassesItsInput(kind: EffectKind) {
    let bench = EffectBench(kind, isBypassed: true)
    let input = sine(440, frames: 4800)
    #expect(bench.render(input) == input)
    bench.unit.bypass(false)
    _ = bench.render(input)
    bench.unit.bypass(true)
    _ = bench.render(input)
    #expect(bench.render(input) == input)
  }

  @Test(arguments: EffectKind.allCases)
  func outputIsFiniteAndLimitedWhateverComesIn(kind: EffectKind) {
    var random = SeededGenerator(seed: 3)
    let bench = EffectBench(kind)
    for round in 0..<60 {
      for (index, parameter) in kind.parameters.enumerated() {
        bench.unit.set(index, to: parameter.value(at: Double.random(in: 0...1, using: &random)))
      }
      bench.unit.bypass(round % 10 == 9)
      var input = (0..<2400).map { _ in
        Frame(Float.random(in: -1...1, using: &random), Float.random(in: -1...1, using: &random))
      }
      let bad: [Float] = [.nan, .infinity, -.infinity, 1e30, -1e30, 0x1p-140]
      for _ in 0..<(round % 3) * 5 {
        input[Int.random(in: 0..<2400, using: &random)].y = bad.randomElement(using: &random) ?? 0
      }
      let out = bench.render(input, block: Int.random(in: 1...500, using: &random))
      // While it is bypassed, the input passes.
      if round % 10 == 9 { continue }
      #expect(out.allSatisfy { $0.x.magnitude <= 15.85 && $0.y.magnitude <= 15.85 }, "round \(round)")
    }
  }

  @Test func parametersHaveTheValuesThatWereSet() {
    let unit = EffectKind.filter.makeUnit(UnitSetup(rate: .standard, values: [1, 440.1]))
    #expect((0..<3).map { unit.value($0) } == [1, 440.1, 0.71])
    unit.set(1, to: 1e9)
    unit.set(0, to: 1.6)
    #expect((0..<2).map { unit.value($0) } == [2, 20_000])
  }
}

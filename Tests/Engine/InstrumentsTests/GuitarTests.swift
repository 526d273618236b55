import AudioBase
import Glibc
import Instruments
import MixEngine
import SystemBase
import Testing

/// The guitar: pitch, decay, pick, damping, limits.
@Suite struct GuitarTests {
  private static func hertz(_ key: Int) -> Double { 440 * pow(2, Double(key - 69) / 12) }

  private static func cents(_ frequency: Double, key: Int) -> Double { 1200 * log2(frequency / hertz(key)) }

  @Test(arguments: [44_100, 48_000, 96_000])
  func everyKeyFromE2ToE6IsInTuneWithinACent(hertz: Int) {
    let rate = SampleRate(hertz)
    for key in 40...88 {
      let bench = InstrumentBench(rate: rate)
      bench.pluck(key)
      _ = bench.render(seconds: 0.1)
      let found = bench.render(seconds: 0.3).frequency(near: Self.hertz(key), rate: rate)
      #expect(abs(Self.cents(found, key: key)) < 1, "key \(key): \(Self.cents(found, key: key)) cents")
    }
  }

  @Test(arguments: [0.0, 25, 100])
  func pitchDoesNotDependOnTheBrightness(brightness: Double) {
    for key in [40, 64, 88] {
      let bench = InstrumentBench(.guitar, ["brightness": brightness])
      bench.pluck(key)
      _ = bench.render(seconds: 0.1)
      let found = bench.render(seconds: 0.4).frequency(near: Self.hertz(key), rate: .standard)
      #expect(abs(Self.cents(found, key: key)) < 1, "key \(key): \(Self.cents(found, key: key)) cents")
    }
  }

  @Test(arguments: [1.0, 4, 12])
  func fundamentalDecaysBySixtyDecibelsInTheTimeOfTheParameter(seconds: Double) {
    let bench = InstrumentBench(.guitar, ["decay": seconds, "brightness": 100, "body": 0])
    bench.pluck(45)
    _ = bench.render(seconds: 0.1)
    let out = bench.render(seconds: 1)
    let (first, last) = (
      out[..<4800].spectrum(at: 110, rate: .standard).magnitude,
      out[43_200...].spectrum(at: 110, rate: .standard).magnitude
    )
    // 0.9 s lie between the windows.
    let decay = -20 * log10(last / first) / 0.9
    #expect(abs(decay / (60 / seconds) - 1) < 0.05, "\(decay) dB a second")
  }

  @Test func partialsWithANodeAtThePickAreMissing() {
    for (percent, missing) in [(50.0, 2), (25, 4), (20, 5)] {
      let bench = InstrumentBench(.guitar, ["pick position": percent, "body": 0, "brightness": 100])
      bench.pluck(45, velocity: 127)
      _ = bench.render(seconds: 0.02)
      let out = bench.render(seconds: 0.5)
      let partials = (1...6).map { out.spectrum(at: 110 * Double($0), rate: .standard).magnitude }
      let (node, below) = (partials[missing - 1], partials[missing - 2])
      #expect(20 * log10(below / node) > 30, "partial \(missing) for \(percent) %: \(partials)")
    }
  }

  @Test func harderPluckIsLouderAndBrighter() {
    let shares = [Float(30), 127].map { velocity in
      let bench = InstrumentBench()
      bench.pluck(40, velocity: velocity)
      let out = bench.render(seconds: 0.3)
      let (low, high) = (
        out.spectrum(at: Self.hertz(40), rate: .standard).magnitude,
        out.spectrum(at: 16 * Self.hertz(40), rate: .standard).magnitude
      )
      return (low: low, high: high / low)
    }
    #expect(shares[1].low > 4 * shares[0].low)
    #expect(shares[1].high > 2 * shares[0].high)
  }

  @Test func nothingIsHeardBeforeTheFrameOfTheNote() {
    let bench = InstrumentBench()
    bench.pluck(64, at: 100)
    let out = bench.render(256)
    #expect(out[..<100].peak == 0)
    #expect(out[100..<120].peak > 0.001)
  }

  @Test func releaseDampsTheStringInItsTime() {
    for (release, seconds) in [(90.0, 0.15), (1000, 1.4)] {
      let bench = InstrumentBench(.guitar, ["release": release])
      bench.pluck(52)
      let held = bench.render(seconds: 0.5)
      bench.send(.off, key: 52)
      let out = bench.render(seconds: 2)
      let fallen = held.level(from: 21_600, count: 2400) - out.level(from: Int(seconds * 48_000), count: 2400)
      #expect(fallen > 55, "\(release) ms: \(fallen) dB")
    }
  }

  @Test func noteOfGivenLengthIsReleasedByItself() {
    let bench = InstrumentBench()
    bench.pluck(52, held: 9600)
    let out = bench.render(seconds: 1)
    #expect(out.level(from: 7200, count: 2400) > -50)
    #expect(out.level(from: 24_000, count: 2400) < -90)
  }

  @Test func pedalHoldsReleasedNotesUntilItComesUp() {
    let bench = InstrumentBench()
    bench.send(.control, key: NoteEvent.hold, value: 127)
    bench.pluck(52)
    bench.send(.off, key: 52)
    let held = bench.render(seconds: 0.5)
    #expect(held.level(from: 21_600, count: 2400) > -50)
    bench.send(.control, key: NoteEvent.hold, value: 0)
    let out = bench.render(seconds: 0.5)
    #expect(out.level(from: 21_600, count: 2400) < -90)
  }

  @Test func silenceGivesRestAndTheEndOfAllSoundTakesMilliseconds() {
    let bench = InstrumentBench()
    #expect(bench.render(512).peak == 0 && bench.reportsSilence)
    for key in [40, 47, 52, 56, 59, 64] { bench.pluck(key) }
    _ = bench.render(seconds: 0.5)
    #expect(!bench.reportsSilence)
    bench.send(.control, key: NoteEvent.soundOff)
    let out = bench.render(seconds: 1)
    #expect(out[480...].level(from: 0, count: 4800) < -40)
    #expect(bench.reportsSilence)
  }

  @Test func bypassFadesToSilenceAndBeginsNoNotes() {
    let bench = InstrumentBench()
    bench.pluck(52)
    _ = bench.render(4800)
    let before = bench.render(4800).largestBend
    bench.unit.bypass(true)
    let out = bench.render(24_000)
    #expect(out.largestBend < before * 1.3)
    #expect(out[4800...].peak == 0 && bench.reportsSilence)
    bench.pluck(52)
    #expect(bench.render(4800).peak == 0)
    bench.unit.bypass(false)
    bench.pluck(52)
    #expect(bench.render(4800).peak > 0.001)
  }

  @Test func strumDecaysToSilenceAndTheUnitRests() {
    let bench = InstrumentBench(.guitar, ["decay": 1])
    for key in [40, 47, 52, 56, 59, 64] { bench.pluck(key, velocity: 127) }
    var seconds = 0
    repeat {
      _ = bench.render(48_000)
      seconds += 1
    } while !bench.reportsSilence && seconds < 10
    #expect(bench.reportsSilence && seconds < 6)
    #expect(bench.render(4800).peak == 0)
  }

  @Test func bendMovesThePitchWithoutAStep() {
    let bench = InstrumentBench(.guitar, ["decay": 20])
    bench.pluck(64)
    _ = bench.render(seconds: 0.3)
    let before = bench.render(4800).largestBend
    bench.send(.bend, value: 2)
    let change = bench.render(9600)
    #expect(change.largestBend < before * 1.3)
    let found = bench.render(24_000).frequency(near: Self.hertz(66), rate: .standard)
    #expect(abs(Self.cents(found, key: 66)) < 1, "\(found)")
    bench.send(.bend, value: 0)
    _ = bench.render(9600)
    let back = bench.render(24_000).frequency(near: Self.hertz(64), rate: .standard)
    #expect(abs(Self.cents(back, key: 64)) < 1, "\(back)")
  }

  @Test func pluckedAgainStringReplacesItsNoteAndOthersSoundOn() {
    let bench = InstrumentBench(.guitar, ["decay": 20, "body": 0])
    bench.pluck(40, string: 0)
    bench.pluck(64, string: 5)
    _ = bench.render(seconds: 0.2)
    bench.pluck(43, string: 0)
    _ = bench.render(seconds: 0.1)
    let out = bench.render(seconds: 0.5)
    func magnitude(_ key: Int) -> Double { out.spectrum(at: Self.hertz(key), rate: .standard).magnitude }
    #expect(magnitude(40) < magnitude(43) / 100)
    #expect(magnitude(64) > magnitude(43) / 20)
  }

  @Test func notesWithoutAStringTakeStringsOfTheirOwn() {
    let bench = InstrumentBench(.guitar, ["decay": 20, "body": 0])
    let keys = [60, 64, 67, 71]
    for key in keys { bench.pluck(key) }
    _ = bench.render(seconds: 0.2)
    let out = bench.render(seconds: 0.5)
    let levels = keys.map { out.spectrum(at: Self.hertz($0), rate: .standard).magnitude }
    #expect(levels.allSatisfy { $0 > (levels.max() ?? 0) / 20 }, "\(levels)")
  }

  @Test func outputIsFiniteAndLimitedForAllParametersAndFloodsOfNotes() {
    var random = SeededGenerator(seed: 7)
    for hertz in [8000, 44_100, 192_000] {
      let bench = InstrumentBench(rate: SampleRate(hertz))
      for _ in 0..<150 {
        for (index, parameter) in bench.unit.parameters.enumerated() {
          bench.unit.set(index, to: parameter.value(at: Double.random(in: 0...1, using: &random)))
        }
        let values: [Float] = [.nan, .infinity, -1e30, -3, 0, 0.5, 64, 127, 500]
        var offset = 0
        for _ in 0..<Int.random(in: 0...120, using: &random) {
          let kinds: [NoteEvent.Kind] = [.on, .on, .on, .off, .bend, .control]
          offset = min(offset + Int.random(in: 0...20, using: &random), 511)
          bench.send(
            kinds.randomElement(using: &random) ?? .on, key: Int.random(in: -5...140, using: &random),
            string: Int.random(in: -2...8, using: &random), value: values.randomElement(using: &random) ?? 0,
            at: offset, gain: values.randomElement(using: &random) ?? 1,
            held: Int.random(in: -1...3000, using: &random))
        }
        let out = bench.render(512, block: 512)
        #expect(out.allSatisfy { $0.x.magnitude <= 15.85 && $0.y.magnitude <= 15.85 })
      }
    }
  }
}

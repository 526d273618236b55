import SystemBase
import Testing

@testable import ResourceSynthesis

@Suite struct InstrumentTests {
  /// How far a tone is from a key, in cents: the phase that its fundamental gains in half a second.
  private func cents(_ tone: Mono, from key: Int) -> Double {
    let frequency = ExactMaths.frequency(key: Double(key))
    func phase(at start: Int) -> Double {
      var real = 0.0
      var imaginary = 0.0
      let width = 9600
      for index in 0..<width {
        let window = 1 - ExactMaths.cosine(turns: Double(index) / Double(width))
        let turns = frequency * Double(start + index) / Signal.rate
        real += tone[start + index] * window * ExactMaths.cosine(turns: turns)
        imaginary -= tone[start + index] * window * ExactMaths.sine(turns: turns)
      }
      return turns(imaginary, real)
    }
    var gained = phase(at: 16_800) - phase(at: 4800)
    gained -= ExactMaths.rounded(gained)
    return 1731 * gained / (frequency * 0.25)
  }

  /// The angle of a point, in turns.
  private func turns(_ y: Double, _ x: Double) -> Double {
    var best = (turns: 0.0, dot: -Double.infinity)
    for step in 0..<4096 {
      let turns = Double(step) / 4096
      let dot = x * ExactMaths.cosine(turns: turns) + y * ExactMaths.sine(turns: turns)
      if dot > best.dot { best = (turns, dot) }
    }
    return best.turns
  }

  @Test(arguments: [50, 57, 62, 66, 69])
  func theGuitarIsInTune(key: Int) {
    var random = SeededGenerator(seed: 3)
    let tone = PluckedString().tone(key: key, seconds: 1, velocity: 0.8, &random)
    #expect(abs(cents(tone, from: key)) < 3)
  }

  @Test(arguments: [62, 74, 83])
  func pianoAndKalimbaAreInTune(key: Int) {
    var random = SeededGenerator(seed: 3)
    let piano = ElectricPiano().tone(key: key, seconds: 1, velocity: 0.8, &random)
    let kalimba = Kalimba().tone(key: key, seconds: 1, velocity: 0.8, &random)
    #expect(abs(cents(piano, from: key)) < 3)
    #expect(abs(cents(kalimba, from: key)) < 3)
  }

  @Test func limiterHoldsTheCeilingAndKeepsQuieterSound() {
    var random = SeededGenerator(seed: 5)
    var sound = StereoSignal(seconds: 1)
    for index in 0..<sound.count {
      let gain = index > 20_000 && index < 21_000 ? 2.0 : 0.3
      sound.left[index] = random.bipolar() * gain
      sound.right[index] = random.bipolar() * gain
    }
    let before = sound
    PeakLimiter(ceiling: 0.5, lookAhead: 0.005, release: 0.2).limit(&sound)
    #expect(sound.peak <= 0.5 + 1e-9)
    #expect(sound.peak > 0.45)
    #expect(zip(sound.left, before.left).prefix(19_000).allSatisfy { abs($0 - $1) < 1e-9 })
    #expect(abs(sound.left[47_000] - before.left[47_000]) < 1e-3)
  }

  @Test func modeLosesSixtyDecibelsInTheDecayTime() {
    var tone = Signal.silence(0.6)
    Mode(frequency: 1000, decay: 0.5, level: 1).ring(in: &tone)
    #expect(abs(tone[0..<480].max().map { $0 - 1 } ?? 1) < 0.02)
    let late = tone[24_000..<24_048].map(\.magnitude).max() ?? 0
    #expect(abs(late - 0.001) < 0.000_02)
  }
}

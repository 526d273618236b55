import SystemBase

/// A plucked nylon string.
///
/// Source: D. Jaffe and J. Smith, "Extensions of the Karplus-Strong Plucked-String Algorithm", Computer Music Journal
/// 7:2, 1983: a delay line of one period with a low-pass filter and an all-pass filter for the tuning in its loop.
struct PluckedString: PitchedSound {
  /// The coefficient of the low-pass filter, 0 to 0.5; higher values sound duller.
  private static let dullness = 0.36

  func tone(key: Int, seconds: Double, velocity: Double, _ random: inout SeededGenerator) -> Mono {
    let frequency = ExactMaths.frequency(key: Double(key))
    let release = 0.14
    var tone = Signal.silence(seconds + release)
    let loop = Loop(period: Signal.rate / frequency, decay: max(1.2, 4.2 - 0.065 * Double(key - 40)))
    var line = pluck(loop.length, velocity, &random)
    loop.run(&line, into: &tone)
    for index in 0..<48 { tone[index] *= Double(index + 1) / 49 }
    tone.peak(112, resonance: 2, decibels: 2.5)
    tone.peak(224, resonance: 2.5, decibels: 2)
    tone.lowPass(7500)
    tone.release(after: seconds, over: release)
    tone.scale(velocity)
    return tone
  }

  /// Returns the initial shape of the string: a smoothed triangle from the plucking position, and a little noise.
  private func pluck(_ length: Int, _ velocity: Double, _ random: inout SeededGenerator) -> Mono {
    var shape = Mono(repeating: 0, count: length)
    let place = 0.19 + 0.03 * random.bipolar()
    let softness = 1500 + 2700 * velocity
    for partial in 1...min(48, length / 3) {
      let number = Double(partial)
      let ratio = number * Signal.rate / Double(length) / softness
      let level = ExactMaths.sine(turns: number * place / 2) / (number * (1 + ratio * ratio))
      let phase = 0.12 * random.unit()
      for index in 0..<length {
        shape[index] += level * ExactMaths.sine(turns: phase + number * Double(index) / Double(length))
      }
    }
    for index in 0..<length { shape[index] += 0.03 * random.bipolar() }
    let mean = shape.reduce(0, +) / Double(length)
    for index in 0..<length { shape[index] -= mean }
    let power = shape.reduce(0) { $0 + $1 * $1 } / Double(length)
    shape.scale(0.3 / power.squareRoot())
    return shape
  }

  private struct Loop {
    let length: Int
    private let coefficient: Double
    private let gain: Double

    init(period: Double, decay: Double) {
      let target = period - PluckedString.dullness
      length = Int(target - 0.3)
      let fraction = target - Double(length)
      coefficient = (1 - fraction) / (1 + fraction)
      gain = ExactMaths.exp(-6.907755278982137 * period / (decay * Signal.rate))
    }

    func run(_ line: inout Mono, into tone: inout Mono) {
      var place = 0
      var last = 0.0
      var tuned = 0.0
      var tunedInput = 0.0
      for index in tone.indices {
        let value = line[place]
        tone[index] = value
        let dulled = gain * ((1 - PluckedString.dullness) * value + PluckedString.dullness * last)
        last = value
        tuned = coefficient * (dulled - tuned) + tunedInput
        tunedInput = dulled
        line[place] = tuned
        place = place + 1 == length ? 0 : place + 1
      }
    }
  }
}

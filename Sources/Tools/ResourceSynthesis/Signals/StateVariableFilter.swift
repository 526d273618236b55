/// A two-pole state variable filter with low-pass, band-pass and high-pass outputs, stable up to high frequencies.
///
/// Source: V. Zavalishin, "The Art of VA Filter Design", the topology-preserving state variable filter.
struct StateVariableFilter {
  private let damping, first, second, third: Double
  private var bandState = 0.0
  private var lowState = 0.0

  /// Creates a filter of a frequency in Hz, below half the sample rate, and a quality Q; 0.7071 has no peak.
  init(frequency: Double, resonance: Double = 0.7071) {
    let warped = ExactMaths.tangent(turns: 0.5 * frequency / Signal.rate)
    damping = 1 / resonance
    first = 1 / (1 + warped * (warped + damping))
    second = warped * first
    third = warped * second
  }

  /// Filters a sample. Returns the low-pass and the band-pass output; the latter is 1 at its peak for a Q of 1.
  @inline(__always)
  mutating func process(_ input: Double) -> (low: Double, band: Double) {
    let rest = input - lowState
    let band = first * bandState + second * rest
    let low = lowState + second * bandState + third * rest
    bandState = 2 * band - bandState
    lowState = 2 * low - lowState
    return (low, band)
  }

  @inline(__always) mutating func low(_ input: Double) -> Double { process(input).low }
  /// Returns the band-pass output, normalised to 1 at its peak.
  @inline(__always) mutating func band(_ input: Double) -> Double { process(input).band * damping }
  @inline(__always) mutating func high(_ input: Double) -> Double {
    let (low, band) = process(input)
    return input - damping * band - low
  }
}

extension Mono {
  mutating func lowPass(_ frequency: Double, resonance: Double = 0.7071) {
    var filter = StateVariableFilter(frequency: frequency, resonance: resonance)
    for index in indices { self[index] = filter.low(self[index]) }
  }

  mutating func highPass(_ frequency: Double, resonance: Double = 0.7071) {
    var filter = StateVariableFilter(frequency: frequency, resonance: resonance)
    for index in indices { self[index] = filter.high(self[index]) }
  }

  mutating func bandPass(_ frequency: Double, resonance: Double) {
    var filter = StateVariableFilter(frequency: frequency, resonance: resonance)
    for index in indices { self[index] = filter.band(self[index]) }
  }

  /// Applies a peaking equaliser at a frequency.
  mutating func peak(_ frequency: Double, resonance: Double, decibels: Double) {
    var filter = StateVariableFilter(frequency: frequency, resonance: resonance)
    let gain = ExactMaths.factor(decibels: decibels) - 1
    for index in indices { self[index] += filter.band(self[index]) * gain }
  }
}

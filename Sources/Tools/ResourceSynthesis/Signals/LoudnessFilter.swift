/// The weighting of frequencies for loudness at 48 kHz: a shelf and a high-pass. Source: ITU-R BS.1770-5, annex 1.
struct LoudnessFilter {
  private struct Section {
    let b0, b1, b2, a1, a2: Double
    var first = 0.0
    var second = 0.0

    mutating func process(_ input: Double) -> Double {
      let output = b0 * input + first
      first = b1 * input - a1 * output + second
      second = b2 * input - a2 * output
      return output
    }
  }

  private var shelf = Section(
    b0: 1.53512485958697, b1: -2.69169618940638, b2: 1.19839281085285, a1: -1.69065929318241,
    a2: 0.73248077421585)
  private var highPass = Section(b0: 1, b1: -2, b2: 1, a1: -1.99004745483398, a2: 0.99007225036621)

  mutating func process(_ input: Double) -> Double { highPass.process(shelf.process(input)) }
}

extension Mono {
  /// The momentary loudness of the onset: the weighted root mean square of the first 0.4 seconds, linear.
  var onsetLoudness: Double {
    var filter = LoudnessFilter()
    let window = Signal.frames(0.4)
    let energy = prefix(window).reduce(0) { sum, value in
      let weighted = filter.process(value)
      return sum + weighted * weighted
    }
    return (energy / Double(window)).squareRoot()
  }
}

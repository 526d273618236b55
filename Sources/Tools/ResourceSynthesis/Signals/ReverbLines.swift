/// The delay lines of a reverb and their state.
struct ReverbLines {
  private static let lengths = [1187, 1423, 1699, 1949, 2243, 2539, 2861, 3203]

  /// The samples of all lines in one array.
  private var memory: Mono
  private let starts: [Int]
  private let ends: [Int]
  private var places: [Int]
  private let gains: Mono
  /// The low-pass filtered outputs of the lines.
  private var tails = Mono(repeating: 0, count: 8)
  private let dullness: Double

  init(decay: Double, damping: Double) {
    let lengths = ReverbLines.lengths
    memory = Mono(repeating: 0, count: lengths.reduce(0, +))
    starts = lengths.indices.map { lengths[..<$0].reduce(0, +) }
    ends = lengths.indices.map { lengths[...$0].reduce(0, +) }
    places = starts
    gains = lengths.map { ExactMaths.exp(-6.907755278982137 * Double($0) / (decay * Signal.rate)) }
    dullness = ExactMaths.exp(-6.283185307179586 * damping / Signal.rate)
  }

  /// Processes one frame.
  mutating func next(_ left: Double, _ right: Double) -> (left: Double, right: Double) {
    var sum = 0.0
    for line in 0..<8 {
      let value = memory[places[line]] * gains[line]
      tails[line] = value + dullness * (tails[line] - value)
      sum += tails[line]
    }
    for line in 0..<8 {
      // Each line is fed by all others: a Householder reflection of the eight outputs, which preserves energy.
      memory[places[line]] = (line & 1 == 0 ? left : right) + tails[line] - sum * 0.25
      places[line] += 1
      if places[line] == ends[line] { places[line] = starts[line] }
    }
    return (
      tails[0] - tails[2] + tails[4] - tails[6] + 0.3 * (tails[1] - tails[5]),
      tails[1] - tails[3] + tails[5] - tails[7] + 0.3 * (tails[2] - tails[6])
    )
  }
}

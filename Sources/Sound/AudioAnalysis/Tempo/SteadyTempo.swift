import Glibc

/// The even beats of a track of constant tempo: a straight line through its onsets.
struct SteadyTempo {
  /// The step of a beat.
  private(set) var first: Double
  /// Steps of a beat.
  private(set) var period: Double

  /// The largest distance of an onset from the beat that it marks, in seconds.
  private static let reach = 0.035
  /// The minimum share of the tracked beats that a constant tempo explains.
  private static let explained = 0.8

  /// Fits even beats to tracked ones.
  ///
  /// The period is where the strength of onsets has its strongest spectral line near the tracked tempo; its exact value
  /// is that of a line by least squares through the onsets near the beats, without those that are far from it.
  ///
  /// - Parameters:
  ///   - beats: tracked beats as steps.
  ///   - bass: the strength of onsets of the bass, which are rather on beats than between them.
  ///   - period: steps of a beat, within 3 %.
  /// - Returns: nil if the tempo changes.
  init?(_ strength: OnsetStrength, bass: OnsetStrength, beats: [Int], period: Double) {
    guard beats.count >= 8 else { return nil }
    self.period = SteadyTempo.strongestPeriod(strength, near: period)
    first = 0
    first = strongestPhase(strength, bass)
    let reach = SteadyTempo.reach * strength.stepRate
    for _ in 0..<3 { fit(to: onsets(of: strength, reach: reach)) }
    // Syncopation moves tracked beats to sixteenths.
    let near = beats.count { abs(distance(of: Double($0), parts: 4)) <= self.period / 20 }
    if Double(near) < SteadyTempo.explained * Double(beats.count) { return nil }
  }

  /// Returns the steps from the nearest beat, or part of one, to a step.
  private func distance(of step: Double, parts: Double = 1) -> Double {
    let places = (step - first) / period * parts
    return (places - places.rounded()) * period / parts
  }

  private static func strongestPeriod(_ strength: OnsetStrength, near period: Double) -> Double {
    let count = Double(strength.values.count)
    // A quarter of the width of a line of the spectrum.
    let width = 0.25 * period * period / count
    let most = Int((0.03 * period / width).rounded(.up))
    let candidates = (-most...most).map { period + Double($0) * width }
    return candidates.max { line(strength, $0) < line(strength, $1) } ?? period
  }

  /// Returns the magnitude of the spectrum at a period and at its half.
  private static func line(_ strength: OnsetStrength, _ period: Double) -> Double {
    [1.0, 2.0].reduce(0) { sum, harmonic in
      let angle = -2 * Double.pi * harmonic / period
      let turn = SIMD2(cos(angle), sin(angle))
      var (phase, total) = (SIMD2(1.0, 0.0), SIMD2(0.0, 0.0))
      for value in strength.values {
        total += phase * Double(value)
        phase = SIMD2(phase.x * turn.x - phase.y * turn.y, phase.x * turn.y + phase.y * turn.x)
      }
      return sum + (total * total).sum().squareRoot()
    }
  }

  /// Returns the step within the first period whose beats have the strongest onsets.
  private func strongestPhase(_ strength: OnsetStrength, _ bass: OnsetStrength) -> Double {
    let count = Int(period * 2)
    let sums = (0..<count).map { index -> Float in
      var sum: Float = 0
      var step = Double(index) / 2
      while step < Double(strength.values.count) {
        sum += strength.value(at: step) + bass.value(at: step)
        step += period
      }
      return sum
    }
    // An onset spreads over some steps.
    let spread = sums.indices.map { index in
      (-2...2).reduce(Float(0)) { $0 + sums[(index + $1 + count) % count] }
    }
    return Double(spread.indices.max { spread[$0] < spread[$1] } ?? 0) / 2
  }

  private struct Onset {
    var beat: Double
    var step: Double
    var weight: Double
  }

  private func onsets(of strength: OnsetStrength, reach: Double) -> [Onset] {
    var onsets: [Onset] = []
    var beat = -(first / period).rounded(.down)
    while first + beat * period < Double(strength.values.count) {
      if let peak = strength.peak(near: first + beat * period, reach: reach) {
        onsets.append(Onset(beat: beat, step: peak.step, weight: min(Double(peak.value), 3)))
      }
      beat += 1
    }
    return onsets
  }

  /// Fits the line to onsets, without the quarter that is the farthest from it.
  private mutating func fit(to onsets: [Onset]) {
    let distances = onsets.map { abs(distance(of: $0.step)) }.sorted()
    guard distances.count >= 8 else { return }
    let limit = distances[distances.count * 3 / 4]
    let used = onsets.filter { abs(distance(of: $0.step)) <= limit }
    let weight = used.reduce(0) { $0 + $1.weight }
    let beat = used.reduce(0) { $0 + $1.weight * $1.beat } / weight
    let step = used.reduce(0) { $0 + $1.weight * $1.step } / weight
    let square = used.reduce(0) { $0 + $1.weight * ($1.beat - beat) * ($1.beat - beat) }
    let product = used.reduce(0) { $0 + $1.weight * ($1.beat - beat) * ($1.step - step) }
    guard square > 0 else { return }
    period = product / square
    first = step - beat * period
  }
}

extension OnsetStrength {
  /// Returns the strongest onset near a place, between steps by a parabola; nil if there is none.
  func peak(near place: Double, reach: Double) -> (step: Double, value: Float)? {
    let range = max(1, Int((place - reach).rounded(.up)))...max(1, Int((place + reach).rounded(.down)))
    guard range.upperBound + 1 < values.count, let top = range.max(by: { values[$0] < values[$1] }),
      values[top] > 0, values[top] >= values[top - 1], values[top] >= values[top + 1]
    else { return nil }
    let (left, right) = (Double(values[top - 1]), Double(values[top + 1]))
    let bend = left - 2 * Double(values[top]) + right
    return (Double(top) + (bend < 0 ? 0.5 * (left - right) / bend : 0), values[top])
  }
}

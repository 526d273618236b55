import Glibc

/// Finds the sequence of steps that have strong onsets and are about as far apart as the beats of a tempo.
///
/// Dynamic programming. Source: Ellis, Beat Tracking by Dynamic Programming (Journal of New Music Research 36, 2007).
enum BeatTracker {
  /// The weight of even beats relative to the strength of onsets.
  private static let tightness: Float = 100

  /// Returns the steps of the beats in ascending order.
  ///
  /// - Parameters:
  ///   - strength: the strength of onsets.
  ///   - tempo: the periods of the beats.
  static func beats(_ strength: OnsetStrength, _ tempo: TempoEstimate) -> [Int] {
    let period = tempo.period
    let local = strength.smoothed(by: max(0.7, period / 32))
    guard local.count > 2, period >= 2 else { return [] }
    let (nearest, farthest) = (Int((period / 2).rounded()), Int((2 * period).rounded()))
    let costs = tempo.periods.map { period in
      (nearest...farthest).map { -tightness * Float(pow(log(Double($0) / period), 2)) }
    }
    var scores = local
    var previous = Array(repeating: -1, count: local.count)
    let weakest = 0.01 * (local.max() ?? 0)
    var hasBegun = false
    for step in local.indices {
      var (best, from) = (-Float.infinity, -1)
      let costs = costs[min(step / tempo.part, costs.count - 1)]
      for distance in nearest...farthest where distance <= step {
        let score = scores[step - distance] + costs[distance - nearest]
        if score > best { (best, from) = (score, step - distance) }
      }
      // Silence before the first onset has no beats.
      if from < 0 || (!hasBegun && local[step] < weakest) { continue }
      hasBegun = true
      scores[step] = local[step] + best
      previous[step] = from
    }
    return path(to: last(scores), previous)
  }

  /// Returns the last step where the score is at a maximum and not much below those before.
  private static func last(_ scores: [Float]) -> Int {
    let peaks = scores.indices.dropFirst().dropLast().filter {
      scores[$0] >= scores[$0 - 1] && scores[$0] > scores[$0 + 1]
    }
    let levels = peaks.map { scores[$0] }.sorted()
    guard !levels.isEmpty else { return scores.count - 1 }
    let usual = levels[levels.count / 2] / 2
    return peaks.last { scores[$0] > usual } ?? scores.count - 1
  }

  private static func path(to end: Int, _ previous: [Int]) -> [Int] {
    var beats: [Int] = []
    var step = end
    while step >= 0 {
      beats.append(step)
      step = previous[step]
    }
    return beats.reversed()
  }
}

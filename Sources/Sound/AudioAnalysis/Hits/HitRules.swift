import AudioBase

/// The linear rules that classify onsets by drum, and songs by whether they have drums.
package struct HitRules: Hashable, Sendable {
  package struct Rule: Hashable, Sendable {
    let weights: [Float]
    let bias: Float

    init(_ weights: [Float], bias: Float) { (self.weights, self.bias) = (weights, bias) }

    /// Returns the logarithm of the odds. Numbers without a weight are ignored.
    func value(of numbers: [Float]) -> Float {
      weights.indices.reduce(bias) { $0 + weights[$1] * numbers[$1] }
    }
  }

  /// For each drum the rule of the first features of an onset (`HitFeatures.short`).
  let drums: [SongDrum: Rule]
  /// The rule of `HitGate.features`.
  let gate: Rule
}

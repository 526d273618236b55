// Written by `drumdub-bench --fit FILE song`. Sources/README.md says of what.

import AudioBase

extension HitRules {
  /// The rules of the program. A line has the six groups of bands from low to high: rise, decay and late decay, beside those
  /// of other onsets of the song; the strengths of the three parts; the rise as it is.
  package static let standard = HitRules(
    drums: [
      .kick: Rule(
        [
          1.78, 1.41, -0.01, -0.09, -0.16, 1.04,
          -1.06, 1.9, 1.06, -1.28, 0.46, -0.88,
          4.93, -0.97, -0.69, 0.44, -0.88, 0.92,
          -0.69, 0.09, -0.64,
          3.67, -2.48, -0.52, -0.1, 0.11, 0.58,
        ], bias: -6.16),
      .snare: Rule(
        [
          -0.06, 1.3, -0.15, -0.1, 0.46, 0.18,
          1.6, 2.67, -0.48, 0.59, -2.33, 0.15,
          -1.84, 0.08, 0.05, 1.29, 0.8, -0.73,
          -0.47, 0.25, 0.94,
          -1.05, 1.96, 0.04, -0.21, 0.85, -0.51,
        ], bias: -4.05),
      .hat: Rule(
        [
          0.92, 0.8, 0.56, 0.29, -1.43, 1.74,
          0.53, -0.08, 0.37, -0.53, 1.42, 0.94,
          -0.34, -0.11, -0.01, 0.82, -1.18, 0.84,
          -0.11, -0.86, 0.23,
          -0.75, 0.42, -1.1, 0.15, 0.01, 0.76,
        ], bias: -1.94),
      .other: Rule(
        [
          0.11, 0, 0.2, 0.4, 0.68, 1.61,
          -0.24, 0.44, 0.61, -1.01, -0.47, 0.16,
          0.22, 0.07, 0, -0.58, 1.02, -0.94,
          -0.02, 0.08, 2.07,
          0.5, -0.04, -0.46, 0.92, -2.29, 0.01,
        ], bias: -2.13),
    ],
    gate: Rule(
      [
        18.6, 6.2, 5.5,
        0.25, 0.14, 1.9, 0.5,
      ], bias: -30.8))
}

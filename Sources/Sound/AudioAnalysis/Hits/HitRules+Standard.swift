// Written by `drumdub-bench --fit FILE song`. Sources/README.md says of what.

import AudioBase

extension HitRules {
  /// The rules of the program. A line has the six groups of bands from low to high: rise, decay and late decay, beside those
  /// of other onsets of the song; the strengths of the three parts; the rise as it is.
  package static let standard = HitRules(
    drums: [
      .kick: Rule(
        [
          1.8, 1.8, -0.3, -0.1, 0.2, 1.1,
          -1.2, 2, 1.5, -1.7, 0.5, -1.2,
          5.6, -1.2, -0.9, 0.6, -0.9, 1,
          -0.9, 0.2, -1.1,
          4.1, -3.1, -0.2, -0.1, 0.1, 0.8,
        ], bias: -6.7),
      .snare: Rule(
        [
          1.4, 0.8, -0.4, 0.3, 0.1, 0.3,
          1, 3.3, -0.5, 1.5, -1.6, -1.1,
          -1.9, 0.4, -0.2, 2.3, -0.9, 0.1,
          -0.3, -0.8, 1.8,
          -1.8, 3.1, 0.9, 0.3, 1.3, -1.1,
        ], bias: -4.9),
      .hat: Rule(
        [
          1.4, 3, -0.5, 0.2, 2.2, 3.9,
          -1.2, -0.4, 1.7, -1.4, 3.9, 0.2,
          0.4, -0.2, 0, -1.4, 0.3, 1.7,
          -1.3, 0.2, -1.2,
          0.7, -4.8, 2.1, -1.7, -1.5, 0.9,
        ], bias: -2.5),
      .other: Rule(
        [
          0.8, -1.2, 0.4, 1.8, 0.6, 0.3,
          0.7, 2.2, -0.7, -0.7, -1, -0.2,
          0, -0.8, -0.2, 1.5, -2.2, 0.8,
          -1.4, -1.2, 3,
          1.4, 2.8, 0, -0.1, -1.7, -0.5,
        ], bias: -2.3),
    ],
    gate: Rule([18.6, 6.2, 5.5, 0.25, 0.14, 1.9, 0.5], bias: -30.8))
}

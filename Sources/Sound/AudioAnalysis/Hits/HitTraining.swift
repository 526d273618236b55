import AudioBase
import Glibc

/// Fits the rules that classify drums to music whose hits are known.
package struct HitTraining {
  /// A hit of the drums of a piece of music, by its frame.
  package typealias Hit = (frame: Int, drum: SongDrum)

  /// An analysed piece of music.
  private struct Piece {
    var features: HitFeatures
    /// For each onset the drums that are struck there.
    var drums: [Set<SongDrum>]
    /// The number of hits of each drum.
    var known: [SongDrum: Int]
    var hasDrums: Bool
  }

  /// The maximum distance of a hit from its onset, in seconds.
  private static let reach = 0.03
  private static let penalty = 10.0

  private var pieces: [Piece] = []

  package init() {}

  /// Adds a piece of music of at most ten minutes.
  ///
  /// - Parameters:
  ///   - samples: mono.
  ///   - hits: in any order; none for music without drums.
  package mutating func add(_ samples: [Float], _ rate: SampleRate, hits: [Hit]) {
    var builder = HitSpectrumBuilder(rate, channels: 1)
    samples.withUnsafeBufferPointer { builder.add($0) }
    builder.finish()
    let onsets = HitOnsets(builder.spectrum)
    let reach = Int(HitTraining.reach * Double(rate.hertz))
    let drums = onsets.steps.map { step -> Set<SongDrum> in
      let frame = HitDetector.frame(of: step, onsets.bands)
      return Set(hits.filter { abs($0.frame - frame) <= reach }.map { $0.drum })
    }
    let known = Dictionary(grouping: hits.map { $0.drum }) { $0 }.mapValues(\.count)
    pieces.append(
      Piece(
        features: HitFeatures(builder.spectrum, onsets), drums: drums, known: known, hasDrums: !hits.isEmpty))
  }

  /// Returns the rules that fit best to the pieces, of which some have drums and some have none.
  package func rules() -> HitRules {
    let drums = Dictionary(uniqueKeysWithValues: SongDrum.allCases.map { ($0, rule(of: $0)) })
    let gates = pieces.compactMap { piece -> (numbers: [Float], hasDrums: Bool)? in
      let values = drums.mapValues { piece.features.values.map($0.value) }
      return HitGate.features(piece.features, values).map { ($0, piece.hasDrums) }
    }
    let fit = LogisticFit(gates.map { $0.numbers }, gates.map { $0.hasDrums }, penalty: 0.1)
    return HitRules(drums: drums, gate: HitRules.Rule(fit))
  }

  /// Fits the rule of a drum. The bias maximises the F measure, the harmonic mean of precision and recall.
  private func rule(of drum: SongDrum) -> HitRules.Rule {
    var (rows, labels): ([[Float]], [Bool]) = ([], [])
    for piece in pieces where piece.hasDrums {
      for (row, drums) in zip(piece.features.values, piece.drums) {
        rows.append(Array(row.prefix(HitFeatures.short)))
        labels.append(drums.contains(drum))
      }
    }
    let rule = HitRules.Rule(LogisticFit(rows, labels, penalty: HitTraining.penalty))
    let known = pieces.reduce(0) { $0 + ($1.known[drum] ?? 0) }
    var (found, best) = (0, (f: -1.0, limit: Float(0)))
    for (count, onset) in zip(rows.map(rule.value), labels).sorted(by: { $0.0 > $1.0 }).enumerated() {
      if onset.1 { found += 1 }
      let f = 2 * Double(found) / Double(count + 1 + known)
      // The onset is a hit: its value is positive.
      if f > best.f { best = (f, onset.0 - 0.01) }
    }
    return HitRules.Rule(rule.weights, bias: rule.bias - best.limit)
  }
}

extension HitRules.Rule {
  /// Returns the rule of a fit with weights that are rounded to two decimals.
  fileprivate init(_ fit: LogisticFit) {
    func rounded(_ value: Double) -> Float { Float((value * 100).rounded() / 100) }
    self.init(fit.weights.map(rounded), bias: rounded(fit.bias))
  }
}

extension HitRules {
  /// The rules as the Swift file of those of the program.
  package var source: String {
    let drums = SongDrum.allCases.compactMap { drum in
      self.drums[drum].map { "      .\(drum): \($0.source(indent: 8, lines: [6, 6, 6, 3, 6])),\n" }
    }
    let header = """
      // Written by `drumdub-bench --fit FILE song`. Sources/README.md says of what.


      """
    return header + "import AudioBase\n\n" + """
      extension HitRules {
        /// The rules of the program. A line has the six groups of bands from low to high: rise, decay and late decay, beside those
        /// of other onsets of the song; the strengths of the three parts; the rise as it is.
        package static let standard = HitRules(
          drums: [
      \(drums.joined())    ],
          gate: \(gate.source(indent: 6, lines: [3, 4])))
      }

      """
  }
}

extension HitRules.Rule {
  /// - Parameter lines: how many weights a line has.
  fileprivate func source(indent: Int, lines: [Int]) -> String {
    let space = String(repeating: " ", count: indent)
    var rest = weights.map { HitRules.Rule.text($0) }[...]
    let rows = lines.map { count in
      defer { rest = rest.dropFirst(count) }
      return "\(space)  \(rest.prefix(count).joined(separator: ", ")),\n"
    }
    return "Rule(\n\(space)[\n\(rows.joined())\(space)], bias: \(HitRules.Rule.text(bias)))"
  }

  private static func text(_ value: Float) -> String {
    let hundredths = Int((value * 100).rounded())
    let text = "\(hundredths < 0 ? "-" : "")\(abs(hundredths) / 100)"
    return hundredths % 100 == 0
      ? text
      : text
        + (hundredths % 10 == 0
          ? ".\(abs(hundredths) / 10 % 10)"
          : ".\(abs(hundredths) % 100 < 10 ? "0" : "")\(abs(hundredths) % 100)")
  }
}

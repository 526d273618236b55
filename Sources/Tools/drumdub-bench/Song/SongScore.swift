import AudioBase
import BenchmarkInputs
import Glibc

/// How well the hits that were found in music are those that were played.
struct SongScore {
  /// The seconds between a hit and the one that was found for it at most.
  private static let reach = 0.03

  /// The numbers of hits of a drum: played, found, and both.
  private var counts: [SongDrum: (played: Int, found: Int, both: Int)] = [:]
  /// How far hits are from those that were found for them, in seconds.
  private(set) var errors: [Double] = []
  /// For each drum of a mixture how the velocities that were played and found correlate.
  private(set) var correlations: [Double] = []

  /// F: the harmonic mean of precision and recall; 0 if nothing was played.
  func f(_ drum: SongDrum) -> Double {
    let (played, found, both) = counts[drum] ?? (0, 0, 0)
    return played + found == 0 ? 0 : 2 * Double(both) / Double(played + found)
  }

  func recall(_ drum: SongDrum) -> Double {
    let (played, _, both) = counts[drum] ?? (0, 0, 0)
    return played == 0 ? 0 : Double(both) / Double(played)
  }

  /// Adds what was found in a mixture.
  mutating func add(_ found: [SongHit], in mixture: SongMixture) {
    let reach = Int(SongScore.reach * Double(SongMixture.rate.hertz))
    for drum in SongDrum.allCases {
      let played = mixture.hits.filter { $0.drum == drum }
      var left = Array(played.indices)
      var pairs: [(Double, Double)] = []
      var wrong = 0
      for hit in found where hit.drum == drum {
        func distance(_ index: Int) -> Int { abs(played[index].frame - hit.frame) }
        if let place = left.indices.min(by: { distance(left[$0]) < distance(left[$1]) }),
          distance(left[place]) <= reach
        {
          errors.append(Double(distance(left[place])) / Double(SongMixture.rate.hertz))
          pairs.append((Double(played[left[place]].velocity), Double(hit.velocity)))
          left.remove(at: place)
        } else {
          wrong += 1
        }
      }
      let former = counts[drum] ?? (0, 0, 0)
      counts[drum] = (
        former.played + played.count, former.found + pairs.count + wrong, former.both + pairs.count
      )
      if let correlation = SongScore.correlation(pairs) { correlations.append(correlation) }
    }
  }

  /// Returns nil for few pairs, and for equal velocities.
  private static func correlation(_ pairs: [(Double, Double)]) -> Double? {
    guard pairs.count >= 8 else { return nil }
    let count = Double(pairs.count)
    let means = (pairs.reduce(0) { $0 + $1.0 } / count, pairs.reduce(0) { $0 + $1.1 } / count)
    var sums = (0.0, 0.0, 0.0)
    for pair in pairs {
      let (x, y) = (pair.0 - means.0, pair.1 - means.1)
      sums = (sums.0 + x * x, sums.1 + y * y, sums.2 + x * y)
    }
    return sums.0 > 1 && sums.1 > 1 ? sums.2 / (sums.0 * sums.1).squareRoot() : nil
  }
}

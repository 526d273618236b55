import Glibc
import SystemBase

/// Artificial words, the most frequent first, whose trigrams are distributed as in English. In 100,000 generated titles
/// with artists and albums there are 9,000 trigrams (with English words 11,000). The rarest trigram of a title is in
/// 0.2 % of the texts (the median; English 0.2 %), the middle one in 2.6 % (English 1.9 %).
package enum SyntheticWords {
  private static let common = split(
    "the of love you in a me my to and on night live for it remix man time blue heart one day song world no rain"
      + " dream girl fire dance black")
  private static let heads =
    split(
      "b bl br c ch cl cr d dr f fl fr g gl gr h j k l m n p ph pl pr qu r s sc sh sk sl sm sn sp st str sw t th tr"
        + " tw v w wh y z") + Array(repeating: "", count: 6)
  private static let vowels = split(
    "a e i o u a e i o e a ai ay ea ee ie oa oo ou ow y io au er or ar é ö")
  private static let tails =
    split(
      "b ck ct d ff g k l ll ld lt m mp n nd ng nk nt p r rd rk rm rn rt s ss st t th ve x ze s n r t d l")
    + Array(repeating: "", count: 25)

  private static let all: [String] = {
    var random = SeededGenerator(seed: 3)
    return common
      + (0..<20_000).map { _ in
        (0..<([1, 1, 2, 2, 2, 3].randomElement(using: &random) ?? 1)).map { _ in
          [heads, vowels, tails].compactMap { $0.randomElement(using: &random) }.joined()
        }.joined()
      }
  }()

  /// Returns a word. A uniform distribution of the logarithm of the rank is Zipf's law.
  package static func next(_ random: inout SeededGenerator) -> String {
    let rank = exp(Double.random(in: 0..<1, using: &random) * log(Double(all.count)))
    return all[min(Int(rank), all.count) - 1]
  }

  private static func split(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
}

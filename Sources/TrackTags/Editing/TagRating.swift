/// The rating in the tags of a file.
///
/// ID3v2 has a popularimeter from 1 to 255, in the steps that most players use. Other formats have a field `RATING`, in
/// stars or in percent, or `FMPS_RATING` from 0 to 1.
struct TagRating: Hashable {
  static let keys = ["POPM", "RATING", "FMPS_RATING"]

  /// 1 to 5.
  let stars: Int

  init?(stars: Int) {
    guard (1...5).contains(stars) else { return nil }
    self.stars = stars
  }

  /// Reads the first property that has a rating.
  init?(_ values: [String: [String]]) {
    let found = TagRating.keys.lazy.compactMap { key in values[key]?.first.flatMap { TagRating($0, of: key) }
    }
    guard let first = found.first else { return nil }
    self = first
  }

  private init?(_ text: String, of key: String) {
    guard let number = Double(text), number > 0, number <= 255 else { return nil }
    switch key {
    case "POPM": self.init(stars: [1, 32, 96, 160, 224].count { number >= $0 })
    case "FMPS_RATING": self.init(stars: min(max(Int((number * 5).rounded()), 1), 5))
    default:
      self.init(stars: number <= 5 ? Int(number.rounded()) : min(max(Int((number / 20).rounded()), 1), 5))
    }
  }

  /// The text for a property, on the scale that it has.
  ///
  /// - Parameter former: the text before; nil if the file does not have the property.
  func text(for key: String, former: String?) -> String {
    switch key {
    case "POPM": "\([1, 64, 128, 196, 255][stars - 1])"
    case "FMPS_RATING": "\(Double(stars) / 5)"
    default: (former.flatMap { Double($0) } ?? 0) > 5 ? "\(stars * 20)" : "\(stars)"
    }
  }
}

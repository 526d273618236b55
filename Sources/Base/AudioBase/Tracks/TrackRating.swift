/// The rating of a track: 1 to 5 stars. A track that is not rated has no value.
///
/// This is the only scale of the program. The scales of other programs are converted here, and only here.
package struct TrackRating: Hashable, Sendable, ExpressibleByIntegerLiteral {
  package static let range = 1...5

  package let stars: Int

  /// Creates a rating from whole stars. Returns nil for a number that is not in `range`.
  package init?(stars: Int) {
    guard TrackRating.range.contains(stars) else { return nil }
    self.stars = stars
  }

  package init(integerLiteral stars: Int) {
    precondition(TrackRating.range.contains(stars), "a rating is 1 to 5")
    self.stars = stars
  }

  /// Reads a number of stars as the user types it; nil for `0`, for no text and for other texts.
  package init?(_ text: String) {
    guard let stars = Int(text) else { return nil }
    self.init(stars: stars)
  }

  /// Returns the number of stars as text; empty for no rating.
  package static func text(_ rating: TrackRating?) -> String { rating.map { "\($0.stars)" } ?? "" }

  /// Returns the rating with one star more; after five stars, none.
  package static func next(after rating: TrackRating?) -> TrackRating? {
    TrackRating(stars: (rating?.stars ?? 0) + 1)
  }
}

package enum RatingChange: Hashable, Sendable {
  /// One star more; after five stars, no rating.
  case next
  /// A number of stars; nil: no rating.
  case to(TrackRating?)

  package func applied(to rating: TrackRating?) -> TrackRating? {
    switch self {
    case .next: .next(after: rating)
    case .to(let rating): rating
    }
  }
}

/// The scales of protocols.
extension TrackRating {
  /// The sticker `rating` of MPD's clients: 0 to 10, two for each star.
  package var sticker: Int { stars * 2 }

  /// Creates a rating from the number of a sticker of MPD, 0 to 10; half a star may count as a whole one. Nil for 0, which is
  /// no rating.
  package init?(sticker: Int, roundsUp: Bool = true) {
    self.init(stars: (min(max(sticker, 0), 10) + (roundsUp ? 1 : 0)) / 2)
  }

  /// The property `xesam:userRating` of MPRIS: 0 to 1 (MPRIS v2 metadata guidelines).
  package var fraction: Double { Double(stars) / Double(TrackRating.range.upperBound) }
}

/// The scales of tags.
extension TrackRating {
  /// A property of a file that has a rating; the raw value is its name, as `TagField.key`.
  ///
  /// 0 means not rated in all of them. Half stars are rounded up.
  package enum Property: String, Hashable, Sendable, CaseIterable {
    /// The popularimeter of ID3v2, 1 to 255 (ID3v2.4.0-frames, section 4.17, which leaves the steps open). Windows
    /// Media Player writes 1, 64, 128, 196 and 255 for the stars, and so do most programs; Windows Explorer reads the
    /// ranges between them.
    case popularimeter = "POPM"
    /// A field of Vorbis comments, APE tags, `TXXX` of ID3v2, free-form items of MP4, and Matroska. The number tells its
    /// scale: up to 5 are stars (foobar2000; Matroska's tag specification), up to 100 percent (MediaMonkey, MusicBee),
    /// and more that of the popularimeter.
    case rating = "RATING"
    /// 0.0 to 1.0 (Free Music Player Specifications; Amarok, Clementine, Strawberry).
    case fmps = "FMPS_RATING"
    /// The item `rate` of MP4, in percent.
    case rate
    /// An attribute of ASF, 1 to 99; the ranges and the values to write are those of Windows (`RATING_ONE_STAR_SET` and
    /// its neighbours in propkey.h).
    case windowsMedia = "WM/SharedUserRating"
  }

  /// The least number that is read as each rating, and the number that is written.
  private typealias Steps = (least: [Double], written: [Int])
  private static let popularimeter: Steps = ([1, 32, 96, 160, 224], [1, 64, 128, 196, 255])
  private static let windowsMedia: Steps = ([1, 13, 38, 63, 87], [1, 25, 50, 75, 99])

  /// Reads the first property that has a rating; the function returns the value of a property.
  package init?(tags value: (String) -> String?) {
    for property in Property.allCases {
      guard let text = value(property.rawValue), let found = TrackRating(text, of: property) else { continue }
      self = found
      return
    }
    return nil
  }

  private init?(_ text: String, of property: Property) {
    guard let number = Double(text), number > 0, number <= 255 else { return nil }
    switch property {
    case .rating where number <= 5: self.init(nearest: number)
    case .rating where number <= 100, .rate: self.init(nearest: number / 20)
    case .fmps: self.init(nearest: number * 5)
    case .popularimeter, .rating: self.init(stars: TrackRating.popularimeter.least.count { number >= $0 })
    case .windowsMedia: self.init(stars: TrackRating.windowsMedia.least.count { number >= $0 })
    }
  }

  private init(nearest stars: Double) {
    let range = TrackRating.range
    self.stars = Int(min(max(stars.rounded(), Double(range.lowerBound)), Double(range.upperBound)))
  }

  /// Returns the text for a property.
  ///
  /// - Parameter former: the text before, which tells the scale; nil if the file does not have the property.
  package func text(for property: Property, former: String?) -> String {
    switch property {
    case .popularimeter: "\(TrackRating.popularimeter.written[stars - 1])"
    case .windowsMedia: "\(TrackRating.windowsMedia.written[stars - 1])"
    case .fmps: "\(fraction)"
    case .rate: "\(stars * 20)"
    // Two stars of the popularimeter, 64, would be read as percent.
    case .rating: former.flatMap { Double($0) } ?? 0 > 5 ? "\(stars * 20)" : "\(stars)"
    }
  }
}

import AudioBase
import Testing

/// The scales of ratings.
struct TrackRatingTests {
  @Test(arguments: [
    ("POPM", ["0", "1", "31", "32", "64", "96", "128", "186", "224"], [0, 1, 1, 2, 2, 3, 3, 4, 5]),
    ("RATING", ["0", "1", "2.7", "4.5", "10", "20", "50", "100", "128"], [0, 1, 3, 5, 1, 1, 3, 5, 3]),
    ("FMPS_RATING", ["0.0", "0.1", "0.2", "0.5", "0.8", "1.0"], [0, 1, 1, 3, 4, 5]),
    ("rate", ["20", "40", "60", "80", "100"], [1, 2, 3, 4, 5]),
    ("WM/SharedUserRating", ["1", "12", "25", "38", "50", "75", "99"], [1, 1, 2, 3, 3, 4, 5]),
  ])
  func ratingTagsOnTheScalesOfOtherProgramsAreConvertedToStars(
    _ name: String, _ texts: [String], _ stars: [Int]
  ) {
    for (text, stars) in zip(texts, stars) {
      #expect(TrackRating(tags: { $0 == name ? text : nil })?.stars ?? 0 == stars, "\(name)=\(text)")
    }
    for text in ["", "-1", "256", "nan", "five"] {
      #expect(TrackRating(tags: { $0 == name ? text : nil }) == nil, "\(name)=\(text)")
    }
  }

  @Test(arguments: TrackRating.Property.allCases, [nil, "3", "80", "200"])
  func writtenRatingTagIsReadBack(_ property: TrackRating.Property, _ former: String?) throws {
    for stars in TrackRating.range {
      let text = try #require(TrackRating(stars: stars)).text(for: property, former: former)
      #expect(TrackRating(tags: { $0 == property.rawValue ? text : nil })?.stars == stars, "\(text)")
    }
    let best = (5 as TrackRating).text(for: .rating, former: former)
    #expect(best == ["3": "5", "80": "100", "200": "100"][former ?? "3"])
  }

  /// The popularimeter takes precedence.
  @Test func theFirstPropertyWithARatingCounts() {
    #expect(TrackRating(tags: { ["POPM": "0", "RATING": "60", "FMPS_RATING": "1.0"][$0] }) == 3)
    #expect(TrackRating(tags: { ["POPM": "196", "RATING": "60"][$0] }) == 4)
  }

  @Test func aChangeOfARatingAddsAStarOrSetsTheStars() {
    let stars: [TrackRating?] = [nil, 1, 4, 5]
    #expect(stars.map(RatingChange.next.applied) == [1, 2, 5, nil])
    #expect(stars.map(RatingChange.to(3).applied) == [3, 3, 3, 3])
    #expect(stars.map(RatingChange.to(nil).applied) == [nil, nil, nil, nil])
  }

  @Test func ratingStickersCountTwoPerStar() {
    #expect((0...10).map { TrackRating(sticker: $0)?.stars ?? 0 } == [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
    #expect(TrackRating(sticker: 7, roundsUp: false) == 3 && TrackRating(sticker: 99) == 5)
    #expect(TrackRating(sticker: -3) == nil && (4 as TrackRating).sticker == 8)
    #expect((4 as TrackRating).fraction == 0.8)
  }

  @Test func ratingKeyAddsAStarAndRemovesTheRatingAfterFive() {
    var rating: TrackRating?
    let stars = (1...7).map { _ in
      rating = TrackRating.next(after: rating)
      return rating?.stars ?? 0
    }
    #expect(stars == [1, 2, 3, 4, 5, 0, 1])
  }

  @Test func ratingTextsAreWholeStars() {
    #expect(TrackRating("5") == 5)
    for text in ["0", "6", "", "4.5", "x"] { #expect(TrackRating(text) == nil, "\(text)") }
    #expect(TrackRating.text(3) == "3" && TrackRating.text(nil).isEmpty)
  }
}

import MusicQuery
import TestSupport
import Testing

@testable import AudioBase
@testable import MusicLibrary
@testable import SystemBase

/// The choice of tracks of the radio.
struct RadioTests {
  private static let now: Int64 = 1_700_000_000
  private static let day: Int64 = 86_400

  static func candidate(_ id: Int32, stars: Int? = nil, days: Int64? = nil) -> RadioCandidate {
    RadioCandidate(
      id: id, location: TrackLocation(path: FilePath("/m/\(id)")),
      rating: stars.flatMap { TrackRating(stars: $0) }, lastPlayed: days.map { now - $0 * day })
  }

  private func choose(
    _ count: Int, of candidates: [RadioCandidate], after played: [TrackLocation] = [], gap: Int,
    seed: UInt64 = 1
  ) -> [RadioCandidate] {
    var numbers = SeededGenerator(seed: seed)
    return RadioCandidate.choose(
      count, of: candidates, after: played, gap: gap, at: RadioTests.now, using: &numbers)
  }

  @Test(
    arguments: [
      (candidate(1), 12.5), (candidate(1, stars: 1, days: 0), 1), (candidate(1, stars: 5, days: 0), 5),
      (candidate(1, stars: 5), 25), (candidate(1, days: 30), 5), (candidate(1, stars: 2, days: 60), 6),
      (candidate(1, stars: 1, days: 120), 5), (candidate(1, stars: 1, days: 5_000), 5),
      (candidate(1, stars: 1, days: -9), 1),
    ] as [(RadioCandidate, Double)])
  func weightGrowsWithStarsAndTheTimeSinceTheLastPlay(track: RadioCandidate, weight: Double) {
    #expect(track.weight(at: RadioTests.now) == weight)
  }

  /// Half of the tracks is the largest gap.
  @Test(arguments: [(6, 3), (6, 2), (6, 100), (7, 3), (2, 1), (2, 5), (1, 4), (40, 20), (40, 0)])
  func noTrackIsRepeatedWithinTheGap(count: Int, gap: Int) {
    let candidates = (1...count).map { RadioTests.candidate(Int32($0), stars: $0 % 5 + 1) }
    let kept = min(gap, count / 2)
    for seed in 0..<10 {
      let played = (0..<4).map { candidates[$0 % count].location }
      let chosen = choose(200, of: candidates, after: played, gap: gap, seed: UInt64(seed))
      #expect(chosen.count == 200)
      let all = played + chosen.map(\.location)
      for place in played.count..<all.count {
        #expect(!all[max(place - kept, 0)..<place].contains(all[place]))
      }
      if count < 10 { #expect(Set(chosen.map(\.id)).count == count) }
    }
  }

  @Test func tracksBeforeThatAreNoCandidatesCountForTheGap() {
    let candidates = (1...4).map { RadioTests.candidate(Int32($0)) }
    let other = TrackLocation(path: FilePath("/other"))
    for seed in 0..<20 {
      let after = choose(
        1, of: candidates, after: [candidates[0].location, other], gap: 2, seed: UInt64(seed))
      #expect(after[0].id != 1)
    }
    let free = (0..<40).map { seed in
      choose(1, of: candidates, after: [candidates[0].location, other, other], gap: 2, seed: UInt64(seed))[0]
        .id
    }
    #expect(free.contains(1))
    #expect(choose(5, of: [], gap: 3).isEmpty)
  }

  @Test func betterAndLongUnheardTracksAreChosenMoreOften() {
    func share(_ candidates: [RadioCandidate]) -> Double {
      Double(choose(3_000, of: candidates, gap: 0).count { $0.id == 1 }) / 3_000
    }
    // The standard deviation is below 0.01.
    let rated = share([
      RadioTests.candidate(1, stars: 5, days: 0), RadioTests.candidate(2, stars: 1, days: 0),
    ])
    #expect((rated - 5.0 / 6).magnitude < 0.05)
    let rested = share([
      RadioTests.candidate(1, stars: 3, days: 90), RadioTests.candidate(2, stars: 3, days: 0),
    ])
    #expect((rested - 0.8).magnitude < 0.05)
  }

  @Test func tracksOfAQueryOnMountedDrivesAreChosen() throws {
    let folder = try TemporaryFolder()
    let store = try LibraryStore(folder.file("library.db"))
    let tracks = (1...6).map {
      TestTracks.track($0, folder: $0 > 4 ? "/away" : "/music", artist: $0 == 1 ? "Other" : "Artist")
    }
    try store.apply(tracks.map { .read($0, TestTracks.stamp(1)) } + [.away(folder: FilePath("/away"), true)])
    var numbers = SeededGenerator(seed: 3)
    func chosen(_ query: String, _ count: Int = 60) throws -> [LibraryTrack] {
      try store.chooseTracks(
        count, matching: SearchQuery(parsing: query), after: [], gap: 1, using: &numbers)
    }
    #expect(Set(try chosen("artist:artist").map(\.track.path)) == Set(tracks[1...3].map(\.path)))
    #expect(Set(try chosen("").map(\.track.path)) == Set(tracks[0...3].map(\.path)))
    #expect(try chosen("artist:other", 3).map(\.track.path) == Array(repeating: tracks[0].path, count: 3))
    #expect(try chosen("nothing").isEmpty)
  }
}

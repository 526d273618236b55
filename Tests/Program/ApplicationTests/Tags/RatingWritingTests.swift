import ApplicationTestSupport
import AudioBase
import PlayerTestSupport
import SystemBase
import Testing

@testable import Application
@testable import Librarian
@testable import MusicLibrary
@testable import Player
@testable import TrackTags

/// Ratings that are set in the player, written to the files.
@MainActor @Suite struct RatingWritingTests {
  private let bench = PlayerBench("a")
  private let application: Application
  private let tags: TagController
  private let requests = TestTagService()

  init() {
    application = Application(model: bench.model)
    tags = TagController(service: requests)
    application.tags = tags
    // The index is never opened.
    let workers = TagWorkerPool(WorkerCommand(program: FilePath("none"), arguments: []), workers: 1)
    let library = LibraryService(FilePath("none"), workers: workers, reason: { _ in "" }) { _ in }
    application.library = LibraryController(
      model: bench.model, service: library, reports: .idle, suggestion: FilePath("m"), hasSuggestion: false)
    tags.writesRatings = true
  }

  private static func entry(
    _ rating: TrackRating?, of name: String = "a.flac", isAway: Bool = false, part: TrackSection? = nil
  ) -> LibraryTrack {
    LibraryTrack(
      id: 1, track: TrackInfo(TrackLocation(path: FilePath(name), section: part)), kind: .music,
      rating: rating, playCount: 0, lastPlayed: nil, addedAt: 0, isAway: isAway)
  }

  /// As the library reports it for the key, a client of MPD and the palette.
  private func report(_ entry: LibraryTrack, former: TrackRating?) {
    application.library?.receive(.rated(entry, former: former))
  }

  private func finish(left: Bool = false) throws {
    let batch = try #require(requests.written.last)
    var result = TagBatchResult(batch.operation)
    if left {
      (result.left, result.failures) = (batch.changes, [FileError(.readOnly, "a.flac")])
    } else {
      result.inverse = batch.changes.map { TagChange($0.path, .restore([]), rating: .set(nil)) }
    }
    tags.receive(result)
  }

  @Test func ratingIsNotWrittenToFilesWithoutTheSetting() {
    tags.writesRatings = false
    report(Self.entry(4), former: nil)
    #expect(tags.nextRatingWrite == nil)
    tags.writeRatings()
    #expect(requests.written.isEmpty)
  }

  @Test func severalRatingsOfATrackAreWrittenOnceAndUndoneTogether() throws {
    for stars in 1...4 {
      report(Self.entry(TrackRating(stars: stars)), former: TrackRating(stars: stars - 1))
    }
    report(Self.entry(nil, of: "b.flac"), former: 5)
    let due = try #require(tags.nextRatingWrite)
    tags.writeRatingsWhenDue(now: due.advanced(bySeconds: -0.1))
    #expect(requests.written.isEmpty)
    tags.writeRatingsWhenDue(now: due)
    let changes = [
      TagChange(FilePath("a.flac"), .set([.rating: "4"]), rating: .written(former: nil)),
      TagChange(FilePath("b.flac"), .set([.rating: ""]), rating: .written(former: 5)),
    ]
    #expect(requests.written == [TagBatch(.rate, changes)] && tags.nextRatingWrite == nil)
    let notice = application.state.notices.last
    try finish()
    #expect(application.state.notices.last == notice, "the rating was shown when it was set")
    application.perform(.program(.undo))
    #expect(requests.written.last?.operation == .undo && requests.written.last?.changes.count == 2)
  }

  @Test func ratingWaitsForTheOpenFormAndForTagsBeingWritten() throws {
    tags.open(.tracks([])) { _ in }
    report(Self.entry(3), former: nil)
    #expect(tags.nextRatingWrite == nil)
    tags.close()
    tags.writeRatingsWhenDue(now: try #require(tags.nextRatingWrite))
    report(Self.entry(4), former: 3)
    #expect(tags.nextRatingWrite == nil && requests.written.count == 1)
    try finish()
    #expect(tags.nextRatingWrite != nil)
  }

  @Test func failedRatingWriteIsReported() throws {
    report(Self.entry(3), former: nil)
    tags.writeRatings()
    var shown: [Notice] = []
    let subscription = application.streams.reported.subscribe { shown.append($0) }
    try finish(left: true)
    #expect(shown == [.tags(.failed(FileError(.readOnly, "a.flac")))])
    withExtendedLifetime(subscription) {}
  }

  @Test func ratingsOfFilePartsAndAbsentFilesAreNotWritten() {
    let part = TrackSection(start: DiscTime(frames: 0), end: DiscTime(frames: 75))
    report(Self.entry(3, isAway: true), former: nil)
    report(Self.entry(3, part: part), former: nil)
    #expect(tags.nextRatingWrite == nil)
  }

  @Test func queueShowsTheRatingOfTheLibraryBeforeThatOfTheFile() throws {
    let library = try #require(application.library)
    var track = TrackInfo(path: FilePath("a"))
    track.rating = 2
    tags.onChanged([track])
    let item = try #require(bench.model.queue.items.first)
    #expect(library.rating(of: item) == 2)
    library.receive(.foundQueued([library.located(item.location): Self.entry(5, of: "a")]))
    #expect(library.rating(of: item) == 5)
    library.receive(.foundQueued([library.located(item.location): Self.entry(nil, of: "a")]))
    #expect(library.rating(of: item) == nil)
  }
}

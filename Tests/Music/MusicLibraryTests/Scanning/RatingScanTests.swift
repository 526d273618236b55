import MusicQuery
import TestSupport
import Testing

@testable import AudioBase
@testable import MusicLibrary
@testable import SystemBase

/// The one rating of a track: that of the player, until the file has another one.
struct RatingScanTests {
  private let library: TestLibrary
  private let path: FilePath

  init() throws {
    library = try TestLibrary()
    path = library.music.appending("a.mp3")
  }

  /// Writes a file with a popularimeter; 0 for none.
  private func write(_ rating: UInt8, title: String = "T", to path: FilePath? = nil) throws {
    var frames: [(id: String, content: [UInt8])] = [("TIT2", TestID3.utf8(title))]
    if rating > 0 { frames.append(("POPM", [0, rating])) }
    let plain = try library.add("plain", seed: 3)
    let bytes = TestID3.tag(version: 4, frames) + (try FileBytes.read(plain, limit: 1 << 20))
    FileBytes.remove(plain)
    try AtomicFile.replace(path ?? self.path, with: bytes)
    try library.scan()
  }

  private var rating: TrackRating? {
    get throws { try library.store.track(at: TrackLocation(path: path))?.rating }
  }

  private func rate(_ rating: TrackRating?) throws {
    try library.store.setRating(rating, of: try #require(try library.store.id(of: TrackLocation(path: path))))
  }

  @Test func aScanTakesTheRatingOfANewFile() throws {
    try write(196)
    #expect(try rating == 4)
    #expect(try library.store.search(try SearchQuery(parsing: "rating:4")).count == 1)
    #expect(try library.store.track(at: TrackLocation(path: path))?.track.rating == 4)
  }

  @Test func ratingSetInThePlayerStaysUntilTheFileRatingChanges() throws {
    try write(128)
    try rate(5)
    try write(128, title: "Changed")
    #expect(try rating == 5)
    try write(64, title: "Changed")
    #expect(try rating == 2)
    try rate(nil)
    try write(64, title: "Again")
    #expect(try rating == nil)
    try write(0)
    #expect(try rating == nil)
  }

  @Test func aRatingThatIsRemovedFromTheFileIsRemoved() throws {
    try write(128)
    try write(0)
    #expect(try rating == nil)
    try rate(4)
    try write(0, title: "Changed")
    #expect(try rating == 4)
  }

  /// As an index of a former reader, which read no ratings.
  @Test func theFirstReadingOfRatingsKeepsThoseOfThePlayer() throws {
    try write(128)
    try library.store.write { connection throws(LibraryError) in
      try connection.execute("UPDATE tracks SET file_rating = NULL, rating = 5; UPDATE files SET reader = 2")
    }
    #expect(try library.scan().readAgain == 1)
    #expect(try rating == 5)
    try library.store.write { connection throws(LibraryError) in
      try connection.execute(
        "UPDATE tracks SET file_rating = NULL, rating = NULL; UPDATE files SET reader = 2")
    }
    try library.scan()
    #expect(try rating == 3)
  }

  @Test func returnedFileHasThePlayerRatingUnlessTheFileRatingChanged() throws {
    try write(128)
    try rate(5)
    let away = library.folder.file("away.mp3")
    try library.move(path, to: away)
    try write(128, to: library.music.appending("other.mp3"))
    #expect(try rating == nil)
    try library.move(away, to: path)
    try library.scan()
    #expect(try rating == 5)
    FileBytes.remove(path)
    try library.scan()
    try write(64)
    #expect(try rating == 2)
  }

  @Test func storedTagEditChangesTheRatingAndReturnsTheFormerOne() throws {
    try write(128)
    try rate(5)
    var track = try #require(try library.store.track(at: TrackLocation(path: path))).track
    track.rating = 4
    // A rating that the user sets.
    #expect(try library.store.storeEdited(track, damage: nil, rating: .set(4)) == .set(5))
    #expect(try rating == 4)
    // The rating of the track is written while the user sets another one.
    try rate(1)
    track.rating = 2
    #expect(try library.store.storeEdited(track, damage: nil, rating: .written(former: 3)) == .set(3))
    #expect(try rating == 1)
    // Other tags.
    #expect(try library.store.storeEdited(track, damage: nil, rating: .ofFile) == .ofFile)
    #expect(try rating == 1)
    let entry = try #require(try library.store.track(at: TrackLocation(path: path)))
    #expect(entry.rating(ifFileStates: 2) == 1 && entry.rating(ifFileStates: 3) == 3)
    #expect(entry.rating(ifFileStates: nil) == nil)
  }
}

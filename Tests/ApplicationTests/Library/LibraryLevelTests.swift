import AudioBase

import SystemBase
import Testing

@testable import Application
@testable import MusicLibrary

@Suite struct LibraryLevelTests {
  private let track = LibraryTrack(
    id: 7, track: TrackInfo(path: FilePath("/m/a.flac")), kind: .music, rating: nil, playCount: 0,
    lastPlayed: nil, addedAt: 0, isAway: false)

  /// A change of the index makes rows be read again: a key that comes meanwhile still finds its track.
  @Test func forgottenTrackStaysAvailableUntilReadAgain() {
    var level = LibraryLevel(.allTracks)
    level.receive([track])
    level.forgetTracks()
    #expect(level.track(7) == track)
    var rated = track
    rated.rating = 4
    level.replace(rated)
    #expect(level.track(7) == rated)
    level.receive([rated])
    #expect(level.track(7) == rated)
  }
}

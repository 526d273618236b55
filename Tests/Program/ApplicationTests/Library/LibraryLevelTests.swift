import AudioBase
import SystemBase
import Testing

@testable import MusicLibrary
@testable import TerminalUI

@Suite struct LibraryLevelTests {
  private let track = LibraryTrack(
    id: 7, track: TrackInfo(path: FilePath("/m/a.flac")), kind: .music, rating: nil, playCount: 0,
    lastPlayed: nil, addedAt: 0, isAway: false)

  @Test func selectedTrackThatTheFirstRowsLackIsSelectedInTheCompleteList() {
    func listing(_ ids: [Int32], isWhole: Bool = true) -> LibraryListing {
      var listing = LibraryListing(tracks: TrackList(ids: ids))
      listing.isWhole = isWhole
      return listing
    }
    var level = LibraryLevel(.allTracks)
    level.show(listing([1, 2, 3, 4]))
    level.select(2)
    level.show(listing([4, 1], isWhole: false))
    level.show(listing([4, 3, 2, 1]))
    #expect(level.selected == .track(3))
    level.show(listing([4, 1], isWhole: false))
    level.select(0)
    level.show(listing([1, 2, 3, 4]))
    #expect(level.selection == 0, "a row that was chosen meanwhile stays")
  }

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

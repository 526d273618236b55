import Testing

@testable import AudioBase
@testable import MusicLibrary
@testable import Player
@testable import SystemBase
@testable import TerminalUI

/// Track numbers as the screen shows them.
@MainActor @Suite struct TrackNumberTests {
  @Test(
    arguments: [
      (nil, 7, " 7  Song", "track 7"), (nil, 12, "12  Song", "track 12"), ("A", 1, "A1  Song", "track A1"),
      ("B", nil, " B  Song", "track B"), (nil, nil, "Song", nil),
    ] as [(String?, Int?, String, String?)])
  func trackNumberIsShownWithTheSideAsWritten(side: String?, number: Int?, row: String, detail: String?) {
    var track = TrackInfo(path: FilePath("/m/x.flac"))
    (track.title, track.trackSide, track.trackNumber) = ("Song", side, number)
    let entry = LibraryTrack(
      id: 1, track: track, kind: .music, rating: nil, playCount: 0, lastPlayed: nil, addedAt: 0, isAway: false
    )
    #expect(ListContent.Row(entry, isPlaying: false, in: .album(1, name: "Album")).title == row)
    let item = QueueItem(id: QueueItem.ID(1), listed: TrackInfo(track.location), tags: track)
    #expect(ScreenContent.Song(item).details == [detail].compactMap(\.self))
  }
}

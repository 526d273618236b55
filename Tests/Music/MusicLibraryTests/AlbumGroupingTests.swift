import MusicQuery
import TestSupport
import Testing

@testable import AudioBase
@testable import MusicLibrary
@testable import SystemBase

/// Which tracks are one album, and where tracks without artist, album or genre are listed.
struct AlbumGroupingTests {
  private let folder: TemporaryFolder
  private let store: LibraryStore

  init() throws {
    folder = try TemporaryFolder()
    store = try LibraryStore(folder.file("library.db"))
  }

  private func track(
    _ path: String, _ artist: String?, _ album: String?, _ number: Int? = nil, date: String? = nil,
    by albumArtist: String? = nil, release: String? = nil
  ) -> TrackInfo {
    var track = TrackInfo(path: FilePath("/m/\(path)"))
    (track.artist, track.artists, track.album) = (artist, [artist].compactMap(\.self), album)
    (track.trackNumber, track.date, track.albumArtist) = (number, date, albumArtist)
    track.musicBrainz.release = release
    return track
  }

  private func store(_ tracks: [TrackInfo]) throws {
    try store.apply(tracks.map { .read($0, TestTracks.stamp(1)) })
  }

  /// `TITLE by ARTIST: NUMBER OF TRACKS`
  private func albums() throws -> [String] {
    try store.forgetUnused()
    return try store.albums().map { "\($0.title) by \($0.artist ?? "several"): \($0.trackCount)" }
  }

  @Test func tracksOfAnAlbumWithDifferentDatesStayTogether() throws {
    try store([
      track("a/1", "A", "X", 1, date: "1999"), track("a/2", "A", "X", 2, date: "2001-05-03"),
      track("a/3", "A", "X", 3),
    ])
    #expect(try albums() == ["X by A: 3"])
    #expect(try store.albums().first?.date == "1999")
  }

  @Test func albumsOfTheSameTitleByDifferentArtistsStayApart() throws {
    try store([
      track("queen/1", "Queen", "Greatest Hits", 1), track("queen/2", "Queen", "Greatest Hits", 2),
      track("abba/1", "ABBA", "Greatest Hits", 1, by: "ABBA"),
    ])
    #expect(try albums() == ["Greatest Hits by ABBA: 1", "Greatest Hits by Queen: 2"])
  }

  @Test func albumsOfTheSameTitleInOneFolderStayApartByArtist() throws {
    try store([track("q1", "Queen", "Greatest Hits", 1), track("q2", "Queen", "Greatest Hits", 2)])
    try store([track("a1", "ABBA", "Greatest Hits", 1)])
    try store([track("a2", "ABBA", "Greatest Hits", 2)])
    #expect(try albums() == ["Greatest Hits by ABBA: 2", "Greatest Hits by Queen: 2"])
    // Read again alone.
    try store([track("a1", "ABBA", "Greatest Hits", 1)])
    #expect(try albums() == ["Greatest Hits by ABBA: 2", "Greatest Hits by Queen: 2"])
  }

  @Test func tracksOfManyArtistsInOneFolderAreOneCompilation() throws {
    try store((1...6).map { (number: Int) in track("hits/\(number)", "Artist \(number)", "Hits", number) })
    #expect(try albums() == ["Hits by several: 6"])
    let artists = try store.artists()
    #expect(
      artists.map(\.name) == (1...6).map { "Artist \($0)" } && artists.allSatisfy { $0.trackCount == 1 })
    #expect(try artists.allSatisfy { try store.tracks(ofArtist: $0.id).count == 1 })
    let album = try #require(try store.albums().first)
    #expect(album.hasSeveralArtists)
    #expect(try store.tracks(ofAlbum: album.id).count == 6)
    try store.prepareOrder()
    let ids = try store.search(SearchQuery()).ids
    #expect(try store.tracks(ids).compactMap(\.track.trackNumber) == [1, 2, 3, 4, 5, 6])
  }

  @Test func aMarkedCompilationListsTheArtistsOfItsTracks() throws {
    var tracks = [
      track("hits/1", "A", "Hits", 1), track("hits/2", "A", "Hits", 2), track("hits/3", nil, "Hits", 3),
    ]
    for index in tracks.indices { tracks[index].isCompilation = true }
    try store(tracks)
    #expect(try store.artists().map { "\($0.name): \($0.trackCount)" } == ["A: 2", "Unknown: 1"])
    #expect(try store.tracks(ofArtist: LibraryEntry.unknown).count == 1)
    #expect(try store.albums().map(\.hasSeveralArtists) == [true])
  }

  @Test func albumWithoutArtistsIsNoCompilation() throws {
    try store([track("y/1", nil, "Y", 1), track("y/2", nil, "Y", 2), track("x/1", "A", "X", 1)])
    #expect(try store.albums().allSatisfy { !$0.hasSeveralArtists })
  }

  @Test func albumWithAGuestOnOneTrackStaysWithTheArtist() throws {
    try store(
      (1...5).map { (number: Int) in track("x/\(number)", number == 4 ? "A feat. B" : "A", "X", number) })
    #expect(try albums() == ["X by A: 5"])
    let artist = try #require(try store.artists().first { $0.name == "A" })
    #expect(try store.albums(of: artist.id).map(\.trackCount) == [5])
    #expect(try store.tracks(ofArtist: artist.id).count == 5)
  }

  @Test func filesWithoutAlbumArtistBelongToThoseBesideThem() throws {
    let tracks = (1...12).map { (number: Int) in
      track("x/\(number)", number > 4 ? "A feat. \(number)" : "A", "X", number, by: number > 4 ? nil : "A")
    }
    try store(tracks)
    #expect(try albums() == ["X by A: 12"])
    // In the other order, and one by one.
    for track in tracks.reversed() { try store([track]) }
    #expect(try albums() == ["X by A: 12"])
    let album = try #require(try store.albums().first)
    #expect(try store.tracks(ofAlbum: album.id).count == 12)
  }

  @Test func twoFilesOfAnAlbumOnThreeDiscsWithoutAlbumArtistAreNotLeftOut() throws {
    let tracks = (0..<39).map { (number: Int) in
      track(
        "x/CD\(number / 13 + 1)/\(number % 13 + 1)", "Artist \(number)", "X", number % 13 + 1,
        by: [20, 30].contains(number) ? nil : "Choir")
    }
    try store(tracks)
    #expect(try albums() == ["X by Choir: 39"])
  }

  @Test func albumsOfOneTitleInOneFolderStayApartByAlbumArtist() throws {
    try store([
      track("h/q1", "Queen", "Greatest Hits", 1, by: "Queen"),
      track("h/a1", "ABBA", "Greatest Hits", 1, by: "ABBA"),
      track("h/q2", "Queen", "Greatest Hits", 2), track("h/a2", "ABBA", "Greatest Hits", 2),
    ])
    #expect(try albums() == ["Greatest Hits by ABBA: 2", "Greatest Hits by Queen: 2"])
  }

  @Test func filesWithoutReleaseBelongToTheReleaseOfTheirFolder() throws {
    try store([
      track("a/1", "A", "X", 1, by: "A", release: "r"), track("a/2", "A", "X", 2), track("b/1", "A", "X", 1),
    ])
    #expect(try albums() == ["X by A: 2", "X by A: 1"])
    // The file with the release is gone: what is left is an album by itself.
    try store.apply([.removed(FilePath("/m/a/1"))])
    #expect(try albums() == ["X by A: 1", "X by A: 1"])
  }

  @Test func movedFilesBelongToTheAlbumOfTheirNewFolder() throws {
    try store([track("a/1", "A", "X", 1, by: "A"), track("b/2", "B", "X", 2)])
    #expect(try albums() == ["X by A: 1", "X by B: 1"])
    try store.apply([.moved(from: FilePath("/m/b/2"), to: FilePath("/m/a/2"), TestTracks.stamp(1))])
    #expect(try albums() == ["X by A: 2"])
    try store.apply([.moved(from: FilePath("/m/a/2"), to: FilePath("/m/b/2"), TestTracks.stamp(1))])
    #expect(try albums() == ["X by A: 1", "X by B: 1"])
  }

  @Test func indexOfTheVersionBeforeGetsItsAlbumsWithoutItsFiles() throws {
    try store([
      track("x/1", "A", "X", 1, by: "A"), track("x/2", "B", "X", 2), track("y/1", "C", "Y", 1),
      track("z", nil, nil),
    ])
    // As that version had stored it: two albums of one title in one folder.
    try store.withoutTransaction { connection throws(LibraryError) in
      try connection.execute(
        """
        INSERT INTO albums(id, title, owner, folded, sort, identity) VALUES (99, 'X', 2, 'x', x'78', x'66');
        UPDATE tracks SET album_id = 99 WHERE artist = 'B'
        """)
      try connection.execute(TestTracks.formerVersion)
    }
    let opening = try LibraryStore.open(store.path)
    #expect(opening.notice == nil)
    try opening.store.forgetUnused()
    #expect(
      try opening.store.albums().map { "\($0.title): \($0.trackCount)" } == ["X: 2", "Y: 1", "Unknown: 1"])
    // A scan continues with the same albums.
    try opening.store.apply([.read(track("x/3", "D", "X", 3), TestTracks.stamp(1))])
    #expect(try opening.store.albums().first?.trackCount == 3)
  }

  @Test func indexOfTheVersionBeforeJoinsFoldersBelowAlbums() throws {
    try store([
      track("x/1", "A", "X", 1), track("y/1", "A", "Y", 1), track("y/bonus/2", "A", "Y", 2),
    ])
    // As that version had stored it: the folder before the title, and another album for the folder below.
    try store.withoutTransaction { connection throws(LibraryError) in
      try connection.execute(
        """
        DELETE FROM albums WHERE id NOT IN (SELECT album_id FROM tracks);
        UPDATE albums SET identity = CAST('f/m/' || folded || x'1F' || folded AS BLOB);
        INSERT INTO albums(id, title, owner, folded, sort, identity)
          SELECT 99, title, owner, folded, sort, CAST('f/m/y/bonus' || x'1F' || folded AS BLOB)
          FROM albums WHERE folded = 'y';
        UPDATE tracks SET album_id = 99 WHERE track_number = 2;
        PRAGMA user_version = \(Schema.version - 1)
        """)
    }
    let opening = try LibraryStore.open(store.path)
    #expect(opening.notice == nil)
    func albums() throws -> [String] {
      try opening.store.forgetUnused()
      return try opening.store.albums().map { "\($0.title): \($0.trackCount)" }
    }
    #expect(try albums() == ["X: 1", "Y: 2"])
    try opening.store.apply([.read(track("x/bonus/2", "A", "X", 2), TestTracks.stamp(1))])
    #expect(try albums() == ["X: 2", "Y: 2"])
  }

  @Test func discsInSeparateFoldersAreOneAlbum() throws {
    try store([
      track("x/CD 1/1", "A", "X", 1), track("x/CD 2/1", "A", "X", 1), track("x/disc3/1", "B", "X", 2),
      track("y/1", "A", "Y", 1), track("z/1", "A", "Y", 1),
    ])
    #expect(try albums() == ["X by A: 3", "Y by A: 1", "Y by A: 1"])
  }

  @Test func foldersBelowThatOfAnAlbumBelongToItInEachOrderOfTheirFiles() throws {
    let tracks = [
      track("x/music/a", "A", "X"), track("x/music/b", "B", "X"), track("x/music/other", "A", "Y"),
      track("x/music/win/c", "A", "X"), track("x/music/lose/d", "B", "X"),
      track("x/music/lose/CD1/e", "A", "X"), track("x/music/lose/more/f", "B", "x"),
      track("x/c", "A", "Y"), track("x/away/g", "A", "X"),
    ]
    let wanted = ["X by A: 1", "X by several: 6", "Y by A: 2"]
    try store(tracks)
    #expect(try albums().sorted() == wanted)
    // One by one, in both orders, and from nothing.
    for order in [tracks, tracks.reversed()] {
      try store.apply(tracks.map { .removed($0.path) })
      #expect(try albums().isEmpty)
      for track in order { try store([track]) }
      #expect(try albums().sorted() == wanted)
    }
  }

  @Test func folderBelowAnAlbumIsDecidedAgainAsTheAlbumChanges() throws {
    let above = track("x/1", "A", "X", 1)
    try store([above, track("x/bonus/2", "A", "X", 2), track("x/bonus/more/3", "A", "X", 3)])
    #expect(try albums() == ["X by A: 3"])
    // A copy of the second track is added above, and removed.
    try store([track("x/2", "A", "X", 2)])
    #expect(try albums().sorted() == ["X by A: 2", "X by A: 2"])
    try store.apply([.removed(FilePath("/m/x/2"))])
    #expect(try albums() == ["X by A: 3"])
    // The track above gets another artist, another title, another folder.
    try store([track("x/1", "B", "X", 1)])
    #expect(try albums() == ["X by A: 2", "X by B: 1"])
    try store([above])
    #expect(try albums() == ["X by A: 3"])
    try store([track("x/1", "A", "Z", 1)])
    #expect(try albums() == ["X by A: 2", "Z by A: 1"])
    try store([above])
    try store.apply([.moved(from: FilePath("/m/x/1"), to: FilePath("/m/y/1"), TestTracks.stamp(1))])
    #expect(try albums().sorted() == ["X by A: 1", "X by A: 2"])
    try store.apply([.moved(from: FilePath("/m/y/1"), to: FilePath("/m/x/1"), TestTracks.stamp(1))])
    #expect(try albums() == ["X by A: 3"])
    try store.apply([.removed(above.path)])
    #expect(try albums() == ["X by A: 2"])
  }

  @Test func folderBelowAnAlbumWithAnAlbumArtistBelongsToIt() throws {
    let (above, below) = (track("x/1", "A", "X", 1, by: "A"), track("x/bonus/2", "A", "X", 2))
    try store([below])
    try store([above])
    #expect(try albums() == ["X by A: 2"])
    try store([track("x/1", "A", "X", 1, by: "Choir")])
    #expect(try albums() == ["X by A: 1", "X by Choir: 1"])
  }

  @Test func filesOfOneReleaseInSeveralFoldersAreOneAlbum() throws {
    try store([
      track("a/1", "A", "X (disc 1)", 1, release: "r"), track("b/1", "A", "X (disc 2)", 1, release: "r"),
      track("c/1", "A", "X (disc 1)", 1, release: "other"),
    ])
    #expect(try store.albums().map(\.trackCount).sorted() == [1, 2])
  }

  @Test func tracksWithoutArtistAlbumOrGenreAreListedAsUnknown() throws {
    var named = track("a/1", "A", "X", 1)
    named.genres = ["Rock"]
    try store([named, track("b/1", nil, "Y", 1), track("c/1", "C", nil, 1), track("d/1", nil, nil)])
    let artists = try store.artists()
    #expect(artists.map(\.name) == ["A", "C", "Unknown"] && artists.last?.trackCount == 2)
    #expect(try store.tracks(ofArtist: LibraryEntry.unknown).count == 2)
    #expect(try albums() == ["X by A: 1", "Y by several: 1", "Unknown by several: 2"])
    #expect(try store.tracks(ofAlbum: LibraryEntry.unknown).count == 2)
    let genres = try store.genres()
    #expect(genres.map(\.name) == ["Rock", "Unknown"] && genres.last?.trackCount == 3)
    #expect(try store.tracks(ofGenre: LibraryEntry.unknown).count == 3)
  }

  @Test func recentlyPlayedTracksAreTheLatestFirst() throws {
    try store([track("a", "A", "X", 1), track("b", "A", "X", 2), track("c", "A", "X", 3)])
    try store.countPlay(TrackLocation(path: FilePath("/m/b")), at: 100)
    try store.countPlay(TrackLocation(path: FilePath("/m/a")), at: 200)
    #expect(
      try store.paths(of: try store.recentlyPlayed(limit: 9)) == [FilePath("/m/a"), FilePath("/m/b")])
  }
}

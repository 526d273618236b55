import MusicQuery
import TestSupport
import Testing

@testable import AudioBase
@testable import MusicLibrary
@testable import SystemBase

struct LibraryRowsTests {
  private let folder: TemporaryFolder
  private let store: LibraryStore

  init() throws {
    folder = try TemporaryFolder()
    store = try LibraryStore(folder.file("library.db"))
  }

  @Test("Stored tags and stream data are read back unchanged")
  func roundTrip() throws {
    var track = TestTracks.track(1, title: "é\n\u{1B}[2J\u{202E}x", artist: "A, B", album: "Al")
    track.artists = ["A", "B"]
    track.albumArtist = "V"
    (track.trackTotal, track.discNumber, track.discTotal) = (9, 1, 2)
    (track.date, track.genre, track.genres, track.bpm) = ("1999-01-02", "Rock, Pop", ["Rock", "Pop"], 99.5)
    track.isCompilation = true
    track.replayGain = ReplayGain(
      track: .init(Decibels(-1.5), peak: 0.5), album: .init(Decibels(-2), peak: nil))
    track.stream.duration = 1.25
    (track.stream.sampleRate, track.stream.channels, track.stream.bitsPerSample) = (44_100, 2, 16)
    track.stream.bitrate = 900_000
    track.musicBrainz.recording = "r"
    track.musicBrainz.artists = ["a", "b"]
    track.otherTags = [.composer: ["é\nx", "B"], .label: ["L"], .comment: ["a; b"]]
    var picture = TrackPicture(type: 3, mimeType: "image/png", width: 1, height: 2, bytes: 3)
    picture.hash = .max
    track.pictures = [picture, picture]
    try store.apply([.read(track, TestTracks.stamp(1))])
    #expect(try store.track(at: track.location)?.track == track)
    let bare = TrackInfo(path: FilePath("/x"))
    try store.apply([.read(bare, TestTracks.stamp(1))])
    #expect(try store.track(at: bare.location)?.track == bare)
  }

  @Test("Other tags are found and listed, and are gone with the track")
  func otherTags() throws {
    var tracks = (1...3).map { TestTracks.track($0) }
    tracks[0].otherTags = [.composer: ["Ann", "Bea"], .label: ["Composer Ann"]]
    tracks[1].otherTags = [.label: ["Ann"]]
    try store.apply(tracks.map { .read($0, TestTracks.stamp(1)) })
    let ids = try tracks.map { try #require(try store.id(of: $0.location)) }
    #expect(try store.tracks(with: .composer, and: "") == [ids[0]])
    #expect(try store.tracks(with: .label, and: "Ann") == [ids[0], ids[1]])
    #expect(try store.tracks(with: .composer, and: "Cee") == [])
    #expect(try store.tracks(withOtherTagsThatContain: "ÁNN") == [ids[0], ids[1]])
    #expect(try store.tracks(withOtherTagsThatContain: "bea") == [ids[0]])
    #expect(try store.tracks(withOtherTagsThatContain: "Cee") == [])
    let values = try store.tagValues([.other(.composer), .other(.label)])
    #expect(Set(values) == [[["Ann", "Bea"], ["Composer Ann"]], [[], ["Ann"]], [[], []]])
    tracks[1].otherTags = [:]
    try store.apply([.read(tracks[1], TestTracks.stamp(2)), .removed(tracks[0].path)])
    #expect(try store.tracks(with: .label, and: "") == [])
  }

  @Test("An index of the version before gets the groups of albums and the listens and keeps its tracks")
  func migration() throws {
    let track = TestTracks.track(1)
    try store.apply([.read(track, TestTracks.stamp(1))])
    try store.withoutTransaction { connection throws(LibraryError) in
      try connection.execute(TestTracks.formerVersion)
    }
    let opening = try LibraryStore.open(store.path)
    #expect(opening.notice == nil)
    #expect(try opening.store.track(at: track.location)?.track == track)
  }

  @Test(
    "Files with names of any bytes are stored, found and removed",
    arguments: [
      Array("/m/new\nline.mp3".utf8), [0x2F, 0xFF, 0xFE, 0x2E], Array("/\u{1B}[2J\u{202E}".utf8),
      [0x2F] + [UInt8](repeating: 0xE9, count: 250), Array("/'; DROP TABLE tracks; --%_".utf8),
    ])
  func names(bytes: [UInt8]) throws {
    let path = FilePath(bytes: bytes)
    try store.apply([.read(TrackInfo(path: path), TestTracks.stamp(1))])
    #expect(try store.stamps()[path]?.stamp == TestTracks.stamp(1))
    let found = try #require(try store.track(at: TrackLocation(path: path)))
    #expect(found.track.path == path)
    #expect(try store.tracks(of: try store.search(SearchQuery()), from: 0, limit: 9) == [found])
    try store.apply([.removed(path)])
    #expect(try store.stamps().count == 0)
  }

  @Test("Artists, albums, tracks, genres and folders are listed with their counts in order")
  func browsing() throws {
    var tracks = [
      TestTracks.track(2, folder: "/m/a", artist: "Björk", album: "Debut"),
      TestTracks.track(1, folder: "/m/a", artist: "BJORK", album: "debut"),
      TestTracks.track(3, folder: "/m/b/c", artist: "Abba 10", album: "X"),
      TestTracks.track(4, folder: "/m/b", artist: "Abba 9", album: nil),
      TestTracks.track(5, folder: "/m", artist: "Guest", album: "Hits"),
      TestTracks.track(10, folder: "/m", artist: "Other", album: "Hits"),
    ]
    for index in 4...5 { tracks[index].isCompilation = true }
    tracks[0].genres = ["Pop", "Rock"]
    tracks[2].genres = ["pop"]
    try store.apply(tracks.map { .read($0, TestTracks.stamp(1)) })
    let artists = try store.artists()
    #expect(artists.map(\.name) == ["Abba 9", "Abba 10", "Björk", "Guest", "Other"])
    #expect(artists.map(\.trackCount) == [1, 1, 2, 1, 1])
    let albums = try store.albums(of: artists[2].id)
    #expect(albums.map(\.title) == ["Debut"])
    #expect(try store.paths(of: try store.tracks(ofAlbum: albums[0].id)) == [tracks[1].path, tracks[0].path])
    #expect(try store.tracks(ofArtist: artists[2].id).count == 2)
    let all = try store.albums()
    #expect(all.map(\.title) == ["X", "Debut", "Hits", "Unknown"])
    #expect(all.map(\.artist) == ["Abba 10", "Björk", nil, nil])
    #expect(all.map(\.hasSeveralArtists) == [false, false, true, false])
    let genres = try store.genres()
    #expect(genres.map(\.name) == ["Pop", "Rock", "Unknown"])
    #expect(genres.map(\.trackCount) == [2, 1, 4])
    #expect(try store.tracks(ofGenre: genres[0].id).count == 2)
    let content = try store.content(of: FilePath("/m"))
    #expect(content.folders == [FilePath("/m/a"), FilePath("/m/b")])
    #expect(try store.paths(of: content.tracks) == [tracks[4].path, tracks[5].path])
    #expect(try store.recentlyAdded(limit: 2).count == 2)
    try store.apply([.removed(tracks[3].path)])
    #expect(try store.artists().map(\.name) == ["Abba 10", "Björk", "Guest", "Other"])
    try store.forgetUnused()
    #expect(try store.artists().map(\.name) == ["Abba 10", "Björk", "Guest", "Other"])
  }

  @Test("Saved playlists keep their entries in order, addresses and parts of files included")
  func playlists() throws {
    var part = PlaylistEntry(.file(FilePath(bytes: [0x2F, 0xFF])))
    (part.title, part.artist, part.duration) = ("t", "a", 3)
    part.section = TrackSection(start: DiscTime(seconds: 1), end: DiscTime(seconds: 4))
    let id = try store.savePlaylist("List 10", [part, PlaylistEntry(.url("http://x"))])
    try store.savePlaylist("List 9", [])
    #expect(try store.playlists().map(\.name) == ["List 9", "List 10"])
    #expect(try store.entries(ofPlaylist: id) == [part, PlaylistEntry(.url("http://x"))])
    #expect(try store.savePlaylist("List 10", [part]) == id)
    #expect(try store.playlists().map(\.entryCount) == [0, 1])
    #expect(try store.renamePlaylist(id, to: "New"))
    let other = try store.savePlaylist("Other", [])
    #expect(try !store.renamePlaylist(other, to: "New"))
    try store.deletePlaylist(other)
    #expect(try store.playlists().map(\.name) == ["List 9", "New"])
    try store.deletePlaylist(id)
    #expect(try store.playlists().map(\.name) == ["List 9"])
    #expect(try store.entries(ofPlaylist: id) == [])
  }

  @Test("The kind of a track is given by the genre, else by the file name")
  func kinds() {
    func kind(_ genre: String, _ name: String = "a.mp3") -> TrackKind {
      var track = TrackInfo(path: FilePath("/\(name)"))
      track.genres = [genre]
      return track.kind
    }
    #expect(kind("Rock") == .music)
    #expect(kind("Podcasts") == .podcast)
    #expect(kind("Hörbuch") == .audiobook)
    #expect(kind("AUDIOBOOK") == .audiobook)
    #expect(kind("", "book.M4B") == .audiobook)
  }
}

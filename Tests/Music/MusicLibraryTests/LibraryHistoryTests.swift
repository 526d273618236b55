import MusicQuery
import TestSupport
import Testing

@testable import AudioBase
@testable import MusicLibrary
@testable import SystemBase

struct LibraryHistoryTests {
  private let folder: TemporaryFolder
  private let store: LibraryStore
  private let track = TestTracks.track(1)
  private let key = TrackKey(high: 1, low: .max)

  init() throws {
    folder = try TemporaryFolder()
    store = try LibraryStore(folder.file("library.db"))
    try store.apply(
      [.read(track, TestTracks.stamp(1)), .key(TrackLocation(path: track.path), key)], now: 100)
    try store.countPlay(track.location, at: 200)
    try store.countPlay(track.location, at: 150)
    let id = try #require(try store.id(of: track.location))
    #expect(try store.setRating(4, of: id) == nil)
  }

  private func check(_ path: FilePath, added: Int64 = 100) throws {
    let found = try #require(try store.track(at: TrackLocation(path: path)))
    #expect(found.playCount == 2)
    #expect(found.lastPlayed == 200)
    #expect(found.rating == 4)
    #expect(found.addedAt == added)
  }

  @Test("A changed file keeps its history and its id")
  func changed() throws {
    let id = try store.id(of: track.location)
    var other = track
    other.title = "Other"
    other.artists = ["Somebody"]
    other.artist = "Somebody"
    other.album = "Else"
    try store.apply([.read(other, TestTracks.stamp(2))], now: 300)
    try check(track.path)
    #expect(try store.id(of: track.location) == id)
    #expect(try store.track(at: track.location)?.track == other)
    #expect(try store.search(SearchQuery(.word("title"))).count == 0)
    #expect(try store.search(SearchQuery(.word("somebody"))).count == 1)
    #expect(try store.artists().map(\.name) == ["Somebody"])
    #expect(try store.albums().map(\.title) == ["Else"])
  }

  @Test("A moved file keeps its history, and playlists follow it")
  func moved() throws {
    let list = try store.savePlaylist(
      "List", [PlaylistEntry(.file(track.path)), PlaylistEntry(.url("http://x"))])
    let new = FilePath("/elsewhere/new.flac")
    try store.apply([.read(TestTracks.track(9), TestTracks.stamp(9))])
    try store.apply([.moved(from: track.path, to: new, TestTracks.stamp(2))])
    try check(new)
    #expect(try store.track(at: track.location) == nil)
    #expect(try store.stamps()[new]?.stamp == TestTracks.stamp(2))
    #expect(try store.stamps().count == 2)
    #expect(try store.entries(ofPlaylist: list).map(\.location) == [.file(new), .url("http://x")])
  }

  @Test("A file moved over another takes its place")
  func movedOver() throws {
    let other = TestTracks.track(2)
    try store.apply([.read(other, TestTracks.stamp(2))])
    try store.apply([.moved(from: track.path, to: other.path, TestTracks.stamp(1))])
    try check(other.path)
    #expect(try store.trackCount() == 1)
  }

  @Test("A file that comes back to its place has its history again")
  func comesBack() throws {
    try store.apply([.removed(track.path)])
    #expect(try store.trackCount() == 0)
    #expect(try store.search(SearchQuery(.word("title"))).count == 0)
    try store.apply([.read(track, TestTracks.stamp(3))], now: 500)
    try check(track.path)
    try store.apply([.removed(track.path), .read(track, TestTracks.stamp(3))], now: 600)
    try check(track.path)
  }

  @Test("A file that comes back elsewhere is recognised by its sound")
  func comesBackElsewhere() throws {
    let list = try store.savePlaylist("List", [PlaylistEntry(.file(track.path))])
    try store.apply([.removed(track.path)])
    let other = TestTracks.track(7, folder: "/new")
    try store.apply([.read(other, TestTracks.stamp(3))], now: 500)
    #expect(try store.track(at: other.location)?.playCount == 0)
    try store.apply([.key(TrackLocation(path: other.path), key)], now: 500)
    try check(other.path)
    #expect(try store.entries(ofPlaylist: list).map(\.location) == [.file(other.path)])
    #expect(try store.files(of: key) == [other.path])
    #expect(try store.tracksWithoutKey(limit: 10).isEmpty)
  }

  @Test("A file that is copied elsewhere and then removed has been moved, and playlists follow it")
  func copiedAndRemoved() throws {
    let list = try store.savePlaylist("List", [PlaylistEntry(.file(track.path))])
    let copy = TestTracks.track(7, folder: "/new")
    try store.apply([.read(copy, TestTracks.stamp(3)), .key(TrackLocation(path: copy.path), key)], now: 500)
    #expect(try store.track(at: copy.location)?.playCount == 0)
    try store.apply([.removed(track.path)], now: 600)
    try check(copy.path)
    #expect(try store.entries(ofPlaylist: list).map(\.location) == [.file(copy.path)])
  }

  @Test("An unreadable file gives up its track, and gets its history back once it can be read")
  func unreadable() throws {
    try store.apply([.unreadable(track.path, TestTracks.stamp(4), reason: "hangs")])
    #expect(try store.trackCount() == 0)
    #expect(try store.unreadable(under: FilePath("/music")).map(\.reason) == ["hangs"])
    try store.apply([.read(track, TestTracks.stamp(5))], now: 500)
    try check(track.path)
    #expect(try store.unreadable() == [])
  }

  @Test("Away tracks stay, and are marked")
  func away() throws {
    try store.apply([.read(TestTracks.track(2, folder: "/music2"), TestTracks.stamp(1))])
    try store.apply([.away(folder: FilePath("/music"), true)])
    try check(track.path)
    #expect(try store.track(at: track.location)?.isAway == true)
    #expect(try store.search(SearchQuery(.away(true))).count == 1)
    try store.apply([.away(folder: FilePath("/music/"), false)])
    #expect(try store.search(SearchQuery(.away(true))).count == 0)
  }

  @Test("A removed rating returns the former one and keeps the play count")
  func rating() throws {
    let id = try #require(try store.id(of: track.location))
    #expect(try store.setRating(nil, of: id) == 4)
    #expect(try store.track(at: track.location)?.rating == nil)
    #expect(try store.mostPlayed(limit: 5).ids == [id])
  }

  @Test("Measured loudness counts where the file says nothing, and goes with the sound")
  func loudness() throws {
    var track = track
    track.stream.duration = 10
    try store.apply([.read(track, TestTracks.stamp(2))])
    #expect(try store.albumsWithoutLoudness().flatMap(\.tracks).map(\.path) == [track.path])
    let gain = ReplayGain(track: .init(Decibels(-6), peak: 0.5))
    try store.apply([.loudness(TrackLocation(path: track.path), gain)])
    #expect(try store.track(at: track.location)?.track.replayGain == gain)
    #expect(try store.albumsWithoutLoudness().isEmpty)
    try store.apply([.read(track, TestTracks.stamp(3))])
    #expect(try store.track(at: track.location)?.track.replayGain == gain)
    track.stream.duration = 11
    try store.apply([.read(track, TestTracks.stamp(4))])
    #expect(try store.track(at: track.location)?.track.replayGain == nil)
  }

  @Test("A found tempo counts where the tags state none, is searched once, and goes with the sound")
  func tempo() throws {
    var track = track
    (track.bpm, track.stream.duration) = (nil, 10)
    try store.apply([.read(track, TestTracks.stamp(2))])
    #expect(try store.tracksWithoutTempo().map(\.path) == [track.path])
    #expect(try store.tracks(below: []).map { $0.location.path } == [track.path])
    #expect(try store.tracks(below: [track.path.directory]).count == 1)
    #expect(try store.tracks(below: [FilePath("/elsewhere")]).isEmpty)
    let location = TrackLocation(path: track.path)
    try store.apply([.tempo(location, FoundTempo(bpm: 112.5, confidence: 0.6))])
    let stored = try #require(try store.track(at: track.location))
    #expect(stored.track.bpm == 112.5 && stored.hasFoundTempo)
    #expect(try store.tracksWithoutTempo().isEmpty)
    #expect(try store.search(SearchQuery(.number(.bpm, NumberRange(110, 120)))).ids == [stored.id])
    #expect(try store.search(SearchQuery(.number(.bpm, NumberRange(60, 110)))).ids.isEmpty)
    track.bpm = 90
    try store.apply([.read(track, TestTracks.stamp(3))])
    let tagged = try #require(try store.track(at: track.location))
    #expect(tagged.track.bpm == 90 && !tagged.hasFoundTempo)
    track.bpm = nil
    track.stream.duration = 11
    try store.apply([.read(track, TestTracks.stamp(4)), .tempo(location, nil)])
    #expect(try store.track(at: track.location)?.track.bpm == nil)
    #expect(try store.tracksWithoutTempo().isEmpty)
  }
}

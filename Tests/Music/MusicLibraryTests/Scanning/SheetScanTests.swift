import MusicQuery
import Testing

@testable import AudioBase
@testable import Containers
@testable import MusicLibrary
@testable import SystemBase

/// CUE sheets in the folders of their files: their tracks are tracks of the library.
@Suite struct SheetScanTests {
  private let library: TestLibrary
  private let disc: FilePath

  init() throws {
    library = try TestLibrary()
    disc = try library.add("cd/disc.mp3", title: "All of it")
  }

  private func section(_ start: Int, _ end: Int? = nil) -> TrackSection? {
    TrackSection(start: DiscTime(frames: start), end: end.map { DiscTime(frames: $0) })
  }

  /// The file is a fifth of a second long: 15 disc frames.
  private func write(_ starts: [Int], titles: [String] = ["Prélude", "Viens, Mallika", "Sous le dôme"]) throws
  {
    var sheet = """
      REM GENRE Opera
      REM DATE 1883
      REM DISCNUMBER 1
      REM TOTALDISCS 2
      REM REPLAYGAIN_ALBUM_GAIN -5.00 dB
      PERFORMER "Delibes"
      TITLE "Lakmé"
      FILE "disc.wav" WAVE

      """
    for (index, start) in starts.enumerated() {
      sheet += """
          TRACK 0\(index + 1) AUDIO
            TITLE "\(titles[index])"
            REM REPLAYGAIN_TRACK_GAIN -\(index + 1).00 dB
            INDEX 01 00:00:\(start < 10 ? "0" : "")\(start)

        """
    }
    try library.folder.write(sheet, to: "music/cd/disc.cue")
  }

  private func tracks(_ query: String = "sort:path") throws -> [LibraryTrack] {
    try library.store.tracks(try library.store.search(SearchQuery(parsing: query)).ids)
  }

  @Test func tracksOfASheetReplaceTheTrackOfTheFile() throws {
    try write([0, 5, 10])
    let report = try library.scan()
    #expect(report.files == 1 && report.added == 1 && report.unreadable.isEmpty)
    let tracks = try tracks()
    #expect(tracks.map(\.track.title) == ["Prélude", "Viens, Mallika", "Sous le dôme"])
    #expect(tracks.map(\.track.section) == [section(0, 5), section(5, 10), section(10)])
    #expect(
      tracks.allSatisfy { $0.track.path == disc && $0.track.album == "Lakmé" && $0.track.parts.isEmpty })
    #expect(tracks.map(\.track.trackNumber) == [1, 2, 3])
    let second = tracks[1].track
    #expect(second.artist == "Delibes" && second.albumArtist == "Delibes" && second.codec == .mp3)
    #expect(second.genres == ["Opera"] && second.date == "1883" && second.duration == 5.0 / 75)
    #expect(second.discNumber == 1 && second.discTotal == 2)
    #expect(second.replayGain?.track?.gain == Decibels(-2) && second.replayGain?.album?.gain == Decibels(-5))
    #expect(try self.tracks("mallika").map(\.id) == [tracks[1].id])
    #expect(try self.tracks("genre:opera year:1883").count == 3)
    #expect(try self.tracks("All of it").isEmpty)
  }

  @Test func sheetTracksAreBrowsedCountedAndRatedSeparately() throws {
    try write([0, 5, 10])
    try library.scan()
    let store = library.store
    let ids = try tracks().map(\.id)
    #expect(try store.content(of: disc.directory).tracks.ids == ids)
    #expect(try store.tracks(ofAlbum: try #require(try store.albums().first).id).ids == ids)
    #expect(try store.trackCount() == 3)
    #expect(
      try store.id(of: TrackLocation(path: disc)) == nil
        && store.id(of: TrackLocation(path: disc, section: section(5))) == ids[1])
    try store.countPlay(TrackLocation(path: disc, section: section(5, 10)))
    try store.setRating(4, of: ids[1])
    #expect(try tracks().map(\.playCount) == [0, 1, 0])
    #expect(try store.mostPlayed(limit: 9).ids == [ids[1]])
    #expect(try library.paths() == ["cd/disc.mp3"] && store.unreadable().isEmpty)
  }

  @Test func eachSheetTrackHasAKeyDerivedFromTheFile() throws {
    try write([0, 5])
    try library.scan()
    try library.scanner.fillInKeys()
    let key = try TrackKeyReader.key(of: disc)
    #expect(try tracks().map(\.key) == [key.of(section(0)), key.of(section(5))])
    #expect(Set(try tracks().map(\.key)).count == 2)
  }

  @Test func unchangedSheetAndFileAreNotReadAgain() throws {
    try write([0, 5])
    try library.scan()
    let again = try library.scan()
    #expect(again.files == 1 && again.unchanged == 1 && again.changed + again.added == 0)
    #expect(try tracks().count == 2)
  }

  @Test func tracksFollowASheetThatIsAddedChangedAndRemoved() throws {
    try library.scan()
    let whole = try #require(try library.store.id(of: TrackLocation(path: disc)))
    try library.store.setRating(5, of: whole)
    try write([0, 5, 10])
    #expect(try library.scan().changed == 1)
    let ids = try tracks().map(\.id)
    #expect(ids.count == 3)
    try library.store.countPlay(TrackLocation(path: disc, section: section(5)))
    // Its second track now begins elsewhere; the third one is gone.
    try write([0, 7], titles: ["Prélude", "Duo des fleurs"])
    #expect(try library.scan().changed == 1)
    let two = try tracks()
    #expect(two.map(\.id) == Array(ids.prefix(2)) && two.map(\.playCount) == [0, 1])
    #expect(two[1].track.title == "Duo des fleurs" && two[1].track.section == section(7))
    FileBytes.remove(disc.directory.appending("disc.cue"))
    #expect(try library.scan().changed == 1)
    let one = try tracks()
    #expect(one.map(\.track.title) == ["All of it"] && one[0].track.section == nil && one[0].rating == 5)
  }

  @Test func sheetTracksOfAMovedFileKeepTheirIDsAndPlayCounts() throws {
    try write([0, 5])
    try library.scan()
    let ids = try tracks().map(\.id)
    try library.store.countPlay(TrackLocation(path: disc, section: section(5)))
    try library.move(library.music.appending("cd"), to: library.music.appending("opera/Lakmé"))
    let report = try library.scan()
    #expect(report.moved == 1 && report.added + report.removed == 0)
    let moved = try tracks()
    #expect(moved.map(\.id) == ids && moved.map(\.playCount) == [0, 1])
    #expect(moved.allSatisfy { $0.track.path == library.music.appending("opera/Lakmé/disc.mp3") })
  }

  @Test func removedSheetTracksHaveTheirPlayCountsAgainAfterTheirReturn() throws {
    try write([0, 5])
    try library.scan()
    try library.store.countPlay(TrackLocation(path: disc, section: section(5)))
    let aside = library.folder.file("aside")
    try library.add("other.mp3", seed: 2)
    try library.move(disc.directory, to: aside)
    try library.scan()
    #expect(try tracks().count == 1)
    try library.move(aside, to: disc.directory)
    try library.scan()
    #expect(try tracks("played:>0").map(\.track.section) == [section(5)])
  }

  @Test func sheetWithOneFilePerTrackLeavesTheTracksOfTheFiles() throws {
    try library.add("cd/2.mp3", title: "Own", seed: 2)
    try library.folder.write(
      """
      TITLE Album
      FILE disc.mp3 MP3
      TRACK 01 AUDIO
      TITLE Other
      INDEX 01 00:00:00
      FILE 2.mp3 MP3
      TRACK 02 AUDIO
      INDEX 01 00:00:00
      """, to: "music/cd/all.cue")
    try library.scan()
    #expect(try tracks().map(\.track.title) == ["Own", "All of it"])
    #expect(try tracks().allSatisfy { $0.track.section == nil })
  }

  /// The second track is stated twice: its gap is at the end of the first file.
  @Test func tagsThatAFileLacksAreThoseOfItsSheet() throws {
    try library.add("cd/2.mp3", seed: 2)
    try library.folder.write(
      """
      PERFORMER Band
      TITLE Album
      FILE disc.mp3 MP3
      TRACK 01 AUDIO
      TITLE One
      INDEX 01 00:00:00
      TRACK 02 AUDIO
      TITLE Two
      INDEX 00 00:00:10
      FILE 2.mp3 MP3
      TRACK 02 AUDIO
      INDEX 01 00:00:00
      """, to: "music/cd/all.cue")
    try library.scan()
    let both = try tracks().map(\.track)
    #expect(both.map(\.title) == ["Two", "All of it"] && both.map(\.trackNumber) == [2, 1])
    #expect(both.allSatisfy { $0.album == "Album" && $0.artist == "Band" && $0.section == nil })
    FileBytes.remove(disc.directory.appending("all.cue"))
    #expect(try library.scan().changed == 2)
    #expect(try tracks().map(\.track.title) == [nil, "All of it"])
  }

  @Test(arguments: [
    "FILE \"disc.mp3\" MP3\nTRACK 01 AUDIO\nINDEX 01 00:00:99\n", "no sheet at all", "",
    "FILE \"elsewhere.mp3\" MP3\nTRACK 01 AUDIO\nINDEX 01 00:00:00\nTRACK 02 AUDIO\nINDEX 01 00:00:03\n",
    // Behind the file's end.
    "FILE \"disc.mp3\" MP3\nTRACK 01 AUDIO\nINDEX 01 00:00:00\nTRACK 02 AUDIO\nINDEX 01 10:00:00\n",
  ])
  func unusableSheetLeavesTheTrackOfTheFile(sheet: String) throws {
    try library.folder.write(sheet, to: "music/cd/disc.cue")
    try library.scan()
    #expect(try tracks().map(\.track.title) == ["All of it"])
  }

  @Test func sheetTracksAtTheSameStartAreOneTrack() throws {
    try write([0, 5, 5])
    try library.scan()
    #expect(try tracks().map(\.track.section) == [section(0, 5), section(5)])
    #expect(try library.store.trackCount() == 2)
  }

  @Test func removedFileRemovesTheSheetTracks() throws {
    try library.add("other.mp3", seed: 2)
    try write([0, 5])
    try library.scan()
    FileBytes.remove(disc)
    #expect(try library.scan().removed == 1)
    #expect(try library.store.trackCount() == 1)
  }

  @Test func sheetTracksOfAnAwayFolderAreMarkedAway() throws {
    try write([0, 5])
    try library.scan()
    try library.store.apply([.away(folder: library.music, true)])
    #expect(try tracks().map(\.isAway) == [true, true])
    try library.store.apply([.away(folder: library.music, false)])
    #expect(try tracks().map(\.isAway) == [false, false])
  }

  @Test func playCountsOfSheetTracksSurviveARecreatedIndex() throws {
    try write([0, 5])
    try library.scan()
    try library.store.countPlay(TrackLocation(path: disc, section: section(5)))
    let recreated = try LibraryStore(library.folder.file("recreated.db"))
    #expect(try recreated.recover(from: library.store.path).tracks == 1)
    let scanner = library.scanner(into: recreated)
    _ = try scanner.scan([library.music])
    let found = try recreated.tracks(try recreated.search(SearchQuery(parsing: "played:1")).ids)
    #expect(found.map(\.track.section) == [section(5)])
  }
}

import AudioBase
import Glibc
import MusicFiles
import Playlists
import SystemBase
import TestSupport
import Testing

@Suite struct MusicFinderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func make(_ names: String...) throws {
    for name in names {
      let directory = folder.file(name).directory
      try Tool.run("mkdir", ["-p", directory.shown])
      try folder.write("x", to: name)
    }
  }

  private func find(_ words: FilePath...) -> MusicFinder.FoundMusic { MusicFinder().find(words) }

  /// Relative to the folder.
  private func names(_ result: MusicFinder.FoundMusic) -> [String] {
    result.entries.map { String($0.path.shown.dropFirst(folder.path.shown.utf8.count + 1)) }
  }

  @Test func musicInAFolderIsFoundInNaturalOrder() throws {
    try make(
      "10 b.mp3", "2 a.FLAC", "cover.jpg", "CD2/1.ogg", "CD10/1.ogg", "zz.wav", ".hidden.mp3", ".x/1.mp3",
      "l.m3u")
    let result = find(folder.path)
    #expect(names(result) == ["2 a.FLAC", "10 b.mp3", "CD2/1.ogg", "CD10/1.ogg", "zz.wav"])
    #expect(result.warnings.isEmpty)
  }

  @Test func fileThatDoesNotExistIsAWarningWhereItIsNotKept() throws {
    let missing = folder.file("gone.flac")
    #expect(find(missing).entries.map(\.path) == [missing])
    let result = MusicFinder(keepsMissing: false).find([missing])
    #expect(result.entries.isEmpty && result.warnings.map(\.path) == [missing])
    guard case .failed(let error)? = result.warnings.first?.problem else {
      Issue.record("no reason")
      return
    }
    #expect(error.code == .notFound)
  }

  @Test(arguments: ["gopher://example.org/x", "ftp://host/a.mp3", "rtsp://host/list.m3u"])
  func addressOfAnotherKindIsAWarning(address: String) {
    let result = MusicFinder(keepsMissing: false).find([FilePath(address)])
    let warning = MusicFinder.Warning(path: FilePath(address), problem: .unsupportedAddress)
    #expect(result.entries.isEmpty && result.warnings == [warning])
  }

  @Test func fileAddressesAreDecodedAndPathsAreNot() throws {
    try make("a b.mp3", "a%20b.mp3")
    let (spaced, escaped) = (folder.file("a b.mp3"), folder.file("a%20b.mp3"))
    let addresses = ["file://\(folder.path.shown)/a%20b.mp3", FileURL.text(escaped)].map { FilePath($0) }
    #expect(find(addresses[0], addresses[1], escaped).entries.map(\.path) == [spaced, escaped, escaped])
    let foreign = FilePath("file://elsewhere/a.mp3")
    #expect(find(foreign).entries.map(\.path) == [foreign])
  }

  @Test func fileWithASheetInAFolderGivesTheTracksOfTheSheet() throws {
    try make("1.mp3", "cd/disc.flac", "cd/z.mp3", "2.mp3")
    let sheet = """
      PERFORMER Delibes
      FILE "disc.wav" WAVE
      TRACK 01 AUDIO
      TITLE Prélude
      INDEX 01 00:00:00
      TRACK 02 AUDIO
      INDEX 01 00:02:00
      FILE "z.mp3" MP3
      TRACK 03 AUDIO
      TITLE Last
      INDEX 01 00:00:00

      """
    try folder.write(sheet, to: "cd/all.cue")
    try folder.write("FILE gone.wav WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n", to: "cd/gone.cue")
    try folder.write("no sheet", to: "2.cue")
    let result = find(folder.path)
    #expect(names(result) == ["1.mp3", "2.mp3", "cd/disc.flac", "cd/disc.flac", "cd/z.mp3"])
    #expect(result.entries.map(\.playlistEntry?.title) == [nil, nil, "Prélude", nil, "Last"])
    let two = DiscTime(seconds: 2)
    #expect(
      result.entries.map(\.playlistEntry?.section)
        == [nil, nil, TrackSection(start: DiscTime(frames: 0), end: two), TrackSection(start: two), nil])
    #expect(
      result.entries[3].playlistEntry?.artist == "Delibes"
        && result.entries[3].playlistEntry?.trackNumber == 2)
    #expect(result.warnings.isEmpty)
  }

  @Test func loopsOfLinksEndAndNoFileIsFoundTwice() throws {
    try make("a/1.mp3", "b/2.mp3")
    for (target, name) in [
      ("..", "a/up"), ("../b", "a/b"), ("../a", "b/a"), (".", "self"), ("gone", "broken.mp3"), ("gone", "x"),
    ] {
      #expect(symlink(target, folder.file(name).shown) == 0)
    }
    #expect(names(find(folder.path)) == ["a/1.mp3", "a/b/2.mp3", "broken.mp3"])
  }

  @Test func filesWithNamesThatAreNotUTF8AreFound() throws {
    let odd = folder.path.appending(FilePath(bytes: [0xE9, 0xFF] + Array(".mp3".utf8)))
    let descriptor = odd.withCString { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644) }
    try #require(descriptor >= 0)
    close(descriptor)
    #expect(find(folder.path).entries == [MusicFinder.Entry(path: odd)])
  }

  @Test func namedFileIsTakenWithAnyExtensionOrHiddenName() throws {
    try make("song.txt", ".hidden")
    #expect(names(find(folder.file("song.txt"), folder.file(".hidden"))) == ["song.txt", ".hidden"])
  }

  @Test func argumentsKeepTheirOrderAndFailuresAreReported() throws {
    try make("b/1.mp3", "a.mp3", "empty/readme.txt")
    let (none, empty) = (folder.file("none.mp3"), folder.file("empty"))
    let result = find(folder.file("b"), none, folder.file("a.mp3"), empty)
    #expect(names(result) == ["b/1.mp3", "none.mp3", "a.mp3"])
    #expect(result.warnings == [MusicFinder.Warning(path: empty, problem: .noMusic)])
  }

  @Test func missingPlaylistIsReported() {
    let list = folder.file("none.m3u8")
    let result = find(list)
    #expect(result.entries.isEmpty)
    guard case .failed(let error) = result.warnings.first?.problem else {
      Issue.record("the missing playlist is no failure")
      return
    }
    #expect(error.code == .notFound)
  }

  @Test(arguments: ["list.m3u8", "list.txt"])
  func playlistGivesEntriesAndWarningsForInvalidAddresses(name: String) throws {
    try make("a.mp3")
    let list = try folder.write(
      "#EXTM3U\n#EXTINF:5,A - T\na.mp3\ngone.mp3\nrtsp://x/y\nhttp://x/y\nfile://z\n", to: name)
    let result = find(list)
    #expect(names(result).prefix(2) == ["a.mp3", "gone.mp3"])
    #expect(result.entries.last?.path == FilePath("http://x/y"))
    #expect(result.entries.first?.playlistEntry?.title == "T")
    #expect(result.entries.first?.playlistEntry?.artist == "A")
    #expect(result.entries.first?.playlistEntry?.duration == 5)
    let address = MusicFinder.Warning(path: list, problem: .address("rtsp://x/y"))
    let line = PlaylistWarning(line: 7, problem: .badAddress)
    #expect(result.warnings == [address, MusicFinder.Warning(path: list, problem: .playlist(line))])
  }
}

import AudioBase
import Glibc
import Playlists
import SystemBase
import TestSupport
import Testing

@Suite struct PlaylistReaderTests {
  private let list = FilePath("/lists/my.m3u")

  private func parse(_ text: String, there: Set<String> = []) throws -> Playlist {
    try parse(Array(text.utf8), there: there)
  }

  private func parse(_ bytes: [UInt8], there: Set<String> = []) throws -> Playlist {
    try parse(bytes, there: Set(there.map { FilePath($0) }))
  }

  private func parse(_ bytes: [UInt8], there: Set<FilePath>) throws -> Playlist {
    try PlaylistReader(exists: { there.contains($0) }).parse(bytes, from: list)
  }

  /// The resolved entries of the list, with the existing files.
  @Test(
    arguments: [
      ("a.mp3", [], "/lists/a.mp3"), ("/m/a.mp3", [], "/m/a.mp3"), ("../m/a.mp3", [], "/lists/../m/a.mp3"),
      ("  a.mp3\t", [], "/lists/a.mp3"), (" a.mp3", ["/lists/ a.mp3"], "/lists/ a.mp3"),
      ("file:///m/a%20b%C3%A9.mp3", [], "/m/a bé.mp3"), ("file://localhost/m/a.mp3", [], "/m/a.mp3"),
      ("FILE:/m/a.mp3", [], "/m/a.mp3"), ("..\\m\\a.mp3", ["/lists/../m/a.mp3"], "/lists/../m/a.mp3"),
      ("..\\m\\a.mp3", [], "/lists/../m/a.mp3"), ("m/a\\b.mp3", [], "/lists/m/a\\b.mp3"),
      ("a\\b.mp3", ["/lists/a\\b.mp3", "/lists/a/b.mp3"], "/lists/a\\b.mp3"),
      ("a%20b.mp3", ["/lists/a b.mp3"], "/lists/a b.mp3"), ("100%.mp3", [], "/lists/100%.mp3"),
      ("C:\\m\\a.mp3", [], "C:/m/a.mp3"), ("a:b.mp3", [], "/lists/a:b.mp3"),
    ] as [(String, Set<String>, String)])
  func pathsAreResolvedAgainstThePlaylistFolder(line: String, there: Set<String>, path: String) throws {
    let playlist = try parse(line + "\n", there: there)
    #expect(playlist.entries == [PlaylistEntry(.file(FilePath(path)), isMissing: !there.contains(path))])
    #expect(playlist.warnings.isEmpty)
  }

  @Test func entryIsTheFileThatOtherListsName() throws {
    let folder = try TemporaryFolder()
    #expect(mkdir(folder.file("lists").shown, 0o700) == 0)
    try folder.write("", to: "a.mp3")
    let list = try folder.write("./../a.mp3\n../gone.mp3\n", to: "lists/my.m3u")
    #expect(
      try PlaylistReader().read(list).entries == [
        PlaylistEntry(.file(folder.file("a.mp3")), isMissing: false),
        PlaylistEntry(.file(folder.file("gone.mp3")), isMissing: true),
      ])
  }

  @Test(arguments: ["http://radio.example/a,b.mp3?x=1", "HTTPS://x/y", "mms://x"])
  func streamAddressesAreKept(address: String) throws {
    #expect(try parse("\(address)\n").entries == [PlaylistEntry(.url(address))])
  }

  @Test(arguments: ["file://server/share/a.mp3", "file:///a%00b", "file:///a%2", "file://"])
  func invalidFileAddressIsAWarningWithTheLine(address: String) throws {
    let playlist = try parse("x\n\(address)\n")
    #expect(playlist.entries.count == 1)
    #expect(playlist.warnings == [PlaylistWarning(line: 2, problem: .badAddress)])
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func anyLineEndingIsAccepted(end: String) throws {
    let lines = ["#EXTM3U", "", "#EXTINF:5,A - T", "# a comment", "a.mp3", "   ", "b.m3u", "#EXTINF:6,lost"]
    for last in ["", end] {
      let playlist = try parse(lines.joined(separator: end) + last)
      #expect(playlist.warnings == [PlaylistWarning(line: 7, problem: .nestedPlaylist)])
      #expect(playlist.entries.map(\.title) == ["T", nil])
      #expect(playlist.entries.map(\.duration) == [5, nil])
    }
  }

  @Test func emptyTextIsAnEmptyPlaylist() throws {
    #expect(try parse("").entries.isEmpty)
    #expect(try parse("#EXTM3U\n#PLAYLIST: Evening \n").title == "Evening")
  }

  @Test func aPlaylistInAPlaylistIsKeptWithAWarning() throws {
    let playlist = try parse("a.mp3\nmy.m3u\n")
    #expect(playlist.entries.map(\.location) == [.file(FilePath("/lists/a.mp3")), .file(list)])
    #expect(playlist.warnings == [PlaylistWarning(line: 2, problem: .nestedPlaylist)])
  }

  @Test func overlongLineIsSkipped() throws {
    let playlist = try parse("a\n" + String(repeating: "x", count: 65_537) + "\nb\n")
    #expect(playlist.entries.count == 2)
    #expect(playlist.warnings == [PlaylistWarning(line: 2, problem: .lineTooLong)])
  }

  @Test func binaryContentAndUnknownFormatsAreRefused() {
    #expect(throws: FileError.self) { try parse("#EXTM3U\na\0b\n") }
    #expect(throws: FileError.self) {
      try PlaylistReader().parse(Array("a.mp3\n".utf8), from: FilePath("/lists/my.txt"))
    }
  }
}

import AudioBase
import Playlists
import SystemBase
import TestSupport
import Testing

@Suite struct PlaylistWriterTests {
  private static func playlist() -> Playlist {
    var list = Playlist(format: .cue, encoding: .utf8)
    list.title = "Evening & <night>"
    let names: [FilePath] = [
      FilePath("/m/a/plain.flac"), FilePath("/m/lists/#hash.mp3"), FilePath("/m/lists/ blanks "),
      FilePath("/m/é/100%.mp3"),
      FilePath("/m/line\nend.mp3"), FilePath("/m/lists/c:/x.mp3"),
      FilePath(bytes: Array("/m/caf".utf8) + [0xE9]),
      FilePath("/m/back\\slash"), FilePath("/m/lists/http:/x"), FilePath("/m/lists/a%20b"),
    ]
    list.entries = names.map { PlaylistEntry(.file($0)) } + [PlaylistEntry(.url("http://radio/?a=b&c"))]
    for index in list.entries.indices { list.entries[index].title = "Title \(index)" }
    list.entries[1].artist = "Artist"
    list.entries[2].duration = 61
    list.entries[3].section = TrackSection(start: DiscTime(frames: 1), end: DiscTime(frames: 4_738))
    list.entries[4].section = TrackSection(start: DiscTime(frames: 75 * 3_600 + 74))
    return list
  }

  /// Whatever the names, reading gives the places and sections that were written.
  @Test(arguments: [PlaylistWriter.Format.m3u8, .pls, .xspf], [PlaylistWriter.Paths.absolute, .relative])
  func writtenPlaylistIsReadBack(format: PlaylistWriter.Format, paths: PlaylistWriter.Paths) throws {
    let list = PlaylistWriterTests.playlist()
    let there = Set(list.entries.compactMap { if case .file(let path) = $0.location { path } else { nil } })
    let path = FilePath("/m/lists/a.list")
    let bytes = PlaylistWriter(format: format, paths: paths).bytes(list, at: path)
    let read = try PlaylistReader(exists: { there.contains($0.collapsed) }).parse(bytes, from: path)
    #expect(read.entries.map { $0.location.collapsed } == list.entries.map(\.location))
    #expect(read.entries.map(\.section) == list.entries.map(\.section))
    #expect(read.entries.allSatisfy { !$0.isMissing })
    #expect(read.warnings.isEmpty)
    #expect(read.entries[0].title == "Title 0")
    #expect(read.entries[2].duration == 61)
    if format == .xspf { #expect(read.entries[1].artist == "Artist") }
    if format != .pls { #expect(read.title == list.title) }
  }

  @Test func relativePathsUseParentAndChildFolders() {
    var list = Playlist(format: .m3u, encoding: .utf8)
    list.entries = ["/m/lists/a", "/m/lists/sub/b", "/m/c", "/d", "e"].map {
      PlaylistEntry(.file(FilePath($0)))
    }
    let bytes = PlaylistWriter(format: .m3u8, paths: .relative).bytes(list, at: FilePath("/m/lists/x.m3u8"))
    #expect(String(decoding: bytes, as: UTF8.self) == "#EXTM3U\na\nsub/b\n../c\n../../d\ne\n")
  }

  @Test func formatIsChosenByTheFileName() {
    #expect(PlaylistWriter(name: FilePath("a.XSPF"))?.format == .xspf)
    #expect(PlaylistWriter(name: FilePath("a.m3u"))?.format == .m3u8)
    #expect(PlaylistWriter(name: FilePath("a.cue")) == nil)
  }

  @Test func aFileIsReplacedAsAWhole() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("old", to: "a.m3u8")
    try PlaylistWriter(format: .m3u8).write(PlaylistWriterTests.playlist(), to: path)
    #expect(try PlaylistReader().read(path).entries.count == 11)
    #expect(throws: FileError.self) {
      try PlaylistWriter(format: .m3u8).write(PlaylistWriterTests.playlist(), to: folder.file("none/a.m3u8"))
    }
  }
}

extension PlaylistEntry.Location {
  fileprivate var collapsed: PlaylistEntry.Location {
    if case .file(let path) = self { .file(path.collapsed) } else { self }
  }
}

extension FilePath {
  /// Without `.` and `..`, and without empty parts but those that a name of the test has.
  fileprivate var collapsed: FilePath {
    var kept: [ArraySlice<UInt8>] = []
    for part in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      if part.elementsEqual("..".utf8) {
        kept.removeLast()
      } else if !part.elementsEqual(".".utf8) {
        kept.append(part)
      }
    }
    return FilePath(bytes: Array(kept.joined(separator: [UInt8(ascii: "/")])))
  }
}

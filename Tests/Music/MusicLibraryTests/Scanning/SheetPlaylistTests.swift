import MusicQuery
import Testing

@testable import AudioBase
@testable import MusicLibrary
@testable import SystemBase

/// Saved playlists follow the parts of files as they follow files.
@Suite struct SheetPlaylistTests {
  private let library: TestLibrary
  private let disc: FilePath
  private let list: Int64

  init() throws {
    library = try TestLibrary()
    disc = try library.add("cd/disc.mp3")
    try SheetPlaylistTests.write([0, 5, 10], beside: disc, library)
    try library.add("other.mp3", seed: 2)
    try library.scan()
    try library.scanner.fillInKeys()
    let ids = try library.store.search(SearchQuery(parsing: "sort:path")).ids
    let tracks = try library.store.tracks(ids).map(\.track).filter { $0.section != nil }
    try library.store.countPlay(TrackLocation(path: disc, section: tracks[1].section))
    list = try library.store.savePlaylist("List", tracks.reversed().map { PlaylistEntry($0) })
  }

  /// The file is a fifth of a second long: 15 disc frames.
  private static func write(_ starts: [Int], beside file: FilePath, _ library: TestLibrary) throws {
    let tracks = starts.enumerated().map {
      "TRACK 0\($0 + 1) AUDIO\nINDEX 01 00:00:\($1 < 10 ? "0" : "")\($1)\n"
    }
    let folder = file.directory.shown.dropFirst(library.folder.path.shown.utf8.count + 1)
    try library.folder.write("FILE \"disc.mp3\" MP3\n" + tracks.joined(), to: "\(folder)/disc.cue")
  }

  private func expect(_ file: FilePath, starts: [Int] = [0, 5, 10]) throws {
    let ends = starts.dropFirst().map(Optional.some) + [nil]
    let sections = zip(starts, ends).map { start, end in
      TrackSection(start: DiscTime(frames: start), end: end.map { DiscTime(frames: $0) })
    }
    let entries = try library.store.entries(ofPlaylist: list)
    #expect(entries.map(\.location) == starts.map { _ in .file(file) })
    #expect(entries.map(\.section) == sections.reversed())
    let played = try library.store.tracks(try library.store.search(SearchQuery(parsing: "played:1")).ids)
    #expect(played.map(\.track.path) == [file] && played.map(\.track.section) == [sections[1]])
  }

  @Test func playlistEntriesFollowARenamedSheetFile() throws {
    try library.move(disc.directory, to: library.music.appending("opera"))
    #expect(try library.scan().moved == 1)
    try expect(library.music.appending("opera/disc.mp3"))
  }

  /// As to another drive: a new file with the same sound.
  @Test func playlistEntriesFollowASheetFileFoundByItsSound() throws {
    let new = try library.add("new/disc.mp3", title: "a new tag")
    try SheetPlaylistTests.write([0, 5, 10], beside: new, library)
    FileBytes.remove(disc)
    let report = try library.scan()
    #expect([report.moved, report.added, report.removed] == [1, 0, 0])
    try expect(new)
  }

  /// As a watcher sees a move to another drive.
  @Test func playlistEntriesFollowASheetFileCopiedAndThenRemoved() throws {
    let new = try library.add("new/disc.mp3", title: "a new tag")
    try SheetPlaylistTests.write([0, 5, 10], beside: new, library)
    #expect(try library.scan().added == 1)
    try library.scanner.fillInKeys()
    FileBytes.remove(disc)
    #expect(try library.scan().removed == 1)
    try expect(new)
  }

  @Test func playlistEntriesFollowARemovedSheetFileThatReturnsElsewhere() throws {
    FileBytes.remove(disc)
    #expect(try library.scan().removed == 1)
    let new = try library.add("new/disc.mp3")
    try SheetPlaylistTests.write([0, 5, 10], beside: new, library)
    #expect(try library.scan().added == 1)
    try library.scanner.fillInKeys()
    try expect(new)
  }

  @Test func playlistEntriesFollowCorrectedStartsOfASheet() throws {
    try SheetPlaylistTests.write([0, 6, 11], beside: disc, library)
    try library.scan()
    try expect(disc, starts: [0, 6, 11])
  }
}

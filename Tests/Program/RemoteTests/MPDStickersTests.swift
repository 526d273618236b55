import AudioBase
import SystemBase
import TestSupport
import Testing

@testable import Remote

/// The stickers of clients in their file.
@Suite struct MPDStickersTests {
  private let folder: TemporaryFolder
  private let saver = FileSaver(name: "test") { _ in }
  private let path = FilePath(bytes: Array("/a/".utf8) + [0xE9])
  private let section = TrackSection(start: DiscTime(frames: 75))
  private var song: MPDStickerSubject { .song(TrackLocation(path: path)) }
  private var part: MPDStickerSubject { .song(TrackLocation(path: FilePath("/b"), section: section)) }

  init() throws { folder = try TemporaryFolder() }

  private var stickers: MPDStickers { MPDStickers(SavedFile(folder.file("stickers.json"), by: saver)) }

  @Test func stickersAreReadAgain() throws {
    let first = stickers
    try first.set("mood", of: song) { _ in "calm" }
    try first.set("note", of: song) { _ in "a=b" }
    try first.set("mood", of: part) { old in old ?? "new" }
    try first.set("gone", of: part) { _ in "x" }
    try first.set("gone", of: part) { _ in nil }
    #expect(first.version == 5)
    saver.stop()
    let again = stickers
    #expect(try again.all(of: song) == ["mood": "calm", "note": "a=b"])
    #expect(try again.all(of: part) == ["mood": "new"] && again.names() == [.song: ["mood", "note"]])
    #expect(try Set(again.find("mood", of: .song).map(\.value)) == ["calm", "new"])
  }

  @Test func stickersOfArtistsPlaylistsAndFiltersAreReadAgain() throws {
    let subjects: [MPDStickerSubject] = [
      .named(.tag(.artist), "Björk"), .named(.tag(.album), "Björk"), .named(.playlist, "a/b"),
      .named(.filter, "(artist == 'x')"), song,
    ]
    let first = stickers
    for (number, subject) in subjects.enumerated() { try first.set("n", of: subject) { _ in "\(number)" } }
    saver.stop()
    let again = stickers
    for (number, subject) in subjects.enumerated() {
      #expect(try again.all(of: subject) == ["n": "\(number)"])
    }
    #expect(try again.find("n", of: .tag(.album)).map(\.value) == ["1"])
    #expect(try again.names().keys.count == 5)
  }

  @Test func stickersFollowRenamedFiles() throws {
    let first = stickers
    try first.set("mood", of: song) { _ in "calm" }
    try first.set("mood", of: part) { _ in "new" }
    first.filesWereRenamed([path: FilePath("/a/b"), FilePath("/none"): FilePath("/c")])
    #expect(try first.all(of: song).isEmpty && first.all(of: part) == ["mood": "new"])
    #expect(try first.all(of: .song(TrackLocation(path: FilePath("/a/b")))) == ["mood": "calm"])
    first.filesWereRenamed([FilePath("/a/b"): path, FilePath("/b"): FilePath("/d")])
    saver.stop()
    #expect(try stickers.all(of: song) == ["mood": "calm"])
    let moved = MPDStickerSubject.song(TrackLocation(path: FilePath("/d"), section: section))
    #expect(try stickers.all(of: moved) == ["mood": "new"])
  }

  @Test func removedStickersAreGone() throws {
    let first = stickers
    try first.set("mood", of: song) { _ in "calm" }
    try first.removeAll(of: song)
    saver.stop()
    #expect(try stickers.names() == [:])
  }

  @Test func impossibleNamesAndValuesAreRefused() throws {
    for name in ["", "a=b", String(repeating: "n", count: 257)] {
      #expect(throws: MPDError.self) { try stickers.set(name, of: song) { _ in "x" } }
    }
    #expect(throws: MPDError.self) {
      try stickers.set("n", of: song) { _ in String(repeating: "v", count: 4_097) }
    }
  }

  @Test func damagedFileIsNotOverwritten() throws {
    try folder.write("{\"format\":", to: "stickers.json")
    let damaged = stickers
    #expect(try damaged.all(of: song) == [:])
    #expect(throws: MPDError.self) { try damaged.set("mood", of: song) { _ in "calm" } }
    saver.stop()
    #expect(try FileBytes.read(folder.file("stickers.json"), limit: 99) == Array("{\"format\":".utf8))
  }

  @Test func stickersOfTwoPlayersAreBothStored() throws {
    let (first, second) = (stickers, stickers)
    #expect(try first.names().isEmpty && second.names().isEmpty)
    try first.set("mood", of: song) { _ in "calm" }
    try second.set("note", of: song) { _ in "loud" }
    try second.set("mood", of: part) { _ in "new" }
    saver.stop()
    #expect(try stickers.all(of: song) == ["mood": "calm", "note": "loud"])
    #expect(try stickers.all(of: part) == ["mood": "new"])
  }
}

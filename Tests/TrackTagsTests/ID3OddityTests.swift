import SystemBase
import TestSupport
import Testing
import TrackTags

/// Odd frames and tags of ID3v2 cost no other field.
@Suite struct ID3OddityTests {
  private let music: TestMusic
  private let frames: [UInt8]

  init() throws {
    music = try TestMusic()
    frames = try FileBytes.read(try music.mp3("a.mp3"), limit: 1 << 24)
  }

  private func expectFields(_ tags: [UInt8], _ place: SourceLocation = #_sourceLocation) throws {
    let track = try TagReader.read(try music.folder.write(tags + frames, to: "b.mp3"))
    #expect(track.title == "Duo" && track.artist == "Mado" && track.album == "Lakmé", sourceLocation: place)
  }

  private let title = ("TIT2", TestID3.utf8("Duo"))
  private let artist = ("TPE1", TestID3.utf8("Mado"))
  private let album = ("TALB", TestID3.utf8("Lakmé"))

  @Test(arguments: [3, 4] as [UInt8]) func aFrameWithoutContent(version: UInt8) throws {
    let empty = ("TCOM", [UInt8]())
    try expectFields(TestID3.tag(version: version, [title, empty, artist, album]))
  }

  @Test func textInUTF16WithoutAByteOrderMark() throws {
    let little: [UInt8] = [1, 0x4D, 0, 0x61, 0, 0x64, 0, 0x6F, 0]
    try expectFields(TestID3.tag(version: 3, [title, ("TPE1", little), album]))
    let big: [UInt8] = [1, 0, 0x4D, 0, 0x61, 0, 0x64, 0, 0x6F]
    try expectFields(TestID3.tag(version: 4, [title, ("TPE1", big), album]))
  }

  /// Version 3 leaves the four bytes of its size out, version 4 counts them.
  @Test(arguments: [3, 4] as [UInt8]) func anExtendedHeader(version: UInt8) throws {
    var tag = TestID3.tag(version: version, [title, artist, album])
    let header: [UInt8] = version == 3 ? [0, 0, 0, 6, 0, 0, 0, 0, 0, 0] : [0, 0, 0, 6, 1, 0]
    tag.insert(contentsOf: header, at: 10)
    tag[5] |= 0x40
    tag[9] += UInt8(header.count)
    try expectFields(tag)
  }

  @Test func aSecondTag() throws {
    try expectFields(TestID3.tag(version: 3, [title]) + TestID3.tag(version: 4, [artist, album]))
  }

  @Test func aTagBehindAPE() throws {
    let ape = Array("APETAGEX".utf8) + [0xD0, 7, 0, 0, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xA0]
    let header = ape + [UInt8](repeating: 0, count: 8)
    let footer = header.prefix(23) + [0x80] + [UInt8](repeating: 0, count: 8)
    try expectFields(header + footer + TestID3.tag(version: 4, [title, artist, album]))
  }
}

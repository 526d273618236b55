import SystemBase
import TestSupport
import Testing
import TrackTags

/// The encoding of texts that should be UTF-8 and are not is guessed; the texts are never dropped.
@Suite struct RawTextTests {
  private let music: TestMusic

  init() throws { music = try TestMusic() }

  /// Puts other bytes of the same number in place of a text.
  private func replaced(_ path: FilePath, _ text: String, by bytes: [UInt8]) throws -> FilePath {
    var file = try FileBytes.read(path, limit: 1 << 24)
    let old = Array(text.utf8)
    try #require(old.count == bytes.count)
    for place in file.indices where file[place] == old[0] && file[place...].starts(with: old) {
      file.replaceSubrange(place..<(place + old.count), with: bytes)
    }
    return try music.folder.write(file, to: "replaced")
  }

  /// "Lakmé" and "Мелодия" in the encodings of two systems.
  private let latin: [UInt8] = [0x4C, 0x61, 0x6B, 0x6D, 0xE9]
  private let cyrillic: [UInt8] = [0xCC, 0xE5, 0xEB, 0xEE, 0xE4, 0xE8, 0xFF]

  @Test func nonUTF8VorbisCommentsOfFLACAndOpusAreRepaired() throws {
    let comments = ["ARTIST=Mado Robin", "TITLE=XXXXX", "ALBUM=Duo"]
    let options = comments.flatMap { ["-T", $0] }
    let flac = try TagReader.read(try replaced(music.flac("a.flac", options), "XXXXX", by: latin))
    #expect(flac.title == "Lakmé" && flac.artist == "Mado Robin" && flac.album == "Duo")
    let opus = try music.opus("a.opus", comments.flatMap { ["--comment", $0] })
    let track = try TagReader.read(try replaced(opus, "XXXXX", by: latin))
    #expect(track.title == "Lakmé" && track.artist == "Mado Robin" && track.album == "Duo")
    let other = try music.flac("b.flac", ["-T", "TITLE=XXXXXXX"])
    #expect(try TagReader.read(try replaced(other, "XXXXXXX", by: cyrillic)).title == "Мелодия")
  }

  @Test func nonUTF8CommentsOfVorbisAndOggFLACAreRepaired() throws {
    let vorbis = try music.ogg("a.ogg", ["-t", "XXXXX", "-a", "Mado Robin"])
    let flac = try music.flac("a.oga", ["--ogg", "-T", "TITLE=XXXXX", "-T", "ARTIST=Mado Robin"])
    for path in [vorbis, flac] {
      let track = try TagReader.read(try replaced(path, "XXXXX", by: latin))
      #expect(track.title == "Lakmé" && track.artist == "Mado Robin")
    }
  }

  @Test(arguments: [false, true]) func nonUTF8APETagIsRepairedAtEitherEndOfTheFile(isAtStart: Bool) throws {
    let frames = try FileBytes.read(try music.mp3("a.mp3"), limit: 1 << 24)
    for (title, shown) in [(latin, "Lakmé"), (cyrillic, "Мелодия")] {
      let tag = TestAPE.tag([
        ("Title", title), ("Artist", Array("Mado Robin".utf8)), ("Track", Array("3/7".utf8)),
      ])
      let file = isAtStart ? tag + frames : frames + tag
      let track = try TagReader.read(try music.folder.write(file, to: "b.mp3"))
      #expect(track.title == shown && track.artist == "Mado Robin")
      #expect(track.trackNumber == 3 && track.trackTotal == 7)
    }
  }

  @Test func apeTagAtTheEndOverridesTheOneAtTheStart() throws {
    let frames = try FileBytes.read(try music.mp3("a.mp3"), limit: 1 << 24)
    let start = TestAPE.tag([("Title", latin), ("Album", latin)])
    let end = TestAPE.tag([("Title", Array("Duo".utf8))])
    let track = try TagReader.read(try music.folder.write(start + frames + end, to: "b.mp3"))
    #expect(track.title == "Duo" && track.album == "Lakmé")
  }

  @Test func windows1252QuotesAreRepaired() throws {
    let title: [UInt8] = [0x93, 0x4C, 0x61, 0x6B, 0x6D, 0xE9, 0x94]
    let path = try replaced(try music.flac("a.flac", ["-T", "TITLE=XXXXXXX"]), "XXXXXXX", by: title)
    #expect(try TagReader.read(path).title == "“Lakmé”")
  }

  @Test(arguments: [1, 0] as [UInt8]) func nonUTF8ItemsOfMP4AreRepaired(type: UInt8) throws {
    for (bytes, shown) in [(latin, "Lakmé"), (cyrillic, "Мелодия")] {
      let items =
        TestMP4.item([0xA9] + Array("nam".utf8), bytes, type: type)
        + TestMP4.item([0xA9] + Array("ART".utf8), Array("Mado Robin".utf8), type: type)
      let track = try TagReader.read(try music.folder.write(TestMP4.file(items), to: "a.m4a"))
      #expect(track.title == shown && track.artist == "Mado Robin")
    }
  }

  @Test func nonUTF8FreeformItemsOfMP4AreRepaired() throws {
    let items =
      TestMP4.freeform("ARTISTS", latin, type: 1)
      + TestMP4.freeform("MusicBrainz Track Id", Array("e5a1".utf8), type: 0)
    let track = try TagReader.read(try music.folder.write(TestMP4.file(items), to: "a.m4a"))
    #expect(track.artists == ["Lakmé"] && track.musicBrainz.recording == "e5a1")
  }

  @Test func utf16ItemsOfMP4AreRead() throws {
    var units: [UInt8] = []
    for unit in "Lakmé".utf16 { units += [0, UInt8(unit)] }
    let items = TestMP4.item([0xA9] + Array("nam".utf8), units, type: 2)
    #expect(try TagReader.read(try music.folder.write(TestMP4.file(items), to: "a.m4a")).title == "Lakmé")
  }
}

/// Builds APE tags.
enum TestAPE {
  /// Returns a tag with header and footer.
  static func tag(_ items: [(name: String, bytes: [UInt8])]) -> [UInt8] {
    var body: [UInt8] = []
    for item in items {
      body += little(item.bytes.count) + [0, 0, 0, 0]
      body += Array(item.name.utf8) + [0] + item.bytes
    }
    var start = Array("APETAGEX".utf8) + little(2_000)
    start += little(body.count + 32) + little(items.count)
    let end = [UInt8](repeating: 0, count: 8)
    let header: [UInt8] = start + [0, 0, 0, 0xA0] + end
    return header + body + start + [0, 0, 0, 0x80] + end
  }

  private static func little(_ value: Int) -> [UInt8] {
    [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}

/// Builds MP4 files without sound.
private enum TestMP4 {
  static func file(_ items: [UInt8]) -> [UInt8] {
    let handler = box("hdlr", zeros(8) + Array("mdirappl".utf8) + zeros(9))
    let meta = box("meta", zeros(4) + handler + box("ilst", items))
    return box("ftyp", Array("M4A ".utf8) + zeros(4)) + box("moov", track + box("udta", meta))
  }

  /// A track at 44,100 Hz of one second.
  private static var track: [UInt8] {
    let header = box("mdhd", zeros(12) + big(44_100) + big(44_100) + zeros(4))
    let handler = box("hdlr", zeros(8) + Array("soun".utf8) + zeros(13))
    let format: [UInt8] = [0, 2, 0, 16]
    let sound = zeros(6) + [0, 1] + zeros(8) + format + zeros(4) + big(44_100 << 16)
    let description = box("stsd", zeros(4) + big(1) + box("mp4a", sound))
    let times = box("stts", zeros(4) + big(1) + big(44) + big(1_024))
    let media = box("mdia", header + handler + box("minf", box("stbl", description + times)))
    return box("mvhd", zeros(12) + big(1_000) + big(1_000) + zeros(80)) + box("trak", media)
  }

  static func item(_ name: [UInt8], _ text: [UInt8], type: UInt8) -> [UInt8] {
    box(name, box("data", [0, 0, 0, type, 0, 0, 0, 0] + text))
  }

  static func freeform(_ name: String, _ text: [UInt8], type: UInt8) -> [UInt8] {
    let mean = box("mean", zeros(4) + Array("com.apple.iTunes".utf8))
    let names = mean + box("name", zeros(4) + Array(name.utf8))
    return box("----", names + box("data", [0, 0, 0, type, 0, 0, 0, 0] + text))
  }

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
  private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] { box(Array(name.utf8), content) }
  private static func box(_ name: [UInt8], _ content: [UInt8]) -> [UInt8] {
    big(content.count + 8) + name + content
  }
  private static func big(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}

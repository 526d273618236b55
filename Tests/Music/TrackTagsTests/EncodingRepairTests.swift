import TestSupport
import Testing

@testable import AudioBase
@testable import SystemBase
@testable import TrackTags

/// Texts that a file calls Latin-1.
@Suite struct EncodingRepairTests {
  /// The texts as bytes of an encoding, each byte read as a character of Latin-1; and what becomes of them.
  private func repaired(_ texts: [String], _ encoding: String) throws -> [String] {
    let fields = try texts.map { text in
      TagField(key: "TITLE", value: latin1(try bytes(text, encoding)), isLatin1: true)
    }
    return EncodingRepair.repaired(fields).map(\.value)
  }

  private func bytes(_ text: String, _ encoding: String) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "text")
    return try Tool.capture("iconv", ["-f", "UTF-8", "-t", encoding, path.shown]).output
  }

  private func latin1(_ bytes: [UInt8]) -> String {
    String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  @Test(arguments: [
    ("CP1251", ["Зимний Сигнал", "Аквариум", "Ночь"]),
    ("KOI8-R", ["Последний Сигнал", "Аквариум", "Ночь на дворе"]),
    ("SHIFT_JIS", ["さくらメロディ", "東京の夜", "ヴィーナス"]), ("EUC-KR", ["겨울 하늘", "서울 사랑 노래", "별빛"]),
    ("GBK", ["春天的故事", "明天会更好", "城市的风"]), ("CP1253", ["Νύχτα και Θάλασσα", "Άνεμος", "Χειμώνας"]),
    ("UTF-8", ["Café", "Mañana", "Ночь"]),
  ])
  func textsOfOtherEncodingsInLatin1FieldsAreRepaired(_ encoding: String, _ texts: [String]) throws {
    #expect(try repaired(texts, encoding) == texts)
  }

  @Test(arguments: [
    ["Café"], ["Mötley Crüe", "Dr. Feelgood"], ["Þórður Fjörður"], ["ÅÄÖ"], ["Ölçü Größe Übermaß"],
    ["DÉJÀ VU"],
    ["Sigur Rós", "Ágætis byrjun", "Svefn-g-englar"], ["Æðelþryð", "Øåæ"], ["España cañí", "¿Qué?"],
    ["Naïveté «à la»"],
    ["Müßiggänger", "Äußerstes Übel"], ["ÄÖÜ äöü"], ["Þú ert", "Íó"], ["L'été à Évian", "Forêt brûlée"],
    ["\u{A9} 1999"], ["½ ¾"], ["ÀÉÎÕÜ"], ["ñ"],
  ])
  func latin1TextsAreNotChanged(_ texts: [String]) throws {
    #expect(try repaired(texts, "ISO-8859-1") == texts)
  }

  @Test func fieldsNotMarkedAsLatin1AreNotChanged() {
    let field = TagField(key: "TITLE", value: "Ç\u{ED}àê Ñèãíàë Àêâàðèóì")
    #expect(EncodingRepair.repaired([field]) == [field])
  }

  @Test func id3TagsInAnotherEncodingAreRepairedInWholeFiles() throws {
    let music = try TestMusic()
    let sound = try FileBytes.read(try music.mp3("plain.mp3"), limit: 1 << 20)
    let title = try bytes("Зимний Сигнал", "CP1251")
    let artist = try bytes("Аквариум и Пикник", "CP1251")
    let tag = TestID3.tag(version: 3, [("TIT2", TestID3.latin1(title)), ("TPE1", TestID3.latin1(artist))])
    let track = try TagReader.read(try music.folder.write(tag + sound, to: "a.mp3"))
    #expect(track.title == "Зимний Сигнал" && track.artist == "Аквариум и Пикник")
    let old = Array("TAG".utf8) + title + [UInt8](repeating: 0, count: 125 - title.count)
    #expect(try TagReader.read(try music.folder.write(sound + old, to: "b.mp3")).title == "Зимний Сигнал")
  }

  @Test(arguments: [
    ("AC/DC", ["AC/DC"]), ("Love/Hate", ["Love/Hate"]),
    ("The Band/Another One", ["The Band", "Another One"]),
    ("One/Two/Three", ["One", "Two", "Three"]), ("AC/DC/Queen", ["AC/DC/Queen"]), ("A / B C", ["A / B C"]),
    ("東京/Ocean Night", ["東京", "Ocean Night"]),
  ])
  func slashesSeparateArtistsWhereUnambiguous(_ text: String, _ artists: [String]) {
    let field = TagField(key: "ARTIST", value: text, hasSlashes: true)
    #expect(field.parted.map(\.value) == artists)
    #expect(TagField(key: "ARTIST", value: text).parted.map(\.value) == [text])
  }
}

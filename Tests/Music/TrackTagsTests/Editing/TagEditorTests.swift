import AudioBase
import Containers
import Glibc
import SystemBase
import TestSupport
import Testing

@testable import TrackTags

/// An edit changes the tags that it names, and nothing else.
@Suite struct TagEditorTests {
  private let music: TestMusic

  init() throws { music = try TestMusic() }

  static let kinds = ["wav", "flac", "mp3", "ogg", "opus", "m4a", "aiff"]

  private func file(_ kind: String) throws -> FilePath {
    switch kind {
    case "wav": return try music.wav("a.wav")
    case "flac": return try music.flac("a.flac")
    case "mp3": return try music.mp3("a.mp3", ["--tt", "Old", "--ta", "Old artist"])
    case "ogg": return try music.ogg("a.ogg")
    case "opus": return try music.opus("a.opus")
    case "aiff": return try music.converted("a.aiff")
    default:
      let path = music.folder.file("a.m4a")
      try Tool.run("ffmpeg", ["-y", "-v", "error", "-i", try music.wav().shown, "-c:a", "aac", path.shown])
      return path
    }
  }

  /// The sound of a file as samples of 16 bits.
  private func sound(_ path: FilePath) throws -> [UInt8] {
    let raw = music.folder.file("decoded.raw")
    try Tool.run("ffmpeg", ["-y", "-v", "error", "-i", path.shown, "-f", "s16le", raw.shown])
    return try FileBytes.read(raw, limit: 1 << 24)
  }

  private static let texts: [TagName: String] = [
    .title: "Ночь ; дождь", .artist: "One ; Two", .album: "An album", .albumArtist: "Several",
    .track: "3/12", .disc: "1/2", .date: "1999-05-03", .genre: "Dub ; Jazz", .bpm: "120", .rating: "4",
    .composer: "Satie ; Cage", .comment: "from tape", .other("LABEL"): "Own ; Other",
  ]

  @Test(arguments: kinds) func editSetsEveryTagAndKeepsTheSound(_ kind: String) throws {
    let path = try file(kind)
    let (before, key) = (try sound(path), try TrackKeyReader.key(of: path))
    _ = try TagEditor.apply(.set(Self.texts), to: path)
    let texts = try TagEditor.texts(of: path)
    for name in TagName.usual + [.other("LABEL")] {
      #expect(texts[name] == Self.texts[name], "\(kind) \(name)")
    }
    let track = try TagReader.read(path)
    #expect(
      track.title == "Ночь ; дождь" && track.artists == ["One", "Two"] && track.genres == ["Dub", "Jazz"])
    #expect(track.trackNumber == 3 && track.trackTotal == 12 && track.discNumber == 1 && track.discTotal == 2)
    #expect(track.date == "1999-05-03" && track.bpm == 120 && track.albumArtist == "Several")
    #expect(try TrackKeyReader.key(of: path) == key)
    #expect(before.count > 100_000)
    #expect(try sound(path) == before)
    #expect(try music.folder.names().filter { $0.contains("drumdub") }.isEmpty)
  }

  @Test(arguments: kinds) func theInverseRestoresTheFormerTags(_ kind: String) throws {
    let path = try file(kind)
    _ = try TagEditor.apply(.set([.title: "A", .artist: "B", .track: "1", .rating: "2"]), to: path)
    let before = try TagReader.read(path)
    let former = try TagEditor.apply(
      .set([.title: "", .artist: "X ; Y", .track: "7/9", .rating: "5", .genre: "Dub"]), to: path)
    #expect(try TagReader.read(path) != before)
    #expect(try TagEditor.texts(of: path)[.title].isEmpty)
    let again = try TagEditor.apply(.restore(former), to: path)
    #expect(try TagReader.read(path) == before)
    #expect(try TagEditor.texts(of: path)[.rating] == "2")
    _ = try TagEditor.apply(.restore(again), to: path)
    #expect(try TagEditor.texts(of: path)[.artist] == "X ; Y")
  }

  @Test func editKeepsOtherID3Frames() throws {
    let frames: [(id: String, content: [UInt8])] = [
      ("TIT2", TestID3.utf8("Old")), ("TPE1", TestID3.utf8("A\0B")),
      ("TXXX", TestID3.utf8("MOOD\0calm")), ("TXXX", TestID3.utf8("MOOD\0dark")),
      ("USLT", [3] + Array("eng\0la la".utf8)), ("PRIV", Array("owner\0".utf8) + [1, 2, 3]),
      ("APIC", TestID3.picture("image/png", type: 3, TestPictures.png + [9, 9])),
      ("POPM", Array("someone\0".utf8) + [128, 0, 0, 0, 7]), ("XYZZ", [1, 2, 3]),
    ]
    for version: UInt8 in [3, 4] {
      let sound = try FileBytes.read(try music.mp3("plain.mp3"), limit: 1 << 20)
      let path = try music.folder.write(TestID3.tag(version: version, frames) + sound, to: "a\(version).mp3")
      let before = try TagReader.read(path)
      _ = try TagEditor.apply(.set([.title: "New", .rating: "5"]), to: path)
      let after = try TagReader.read(path)
      #expect(after.title == "New" && after.artists == before.artists && after.pictures == before.pictures)
      #expect(try TagReader.lyrics(of: path) == "la la")
      let bytes = try FileBytes.read(path, limit: 1 << 20)
      #expect(bytes[3] == version)
      for part in ["calm", "dark", "owner\0\u{1}\u{2}\u{3}", "XYZZ", "someone\0\u{FF}"] {
        let isThere = bytes.contains(part.unicodeScalars.map { UInt8($0.value) })
        #expect(isThere, "\(part) in version \(version)")
      }
    }
  }

  /// TagLib would write the tag as version 4 there, whatever it was.
  @Test(arguments: ["a.flac", "a.tta"], [3, 4] as [UInt8])
  func editKeepsID3FramesBeforeOtherSound(_ name: String, version: UInt8) throws {
    _ = try music.flac("a.flac")
    let path = music.folder.file(name)
    if name == "a.tta" {
      guard Tool.mayUse("ffmpeg") else { return }
      try Tool.run("ffmpeg", ["-y", "-v", "error", "-i", try music.wav().shown, path.shown])
    }
    let kept: [(id: String, content: [UInt8])] = [
      ("TSOP", TestID3.latin1(Array("Sorted".utf8))), ("XYZZ", [1, 2, 3]),
      ("PRIV", Array("owner\0".utf8) + [4, 5]),
    ]
    let tag = TestID3.tag(
      version: version, [("TIT2", TestID3.latin1(Array("Old".utf8)))] + kept, padding: 200)
    try music.folder.write(tag + FileBytes.read(path, limit: 1 << 24), to: name)
    let key = try TrackKeyReader.key(of: path)
    _ = try TagEditor.apply(.set([.title: "A longer title", .artist: "Me"]), to: path)
    let track = try TagReader.read(path)
    #expect(track.title == "A longer title" && track.artist == "Me")
    #expect(try TrackKeyReader.key(of: path) == key)
    let bytes = try FileBytes.read(path, limit: 1 << 24)
    #expect(bytes[3] == version)
    for (id, content) in kept {
      let frame = Array(id.utf8) + [0, 0, 0, UInt8(content.count), 0, 0] + content
      #expect(!bytes.ranges(of: frame).isEmpty, "\(id)")
    }
  }

  @Test func editKeepsRepeatedFieldsAndPicturesOfFLAC() throws {
    let picture = try music.folder.write(TestPictures.png + [7, 7, 7], to: "a.png")
    let path = try music.flac(
      "a.flac",
      [
        "-T", "ARTIST=a", "-T", "ARTIST=b", "-T", "MOOD=x", "-T", "MOOD=y", "-T", "LYRICS=la", "-T",
        "ARTISTS=a",
        "-T", "RATING=80", "-T", "TRACKNUMBER=2", "-T", "TOTALTRACKS=9",
        "--picture=3|image/png||2x3x24|\(picture.shown)",
      ])
    let before = try TagReader.read(path)
    _ = try TagEditor.apply(.set([.title: "New", .track: "3/9", .rating: "2"]), to: path)
    var after = try TagReader.read(path)
    #expect(after.title == "New" && after.trackNumber == 3 && after.rating == 2)
    (after.title, after.trackNumber, after.rating) = (before.title, before.trackNumber, before.rating)
    #expect(after == before)
    let comments = try Tool.capture("metaflac", ["--export-tags-to=-", path.shown]).text
    for line in ["MOOD=x", "MOOD=y", "LYRICS=la", "TRACKNUMBER=3", "TOTALTRACKS=9", "RATING=40"] {
      #expect(comments.contains(line), "\(line)")
    }
  }

  /// TagLib keeps one of several boxes of the same name, and no text that is not UTF-8.
  @Test func editKeepsVorbisCommentsThatAreNotUTF8() throws {
    let path = try music.ogg("a.ogg", ["-c", "MOOD=calm"])
    var bytes = try FileBytes.read(path, limit: 1 << 20)
    let place = try #require(bytes.firstRange(of: Array("calm".utf8)))
    bytes[place.lowerBound] = 0xE9
    // The checksum of a page is not checked by TagLib.
    let damaged = try music.folder.write(bytes, to: "b.ogg")
    _ = try TagEditor.apply(.set([.title: "New"]), to: damaged)
    let after = try FileBytes.read(damaged, limit: 1 << 20)
    #expect(after.contains(Array("MOOD=éalm".utf8)))
  }

  /// The other tags are still read as before when the ones are gone from which their encoding was guessed.
  @Test func guessedEncodingsAreWrittenAsUnicode() throws {
    // "Песня о весне", "Хор", "Лучшее" and "Слова" in CP1251, called Latin-1.
    let texts: [(String, [UInt8])] = [
      ("TIT2", [0xCF, 0xE5, 0xF1, 0xED, 0xFF, 0x20, 0xEE, 0x20, 0xE2, 0xE5, 0xF1, 0xED, 0xE5]),
      ("TPE1", [0xD5, 0xEE, 0xF0]), ("TALB", [0xCB, 0xF3, 0xF7, 0xF8, 0xE5, 0xE5]),
    ]
    let lyrics = TestID3.latin1(Array("eng\0".utf8) + [0xD1, 0xEB, 0xEE, 0xE2, 0xE0])
    let tag = TestID3.tag(version: 3, texts.map { ($0.0, TestID3.latin1($0.1)) } + [("USLT", lyrics)])
    let sound = try FileBytes.read(try music.mp3("plain.mp3"), limit: 1 << 20)
    let path = try music.folder.write(tag + sound, to: "a.mp3")
    let before = try TagReader.read(path)
    #expect(before.title == "Песня о весне" && before.artist == "Хор")
    _ = try TagEditor.apply(.set([.title: "Spring", .album: ""]), to: path)
    let after = try TagReader.read(path)
    #expect(after.title == "Spring" && after.artist == "Хор" && after.album == nil)
    #expect(try TagReader.lyrics(of: path) == "Слова")
  }

  @Test func theTempoOfMP4IsWhole() throws {
    let path = try file("m4a")
    _ = try TagEditor.apply(.set([.bpm: "120.6"]), to: path)
    #expect(try TagEditor.texts(of: path)[.bpm] == "121")
  }

  @Test(arguments: [
    (TagName.track, "3", true), (.track, "3/12", true), (.track, "A1", false), (.track, "3/", false),
    (.date, "1999", true), (.date, "1999-13", false), (.date, "99", false), (.bpm, "92.5", true),
    (.bpm, "0", false), (.rating, "5", true), (.rating, "6", false), (.title, "a\nb", false),
    (.title, "", true),
  ])
  func tagNamesAcceptValidTextsOnly(_ name: TagName, _ text: String, _ isAccepted: Bool) {
    #expect(name.accepts(text) == isAccepted)
  }
}

extension TemporaryFolder {
  /// The names of all files of the folder, hidden ones too.
  func names() throws -> [String] {
    try Tool.capture("ls", ["-A", path.shown]).text.split(separator: "\n").map(String.init)
  }
}

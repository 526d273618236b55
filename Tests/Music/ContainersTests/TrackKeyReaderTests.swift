import TestSupport
import Testing

@testable import AudioBase
@testable import Containers
@testable import SystemBase

/// A recording keeps its key whatever is written about it, and has another than any other recording.
@Suite struct TrackKeyReaderTests {
  private let music: TestMusic

  init() throws { music = try TestMusic() }

  private func key(_ path: FilePath) throws -> TrackKey { try TrackKeyReader.key(of: path) }

  /// The same sound into another file, with other tags.
  private func copy(_ path: FilePath, as name: String, _ options: [String] = []) throws -> FilePath {
    let copy = music.folder.file(name)
    let long = String(repeating: "long ", count: 2_000)
    try Tool.run(
      "ffmpeg",
      [
        "-y", "-v", "error", "-i", path.shown, "-c", "copy", "-metadata", "title=other", "-metadata",
        "comment=\(long)",
      ]
        + options + [copy.shown])
    return copy
  }

  @Test(arguments: [
    ("", "0000000000000000" + "0000000000000000"),
    ("hello", "cbd8a7b341bd9b02" + "5b1e906a48ae1d19"),
    ("The quick brown fox jumps over the lazy dog", "e34bbc7bbc071b6c" + "7a433ca9c49a9347"),
  ])
  func hashesOfTextsMatchThePublishedOnes(_ text: String, _ expected: String) {
    #expect(TrackKey(ContentHash(Array(text.utf8))).description == expected)
  }

  @Test func keyOfFLACDoesNotDependOnCommentsOrPictures() throws {
    let path = try music.flac("a.flac")
    let before = try key(path)
    #expect(try key(try copy(path, as: "b.flac")) == before)
    let picture = try music.folder.write(
      TestPictures.png + [UInt8](repeating: 1, count: 100_000), to: "a.png")
    try Tool.run(
      "metaflac",
      ["--set-tag=TITLE=x", "--import-picture-from=3|image/png||2x3x24|\(picture.shown)", path.shown])
    #expect(try key(path) == before)
    #expect(try key(try music.flac("c.flac", ["--padding=99999", "-0"])) != before)
  }

  @Test func keyOfVorbisDoesNotDependOnComments() throws {
    let path = try music.ogg("a.ogg")
    let before = try key(path)
    try Tool.run("vorbiscomment", ["-w", "-t", "TITLE=" + String(repeating: "x", count: 9_000), path.shown])
    #expect(try key(path) == before)
    #expect(try key(try copy(path, as: "b.ogg")) == before)
    #expect(try key(try music.ogg("c.ogg", ["-q", "3"])) != before)
  }

  @Test func keyOfOpusDoesNotDependOnComments() throws {
    let path = try music.opus("a.opus")
    let before = try key(path)
    #expect(try key(try copy(path, as: "b.opus")) == before)
    #expect(try key(try music.opus("c.opus", ["--bitrate", "64"])) != before)
  }

  @Test func keyOfMP3DoesNotDependOnTags() throws {
    let path = try music.mp3("a.mp3")
    let before = try key(path)
    #expect(try key(try copy(path, as: "b.mp3")) == before)
    #expect(try key(try copy(path, as: "c.mp3", ["-write_id3v1", "1"])) == before)
    let sound = try FileBytes.read(path, limit: 1 << 20)
    let id3 = TestID3.tag(version: 4, [("TIT2", TestID3.utf8("x"))])
    let id3v1 = Array("TAG".utf8) + [UInt8](repeating: 0, count: 125)
    let lyrics = Array("LYRICSBEGIN".utf8) + Array("abcd".utf8) + Array("000015LYRICS200".utf8)
    let ape =
      Array("APETAGEX".utf8) + [0xD0, 7, 0, 0, 36, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x20]
      + [UInt8](repeating: 0, count: 8)
    let item: [UInt8] = [0, 0, 0, 0]
    #expect(
      try key(try music.folder.write(id3 + id3 + sound + item + ape + lyrics + id3v1, to: "d.mp3")) == before)
    #expect(try key(try music.mp3("e.mp3", ["-b", "160"])) != before)
  }

  @Test(arguments: ["wav", "aiff"]) func keyOfWAVAndAIFFDoesNotDependOnTags(_ ending: String) throws {
    let path = try music.converted("a.\(ending)")
    let before = try key(path)
    let options = ending == "aiff" ? ["-write_id3v2", "1"] : []
    #expect(try key(try copy(path, as: "b.\(ending)", options)) == before)
    #expect(try key(try music.converted("c.\(ending)", ["-r", "22050"])) != before)
  }

  @Test func keyOfMP4DoesNotDependOnTags() throws {
    let path = music.folder.file("a.m4a")
    try Tool.run("ffmpeg", ["-y", "-v", "error", "-i", try music.wav().shown, "-c:a", "aac", path.shown])
    let before = try key(path)
    #expect(try key(try copy(path, as: "b.m4a")) == before)
    #expect(try key(try copy(path, as: "c.m4a", ["-movflags", "+faststart"])) == before)
  }

  /// The first, the middle and the last 16 KiB count, and the length.
  @Test func oneByteInThePartsThatCountChangesTheKey() throws {
    let path = try music.wav()
    let bytes = try FileBytes.read(path, limit: 1 << 20)
    let before = try key(path)
    for place in [44, 44 + 16_000, 44 + (bytes.count - 44) / 2, bytes.count - 1] {
      var other = bytes
      other[place] ^= 1
      #expect(try key(try music.folder.write(other, to: "other.wav")) != before, "\(place)")
    }
    #expect(try key(try music.folder.write(bytes.dropLast(4), to: "short.wav")) != before)
  }

  @Test func damagedFilesHaveKeysOrErrorsButNoTrap() throws {
    var random = SeededGenerator(seed: 5)
    var keys = 0
    let sources = try [
      music.flac("a.flac"), music.ogg("a.ogg"), music.mp3("a.mp3"), music.opus("a.opus"),
      music.converted("a.aiff"),
    ]
    for path in sources {
      let bytes = try FileBytes.read(path, limit: 1 << 20)
      for _ in 0..<60 {
        var damaged = Array(bytes.prefix(Int.random(in: 1...bytes.count, using: &random)))
        for _ in 0..<20 {
          let place = Int.random(in: 0..<min(damaged.count, 600), using: &random)
          damaged[place] = UInt8.random(in: 0...255, using: &random)
        }
        let path = try music.folder.write(damaged, to: "damaged")
        do {
          #expect(try key(path) == key(path))
          keys += 1
        } catch {
          #expect(error is FileError, "\(error)")
        }
      }
    }
    #expect(keys > 0)
  }
}

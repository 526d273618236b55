import AudioBase
import Glibc
import TestSupport
import Testing
import TrackTags

/// Tags byte by byte, in front of an MP3.
@Suite struct TagReaderID3Tests {
  private let folder: TemporaryFolder
  private let sound: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    // 128 kbit/s, 44.1 kHz, stereo: 417 bytes and 1,152 frames each.
    sound = (0..<39).flatMap { _ in [0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0, count: 413) }
  }

  private func read(_ tag: [UInt8], _ name: String = "a.mp3") throws -> TrackInfo {
    try TagReader.read(try folder.write(tag + sound, to: name))
  }

  @Test func version4TagWithSeveralArtistsIsRead() throws {
    let tag = TestID3.tag(
      version: 4,
      [
        ("TPE1", TestID3.utf8("A\0B")), ("TBPM", TestID3.utf8("96")), ("TRCK", TestID3.utf8("2/12")),
        ("TDRC", TestID3.utf8("2001-05-03")), ("TCON", TestID3.utf8("17\0Own")),
      ])
    let track = try read(tag)
    #expect(track.artists == ["A", "B"])
    #expect(track.bpm == 96)
    #expect(track.trackNumber == 2)
    #expect(track.trackTotal == 12)
    #expect(track.date == "2001-05-03")
    #expect(track.genres == ["Rock", "Own"])
  }

  @Test func version3TagWithANumberedGenreAndASplitDateIsRead() throws {
    let tag = TestID3.tag(
      version: 3,
      [
        ("TCON", TestID3.latin1(Array("(17)".utf8))), ("TYER", TestID3.latin1(Array("2001".utf8))),
        ("TDAT", TestID3.latin1(Array("0305".utf8))), ("TPE1", TestID3.latin1([0x4C, 0xE9, 0x6F])),
      ])
    let track = try read(tag)
    #expect(track.genres == ["Rock"])
    #expect(track.date == "2001-05-03")
    #expect(track.artist == "Léo")
  }

  @Test func unpairedSurrogateIsReplacedAndTheRestOfTheTextKept() throws {
    let track = try read(
      TestID3.tag(version: 3, [("TIT2", TestID3.utf16([0x61, 0xD83C, 0x62, 0xD83C, 0xDFB8]))]))
    #expect(track.title == "a\u{FFFD}b🎸")
  }

  @Test func mp3NamedAsFLACIsReadAsMP3() throws {
    let track = try read(TestID3.tag(version: 4, [("TIT2", TestID3.utf8("x"))]), "a.flac")
    #expect(track.title == "x")
    #expect(track.stream.codec == .mp3)
    #expect(track.stream.bitrate == 128_000)
  }

  @Test func mp3BehindTwoTagsAndJunkIsRecognised() throws {
    let tag = TestID3.tag(version: 4, [("TIT2", TestID3.utf8("x"))])
    #expect(try read(tag + tag + [UInt8](repeating: 0, count: 5_000)).stream.codec == .mp3)
  }

  @Test func picturesAreMeasuredAndTheFrontCoverIsChosen() throws {
    let tag = TestID3.tag(
      version: 4,
      [
        ("APIC", TestID3.picture("image/jpeg", type: 4, TestPictures.png)),
        ("APIC", TestID3.picture("image/jpg", type: 3, TestPictures.jpeg)),
        ("APIC", TestID3.picture("image/jxl", type: 0, [1, 2, 3])),
      ])
    let track = try read(tag)
    #expect(Set(track.pictures.map(\.hash)).count == 3)
    let unhashed = track.pictures.map { picture in
      var picture = picture
      picture.hash = 0
      return picture
    }
    #expect(
      unhashed == [
        TrackPicture(type: 4, mimeType: "image/png", width: 2, height: 3, bytes: TestPictures.png.count),
        TrackPicture(type: 3, mimeType: "image/jpeg", width: 2, height: 3, bytes: TestPictures.jpeg.count),
        TrackPicture(type: 0, mimeType: "image/jxl", bytes: 3),
      ])
    let best = try TagReader.picture(of: track.path)
    #expect(best == PictureData(picture: track.pictures[1], bytes: TestPictures.jpeg))
  }

  @Test func firstPictureIsChosenWithoutAFrontCover() throws {
    let tag = TestID3.tag(version: 4, [("APIC", TestID3.picture("image/gif", type: 6, TestPictures.gif))])
    #expect(try TagReader.picture(of: try read(tag).path)?.bytes == TestPictures.gif)
    #expect(try TagReader.picture(of: try read([]).path) == nil)
  }

  @Test func id3v1TagFillsFieldsMissingInID3v2() throws {
    func cell(_ text: String, _ width: Int) -> [UInt8] {
      Array(text.utf8) + [UInt8](repeating: 0, count: width - text.utf8.count)
    }
    let old =
      Array("TAG".utf8) + cell("old", 30) + cell("Band", 30) + cell("", 30) + cell("1999", 4) + cell("", 30)
      + [255]
    let tag = TestID3.tag(version: 4, [("TIT2", TestID3.utf8("new"))])
    let track = try TagReader.read(try folder.write(tag + sound + old, to: "a.mp3"))
    #expect(track.title == "new")
    #expect(track.artist == "Band")
    #expect(track.date == "1999")
    #expect(track.genres.isEmpty)
  }
}

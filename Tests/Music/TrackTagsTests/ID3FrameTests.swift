import AudioBase
import SystemBase
import TestSupport
import Testing
import TrackTags

/// Frames of ID3v2.4 whose sizes and flags are written in different ways.
@Suite struct ID3FrameTests {
  private let music: TestMusic

  init() throws { music = try TestMusic() }

  private func write(_ tag: [UInt8]) throws -> FilePath {
    let sound = try FileBytes.read(try music.mp3("plain.mp3"), limit: 1 << 20)
    return try music.folder.write(tag + sound, to: "a.mp3")
  }

  /// A picture whose frame has 68,735 bytes: 00 01 0C 7F, which is 18,047 with seven bits a byte.
  private static let large =
    TestPictures.png + [UInt8](repeating: 0xA5, count: 68_735 - 13 - TestPictures.png.count)
  private static let title = (id: "TIT2", content: TestID3.utf8("Duo"))
  private static let artist = (id: "TPE1", content: TestID3.utf8("Mado"))
  private static let cover = (id: "APIC", content: TestID3.picture("image/png", type: 3, large))

  private static let plain: [String: [UInt8]] = [
    "the end": TestID3.tag(version: 4, [title, artist, cover], hasPlainSizes: true),
    "padding": TestID3.tag(version: 4, [title, artist, cover], hasPlainSizes: true, padding: 2_000),
    "a frame": TestID3.tag(version: 4, [title, cover, artist], hasPlainSizes: true),
    "a frame, seven bits": TestID3.tag(version: 4, [title, cover, artist]),
    "padding, seven bits": TestID3.tag(version: 4, [title, artist, cover], padding: 2_000),
  ]

  @Test(arguments: ["the end", "padding", "a frame", "a frame, seven bits", "padding, seven bits"])
  func largePictureIsReadWhole(before next: String) throws {
    #expect(Self.cover.content.count == 68_735)
    let path = try write(try #require(Self.plain[next]))
    let track = try TagReader.read(path)
    #expect(track.title == "Duo" && track.artist == "Mado" && track.pictures.count == 1)
    #expect(try TagReader.picture(of: path)?.bytes == Self.large)
    _ = try TagEditor.apply(.set([.title: "New"]), to: path)
    #expect(try TagReader.read(path).title == "New")
    #expect(try TagReader.read(path).artist == "Mado")
    #expect(try TagReader.picture(of: path)?.bytes == Self.large)
  }

  /// Frames that TagLib would write in another way or leave out.
  @Test(arguments: [3, 4] as [UInt8]) func editKeepsTheBytesOfOtherFrames(version: UInt8) throws {
    let others: [(id: String, content: [UInt8])] = [
      ("TSOP", TestID3.latin1(Array("Sorted\0".utf8))), ("RVA2", Array("id\0".utf8) + [1, 2, 3, 4]),
      ("TPE1", [1, 0xFE, 0xFF, 0, 0x41, 0, 0x42]), ("XYZZ", [0, 1, 2]), ("TORY", TestID3.latin1([0x31])),
      ("APIC", TestID3.picture("image/png", type: 3, TestPictures.png)),
    ]
    let path = try write(TestID3.tag(version: version, [Self.title] + others))
    _ = try TagEditor.apply(.set([.title: "New", .rating: "4"]), to: path)
    let track = try TagReader.read(path)
    #expect(track.title == "New" && track.artist == "AB" && track.rating == 4)
    // The frames without the header of the tag, in their order.
    let frames = TestID3.tag(version: version, others).dropFirst(10)
    #expect(try FileBytes.read(path, limit: 1 << 20).contains(Array(frames)))
  }

  private static func size(_ size: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) } }

  private static func frame(_ id: String, _ format: UInt8, _ content: [UInt8]) -> [UInt8] {
    Array(id.utf8) + size(content.count) + [0, format] + content
  }

  private static func tag(_ flags: UInt8, _ frames: [UInt8]) -> [UInt8] {
    Array("ID3".utf8) + [4, 0, flags] + size(frames.count) + frames
  }

  /// A picture with bytes to which unsynchronisation adds zeros.
  private static let small = TestPictures.jpeg + [0xFF, 0, 0xFF, 0xE1, 0xFF, 0xFB, 0]
  private static let coded: [String: [UInt8]] = {
    let plain = TestID3.picture("image/jpeg", type: 3, small)
    let safe = TestID3.unsynchronised(plain)
    let texts = (frame("TIT2", 0, title.content), frame("TPE1", 0, artist.content))
    let all = { (format: UInt8, content: [UInt8]) in texts.0 + frame("APIC", format, content) + texts.1 }
    return [
      "frame": tag(0, all(2, safe)),
      "frame with its length": tag(0, all(3, size(plain.count) + safe)),
      "frame with a wrong length": tag(0, all(3, size(10) + safe)),
      "wrong length": tag(0, all(1, size(10) + plain)),
      "group": tag(0, all(0x40, [5] + plain)),
      "group and length": tag(0, all(0x43, [5] + size(plain.count) + safe)),
      "tag and frame": tag(0x80, all(2, safe)),
      "tag": tag(0x80, all(0, safe)),
      "tag by its flag only": tag(0x80, all(0, plain)),
      "frame by its flag only": tag(0, all(2, plain)),
      "whole tag": tag(0x80, TestID3.unsynchronised(all(0, plain))),
    ]
  }()

  @Test(arguments: [
    "frame", "frame with its length", "frame with a wrong length", "wrong length", "group",
    "group and length",
    "tag and frame", "tag", "tag by its flag only", "frame by its flag only", "whole tag",
  ])
  func unsynchronisedFramesAreReadAndKept(_ way: String) throws {
    let path = try write(try #require(Self.coded[way]))
    let track = try TagReader.read(path)
    #expect(track.title == "Duo" && track.artist == "Mado" && track.pictures.count == 1)
    #expect(try TagReader.picture(of: path)?.bytes == Self.small)
    _ = try TagEditor.apply(.set([.title: "New"]), to: path)
    #expect(try TagReader.read(path).title == "New")
    #expect(try TagReader.read(path).artist == "Mado")
    #expect(try TagReader.picture(of: path)?.bytes == Self.small)
  }
}

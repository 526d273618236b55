import SystemBase
import TestSupport
import Testing

@testable import Containers

/// The tag reader, the track key and the decoders find the same sound between whatever tags there are.
@Suite struct FileContentTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// 128 kbit/s, 44.1 kHz: 417 bytes a frame; a first frame that counts the others, and sound.
  private let frames: [UInt8] = {
    let header: [UInt8] = [0xFF, 0xFB, 0x90, 0x00]
    let info = header + [UInt8](repeating: 0, count: 32) + Array("Info".utf8) + [0, 0, 0, 1, 0, 0, 0, 9]
    let first = info + [UInt8](repeating: 0, count: 417 - info.count)
    return (0..<9).reduce(first) { all, number in
      all + header + [UInt8](repeating: UInt8(number), count: 413)
    }
  }()

  private static let id3 = TestID3.tag(version: 4, [("TIT2", TestID3.utf8("x"))])
  /// With a footer, which its size leaves out.
  private static let id3WithFooter: [UInt8] = {
    var tag = id3
    tag[5] |= 0x10
    return tag + Array("3DI".utf8) + tag[3..<10]
  }()
  private static let id3v1 = Array("TAG".utf8) + [UInt8](repeating: 0, count: 125)
  private static let lyrics = Array("LYRICSBEGINabcd000015LYRICS200".utf8)

  private static func ape(at place: UInt8, _ item: [UInt8] = [1, 2, 3, 4]) -> [UInt8] {
    func block(_ flags: UInt8) -> [UInt8] {
      Array("APETAGEX".utf8) + [0xD0, 7, 0, 0, UInt8(item.count + 32), 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, flags]
        + [UInt8](repeating: 0, count: 8)
    }
    return block(0xA0) + item + block(0x80)
  }

  private static let tags: [(before: [UInt8], after: [UInt8])] = [
    ([], []), (id3WithFooter, []), (ape(at: 0), []), (id3 + id3WithFooter, id3v1),
    ([], ape(at: 1) + id3v1), (id3, ape(at: 1) + lyrics + id3v1), ([], id3WithFooter),
    (id3 + [UInt8](repeating: 0, count: 700), id3v1), (id3 + Array("other bytes".utf8), []),
  ]

  @Test(arguments: tags.indices) func tagsAroundFramesAreNoSound(_ index: Int) throws {
    let (before, after) = FileContentTests.tags[index]
    let path = try folder.write(before + frames + after, to: "a.mp3")
    let file = try RegularFile(path)
    let content = try FileContent(of: file)
    let bytes = try FileBytes.read(path, limit: 1 << 20)
    let range = try #require(content.frames?.range)
    #expect(content.kind == .mpeg)
    #expect(Array(bytes[range]) == frames)
    #expect(Array(bytes[try content.sound(of: file)]) == Array(frames.dropFirst(417)))
    #expect(try TrackKeyReader.key(of: path) == TrackKeyReader.key(of: folder.write(frames, to: "b.mp3")))
  }

  @Test func aTagWithoutSoundIsNoMusic() throws {
    let file = try RegularFile(try folder.write(FileContentTests.id3WithFooter, to: "a.mp3"))
    #expect(throws: FileError.self) { try FileContent(of: file) }
  }

  /// A tag behind the data chunk of a file with 64-bit lengths is no part of the sound.
  @Test func theSoundOfChunkedFilesIsTheirSoundChunk() throws {
    func little(_ value: UInt64, _ size: Int) -> [UInt8] { (0..<size).map { UInt8(value >> (8 * $0) & 255) } }
    let sound = [UInt8](repeating: 5, count: 400)
    let sizes =
      Array("ds64".utf8) + little(28, 4) + little(0, 8) + little(400, 8) + little(100, 8) + little(0, 4)
    let format =
      Array("fmt ".utf8) + little(16, 4) + [1, 0, 2, 0, 0x44, 0xAC, 0, 0, 0x10, 0xB1, 2, 0, 4, 0, 16, 0]
    let head = Array("RF64".utf8) + little(0xFFFF_FFFF, 4) + Array("WAVE".utf8) + sizes + format
    let list = Array("LIST".utf8) + little(4, 4) + Array("INFO".utf8)
    let bytes = head + Array("data".utf8) + little(0xFFFF_FFFF, 4) + sound + list
    let file = try RegularFile(try folder.write(bytes, to: "a.wav"))
    let content = try FileContent(of: file)
    #expect(content.kind == .rf64)
    #expect(try content.sound(of: file) == head.count + 8..<head.count + 408)
    #expect(try SoundChunk(of: file, kind: .rf64)?.start == head.count + 8)
  }
}

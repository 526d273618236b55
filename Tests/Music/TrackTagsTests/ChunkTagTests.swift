import AudioBase
import SystemBase
import TestSupport
import Testing
import TrackTags

/// Tags in chunks of files that TagLib does not read there.
@Suite struct ChunkTagTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func big(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private func chunk(_ name: String, _ content: [UInt8], sizeSize: Int = 4) -> [UInt8] {
    Array(name.utf8) + big(content.count, sizeSize) + content + (content.count % 2 == 1 ? [0] : [])
  }

  private func aiff(_ texts: [UInt8]) throws -> FilePath {
    let rate: [UInt8] = [0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]
    let format = chunk("COMM", big(1, 2) + big(441, 4) + big(16, 2) + rate)
    let body = Array("AIFF".utf8) + format + texts + chunk("SSND", [UInt8](repeating: 0, count: 890))
    return try folder.write(chunk("FORM", body), to: "a.aiff")
  }

  @Test func nameAndAuthorChunksOfAIFFAreRead() throws {
    let track = try TagReader.read(
      try aiff(chunk("NAME", Array("Duo".utf8)) + chunk("AUTH", Array("Lakm".utf8) + [0xE9])))
    #expect(track.title == "Duo" && track.artist == "Lakmé" && track.sampleRate == 44_100)
  }

  @Test func id3TagOfAIFFOverridesOtherChunks() throws {
    let tag = TestID3.tag(version: 4, [("TIT2", TestID3.utf8("Tagged"))])
    let track = try TagReader.read(
      try aiff(
        chunk("NAME", Array("Named".utf8)) + chunk("AUTH", Array("Author".utf8)) + chunk("ID3 ", tag)))
    #expect(track.title == "Tagged" && track.artist == "Author")
  }

  @Test func id3TagInDSDIFFIsRead() throws {
    let tag = TestID3.tag(version: 4, [("TIT2", TestID3.utf8("Duo")), ("TPE1", TestID3.utf8("Mesplé"))])
    let body =
      Array("DSD ".utf8) + chunk("FVER", big(0x0105_0000, 4), sizeSize: 8)
      + chunk("DSD ", [UInt8](repeating: 0x69, count: 101), sizeSize: 8) + chunk("ID3 ", tag, sizeSize: 8)
    let path = try folder.write(chunk("FRM8", body, sizeSize: 8), to: "a.dff")
    let track = try TagReader.read(path) { _ in
      DecoderFileInfo(tags: [], codec: "dsd_msbf", duration: 1, sampleRate: 352_800, channels: 1)
    }
    #expect(track.title == "Duo" && track.artist == "Mesplé" && track.sampleRate == 2_822_400)
  }

  /// The header of this codec has the number of packets, each of which has 64 samples in 34 bytes.
  @Test func lengthOfIMAInAIFFIsThatOfItsPackets() throws {
    let rate: [UInt8] = [0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]
    let format = chunk("COMM", big(1, 2) + big(1_000, 4) + big(16, 2) + rate + Array("ima4".utf8) + [0, 0])
    let sound = chunk("SSND", [UInt8](repeating: 0, count: 8 + 34_000))
    let path = try folder.write(chunk("FORM", Array("AIFC".utf8) + format + sound), to: "a.aifc")
    let stream = try TagReader.read(path).stream
    // 64,000 frames at 44.1 kHz.
    #expect(stream.duration == 1.451 && stream.codec == .adpcm)
  }

  /// The complete frames of a tag whose chunk the end of the file cuts.
  @Test func cutTagOfAIFFIsReadAsFarAsItGoes() throws {
    let rate: [UInt8] = [0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]
    let format = chunk("COMM", big(1, 2) + big(441, 4) + big(16, 2) + rate)
    let tag = TestID3.tag(
      version: 4,
      [("TIT2", TestID3.utf8("Duo")), ("TPE1", TestID3.utf8("A")), ("TALB", TestID3.utf8("Album"))])
    let chunks = format + chunk("SSND", [UInt8](repeating: 0, count: 890)) + chunk("ID3 ", tag)
    let whole = chunk("FORM", Array("AIFF".utf8) + chunks)
    let track = try TagReader.read(try folder.write(whole.dropLast(3), to: "a.aiff"))
    #expect(track.title == "Duo" && track.artist == "A" && track.album == nil)
  }
}

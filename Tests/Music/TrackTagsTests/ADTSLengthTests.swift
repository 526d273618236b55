import AudioBase
import TestSupport
import Testing
import TrackTags

/// ADTS states no length: all frames are counted.
@Suite struct ADTSLengthTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A frame of AAC at 44.1 kHz with two channels (ISO 13818-7, section 6.2).
  private func frame(bytes: Int) -> [UInt8] {
    let size = [0x80 | UInt8(bytes >> 11), UInt8(bytes >> 3 & 0xFF), UInt8(bytes & 7) << 5 | 0x1F]
    return [0xFF, 0xF1, 0x50] + size + [0xFC] + [UInt8](repeating: 0, count: bytes - 7)
  }

  private func frames(_ count: Int, bytes: Int) -> [UInt8] {
    let one = frame(bytes: bytes)
    return (0..<count).flatMap { _ in one }
  }

  /// The first megabyte has a tenth of the frames.
  @Test func lengthOfVariableRateIsCounted() throws {
    let path = try folder.write(frames(775, bytes: 1_501) + frames(6_977, bytes: 23), to: "a.aac")
    let stream = try TagReader.read(path).stream
    #expect(stream.codec == .aac && stream.channels == 2 && stream.sampleRate == 44_100)
    // 7,752 frames of 1,024 samples.
    #expect(stream.duration == 180.001)
  }

  @Test func commentOfITunesShortensTheLength() throws {
    // Of 102,400 frames, 2,112 are priming and 288 padding.
    let words = " 00000000 00000840 00000120 00000000000186A0 00000000"
    let comment = [0] + Array("engiTunSMPB\0\(words)".utf8)
    let path = try folder.write(
      TestID3.tag(version: 3, [("COMM", comment)]) + frames(100, bytes: 300), to: "a.aac")
    #expect(try TagReader.read(path).duration == 2.268)
  }
}

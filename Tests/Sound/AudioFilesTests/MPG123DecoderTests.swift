import AudioBase
import AudioFiles
import SystemBase
import TestSupport
import Testing

@Suite struct MPG123DecoderTests {
  private let folder: TemporaryFolder
  private let sound = TestSound.standard

  init() throws { folder = try TemporaryFolder() }

  private func samples(_ bytes: [UInt8], _ name: String = "made.mp3") throws -> [Float] {
    try Decoded(folder.write(bytes, to: name)).samples
  }

  @Test func tagsAndJunkAroundTheFramesAreNotPlayed() throws {
    let path = try sound.mp3(in: folder)
    let frames = try fileBytes(path)
    let plain = try Decoded(path).samples
    let apeSize = bytes(UInt32(90_032))
    let apeTag =
      mpegLookalike(90_000) + ascii("APETAGEX") + bytes(UInt32(2_000)) + apeSize + bytes(UInt32(1))
      + bytes(UInt32(0)) + bytes(UInt64(0))
    let id3v1 = ascii("TAG") + mpegLookalike(125)
    #expect(firstDifference(try samples(id3Tag(size: 1_500_000) + frames), plain) == nil)
    #expect(firstDifference(try samples(id3Tag(size: 200) + id3Tag(size: 300) + frames), plain) == nil)
    #expect(firstDifference(try samples([UInt8](repeating: 0, count: 8_000) + frames), plain) == nil)
    #expect(firstDifference(try samples(ascii("some text before") + frames), plain) == nil)
    #expect(firstDifference(try samples(frames + apeTag + id3v1), plain) == nil)
    // APEv2 in front, and an ID3v2.4 tag at the end, known by its footer.
    let leading = ascii("APETAGEX") + bytes(UInt32(2_000)) + apeSize + bytes(UInt32(1))
    #expect(
      firstDifference(
        try samples(leading + bytes(UInt32(0xA000_0000)) + bytes(UInt64(0)) + apeTag + frames), plain) == nil)
    let footer = ascii("3DI") + id3Tag(size: 5_000)[3..<10]
    #expect(firstDifference(try samples(frames + id3Tag(size: 5_000) + footer), plain) == nil)
  }

  @Test func changeOfRateInAnMP3IsAnError() throws {
    let other = TestSound(channels: 1, rate: 22_050, frames: 70_000)
    let joined = try fileBytes(sound.mp3(in: folder)) + fileBytes(other.mp3(in: folder, "other.mp3"))
    let decoder = try DecoderRegistry().open(folder.write(joined, to: "joined.mp3"))
    let error = #expect(throws: FileError.self) { try decoder.readSamples() }
    #expect(error?.code == .unsupported)
  }

  @Test func aChangeBetweenMonoAndStereoPlaysOn() throws {
    let mono = TestSound(channels: 1)
    let joined =
      try fileBytes(sound.mp3(in: folder, "a.mp3", ["-t"])) + fileBytes(mono.mp3(in: folder, "b.mp3", ["-t"]))
    let decoded = try Decoded(folder.write(joined, to: "joined.mp3"))
    #expect(decoded.format.channels == 2)
    #expect(decoded.frames > sound.frames + mono.frames)
  }

  @Test func joinedFilesPlayToTheEnd() throws {
    let one = try fileBytes(sound.mp3(in: folder, "a.mp3", ["-b", "320"]))
    let decoded = try Decoded(folder.write(one + one + one, to: "joined.mp3"))
    #expect(decoded.frames >= 3 * sound.frames)
    #expect(decoded.format.length == FrameCount(decoded.frames))
  }

  @Test func garbageBetweenMP3FramesIsSkipped() throws {
    var generator = SeededGenerator(seed: 11)
    let frames = try fileBytes(sound.mp3(in: folder))
    let noise = (0..<5_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let decoded = try Decoded(
      folder.write(frames[..<(frames.count / 2)] + noise + frames[(frames.count / 2)...], to: "hurt.mp3"))
    #expect(decoded.frames > sound.frames * 9 / 10)
  }

  /// The gain of a frame reaches 2^11 times full scale.
  @Test func damagedFramesAreNotLouderThanTwiceFullScale() throws {
    var bytes = try fileBytes(sound.mp3(in: folder, "loud.mp3", ["-b", "128", "-t", "-m", "s"]))
    let headers = bytes.indices.filter { bytes[$0...].starts(with: [0xFF, 0xFB]) }
    // Bits 41 to 48 of the side information: the gain of the first granule.
    for header in headers.dropFirst(3) where header + 10 < bytes.count {
      bytes[header + 9] |= 0x7F
      bytes[header + 10] |= 0x80
    }
    let played = try samples(bytes)
    #expect(played.contains { $0.magnitude == 2 })
    #expect(played.allSatisfy { $0.magnitude <= 2 })
  }

  @Test func mpegFramesInAWAVAreDecodedInFullLength() throws {
    let frames = try fileBytes(sound.mp3(in: folder))
    let format =
      bytes(UInt16(0x55)) + bytes(UInt16(2)) + bytes(UInt32(44_100)) + bytes(UInt32(16_000))
      + bytes(UInt16(1))
      + bytes(UInt16(0)) + bytes(UInt16(12)) + [1, 0, 2, 0, 0, 0, 0xA1, 1, 1, 0, 0x71, 5]
    let wav =
      ascii("RIFF") + bytes(UInt32(28 + format.count + frames.count)) + ascii("WAVE") + ascii("fmt ")
      + bytes(UInt32(format.count)) + format + ascii("data") + bytes(UInt32(frames.count)) + frames
    let decoded = try Decoded(folder.write(wav, to: "mp3.wav"))
    #expect(decoded.frames == sound.frames)
    #expect(signalToNoise(sound.floats, decoded.samples) > 20)
  }

  @Test func seekPastTheEndGoesToTheEndAndASeekBackReturns() throws {
    for options in [["-V", "2"], ["-t"]] {
      let path = try sound.mp3(in: folder, "sound.mp3", options)
      let decoder = try DecoderRegistry().open(path)
      try decoder.seek(to: FrameCount(10_000_000))
      #expect(try decoder.readSamples().isEmpty)
      #expect(!decoder.endedEarly)
      try decoder.seek(to: .zero)
      #expect(firstDifference(try decoder.readSamples(), try Decoded(path).samples) == nil)
    }
  }
}

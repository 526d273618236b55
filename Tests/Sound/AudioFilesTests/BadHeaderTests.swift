import SystemBase
import TestSupport
import Testing

/// Headers that lie, made byte by byte: each gives sound or one error, never a crash, never a wait.
@Suite struct BadHeaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A WAV header of 44 bytes with these fields, and some samples.
  private func wav(
    channels: UInt16 = 2, rate: UInt32 = 44_100, align: UInt16 = 4, bits: UInt16 = 16, size: UInt32 = 400,
    samples: Int = 200
  ) -> [UInt8] {
    let perSecond = UInt32(truncatingIfNeeded: UInt64(rate) * UInt64(align))
    return ascii("RIFF") + bytes(36 &+ size) + ascii("WAVEfmt ") + bytes(UInt32(16)) + bytes(UInt16(1))
      + bytes(channels) + bytes(rate) + bytes(perSecond) + bytes(align) + bytes(bits)
      + ascii("data") + bytes(size) + (0..<samples).flatMap { bytes(Int16($0)) }
  }

  @Test func wavWithAFalseLengthIsReadAsFarAsTheDataGoes() throws {
    let huge = try Decoded(folder.write(wav(size: 0x7000_0000), to: "huge.wav"))
    let (frames, early) = (huge.frames, huge.endedEarly)
    #expect(frames == 100)
    #expect(early)
    #expect(try Decoded(folder.write(wav(size: 0xFFFF_FFF0), to: "negative.wav")).frames == 100)
    #expect(try Decoded(folder.write(wav(size: 0), to: "zero.wav")).frames == 100)
    #expect(try Decoded(folder.write(wav(size: 40), to: "short.wav")).frames == 10)
    #expect(try Decoded(folder.write(wav(size: 41), to: "odd.wav")).frames == 10)
  }

  @Test func wavOfNoFrameOrOneFrameIsReadWhole() throws {
    let none = try Decoded(folder.write(wav(size: 0, samples: 0), to: "none.wav"))
    #expect(none.frames == 0)
    let one = try Decoded(folder.write(wav(size: 4, samples: 2), to: "one.wav"))
    #expect(one.samples == [0, Float(1) / 32_768])
    let early = (none.endedEarly, one.endedEarly)
    #expect(early == (false, false))
  }

  @Test(arguments: [
    (0, 4), (65, 130), (300, 600), (65_535, 65_534),
  ])
  func wavWithAnInvalidChannelCountIsDamaged(channels: UInt16, align: UInt16) throws {
    #expect(try errorCode(folder.write(wav(channels: channels, align: align), to: "a.wav")) == .damaged)
  }

  @Test(arguments: [0, 1, 999, 768_001, 1_000_000_000, 0x8000_0000, UInt32.max])
  func wavWithAnInvalidSampleRateIsDamaged(rate: UInt32) throws {
    #expect(try errorCode(folder.write(wav(rate: rate), to: "a.wav")) == .damaged)
  }

  @Test(arguments: [(0, 16), (4, 0), (1, 16), (4, 65_535)])
  func wavWithFalseSampleSizesHasNoMoreFramesThanBytes(align: UInt16, bits: UInt16) throws {
    // Whatever it is taken for, it has no more frames than bytes.
    if let decoded = try? Decoded(folder.write(wav(align: align, bits: bits), to: "a.wav")) {
      #expect(decoded.frames <= 400)
    }
  }

  @Test func flacWithAFalseLengthIsReadAsFarAsTheDataGoes() throws {
    let sound = TestSound(frames: 9_000)
    var flac = try fileBytes(sound.flac(in: folder))
    // The 36 bits of the length (RFC 9639, section 8.2): all ones, then none.
    flac[21] |= 0x0F
    for index in 22..<26 { flac[index] = 0xFF }
    let many = try Decoded(folder.write(flac, to: "many.flac"))
    let early = many.endedEarly
    #expect(many.frames == sound.frames)
    #expect(early)
    flac[21] &= 0xF0
    for index in 22..<26 { flac[index] = 0 }
    let open = try Decoded(folder.write(flac, to: "open.flac"))
    let openEarly = open.endedEarly
    #expect(open.frames == sound.frames)
    #expect(!openEarly)
  }

  @Test func flacWithAnInvalidSampleRateIsDamaged() throws {
    var flac = try fileBytes(TestSound(frames: 9_000).flac(in: folder))
    // Its 20 bits: 1 Hz.
    (flac[18], flac[19], flac[20]) = (0, 0, flac[20] & 0x0F | 0x10)
    #expect(try errorCode(folder.write(flac, to: "slow.flac")) == .damaged)
  }

  @Test(.enabled(if: TestSound.hasFFmpeg)) func headersWithRandomWrongBytesNeverCrashADecoder() throws {
    let sound = TestSound(frames: 5_000)
    let sources = [
      sound.wav(), try fileBytes(sound.flac(in: folder)),
      try fileBytes(sound.ffmpeg(in: folder, "a.wv", ["-c:a", "wavpack"])),
      try fileBytes(sound.ffmpeg(in: folder, "a.tta", ["-c:a", "tta"])),
      try fileBytes(
        sound.ffmpeg(in: folder, "a.m4a", ["-c:a", "alac", "-movflags", "faststart"])),
    ]
    var generator = SeededGenerator(seed: 5)
    var decodedFiles = 0
    for source in sources {
      for _ in 0..<40 {
        var hurt = source
        let place = Int.random(in: 0..<min(hurt.count, 700), using: &generator)
        hurt[place] = UInt8.random(in: 0...255, using: &generator)
        let path = try folder.write(hurt, to: "hurt")
        do {
          let decoded = try Decoded(path)
          decodedFiles += 1
          #expect(decoded.samples.count == decoded.frames * decoded.format.channels)
        } catch {
          let code = (error as? FileError)?.code
          #expect(code == .notAudio || code == .unsupported || code == .damaged, "byte \(place): \(error)")
        }
      }
    }
    #expect(decodedFiles > 20, "most bytes of a header do not prevent decoding")
  }
}

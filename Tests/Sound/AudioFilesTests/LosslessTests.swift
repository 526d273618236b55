import AudioBase
import AudioFiles
import SystemBase
import TestSupport
import Testing

/// Sound that must come out sample by sample as it went in.
@Suite struct LosslessTests {
  private let folder: TemporaryFolder
  private let sound = TestSound.standard

  init() throws { folder = try TemporaryFolder() }

  private func check(_ path: FilePath, _ sound: TestSound) throws {
    let decoded = try Decoded(path)
    #expect(decoded.format.sampleRate == SampleRate(sound.rate))
    #expect(decoded.format.channels == sound.channels)
    #expect(decoded.format.length == FrameCount(sound.frames))
    #expect(firstDifference(decoded.samples, sound.floats) == nil)
    #expect(!decoded.endedEarly)
  }

  @Test func plainAndExtensibleWAVAreDecodedExactly() throws {
    try check(folder.write(sound.wav(), to: "plain.wav"), sound)
    try check(folder.write(sound.wav(mask: 3), to: "extensible.wav"), sound)
  }

  @Test func rf64AndBW64AreDecodedExactly() throws {
    try check(folder.write(sound.rf64(), to: "rf64.wav"), sound)
    try check(folder.write(sound.rf64(magic: "BW64"), to: "bw64.wav"), sound)
  }

  @Test func cafIsDecodedExactly() throws { try check(folder.write(sound.caf(), to: "sound.caf"), sound) }

  @Test(arguments: ["aiff", "aifc", "au", "w64", "flac"])
  func formatsWrittenBySoxAreDecodedExactly(kind: String) throws {
    try check(sound.made(in: folder, "sound.\(kind)", by: "sox", ["IN", "OUT"]), sound)
  }

  @Test(arguments: [
    ["-b", "24"], ["-b", "32"], ["-b", "32", "-e", "floating-point"], ["-b", "64", "-e", "floating-point"],
  ])
  func wavSamplesOf24To64BitsAreDecodedExactly(options: [String]) throws {
    try check(sound.made(in: folder, "wide.wav", by: "sox", ["IN"] + options + ["OUT"]), sound)
  }

  @Test func eightBitWAVIsDecodedWithLittleNoise() throws {
    let path = try sound.made(in: folder, "byte.wav", by: "sox", ["-D", "IN", "-b", "8", "OUT"])
    let decoded = try Decoded(path)
    #expect(decoded.frames == sound.frames)
    #expect(signalToNoise(sound.floats, decoded.samples) > 35)
  }

  @Test func floatSamplesBeyondFullScaleAreNotClipped() throws {
    let loud = sound.floats.map { $0 * 8 }
    let decoded = try Decoded(folder.write(sound.floatWAV(loud), to: "loud.wav"))
    #expect(firstDifference(decoded.samples, loud) == nil)
    #expect(decoded.samples.contains { $0 > 2 })
  }

  @Test func flacInOggIsDecodedAndSoughtExactly() throws {
    let path = try sound.flac(in: folder, "sound.oga", ["--ogg"])
    try check(path, sound)
    #expect(try largestSeekError(path) == 0)
  }

  /// The library rejects these files; the program decodes them nevertheless.
  @Test(arguments: [9, 12, 15, 17, 20])
  func flacOfUncommonBitDepthsIsDecodedExactly(bits: Int) throws {
    let sound = TestSound.standard.rounded(to: bits)
    let source = try folder.write(sound.wav(mask: 3, validBits: bits), to: "odd.wav")
    let target = folder.file("odd.flac")
    try Tool.run("flac", ["-s", "-f", "--lax", "-o", target.shown, source.shown])
    try check(target, sound)
  }

  /// 24 bits in the upper bytes of four, as some recorders write them.
  @Test func wavSamplesOf24BitsInFourBytesAreDecodedExactly() throws {
    var high: [UInt8] = []
    var low: [UInt8] = []
    for sample in sound.samples {
      let word = UInt16(bitPattern: sample)
      let parts = [UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word >> 8)]
      high += [0, 0] + parts
      low += [1] + parts + [sample < 0 ? 0xFF : 0]
    }
    // A plain header of 16 bits, with the size of a frame, the bytes of a second and the number of bits changed.
    var header = Array(sound.wav().prefix(44))
    header.replaceSubrange(28..<36, with: [0x20, 0x62, 0x05, 0, 8, 0, 24, 0])
    let size = UInt32(high.count)
    header.replaceSubrange(40..<44, with: (0..<4).map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) })
    try check(folder.write(header + high, to: "a.wav"), sound)
    // In the lower bytes, they would be noise.
    let other = try folder.write(header + low, to: "b.wav")
    let error = #expect(throws: FileError.self) { try Decoded(other) }
    #expect(error?.code == .unsupported)
  }

  @Test(arguments: [1, 3, 4, 5, 6, 7, 8])
  func flacAndWAVKeepTheChannelOrder(channels: Int) throws {
    let sound = TestSound(channels: channels, frames: 9_001)
    try check(sound.flac(in: folder), sound)
    try check(folder.write(sound.wav(), to: "many.wav"), sound)
  }

  @Test(arguments: [8_000, 11_025, 48_000, 96_000, 192_000])
  func flacOfAnyCommonRateIsDecodedExactly(rate: Int) throws {
    let sound = TestSound(rate: rate, frames: 20_011)
    try check(sound.flac(in: folder), sound)
  }

  @Test(arguments: ["wav", "aiff", "flac"])
  func seeksInLosslessFilesAreExact(kind: String) throws {
    let path = try sound.made(in: folder, "sound.\(kind)", by: "sox", ["IN", "OUT"])
    #expect(try largestSeekError(path) == 0)
  }

  @Test func seekPastTheEndGoesToTheEndAndASeekBackReturns() throws {
    let decoder = try DecoderRegistry().open(sound.flac(in: folder))
    try decoder.seek(to: FrameCount(10_000_000))
    #expect(try decoder.readSamples().isEmpty)
    #expect(!decoder.endedEarly)
    try decoder.seek(to: .zero)
    #expect(firstDifference(try decoder.readSamples(), sound.floats) == nil)
  }
}

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

  @Test func plainAndExtensibleWAV() throws {
    try check(folder.write(sound.wav(), to: "plain.wav"), sound)
    try check(folder.write(sound.wav(mask: 3), to: "extensible.wav"), sound)
  }

  @Test func largeFileHeaders() throws {
    try check(folder.write(sound.rf64(), to: "rf64.wav"), sound)
    try check(folder.write(sound.rf64(magic: "BW64"), to: "bw64.wav"), sound)
  }

  @Test func caf() throws { try check(folder.write(sound.caf(), to: "sound.caf"), sound) }

  @Test(arguments: ["aiff", "aifc", "au", "w64", "flac"])
  func madeBySox(kind: String) throws {
    try check(sound.made(in: folder, "sound.\(kind)", by: "sox", ["IN", "OUT"]), sound)
  }

  @Test(arguments: [
    ["-b", "24"], ["-b", "32"], ["-b", "32", "-e", "floating-point"], ["-b", "64", "-e", "floating-point"],
  ])
  func widerSamples(options: [String]) throws {
    try check(sound.made(in: folder, "wide.wav", by: "sox", ["IN"] + options + ["OUT"]), sound)
  }

  @Test func eightBits() throws {
    let path = try sound.made(in: folder, "byte.wav", by: "sox", ["-D", "IN", "-b", "8", "OUT"])
    let decoded = try Decoded(path)
    #expect(decoded.frames == sound.frames)
    #expect(signalToNoise(sound.floats, decoded.samples) > 35)
  }

  @Test func floatsBeyondFullScaleStayAsTheyAre() throws {
    let loud = sound.floats.map { $0 * 8 }
    let decoded = try Decoded(folder.write(sound.floatWAV(loud), to: "loud.wav"))
    #expect(firstDifference(decoded.samples, loud) == nil)
    #expect(decoded.samples.contains { $0 > 2 })
  }

  @Test func flacInOgg() throws {
    let path = try sound.flac(in: folder, "sound.oga", ["--ogg"])
    try check(path, sound)
    #expect(try largestSeekError(path) == 0)
  }

  /// The library refuses them; they are decoded all the same.
  @Test(arguments: [12, 20])
  func flacOfOddDepths(bits: Int) throws {
    let sound = TestSound.standard.rounded(to: bits)
    let source = try folder.write(sound.wav(mask: 3, validBits: bits), to: "odd.wav")
    let target = folder.file("odd.flac")
    try Tool.run("flac", ["-s", "-f", "-o", target.shown, source.shown])
    try check(target, sound)
  }

  @Test(arguments: [1, 3, 4, 5, 6, 7, 8])
  func channelsKeepTheirOrder(channels: Int) throws {
    let sound = TestSound(channels: channels, frames: 9_001)
    try check(sound.flac(in: folder), sound)
    try check(folder.write(sound.wav(), to: "many.wav"), sound)
  }

  @Test(arguments: [8_000, 11_025, 48_000, 96_000, 192_000])
  func rates(rate: Int) throws {
    let sound = TestSound(rate: rate, frames: 20_011)
    try check(sound.flac(in: folder), sound)
  }

  @Test(arguments: ["wav", "aiff", "flac"])
  func seeksAreExact(kind: String) throws {
    let path = try sound.made(in: folder, "sound.\(kind)", by: "sox", ["IN", "OUT"])
    #expect(try largestSeekError(path) == 0)
  }

  @Test func aSeekPastTheEndGoesToTheEndAndOneBackReturns() throws {
    let decoder = try DecoderRegistry().open(sound.flac(in: folder))
    try decoder.seek(to: FrameCount(10_000_000))
    #expect(try decoder.readSamples().isEmpty)
    #expect(!decoder.endedEarly)
    try decoder.seek(to: .zero)
    #expect(firstDifference(try decoder.readSamples(), sound.floats) == nil)
  }
}

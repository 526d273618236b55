import AudioBase
import AudioFiles
import TestSupport
import Testing

/// Files that were cut off, left open or hurt.
@Suite struct TruncationTests {
  private let folder: TemporaryFolder
  private let sound = TestSound.standard

  init() throws { folder = try TemporaryFolder() }

  /// A file cut at six tenths plays that far and says so. Odd bytes more, for no decoder can tell a cut between two
  /// MPEG frames from an end.
  private func checkCut(_ bytes: [UInt8], _ name: String, claimed: Int?) throws {
    let path = try folder.write(bytes.prefix(bytes.count * 6 / 10 + 101), to: "cut-\(name)")
    let decoded = try Decoded(path)
    let endedEarly = decoded.endedEarly
    #expect(endedEarly, "\(name)")
    if let claimed { #expect(decoded.format.length == FrameCount(claimed), "\(name)") }
    // A stream's headers count as bytes, too.
    let frames = decoded.frames
    #expect((sound.frames / 4..<sound.frames * 7 / 10).contains(frames), "\(name)")
    #expect(try largestSeekError(path, count: 10) < 1e-4, "\(name)")
  }

  @Test func truncatedWMAPlaysAndReportsTheEarlyEnd() throws {
    let path = try sound.ffmpeg(in: folder, "a.wma", ["-c:a", "wmav2"])
    #expect(try !Decoded(path).endedEarly)
    let bytes = try fileBytes(path)
    let cut = try Decoded(folder.write(bytes.prefix(bytes.count * 6 / 10), to: "cut.wma"))
    #expect(cut.endedEarly && cut.frames > sound.frames / 4)
  }

  @Test func truncatedWAVRF64AndCAFReportTheEarlyEnd() throws {
    try checkCut(sound.wav(), "a.wav", claimed: sound.frames)
    try checkCut(sound.rf64(), "b.wav", claimed: sound.frames)
    try checkCut(sound.caf(), "a.caf", claimed: sound.frames)
  }

  @Test(arguments: ["aiff", "aifc", "au", "w64", "flac"])
  func truncatedFilesWrittenBySoxReportTheEarlyEnd(kind: String) throws {
    let bytes = try fileBytes(sound.made(in: folder, "sound.\(kind)", by: "sox", ["IN", "OUT"]))
    try checkCut(bytes, "a.\(kind)", claimed: sound.frames)
  }

  @Test func truncatedVorbisAndFLACInOggReportTheEarlyEnd() throws {
    try checkCut(fileBytes(sound.vorbis(in: folder)), "a.ogg", claimed: nil)
    try checkCut(fileBytes(sound.flac(in: folder, "sound.oga", ["--ogg"])), "a.oga", claimed: nil)
  }

  @Test func truncatedOpusReportsTheEarlyEnd() throws {
    let bytes = try fileBytes(
      TestSound(rate: 48_000, frames: sound.frames).opus(
        in: folder, "whole.opus", ["--max-delay", "100"]))
    try checkCut(bytes, "a.opus", claimed: nil)
  }

  /// The library's own seek does not return.
  @Test(arguments: [1 << 31, 1 << 33, Int.max / 2])
  func seekFarBehindTheEndOfATruncatedOpusFileGoesToItsEnd(frame: Int) throws {
    let whole = TestSound(rate: 48_000, frames: sound.frames)
    let bytes = try fileBytes(whole.opus(in: folder, "whole.opus", ["--max-delay", "100"]))
    let path = try folder.write(bytes.prefix(bytes.count * 6 / 10), to: "cut.opus")
    let decoder = try DecoderRegistry().open(path)
    let samples = UnsafeMutableBufferPointer<Float>.allocate(capacity: 100 * decoder.format.channels)
    defer { samples.deallocate() }
    try decoder.seek(to: FrameCount(frame))
    #expect(try decoder.read(into: samples) == 0)
    try decoder.seek(to: .zero)
    #expect(try decoder.read(into: samples) > 0)
  }

  @Test func truncatedMP3ReportsTheEarlyEnd() throws {
    try checkCut(fileBytes(sound.mp3(in: folder, "a.mp3", ["-b", "128"])), "cbr.mp3", claimed: sound.frames)
    try checkCut(fileBytes(sound.mp3(in: folder, "b.mp3", ["-V", "2"])), "vbr.mp3", claimed: sound.frames)
    // This format does not state the length; the last frame is truncated.
    try checkCut(fileBytes(sound.mp3(in: folder, "c.mp3", ["-t", "-b", "128"])), "plain.mp3", claimed: nil)
  }

  @Test(arguments: [(0, 0), (UInt32.max, UInt32.max), (0x7FFF_F024, 0x7FFF_F000)])
  func streamedWAVWithoutALengthPlaysToTheEnd(riffSize: UInt32, dataSize: UInt32) throws {
    let path = try folder.write(sound.wav(riffSize: riffSize, dataSize: dataSize), to: "stream.wav")
    let decoded = try Decoded(path)
    #expect(decoded.format.length == FrameCount(sound.frames))
    #expect(firstDifference(decoded.samples, sound.floats) == nil)
    #expect(!decoded.endedEarly)
  }

  @Test func streamedCAFAndWave64WithoutALengthPlayToTheEnd() throws {
    var caf = sound.caf()
    let data = try #require(caf.firstRange(of: ascii("data"))).upperBound
    caf.replaceSubrange(data..<(data + 8), with: [UInt8](repeating: 0xFF, count: 8))
    let decoded = try Decoded(folder.write(caf, to: "stream.caf"))
    #expect(decoded.format.length == FrameCount(sound.frames) && !decoded.endedEarly)
    #expect(firstDifference(decoded.samples, sound.floats) == nil)
    var wave = try fileBytes(sound.made(in: folder, "sound.w64", by: "sox", ["IN", "OUT"]))
    let name = try #require(wave.firstRange(of: ascii("data") + [0xF3, 0xAC, 0xD3, 0x11]))
    let size = name.lowerBound + 16
    wave.replaceSubrange(size..<(size + 8), with: [UInt8](repeating: 0xFF, count: 7) + [0x7F])
    let streamed = try Decoded(folder.write(wave, to: "stream.w64"))
    // Behind the sound may be four bytes of padding, which is a frame.
    #expect((0...1).contains(streamed.frames - sound.frames) && !streamed.endedEarly)
  }

  @Test func anEmptyDataChunkStaysEmpty() throws {
    let wav = TestSound(frames: 0).wav() + ascii("LIST") + bytes(UInt32(4)) + ascii("INFO")
    let size = Array(bytes(UInt32(wav.count - 8)))
    let decoded = try Decoded(folder.write(wav[..<4] + size + wav[8...], to: "empty.wav"))
    #expect(decoded.frames == 0)
    #expect(!decoded.endedEarly)
  }

  @Test func flacDecodingContinuesAfterDamage() throws {
    var bytes = try fileBytes(sound.flac(in: folder))
    for index in bytes.count / 2..<bytes.count / 2 + 300 { bytes[index] ^= 0x5A }
    let decoded = try Decoded(folder.write(bytes, to: "hurt.flac"))
    #expect(decoded.frames == sound.frames)
    let endedEarly = decoded.endedEarly
    #expect(!endedEarly)
    let floats = sound.floats
    #expect(firstDifference(Array(decoded.samples.prefix(20_000)), Array(floats.prefix(20_000))) == nil)
    #expect(firstDifference(Array(decoded.samples.suffix(20_000)), Array(floats.suffix(20_000))) == nil)
  }

  @Test func vorbisDecodingContinuesAfterDamage() throws {
    var bytes = try fileBytes(sound.vorbis(in: folder))
    for index in bytes.count / 2..<bytes.count / 2 + 300 { bytes[index] ^= 0x5A }
    let decoded = try Decoded(folder.write(bytes, to: "hurt.ogg"))
    #expect(decoded.frames > sound.frames / 2)
    #expect(decoded.format.length == FrameCount(sound.frames))
  }
}

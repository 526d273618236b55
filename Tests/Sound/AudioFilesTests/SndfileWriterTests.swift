import AudioBase
import AudioFiles
import SystemBase
import TestSupport
import Testing

@Suite struct SndfileWriterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ frames: [Frame], _ name: String, _ encoding: SndfileWriter.Encoding) throws -> FilePath
  {
    let path = folder.file(name)
    let writer = try SndfileWriter(path: path, sampleRate: .standard, encoding: encoding)
    try frames.withUnsafeBufferPointer { try writer.write($0) }
    try writer.close()
    return path
  }

  @Test(arguments: [
    (SndfileWriter.Encoding.wavFloat, 0.0), (.flac24, 1.0 / 0x80_0000), (.flac16, 1.0 / 0x8000),
  ])
  func writtenFramesAreReadBackWithinOneStep(encoding: SndfileWriter.Encoding, step: Double) throws {
    let floats = TestSound.standard.floats.map { $0 * 0.73 }
    let frames = stride(from: 0, to: floats.count, by: 2).map { Frame(floats[$0], floats[$0 + 1]) }
    let decoded = try Decoded(write(frames, "made", encoding))
    #expect(
      decoded.format == StreamFormat(sampleRate: .standard, channels: 2, length: FrameCount(frames.count)))
    let worst = zip(floats, decoded.samples).map { Double(abs($0 - $1)) }.max() ?? 1
    #expect(worst <= step)
  }

  /// A file that ends early may claim any length.
  @Test func unreachedExpectedLengthMakesNoRF64() throws {
    let path = folder.file("a.wav")
    let writer = try SndfileWriter(
      path: path, sampleRate: .standard, encoding: .wav16, length: FrameCount(2_000_000_000))
    let frames = [Frame](repeating: Frame(0.5, -0.5), count: 1_000)
    try frames.withUnsafeBufferPointer { try writer.write($0) }
    try writer.close()
    #expect(try fileBytes(path).prefix(4).elementsEqual("RIFF".utf8))
    #expect(try Decoded(path).frames == 1_000)
  }

  @Test func equalSoundMakesEqualBytes() throws {
    let frames = (0..<5_000).map { Frame(Float($0 % 91) / 100, Float($0 % 37) / -50) }
    for encoding in [SndfileWriter.Encoding.wavFloat, .flac16, .flac24] {
      let one = try fileBytes(write(frames, "one", encoding))
      let other = try fileBytes(write(frames, "other", encoding))
      #expect(firstDifference(one, other) == nil)
    }
  }

  @Test func writerInAMissingFolderThrowsAnError() {
    #expect(throws: FileError.self) {
      try SndfileWriter(path: folder.file("missing/a.wav"), sampleRate: .standard, encoding: .wavFloat)
    }
  }
}

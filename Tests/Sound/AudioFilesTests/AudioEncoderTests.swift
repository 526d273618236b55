import AudioBase
import AudioFiles
import Glibc
import SystemBase
import TestSupport
import Testing

/// The formats that takes are exported to.
@Suite struct AudioEncoderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let encodings: [AudioEncoding] = AudioFileFormat.allCases.flatMap { format in
    let samples: [SampleFormat?] = format.sampleFormats.isEmpty ? [nil] : format.sampleFormats
    return samples.compactMap { AudioEncoding(format, samples: $0) }
  }

  private func write(
    _ frames: [Frame], _ encoding: AudioEncoding, _ name: String = "made", rate: SampleRate = .standard,
    texts: FileTexts = FileTexts()
  ) throws -> FilePath {
    let path = folder.file("\(name).\(encoding.format.rawValue)")
    let writer = try AudioEncoderMaker().makeWriter(
      path, encoding, rate: rate, length: FrameCount(frames.count), texts: texts)
    for start in stride(from: 0, to: frames.count, by: 512) {
      try frames[start..<min(start + 512, frames.count)].withUnsafeBufferPointer { try writer.write($0) }
    }
    try writer.close()
    return path
  }

  private static let tone = (0..<30_011).map { frame in
    let phase = Double(frame) * 2 * Double.pi * 441 / 48_000
    return Frame(Float(sin(phase) * 0.5), Float(cos(phase) * 0.25))
  }

  @Test(arguments: encodings) func everyEncodedFormatIsReadBackInFullLength(_ encoding: AudioEncoding) throws
  {
    let decoded = try Decoded(try write(Self.tone, encoding))
    #expect(decoded.format.sampleRate == .standard && decoded.format.channels == 2)
    #expect(decoded.frames == Self.tone.count)
    let samples = Self.tone.flatMap { [$0.x, $0.y] }
    guard decoded.samples.count == samples.count else { return }
    let error = zip(samples, decoded.samples).reduce(0.0) { $0 + pow(Double($1.0 - $1.1), 2) }
    let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
    // Lossy formats keep a tone within 20 dB; integers within their dither.
    let wanted: Double =
      switch encoding.samples {
      case nil: -20
      case .s16: -80
      case .s24: -125
      case .float: -.infinity
      }
    #expect(10 * log10(error / power) <= wanted, "\(encoding)")
  }

  @Test func fileNameChoosesTheFormat() {
    let names = ["a.wav", "a.FLAC", "a.aif", "a.ogg", "a.opus", "b/a.mp3"]
    #expect(
      names.map { AudioFileFormat(name: FilePath($0)) } == [.wav, .flac, .aiff, .ogg, .opus, .mp3])
    #expect(AudioFileFormat(name: FilePath("a.dub")) == nil)
    #expect(AudioFileFormat(name: FilePath("wav")) == nil)
  }

  @Test func encodingRefusesSampleFormatsThatTheFileFormatCannotStore() {
    #expect(AudioEncoding(.flac, samples: .float) == nil)
    #expect(AudioEncoding(.mp3, samples: .s16) == nil)
    #expect(AudioEncoding(.wav)?.samples == .s24)
    #expect(AudioEncoding(.opus)?.samples == nil)
  }

  @Test func ratesThatAFormatDoesNotTakeAreReplaced() {
    #expect(AudioFileFormat.opus.accepted(near: SampleRate(44_100)) == .standard)
    #expect(AudioFileFormat.mp3.accepted(near: SampleRate(88_200)) == SampleRate(44_100))
    #expect(AudioFileFormat.mp3.accepted(near: SampleRate(96_000)) == .standard)
    #expect(AudioFileFormat.flac.accepted(near: SampleRate(192_000)) == SampleRate(192_000))
  }

  /// TPDF dither: no mean error, and an error whose power does not depend on the signal: 1/4 of a step squared.
  @Test(arguments: [0.0, 0.25, 0.5, 0.9]) func ditheredSamplesHaveAnErrorOfConstantPower(_ offset: Double)
    throws
  {
    let step = 1.0 / 32_768
    let value = Float((100 + offset) * step)
    let encoding = try #require(AudioEncoding(.wav, samples: .s16))
    let decoded = try Decoded(
      try write([Frame](repeating: Frame(value, -value), count: 50_000), encoding))
    let errors = decoded.samples.enumerated().map { index, sample in
      (Double(sample) - Double(index % 2 == 0 ? value : -value)) / step
    }
    let mean = errors.reduce(0, +) / Double(errors.count)
    let power = errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)
    #expect(abs(mean) < 0.01)
    #expect(abs(power - 0.25) < 0.01)
    #expect(errors.allSatisfy { abs($0) <= 1.5 })
  }

  @Test(arguments: [SampleFormat.s16, .s24]) func equalSoundHasEqualDither(_ samples: SampleFormat) throws {
    let encoding = try #require(AudioEncoding(.wav, samples: samples))
    let one = try FileBytes.read(try write(Self.tone, encoding, "one"), limit: 1 << 24)
    let other = try FileBytes.read(try write(Self.tone, encoding, "other"), limit: 1 << 24)
    #expect(firstDifference(one, other) == nil)
  }

  @Test(
    .enabled(if: Tool.mayUse("ffprobe"), "ffprobe reads the tags"),
    arguments: [AudioFileFormat.wav, .flac, .aiff, .ogg, .opus, .mp3])
  func encodedFileHasTheTextsAsTags(_ format: AudioFileFormat) throws {
    var texts = FileTexts()
    (texts.title, texts.artist, texts.comment) = ("A title", "Ünder", "take \"1\"")
    let path = try write(Self.tone, try #require(AudioEncoding(format)), texts: texts)
    let shown = try Tool.capture(
      "ffprobe", ["-v", "error", "-show_entries", "format_tags:stream_tags", path.shown])
    for text in ["A title", "Ünder", "take \"1\""] { #expect(shown.text.contains(text), "\(shown.text)") }
  }

  /// The encoders of lossy formats do not report it: an export opens the finished file and compares its length.
  @Test func encoderOnAFullDiskThrowsAnError() throws {
    for encoding in Self.encodings where encoding.samples != nil {
      #expect(throws: FileError.self, "\(encoding)") {
        let writer = try AudioEncoderMaker().makeWriter(
          FilePath("/dev/full"), encoding, rate: .standard, length: nil, texts: FileTexts())
        for _ in 0..<200 { try Self.tone.withUnsafeBufferPointer { try writer.write($0) } }
        try writer.close()
      }
    }
  }
}

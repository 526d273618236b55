import AudioBase
import AudioFiles
import Glibc
import SystemBase
import TestSupport
import Testing

@testable import MixEngine
@testable import TrackFeed

/// A tone cut into four files, encoded and queued, is heard as one.
@Suite struct GaplessTests {
  enum Kind: String, CaseIterable {
    case wav, flac, ogg, opus, mp3
    /// MP3 without LAME's header but with the tag iTunSMPB.
    case noted
    /// MPEG-4, which ffmpeg makes.
    case aac, alac

    static var usable: [Kind] { allCases.filter { ![.aac, .alac].contains($0) || Tool.mayUse("ffmpeg") } }

    /// - Parameter frames: the length of the source.
    func encode(_ source: FilePath, to target: FilePath, frames: Int) throws {
      switch self {
      case .wav: try Tool.run("cp", [source.shown, target.shown])
      case .flac: try Tool.run("flac", ["-s", "-f", "-o", target.shown, source.shown])
      case .ogg: try Tool.run("oggenc", ["-Q", "-q", "8", "-o", target.shown, source.shown])
      case .opus: try Tool.run("opusenc", ["--quiet", "--bitrate", "256", source.shown, target.shown])
      case .mp3: try Tool.run("lame", ["--quiet", "-b", "320", source.shown, target.shown])
      case .noted:
        try Tool.run("lame", ["--quiet", "-t", "-b", "320", source.shown, target.shown])
        let padding = try Kind.frames(of: target) - 576 - frames
        let words = [0, 576, padding, frames, 0, 0].map { " " + String($0, radix: 16) }.joined()
        let tag = TestID3.tag(version: 3, [("COMM", [0] + Array("engiTunSMPB\0\(words)".utf8))])
        try FileBytes.write(tag + FileBytes.read(target, limit: 1 << 24), to: target)
      case .aac, .alac:
        let options = ["-c:a", rawValue] + (self == .aac ? ["-b:a", "320k"] : [])
        try Tool.run(
          "ffmpeg", ["-v", "error", "-y", "-i", source.shown] + options + ["-f", "ipod", target.shown])
      }
    }

    private static func frames(of path: FilePath) throws -> Int {
      let decoder = try DecoderRegistry().open(path)
      var block = [Float](repeating: 0, count: 8_192)
      var count = 0
      while true {
        let got = try block.withUnsafeMutableBufferPointer { try decoder.read(into: $0) }
        if got == 0 { return count }
        count += got
      }
    }

    /// A codec assumes silence before and after each file, which distorts the tone slightly there.
    var isLossy: Bool { ![.wav, .flac, .alac].contains(self) }
  }

  /// No multiples of any codec's frame.
  private static let cuts = [0, 30_011, 71_003, 101_117, 140_000]
  private static let step = 0.05

  private func sine(_ place: Int, at rate: Int) -> Float {
    0.5 * Float(sin(Double(place) * GaplessTests.step * 44_100 / Double(rate)))
  }

  private func files(_ kind: Kind, at rate: SampleRate, in folder: TemporaryFolder) throws -> [FilePath] {
    try zip(GaplessTests.cuts, GaplessTests.cuts.dropFirst()).map { start, end in
      let wav = folder.file("\(start).wav")
      let writer = try SndfileWriter(path: wav, sampleRate: rate, encoding: .wav24)
      let frames = (start..<end).map { Frame(repeating: sine($0, at: rate.hertz)) }
      try frames.withUnsafeBufferPointer { frames throws(FileError) in try writer.write(frames) }
      try writer.close()
      let target = folder.file("\(start)-coded.\(kind.rawValue)")
      try kind.encode(wav, to: target, frames: end - start)
      return target
    }
  }

  /// What is fed of files that follow each other, each named when the one before has begun.
  private func fed(_ paths: [FilePath]) throws -> (frames: [Frame], starts: [StreamMarker]) {
    let engine = AudioEngine(sampleRate: .standard)
    var reports: [FeederReport] = []
    let filler = StreamFiller(
      engine: engine.control, decoders: DecoderRegistry(),
      converters: SampleRateConverterMaker()
    ) { reports.append($0) }
    let items = paths.enumerated().map {
      StreamItem(id: StreamID(UInt64($0 + 1)), location: TrackLocation(path: $1))
    }
    let (ring, markers) = (engine.control.stream.frames.reader, engine.control.stream.markers.reader)
    var (frames, starts): ([Frame], [StreamMarker]) = ([], [])
    filler.handle(.load(items[0], at: 0, generation: 1))
    while true {
      let outcome = filler.fill()
      while let marker = markers.pop(), marker.kind == .start {
        starts.append(marker)
        if starts.count < items.count {
          filler.handle(.setNext(items[starts.count], after: items[starts.count - 1].id))
        }
      }
      while let frame = ring.pop() { frames.append(frame) }
      if outcome == .idle { break }
    }
    #expect(reports.count == items.count)
    return (frames, starts)
  }

  @Test(arguments: Kind.usable, [44_100, 48_000])
  func aToneCutIntoFourFilesComesOutWithoutAStep(kind: Kind, rate: Int) throws {
    let folder = try TemporaryFolder()
    let (frames, starts) = try fed(files(kind, at: SampleRate(rate), in: folder))
    let ratio = 48_000 / Double(rate)
    // opusenc converts the rate itself and rounds the length of each file up.
    let rounding = kind == .opus && rate == 44_100 ? 4 : 1.01
    #expect(
      zip(starts, GaplessTests.cuts).allSatisfy { abs(Double($0.position) - Double($1) * ratio) <= rounding })
    #expect(starts.map(\.trackFrame) == [0, 0, 0, 0])
    #expect(abs(Double(frames.count) - 140_000 * ratio) <= rounding)
    var worst: Float = 0
    var steepest: Float = 0
    for index in 300..<(frames.count - 300) {
      let exact = 0.5 * Float(sin(Double(index) / ratio * GaplessTests.step * 44_100 / Double(rate)))
      worst = max(worst, abs(frames[index].x - exact))
      steepest = max(steepest, abs(frames[index].x - frames[index - 1].x))
    }
    // As files that were never apart, to the last bits; but for what a codec makes of the edges of each file: a gap or
    // an overlap would be a step of up to 1.
    #expect(worst < (kind.isLossy ? 0.08 : 2e-4))
    #expect(steepest < (kind.isLossy ? 0.11 : 0.0251))
  }

  @Test func filesTooShortForTheConverterLoseNoFrame() throws {
    let folder = try TemporaryFolder()
    let lengths = [20_000, 1, 30, 5, 20_000]
    let paths = try lengths.enumerated().map { index, length in
      let path = folder.file("\(index).wav")
      let writer = try SndfileWriter(path: path, sampleRate: SampleRate(44_100), encoding: .wav24)
      let frames = [Frame](repeating: Frame(repeating: 0.25), count: length)
      try frames.withUnsafeBufferPointer { frames throws(FileError) in try writer.write(frames) }
      try writer.close()
      return path
    }
    let (frames, starts) = try fed(paths)
    #expect(starts.count == 5 && zip(starts, starts.dropFirst()).allSatisfy { $0.position <= $1.position })
    let expected = 40_036.0 * 160 / 147
    #expect(abs(Double(frames.count) - expected) <= 5)
    #expect(frames.allSatisfy { abs($0.x) < 0.5 })
  }
}

import AudioBase
import AudioFiles
import EngineTestSupport
import Glibc
import MixEngine
import SystemBase
import TestSupport
import Testing
import TrackFeed

/// Sections of a file that are played as tracks.
@Suite struct TrackSectionTests {
  private func section(_ start: Int, _ end: Int? = nil) throws -> TrackSection {
    try #require(TrackSection(start: DiscTime(frames: start), end: end.map { DiscTime(frames: $0) }))
  }

  private func stream(
    _ section: TrackSection?, of frames: [Frame], rate: SampleRate = SampleRate(44_100),
    to output: SampleRate? = nil
  ) throws -> TrackStream {
    try TrackStream(
      TrackLocation(path: FilePath("a"), section: section), rate: output,
      decoders: OneFile(frames: frames, rate: rate),
      converters: SampleRateConverterMaker())
  }

  @Test func discFramesAreWholeFramesOfBothCommonRates() {
    #expect(DiscTime(frames: 7).position(at: SampleRate(44_100)) == FrameCount(7 * 588))
    #expect(DiscTime(frames: 7).position(at: SampleRate(48_000)) == FrameCount(7 * 640))
    #expect(DiscTime(frames: 1).position(at: SampleRate(8_000)) == FrameCount(107))
  }

  @Test func emptyOrInvalidRangeGivesNoSection() {
    #expect(TrackSection(start: DiscTime(frames: 5), end: DiscTime(frames: 5)) == nil)
    #expect(TrackSection(start: DiscTime(frames: -1)) == nil)
    #expect(TrackSection(start: DiscTime(frames: .max)) == nil)
  }

  @Test func sectionStreamHasExactlyTheFramesOfTheSection() throws {
    let file = Ramp.frames(588 * 10)
    let read = try stream(try section(2, 5), of: file)
    #expect(read.format.length == FrameCount(588 * 3))
    #expect(read.trackFrame == 0)
    #expect(try read.readAll(limit: FrameCount(.max)) == Array(file[(588 * 2)..<(588 * 5)]))
    #expect(read.trackFrame == 588 * 3)
  }

  @Test func theLastSectionGoesToTheEnd() throws {
    let file = Ramp.frames(588 * 10 + 17)
    let read = try stream(try section(9), of: file)
    #expect(read.format.length == FrameCount(588 + 17))
    #expect(try read.readAll(limit: FrameCount(.max)) == Array(file[(588 * 9)...]))
    #expect(try stream(try section(9, 900), of: file).format.length == FrameCount(588 + 17))
  }

  @Test func seeksCountFromTheSectionsStart() throws {
    let file = Ramp.frames(588 * 10)
    let read = try stream(try section(2, 5), of: file)
    for frame in [0, 1, 588, 588 * 3 - 1] {
      try read.seek(to: FrameCount(frame))
      #expect(read.trackFrame == frame)
      #expect(try read.readAll(limit: FrameCount(.max)) == Array(file[(588 * 2 + frame)..<(588 * 5)]))
    }
    try read.seek(to: FrameCount(588 * 3 + 100))
    #expect(try read.readAll(limit: FrameCount(.max)).isEmpty)
  }

  @Test func aSectionBehindTheEndIsRefused() throws {
    let section = try section(20)
    #expect(throws: FileError(.endsEarly, "a", detail: "before the track begins")) {
      try stream(section, of: Ramp.frames(588 * 10))
    }
  }

  /// Converted apart, two sections give what the whole file gives: no edge is heard where they join.
  @Test(arguments: [48_000, 96_000]) func sectionsConvertedApartJoinLikeTheWholeFile(output: Int) throws {
    let file = (0..<588 * 60).map { index in
      Frame(Float(0.5 * sin(Double(index) * 0.142)), Float(0.5 * sin(Double(index) * 0.43)))
    }
    let whole = try stream(nil, of: file, to: SampleRate(output)).readAll(limit: FrameCount(.max))
    var joined: [Frame] = []
    for (start, end) in [(0, 20), (20, 21), (21, 45), (45, nil)] {
      joined += try stream(try section(start, end), of: file, to: SampleRate(output)).readAll(
        limit: FrameCount(.max))
    }
    #expect(joined.count == whole.count)
    let worst = zip(joined, whole).map { max(abs($0.x - $1.x), abs($0.y - $1.y)) }.max() ?? 1
    #expect(20 * log10(worst) < -100)
  }

  /// Frames of the output for a disc frame at 48 kHz.
  private let disc = 640

  @Test(arguments: [0.0, 0.1]) func sectionsJoinAndFadeLikeFiles(crossfade: Double) throws {
    let file = Ramp.frames(disc * 100)
    let cut = EngineBench(
      tracks: ["a": Array(file[(disc * 10)..<(disc * 55)]), "b": Array(file[(disc * 55)..<(disc * 95)])],
      crossfade: crossfade)
    cut.load("a", next: "b")
    let whole = EngineBench(tracks: ["file": file], crossfade: crossfade)
    whole.load("file", try section(10, 55), next: "file", try section(55, 95))
    let (expected, out) = (render(cut, crossfade), render(whole, crossfade))
    #expect(out == expected)
    #expect(segments(whole) == segments(cut))
  }

  @Test func playingGoesOnFromAPlaceInTheSection() throws {
    let file = Ramp.frames(disc * 200)
    let bench = EngineBench(tracks: ["file": file])
    bench.load("file", try section(50, 150), at: 0.5)
    let from = disc * 50 + 24_000
    bench.waitForMusic(disc * 150 - from)
    let out = bench.device.render(FrameCount(disc * 150 - from + 1_000))
    #expect(out.last { $0 != .zero } == file[disc * 150 - 1])
    #expect(segments(bench).first?.trackFrame == 24_000)
  }

  private func render(_ bench: EngineBench, _ crossfade: Double) -> [Frame] {
    let count = disc * 85 - Int(crossfade * 48_000)
    bench.waitForMusic(count)
    bench.engine.control.send(.play)
    return bench.device.render(FrameCount(count + 1_000))
  }

  private func segments(_ bench: EngineBench) -> [MusicSegment] {
    bench.events().compactMap { if case .music(let segment) = $0 { segment } else { nil } }
  }
}

/// One file in memory, of any rate.
private struct OneFile: DecoderOpening {
  let frames: [Frame]
  let rate: SampleRate

  func open(_ path: FilePath) throws(FileError) -> sending any AudioDecoder {
    MemoryDecoder(frames: frames, sampleRate: rate)
  }
}

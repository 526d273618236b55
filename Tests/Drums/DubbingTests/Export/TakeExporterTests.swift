import AudioBase
import Dubbing
import Effects
import Glibc
import Studio
import SystemBase
import TestSupport
import Testing

@Suite struct TakeExporterTests {
  /// Each hit at its frame, with the gain of its layer and the sample that was played.
  @Test func theMixIsTheMusicWithTheHitsAtTheirFrames() throws {
    let mix = try ExportBench().mix()
    let music = ExportBench.music
    #expect(mix.count > 55_990 && mix.count <= 56_000)
    #expect(ExportBench.difference(Array(mix[..<1_000]), Array(music[..<1_000])) == -.infinity)
    // The first frame of a hit on pad 1, in the middle: 0.2.
    let first = mix[1_000] - music[1_000]
    #expect(abs(first.x - 0.2 * 1) < 1e-3 || abs(first.x - 0.2 * 0.7071) < 1e-3)
    // Layer 2, 6 dB lower, sample 1 of pad 3 on top of sample 2, which began a frame earlier and fades out.
    let before = (mix[3_000] - music[3_000]).x, after = (mix[3_001] - music[3_001]).x
    let (six, seven) = (Decibels(-6).factor * 0.06, Float(0.07))
    #expect(
      after > before && abs((after - before) - six * first.x / 0.2) < 2e-3, "\(before) \(after) \(seven)")
  }

  /// At the end of the music, the last voice rings out.
  @Test func theTrackIsExportedInItsParts() throws {
    var bench = ExportBench()
    let whole = try #require(try bench.run(stems: true).files[.music])
    // The part is the track itself, at half its level.
    var parts = SongParts([SongPart("all", FilePath("music")), SongPart("rest", nil)])
    parts.gains = [0.5, 1]
    bench.change = { [parts] in $0.parts = parts }
    let half = try #require(try bench.run(stems: true).files[.music])
    #expect(ExportBench.difference(half, whole.map { $0 * 0.5 }) < -100)
  }

  @Test func theExportEndsWithTheLastVoice() throws {
    let mix = try ExportBench().mix()
    let end = 47_000 + 9_000
    #expect(mix[end - 10] != .zero)
    #expect(mix.count <= end && mix.last != .zero)
  }

  /// Nothing rings longer than the track, so the export has its length to the frame.
  @Test(arguments: [4_700, 4_901, 48_000]) func exportHasTheLengthOfTheTrackToTheFrame(_ frames: Int) throws {
    var bench = mutedBench()
    bench.music = Array(ExportBench.music.prefix(frames))
    let mix = try bench.mix()
    #expect(mix.count == frames)
    #expect(ExportBench.difference(mix, bench.music) == -.infinity)
  }

  /// The stretcher of the test turns the sign of the music, and adds no delay.
  @Test(arguments: [-500, 700]) func transposedMusicIsThatOfTheStretcherToTheLastFrame(
    _ cents: Int
  ) throws {
    var bench = mutedBench()
    let transposition = Transposition(cents: cents)
    bench.change = { [change = bench.change] in
      change(&$0)
      $0.transposition = transposition
    }
    bench.stretchers = TurningStretchers(pitch: transposition.factor)
    let mix = try bench.mix()
    #expect(mix.count == 48_000)
    // The first 5 ms fade over from the pitch of the track.
    let expected = ExportBench.music[240...].map { -$0 }
    #expect(ExportBench.difference(Array(mix[240...]), expected) < -120)
    // Without a stretcher, it keeps its pitch.
    bench.stretchers = nil
    #expect(ExportBench.difference(try bench.mix(), ExportBench.music) == -.infinity)
  }

  /// The echo of the pads comes half a second after each hit, and the export ends when the last echo has ended.
  @Test func exportHasTheEffectsOfTheMixerAndTheirTails() throws {
    var mixer = MixGraph()
    mixer[.pads].sends = [MixGraph.Send(to: 1, .unity)]
    let added = mixer.add(.delay, to: .returns(1))
    let id = try #require(added)
    for (name, value) in [
      ("time", 1.0), ("feedback", 0), ("mix", 100), ("high-pass", 20), ("low-pass", 20_000),
    ] {
      let index = try #require(EffectKind.delay.parameters.firstIndex { $0.name == name })
      mixer.set(value, parameter: index, ofInsert: id)
    }
    var bench = ExportBench()
    bench.take.tempo = TempoMap(bpm: 120)
    let dry = try bench.mix()
    bench.change = { [mixer] in $0.levels.mixer = mixer }
    let wet = try bench.mix()
    let echo = zip(wet, dry).map { $0 - $1 }
    #expect(echo[..<25_000].allSatisfy { abs($0.x) < 1e-6 })
    #expect(abs(echo[25_100].x) > 0.05 && wet.count > dry.count + 20_000 && wet.count < dry.count + 30_000)
    bench.change = {
      $0.levels.mixer[.pads].isMuted = true
    }
    #expect(ExportBench.difference(Array(try bench.mix()[..<48_000]), ExportBench.music) < -120)
  }

  @Test(arguments: [0.0, 0.05, 0.5]) func exportTailHasTheExactLength(_ tail: Double) throws {
    var bench = ExportBench()
    bench.change = { $0.tail = tail }
    let mix = try bench.mix()
    #expect(mix.count == 48_000 + Int(tail * 48_000))
    let whole = try ExportBench().mix()
    let common = min(mix.count, whole.count)
    #expect(ExportBench.difference(Array(mix[..<common]), Array(whole[..<common])) == -.infinity)
  }

  /// A range is the same part of the whole export, with the sounds that began before it.
  @Test func exportedRangeEqualsThatPartOfTheWhole() throws {
    var bench = ExportBench()
    bench.change = { $0.range = TakeExport.Range(start: 0.021, end: 0.5) }
    let part = try bench.mix()
    let whole = try ExportBench().mix()
    #expect(part.count == 24_000 - 1_008)
    #expect(ExportBench.difference(part, Array(whole[1_008..<24_000])) == -.infinity)
  }

  @Test func afterARangeOnlyItsOwnHitsRingOut() throws {
    var bench = ExportBench()
    // The hit at 20,000 sounds for 5,000 frames; the one at 20,100 comes after the end.
    bench.change = {
      $0.range = TakeExport.Range(start: 0, end: 20_050 / 48_000)
      $0.tail = 0.2
    }
    let part = try bench.mix()
    #expect(part.count == 20_050 + 9_600)
    #expect(part[20_050 + 1_000] != .zero)
    #expect(part[(20_000 + 5_001)...].allSatisfy { $0 == .zero })
  }

  @Test func aRangePastTheEndEndsWithTheLastVoice() throws {
    var bench = ExportBench()
    bench.change = { $0.range = TakeExport.Range(start: 0.5, end: 100) }
    let whole = try ExportBench().mix()
    #expect(ExportBench.difference(try bench.mix(), Array(whole[24_000...])) == -.infinity)
    bench.change = { $0.range = TakeExport.Range(start: 50) }
    #expect(throws: ExportError.self) { try bench.mix() }
  }

  @Test func exportOfAFreeTakeHasOnlyItsHits() throws {
    let free = try ExportBench(ExportBench.take(hasTrack: false)).mix()
    var silent = ExportBench()
    silent.change = { $0.levels.music = .silence }
    let muted = try silent.mix()
    #expect(free.count > 50_000)
    #expect(ExportBench.difference(free, muted) == -.infinity)
  }

  @Test func exportConvertsFramesOfAFreeTakeFromItsRate() throws {
    var take = ExportBench.take(hasTrack: false)
    take.rate = SampleRate(24_000)
    let mix = try ExportBench(take).mix()
    #expect(mix[..<2_000].allSatisfy { $0 == .zero } && mix[2_000] != .zero)
  }

  /// Stems keep what other layers and pads end: their sum is the mix.
  @Test func stemsAddUpToTheMix() throws {
    let (result, files) = try ExportBench().run(stems: true)
    #expect(
      result.files.map(\.part) == [.mix, .music, .layer(1), .layer(2), .pad(1), .pad(2), .pad(3)])
    let mix = try #require(files[.mix])
    #expect(files.values.allSatisfy { $0.count == mix.count })
    #expect(ExportBench.difference(ofParts: [.music, .layer(1), .layer(2)], files) < -120)
    #expect(ExportBench.difference(ofParts: [.music, .pad(1), .pad(2), .pad(3)], files) < -120)
  }

  @Test(arguments: [MixPart.music, .pads, .pad(3)]) func onePartIsExportedAlone(part: MixPart) throws {
    let bench = ExportBench()
    let files = try bench.run(stems: true).files
    let stems = part == .pads ? [MixPart.pad(1), .pad(2), .pad(3)] : [part]
    let mix = try #require(files[.mix])
    let expected = stems.compactMap { files[$0] }.reduce([Frame](repeating: .zero, count: mix.count)) {
      zip($0, $1).map { $0 + $1 }
    }
    let folder = try TemporaryFolder()
    var output = ExportOutput(path: folder.file("part.wav"), encoding: try ExportBench.float())
    output.part = part
    let memory = MemoryWriters()
    var exporter = TakeExporter(
      bench.export, to: output, pads: bench.pads, tools: memory.tools(bench.music))
    let result = try exporter.run()
    #expect(result.files.map(\.part) == [part] && result.files.map(\.path) == [output.path])
    #expect(ExportBench.difference(memory.frames(of: output.path), expected) < -120)
  }

  @Test func mutedLayersHaveNoStem() throws {
    var take = ExportBench.take()
    take.change(2) { $0.isMuted = true }
    let (result, _) = try ExportBench(take).run(stems: true)
    #expect(result.files.map(\.part) == [.mix, .music, .layer(1), .pad(1), .pad(2), .pad(3)])
  }

  @Test(arguments: [-30.0, -14, -10]) func theLoudnessIsReachedUnderTheCeiling(_ target: Double) throws {
    let (result, files) = try ExportBench().run(loudness: target)
    let mix = try #require(files[.mix])
    let loudness = try #require(result.files.first?.loudness)
    #expect(abs(loudness - target) < 0.5)
    // The noise of the bench has high peaks: it may not become as loud as −10.
    if target < -10 { #expect(abs(loudness - target) <= 0.2) }
    #expect(result.shortfalls.isEmpty == (abs(loudness - target) <= 0.2))
    #expect(mix.allSatisfy { abs($0.x) <= 0.8913 && abs($0.y) <= 0.8913 })
  }

  private func mutedBench() -> ExportBench {
    var bench = ExportBench()
    bench.take.change(1) { $0.isMuted = true }
    bench.take.change(2) { $0.isMuted = true }
    return bench
  }

  @Test func loudnessThatPeaksDoNotAllowIsReported() throws {
    let result = try ExportBench().run(loudness: -4).result
    let reached = try #require(result.files.first?.loudness)
    #expect(reached < -4.2 && reached > -14)
    #expect(result.shortfalls == [.loudness(-4, reached: reached, .peaks)])
  }

  @Test func loudnessOfAnAlmostSilentMixIsReportedWithTheLargestGain() throws {
    var bench = mutedBench()
    bench.music = ExportBench.music.map { $0 * 1e-5 }
    let result = try bench.run(loudness: -10).result
    let reached = try #require(result.files.first?.loudness)
    #expect(abs(reached + 55) < 1)
    #expect(result.shortfalls == [.loudness(-10, reached: reached, .gain)])
  }

  @Test func silenceHasNoLoudness() throws {
    var bench = mutedBench()
    bench.change = { $0.levels.music = .silence }
    let result = try bench.run(loudness: -14).result
    #expect(result.shortfalls == [.loudness(-14, reached: nil, .silence)])
  }

  @Test func unitsThatKeepStemsFromAddingUpAreNamed() throws {
    var bench = ExportBench()
    #expect(try bench.run(stems: true).result.shortfalls.isEmpty)
    bench.change = { $0.levels.mixer.add(.compressor, to: .pads) }
    let shortfalls = try bench.run(stems: true).result.shortfalls
    guard case .stems(let difference, let units, let limiter)? = shortfalls.first else {
      Issue.record("\(shortfalls)")
      return
    }
    #expect(shortfalls.count == 1 && limiter == .unity && difference.value > -80)
    #expect(units == [NonlinearUnit(title: "compressor", bus: .pads)])
  }

  @Test func limiterThatKeepsStemsFromAddingUpIsNamed() throws {
    let shortfalls = try ExportBench().run(stems: true, loudness: -9).result.shortfalls
    guard case .stems(_, let units, let limiter)? = shortfalls.last else {
      Issue.record("\(shortfalls)")
      return
    }
    #expect(units.isEmpty && limiter.value > 1)
  }

  @Test func existingFilesAreRefusedBeforeAnythingIsRendered() throws {
    let folder = try TemporaryFolder()
    let stem = try folder.write("kept", to: "mix-pad-3.wav")
    var output = ExportOutput(path: folder.file("mix.wav"), encoding: try ExportBench.float())
    output.wantsStems = true
    var exporter = TakeExporter(
      ExportBench().export, to: output, pads: ExportBench.pads,
      tools: MemoryWriters().tools(ExportBench.music))
    #expect(throws: ExportError.failed(FileError(.exists, stem.shown), part: nil)) { try exporter.run() }
    #expect(!folder.file("mix.wav").exists)
    #expect(try FileBytes.read(stem, limit: 10) == Array("kept".utf8))
  }

  @Test func pipeIsRefusedBeforeAnythingIsRendered() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.file("mix.wav")
    try #require(mkfifo(pipe.shown, 0o600) == 0)
    var output = ExportOutput(path: pipe, encoding: try ExportBench.float())
    for replaces in [false, true] {
      output.replaces = replaces
      var exporter = TakeExporter(
        ExportBench().export, to: output, pads: ExportBench.pads,
        tools: MemoryWriters().tools(ExportBench.music))
      #expect(throws: ExportError.failed(FileError(.isPipe, pipe.shown), part: nil)) { try exporter.run() }
    }
  }

  @Test func aCancelledExportLeavesNothing() throws {
    var calls = 0
    #expect(throws: ExportError.cancelled) {
      try ExportBench().run(isCancelled: {
        calls += 1
        return calls > 20
      })
    }
    #expect(calls == 21)
  }

  @Test func theProgressRisesToOne() throws {
    var reports: [Double] = []
    _ = try ExportBench().run(stems: true, report: { reports.append($0) })
    #expect(reports.count > 20 && reports.last == 1)
    #expect(zip(reports, reports.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func aMissingTrackIsAnError() throws {
    var bench = ExportBench()
    bench.change = { $0.track = TrackLocation(path: FilePath("gone")) }
    #expect(throws: ExportError.failed(FileError(.notFound, "gone"), part: nil)) { try bench.mix() }
  }
}

/// Stretchers that turn the sign of what they are fed. They expect a pitch, and the speed of the track.
private struct TurningStretchers: TimeStretcherMaking {
  let pitch: Double

  func makeStretcher(at rate: SampleRate) throws(FileError) -> any TimeStretching { Stretcher(pitch) }

  private final class Stretcher: TimeStretching {
    private let pitch: Double
    private var frames: [Frame] = []

    init(_ pitch: Double) { self.pitch = pitch }

    func start(speed: Double, pitch: Double) {
      #expect(speed == 1 && pitch == self.pitch)
      frames = []
    }

    func feed(_ input: UnsafeBufferPointer<Frame>) { frames += input.map { -$0 } }

    func read(into output: UnsafeMutableBufferPointer<Frame>) -> Int {
      let count = min(output.count, frames.count)
      for index in 0..<count { output[index] = frames[index] }
      frames.removeFirst(count)
      return count
    }
  }
}

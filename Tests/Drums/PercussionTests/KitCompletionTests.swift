import AudioBase
import AudioFiles
import MixEngine
import SystemBase
import TestSupport
import Testing

@testable import Percussion

/// Samples of pads that are not used yet: nothing is loaded at first, then their beginnings, and the rest when their pads are
/// used.
@Suite struct KitCompletionTests {
  private static let head = 2_400
  private let kit: TestKit
  private let loader: KitLoader

  init() throws {
    loader = KitLoader(decoders: DecoderRegistry(), converters: SampleRateConverterMaker())
    kit = try TestKit("")
    try kit.write(noise(40_000, seed: 1), to: "a.wav")
    try kit.write(noise(50_000, seed: 2), to: "b.wav")
    try kit.write(noise(1_000, seed: 3), to: "short.wav")
  }

  private func noise(_ count: Int, seed: UInt64) -> [Frame] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Frame(Float.random(in: -0.4...0.4, using: &random), 0.1) }
  }

  /// A kit whose pads have one sample each.
  private func described(_ names: [String] = ["a.wav", "b.wav", "short.wav"]) -> Kit {
    let pads = names.enumerated().map { index, name in
      Pad(number: index + 1, name: name, layers: [SampleLayer(samples: [kit.folder.file(name)])])
    }
    return Kit(name: "k", path: kit.folder.path, pads: pads)
  }

  private func load(whole: PadSet?) -> [PadProgram.Pad] {
    loader.load(described(), rate: .standard, whole: whole).program
  }

  /// The kit with the beginnings of the samples of pads outside `whole`.
  private func begun(whole: PadSet, memory: Int? = KitLoader.usualMemory) -> (
    program: [PadProgram.Pad], loader: KitLoader
  ) {
    let loader = KitLoader(
      decoders: DecoderRegistry(), converters: SampleRateConverterMaker(), memory: memory)
    let loaded = loader.load(described(), rate: .standard, whole: whole) { nil }
    let damaged = loader.readBeginnings(
      of: loaded, from: described(), rate: .standard, isCancelled: { false }, standIn: { nil })
    #expect(damaged == nil)
    return (loaded.program, loader)
  }

  private func sample(_ pads: [PadProgram.Pad], _ number: Int) -> PadSample {
    pads[number - 1].layers[0].samples[0]
  }

  /// What is heard of a strike. Waits for what voices read from files.
  private func strike(_ program: PadProgram, _ pad: Int, underruns: Int = 0) throws -> [Frame] {
    let engine = AudioEngine(sampleRate: .standard, program: program)
    let device = OfflineDevice(engine)
    engine.control.port(for: .keys).strike(Hit(pad: pad, velocity: 127, time: device.now))
    var out: [Frame] = []
    while out.count < 60_000 {
      if let streams = program.streams { try Wait.until("frames from the file") { streams.isFilled } }
      out += device.render(FrameCount(512))
    }
    #expect(engine.control.sampleUnderruns == underruns)
    return out
  }

  @Test func samplesOfUnusedPadsAreUnreadUntilTheirBeginningsAreLoaded() {
    let pads = load(whole: PadSet([1]))
    #expect((1...3).map { sample(pads, $0).isUnread } == [false, true, true])
    #expect((1...3).map { sample(pads, $0).byteCount } == [40_000 * 8, 0, 0])
    let begun = begun(whole: PadSet([1])).program
    #expect((1...3).map { sample(begun, $0).byteCount } == [40_000 * 8, Self.head * 8, 1_000 * 8])
    #expect((1...3).map { sample(begun, $0).isComplete } == [true, false, true])
    #expect((1...3).allSatisfy { sample(load(whole: nil), $0).isComplete })
  }

  @Test func sampleThatUsedAndUnusedPadsShareIsLoaded() {
    let shared = described(["a.wav", "a.wav"])
    let pads = loader.load(shared, rate: .standard, whole: PadSet([1])).program
    #expect(sample(pads, 2) === sample(pads, 1) && sample(pads, 2).isComplete)
  }

  @Test func sampleThatRepeatsAPartIsLoadedForUnusedPadsToo() {
    var looped = described()
    (looped.pads[1].layers[0].loop, looped.pads[1].layers[0].loopStart) = (.continuous, 5)
    let pads = loader.load(looped, rate: .standard, whole: PadSet([1])).program
    #expect((1...3).map { sample(pads, $0).isComplete } == [true, true, false])
  }

  @Test func aStrikeBeforeAnythingOfItsSampleIsLoadedIsHeardLater() throws {
    let whole = try strike(PadProgram(pads: load(whole: nil)), 2)
    let late = try strike(PadProgram(pads: load(whole: PadSet([1]))), 2, underruns: 1)
    let (first, later) = (whole.drop { $0 == .zero }, late.drop { $0 == .zero })
    #expect(later.startIndex > first.startIndex && late.count - later.count < 2_048)
    #expect(later.prefix(50_000) == first.prefix(50_000))
  }

  @Test func aStrikeBeforeItsSampleIsLoadedSoundsTheSame() throws {
    let sound = try strike(PadProgram(pads: begun(whole: PadSet([1])).program), 2)
    #expect(sound == (try strike(PadProgram(pads: load(whole: nil)), 2)) && sound[49_000] != .zero)
  }

  @Test func theEngineHearsBeginningsThatWereReadAfterItGotThePads() throws {
    let loaded = loader.load(described(), rate: .standard, whole: PadSet([1])) { nil }
    let program = PadProgram(pads: loaded.program)
    _ = loader.readBeginnings(
      of: loaded, from: described(), rate: .standard, isCancelled: { false }, standIn: { nil })
    for pad in 2...3 {
      #expect(try strike(program, pad) == strike(PadProgram(pads: load(whole: nil)), pad))
    }
  }

  @Test func aCompletedSampleSoundsTheSameWithoutItsFile() throws {
    let whole = try strike(PadProgram(pads: load(whole: nil)), 2)
    let (pads, loader) = begun(whole: PadSet([1]))
    // The engine has it before it is completed.
    let program = PadProgram(pads: pads)
    loader.complete(PadSet([2]), of: pads)
    #expect(sample(pads, 2).isComplete && sample(pads, 2).byteCount == (50_000 + Self.head) * 8)
    FileBytes.remove(kit.folder.file("b.wav"))
    #expect(try strike(program, 2) == whole)
  }

  @Test func onlyTheWantedPadsAreCompletedAndOnlyWithinTheMemory() {
    let (pads, loader) = begun(whole: PadSet())
    loader.complete(PadSet([2, 3]), of: pads)
    #expect((1...3).map { sample(pads, $0).isComplete } == [false, true, true])
    let used = (Self.head * 2 + 1_000) * 8
    for (memory, isComplete) in [(used + 40_000 * 8 - 1, false), (used + 40_000 * 8, true)] {
      let (pads, loader) = begun(whole: PadSet(), memory: memory)
      loader.complete(PadSet([1, 2, 3]), of: pads)
      #expect((1...3).map { sample(pads, $0).isComplete } == [isComplete, false, true])
    }
  }

  @Test func aSampleWhoseFileIsGoneStaysIncomplete() {
    let (pads, loader) = begun(whole: PadSet())
    FileBytes.remove(kit.folder.file("b.wav"))
    loader.complete(PadSet([1, 2, 3]), of: pads)
    #expect((1...3).map { sample(pads, $0).isComplete } == [true, false, true])
  }

  @Test func damagedSamplesOfUnusedPadsAreLeftOutOnceTheyWereOpened() throws {
    try kit.folder.write("this is no sound", to: "text.wav")
    var mine = described(["a.wav", "b.wav", "gone.wav"])
    mine.pads[1].layers[0].samples.append(kit.folder.file("text.wav"))
    let loaded = loader.load(mine, rate: .standard, whole: PadSet([1])) { nil }
    #expect(loaded.warnings.isEmpty && loaded.silent.isEmpty)
    let rest = loader.readBeginnings(
      of: loaded, from: mine, rate: .standard, isCancelled: { false },
      standIn: { described(["short.wav", "short.wav", "short.wav"]) })
    let found = try #require(rest)
    #expect(found.warnings.map(\.pad) == [2, 3])
    #expect(found.warnings.map(\.error.code) == [.notAudio, .notFound])
    #expect(found.replaced == [3] && found.silent.isEmpty)
    // What was read stays.
    #expect((1...2).allSatisfy { sample(found.program, $0) === sample(loaded.program, $0) })
    #expect(found.program[1].layers[0].samples.count == 1)
    #expect(sample(found.program, 3).count.value == 1_000)
  }
}

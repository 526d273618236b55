import AudioBase
import AudioFiles
import MixEngine
import SystemBase
import TestSupport
import Testing

@testable import Percussion

/// Samples of pads that are not used yet: their beginnings are loaded, the rest when their pads are used.
@Suite struct KitCompletionTests {
  private static let head = 9_600
  private let kit: TestKit
  private let names = ["a.wav", "b.wav", "short.wav"]

  init() throws {
    kit = try TestKit("")
    try kit.write(noise(40_000, seed: 1), to: "a.wav")
    try kit.write(noise(50_000, seed: 2), to: "b.wav")
    try kit.write(noise(1_000, seed: 3), to: "short.wav")
  }

  private func noise(_ count: Int, seed: UInt64) -> [Frame] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Frame(Float.random(in: -0.4...0.4, using: &random), 0.1) }
  }

  /// A kit whose pads 1 to 3 have one sample each.
  private func load(
    whole: PadSet?, memory: Int? = KitLoader.usualMemory
  ) -> (program: [PadProgram.Pad], loader: KitLoader) {
    let loader = KitLoader(
      decoders: DecoderRegistry(), converters: SampleRateConverterMaker(), memory: memory)
    let pads = names.enumerated().map { index, name in
      Pad(number: index + 1, name: name, layers: [SampleLayer(samples: [kit.folder.file(name)])])
    }
    let described = Kit(name: "k", path: kit.folder.path, pads: pads)
    return (loader.load(described, rate: .standard, whole: whole).program, loader)
  }

  private func sample(_ pads: [PadProgram.Pad], _ number: Int) -> PadSample {
    pads[number - 1].layers[0].samples[0]
  }

  /// What is heard of a strike. Waits for what voices read from files.
  private func strike(_ program: PadProgram, _ pad: Int) throws -> [Frame] {
    let engine = AudioEngine(sampleRate: .standard, program: program)
    let device = OfflineDevice(engine)
    engine.control.port(for: .keys).strike(Hit(pad: pad, velocity: 127, time: device.now))
    var out: [Frame] = []
    while out.count < 60_000 {
      if let streams = program.streams { try Wait.until("frames from the file") { streams.isFilled } }
      out += device.render(FrameCount(512))
    }
    #expect(engine.control.sampleUnderruns == 0)
    return out
  }

  @Test func onlyTheBeginningsOfUnusedPadsAreLoaded() {
    let pads = load(whole: PadSet([1])).program
    #expect((1...3).map { sample(pads, $0).count.value } == [40_000, Self.head, 1_000])
    #expect((1...3).map { sample(pads, $0).isComplete } == [true, false, true])
    #expect((1...3).allSatisfy { sample(load(whole: nil).program, $0).isComplete })
  }

  @Test func aStrikeBeforeItsSampleIsLoadedSoundsTheSame() throws {
    let (loaded, deferred) = (load(whole: nil).program, load(whole: PadSet([1])).program)
    let sound = try strike(PadProgram(pads: deferred), 2)
    #expect(sound == (try strike(PadProgram(pads: loaded), 2)) && sound[49_000] != .zero)
  }

  @Test func aCompletedSampleSoundsTheSameWithoutItsFile() throws {
    let whole = try strike(PadProgram(pads: load(whole: nil).program), 2)
    let (pads, loader) = load(whole: PadSet([1]))
    // The engine has it before it is completed.
    let program = PadProgram(pads: pads)
    loader.complete(PadSet([2]), of: pads)
    #expect(sample(pads, 2).isComplete && sample(pads, 2).byteCount == (50_000 + Self.head) * 8)
    FileBytes.remove(kit.folder.file("b.wav"))
    #expect(try strike(program, 2) == whole)
  }

  @Test func onlyTheWantedPadsAreCompletedAndOnlyWithinTheMemory() {
    let (pads, loader) = load(whole: PadSet())
    loader.complete(PadSet([2, 3]), of: pads)
    #expect((1...3).map { sample(pads, $0).isComplete } == [false, true, true])
    let used = (Self.head * 2 + 1_000) * 8
    for (memory, isComplete) in [(used + 40_000 * 8 - 1, false), (used + 40_000 * 8, true)] {
      let (pads, loader) = load(whole: PadSet(), memory: memory)
      loader.complete(PadSet([1, 2, 3]), of: pads)
      #expect((1...3).map { sample(pads, $0).isComplete } == [isComplete, false, true])
    }
  }

  @Test func aSampleWhoseFileIsGoneStaysIncomplete() {
    let (pads, loader) = load(whole: PadSet())
    FileBytes.remove(kit.folder.file("b.wav"))
    loader.complete(PadSet([1, 2, 3]), of: pads)
    #expect((1...3).map { sample(pads, $0).isComplete } == [true, false, true])
  }
}

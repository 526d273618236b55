import AudioBase
import AudioFiles
import MixEngine
import Testing

@testable import Percussion

/// Kits made ready to be struck: all samples decoded, at the engine's rate.
@Suite struct KitLoaderTests {
  @Test func samplesAreDecodedForTheirPads() throws {
    let kit = try TestKit(
      pads: """
        {"number":3,"name":"c","gain":-6,"pan":0.5,"choke":{"group":2,"fade":0.01},
         "layers":[{"velocity":[1,60],"samples":["a.wav","b.wav"]},{"samples":["c.wav"]}]},
        {"number":1,"name":"a","layers":[{"samples":["a.wav"]}]}
        """)
    try kit.write("a.wav", frames: 10, level: Frame(0.5, 0.25))
    try kit.write("b.wav", frames: 20, level: Frame(0.125, 0))
    try kit.write("c.wav", frames: 30, level: Frame(0, 1))
    let (pads, warnings) = kit.loader.load(try kit.read(), rate: .standard)
    #expect(warnings.isEmpty)
    #expect(pads.map(\.layers.count) == [1, 0, 2])
    let pad = pads[2]
    #expect(pad.gain == Decibels(-6) && pad.pan == 0.5 && pad.chokeGroup == 2)
    #expect(pad.chokeFade == FrameCount(480))
    #expect(pad.layers.map(\.velocities) == [1...60, 1...127])
    #expect(
      pad.layers[0].samples.map(\.frames) == [
        [Frame](repeating: Frame(0.5, 0.25), count: 10), [Frame](repeating: Frame(0.125, 0), count: 20),
      ])
    #expect(pads[0].chokeGroup == nil && pads[0].layers[0].samples[0].count == FrameCount(10))
  }

  @Test func samplesAreConvertedToTheEnginesRate() throws {
    let kit = try TestKit(pads: #"{"number":1,"name":"a","layers":[{"samples":["a.wav"]}]}"#)
    try kit.write("a.wav", frames: 4_410, level: Frame(0.5, -0.5), rate: 44_100)
    let (pads, warnings) = kit.loader.load(try kit.read(), rate: SampleRate(96_000))
    let sample = try #require(pads.first?.layers.first?.samples.first)
    #expect(warnings.isEmpty && sample.sampleRate == SampleRate(96_000))
    #expect(abs(sample.frames.count - 9_600) <= 2)
    let middle = sample.frames[4_000..<5_000]
    #expect(middle.allSatisfy { abs($0.x - 0.5) < 0.001 && abs($0.y + 0.5) < 0.001 })
  }

  @Test func unplayableSampleIsAWarningAndThePadKeepsTheRest() throws {
    let kit = try TestKit(
      pads: """
        {"number":2,"name":"b","layers":[{"samples":["gone.wav","a.wav","text.wav","none.wav","."]}]},
        {"number":5,"name":"e","layers":[{"samples":["gone.wav"]}]}
        """)
    try kit.write("a.wav", frames: 10)
    try kit.write("none.wav", frames: 0)
    try kit.folder.write("this is no sound", to: "text.wav")
    let (pads, warnings) = kit.loader.load(try kit.read(), rate: .standard)
    #expect(pads.count == 5)
    #expect(pads[1].layers[0].samples.map(\.count) == [FrameCount(10)])
    #expect(pads[4].layers[0].samples.isEmpty)
    #expect(warnings.map(\.pad) == [2, 2, 2, 2, 5])
    #expect(warnings.map(\.error.code) == [.notFound, .notAudio, .empty, .isDirectory, .notFound])
    #expect(warnings[0].error.subject == kit.folder.file("gone.wav").shown)
  }

  @Test(arguments: [(10_000, 10_000, false), (10_001, 500, true), (61_000, 500, true)])
  func sampleOverTenSecondsKeepsHalfASecondInMemory(frames: Int, kept: Int, isStreamed: Bool) throws {
    let kit = try TestKit(pads: #"{"number":1,"name":"a","layers":[{"samples":["a.wav"]}]}"#)
    try kit.write("a.wav", frames: frames, rate: 1_000)
    let (pads, _) = kit.loader.load(try kit.read(), rate: SampleRate(1_000))
    let sample = pads[0].layers[0].samples[0]
    #expect(sample.count == FrameCount(kept) && sample.isStreamed == isStreamed)
  }

  @Test func loadedPadsSoundAndChoke() throws {
    let kit = try TestKit(
      pads: """
        {"number":1,"name":"open","choke":{"group":1,"fade":0.001},"layers":[{"samples":["long.wav"]}]},
        {"number":2,"name":"closed","choke":{"group":1},"layers":[{"samples":["short.wav"]}]}
        """)
    try kit.write("long.wav", frames: 40_000, level: Frame(0.5, 0.5))
    try kit.write("short.wav", frames: 10, level: Frame(0.25, 0.25))
    let (pads, _) = kit.loader.load(try kit.read(), rate: .standard)
    let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: pads))
    let device = OfflineDevice(engine)
    engine.control.port(for: .keys).strike(Hit(pad: 1, velocity: 127, time: device.now))
    #expect(device.render(FrameCount(4_800)).last == Frame(0.5, 0.5))
    engine.control.port(for: .keys).strike(Hit(pad: 2, velocity: 127, time: device.now))
    let choked = device.render(FrameCount(4_800))
    #expect(choked.contains { $0.x > 0.7 })
    #expect(choked.suffix(4_000).allSatisfy { $0 == .zero })
  }

  @Test func withoutALimitOfMemoryLongSamplesAreKeptWhole() throws {
    let kit = try TestKit(pads: #"{"number":1,"name":"a","layers":[{"samples":["long.wav"]}]}"#)
    try kit.write("long.wav", frames: 11 * 48_000)
    let (decoders, converters) = (DecoderRegistry(), SampleRateConverterMaker())
    for (memory, count, isStreamed) in [(nil, 11 * 48_000, false), (KitLoader.usualMemory, 24_000, true)] {
      let loader = KitLoader(decoders: decoders, converters: converters, memory: memory)
      let sample = loader.load(try kit.read(), rate: .standard).program[0].layers[0].samples[0]
      #expect(sample.count == FrameCount(count) && sample.isStreamed == isStreamed)
    }
  }
}

import AudioBase
import AudioFiles
import MixEngine
import SystemBase
import TestSupport
import Testing

@testable import Percussion

/// Samples that are read from disk while they sound.
@Suite struct SampleStreamTests {
  private let kit: TestKit

  /// From the time of a hit to its first frame: a block, a margin of 0.3 ms, the limiter's look-ahead.
  private func latency(_ block: Int) -> Int { block + 14 + 31 }

  init() throws { kit = try TestKit("") }

  /// Noise, different on both sides.
  private func noise(_ count: Int, seed: UInt64, level: Float = 0.4) -> [Frame] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      let bits = random.next()
      return Frame(Float(bits & 0xFFFF), Float((bits >> 16) & 0xFFFF)) / 65_536 * level
    }
  }

  private func pad(_ name: String, number: Int = 1, change: (inout Pad) -> Void = { _ in }) -> Pad {
    var pad = Pad(number: number, name: name, layers: [SampleLayer(samples: [kit.folder.file(name)])])
    change(&pad)
    return pad
  }

  /// Loads pads, resident or streamed.
  private func program(_ pads: [Pad], memory: Int, decoders: any DecoderOpening = DecoderRegistry())
    -> PadProgram
  {
    let loader = KitLoader(decoders: decoders, converters: SampleRateConverterMaker(), memory: memory)
    return PadProgram(
      pads: loader.load(Kit(name: "k", path: kit.folder.path, pads: pads), rate: .standard).program)
  }

  private func strike(_ engine: AudioEngine, _ device: OfflineDevice, _ pad: Int, atFrame frame: Int = 0) {
    let time = device.now.advanced(bySeconds: Double(frame) / 48_000)
    engine.control.port(for: .keys).strike(Hit(pad: pad, velocity: 127, time: time))
  }

  /// Renders blocks. Before each one, it waits until the worker has done all that the voices request.
  ///
  /// - Parameter before: called before each block with the frames that were rendered.
  private func render(
    _ device: OfflineDevice, _ program: PadProgram, _ count: Int, block: Int = 512,
    before: (Int) -> Void = { _ in }
  ) throws -> [Frame] {
    var out: [Frame] = []
    while out.count < count {
      if let streams = program.streams { try Wait.until("frames from the disk") { streams.isFilled } }
      before(out.count)
      out += device.render(FrameCount(min(block, count - out.count)), block: FrameCount(block))
    }
    return out
  }

  /// Plays the same strikes with everything in memory and with nothing but the beginnings of samples.
  private func compare(
    _ pads: [Pad], frames: Int, block: Int = 512, _ strikes: [(pad: Int, frame: Int)]
  ) throws -> (resident: [Frame], streamed: [Frame], underruns: Int) {
    var sounds: [[Frame]] = []
    var underruns = 0
    for memory in [1 << 40, 0] {
      let program = program(pads, memory: memory)
      #expect((program.streams == nil) == (memory > 0))
      let engine = AudioEngine(sampleRate: .standard, program: program)
      let device = OfflineDevice(engine)
      sounds.append(
        try render(device, program, frames, block: block) { rendered in
          for strike in strikes where rendered..<(rendered + block) ~= strike.frame {
            self.strike(engine, device, strike.pad, atFrame: strike.frame - rendered)
          }
        })
      underruns += engine.control.sampleUnderruns
    }
    return (sounds[0], sounds[1], underruns)
  }

  @Test(arguments: [64, 512, 2048]) func aStreamedSampleSoundsLikeOneInMemory(block: Int) throws {
    try kit.write(noise(100_001, seed: 1), to: "a.wav")
    let sounds = try compare([pad("a.wav")], frames: 110_000, block: block, [(1, 3)])
    #expect(sounds.resident == sounds.streamed && sounds.underruns == 0)
    #expect(
      sounds.streamed[latency(block) + 100_003] != .zero && sounds.streamed[latency(block) + 100_004] == .zero
    )
  }

  @Test func tunedAndConvertedSamplesAreStreamedExactly() throws {
    try kit.write(noise(80_000, seed: 2), to: "a.wav", rate: 44_100)
    let tuned = pad("a.wav") { $0.tune = -3.5 }
    let sounds = try compare([tuned], frames: 110_000, [(1, 0)])
    #expect(sounds.resident == sounds.streamed && sounds.underruns == 0)
    #expect(sounds.streamed[105_000] != .zero)
  }

  @Test func streamingASampleNeverSeeks() throws {
    try kit.write(noise(60_000, seed: 3), to: "a.wav", rate: 44_100)
    let decoders = CountingDecoders()
    let program = program([pad("a.wav")], memory: 0, decoders: decoders)
    let engine = AudioEngine(sampleRate: .standard, program: program)
    let device = OfflineDevice(engine)
    strike(engine, device, 1)
    _ = try render(device, program, 70_000)
    #expect(decoders.count == 2 && decoders.seekCount == 0)
  }

  @Test func strikesRestartOverlapAndChokeStreamedVoices() throws {
    for number in 1...3 {
      try kit.write(noise(90_000, seed: UInt64(number), level: 0.15), to: "\(number).wav")
    }
    let pads = [
      pad("1.wav"), pad("2.wav", number: 2) { $0.retrigger = .overlap(limit: 2) },
      pad("3.wav", number: 3) { $0.choke = Pad.Choke(group: 1, fade: 0.1) },
      pad("1.wav", number: 4) { $0.choke = Pad.Choke(group: 1, fade: 0.05) },
    ]
    let strikes = (0..<24).map { (pad: [1, 2, 3, 1, 2, 4, 2, 3][$0 % 8], frame: $0 * 5003) }
    let sounds = try compare(pads, frames: 160_000, strikes)
    #expect(sounds.resident == sounds.streamed && sounds.underruns == 0)
  }

  @Test(arguments: [SampleLayer.Loop.continuous, .sustain]) func loopsAreStreamedExactly(
    loop: SampleLayer.Loop
  ) throws {
    try kit.write(noise(30_001, seed: 4), to: "a.wav")
    let looped = pad("a.wav") {
      $0.mode = .gate
      $0.layers[0].loop = loop
    }
    var sounds: [[Frame]] = []
    for memory in [1 << 40, 0] {
      let program = program([looped], memory: memory)
      let engine = AudioEngine(sampleRate: .standard, program: program)
      let device = OfflineDevice(engine)
      strike(engine, device, 1)
      let held = try render(device, program, 512 * 200)
      engine.control.port(for: .keys).release(
        pad: 1, time: device.now.advanced(bySeconds: 100.0 / 48_000))
      sounds.append(held + (try render(device, program, 30_000)))
    }
    #expect(sounds[0] == sounds[1] && sounds[1][102_000] != .zero && sounds[1].last == .zero)
  }

  @Test func sixtyFourVoicesAreStreamedAtOnce() throws {
    for number in 1...64 {
      try kit.write(noise(60_000, seed: UInt64(number), level: 0.01), to: "\(number).wav")
    }
    let pads = (1...64).map { pad("\($0).wav", number: $0) }
    let sounds = try compare(pads, frames: 70_000, block: 2048, (1...64).map { ($0, $0 * 31) })
    #expect(sounds.resident == sounds.streamed && sounds.underruns == 0)
    #expect(sounds.streamed[55_000] != .zero)
  }

  @Test func emptyRingIsSilentAndCountedAsOneUnderrun() throws {
    try kit.write(noise(60_000, seed: 5), to: "a.wav")
    let loader = KitLoader(decoders: DecoderRegistry(), converters: SampleRateConverterMaker(), memory: 0)
    let loaded = loader.load(Kit(name: "k", path: kit.folder.path, pads: [pad("a.wav")]), rate: .standard)
    let head = loaded.program[0].layers[0].samples[0]
    #expect(head.isStreamed && head.count == FrameCount(24_000))
    // The worker of this sample does nothing.
    var still = loaded.program[0]
    still.layers[0].samples = [try head.streamed(from: StillSource(), keeping: head.count)]
    let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: [still]))
    let device = OfflineDevice(engine)
    strike(engine, device, 1)
    let out = device.render(FrameCount(48_000))
    #expect(out[latency(256) + 23_999] != .zero && out[(latency(256) + 24_000)...].allSatisfy { $0 == .zero })
    #expect(engine.control.sampleUnderruns == 1)
    // A voice that waits can be ended and the program released.
    strike(engine, device, 1)
    _ = device.render(FrameCount(4_096))
    engine.control.send(.silencePads(frames: 480))
    _ = device.render(FrameCount(4_096))
    #expect(engine.control.soundingPads.isEmpty)
  }

  @Test func theLongestSamplesAreStreamedUntilTheRestFits() throws {
    let lengths = [455, 451, 457, 450, 461, 453, 454, 456, 458, 460, 459, 452].map { $0 * 1000 }
    // No number of 16 bits.
    let level = Frame(0.1, 0.2)
    for (index, length) in lengths.enumerated() {
      try kit.write("\(index).wav", frames: length, level: level)
    }
    try kit.write("long.wav", frames: 481_000, level: level)
    let pads = lengths.indices.map { pad("\($0).wav", number: $0 + 1) }
    func streamed(_ memory: Int, _ pads: [Pad]) -> [Bool] {
      let loader = KitLoader(
        decoders: DecoderRegistry(), converters: SampleRateConverterMaker(), memory: memory)
      let program = loader.load(Kit(name: "k", path: kit.folder.path, pads: pads), rate: .standard).program
      return program.map { $0.layers[0].samples[0].isStreamed }
    }
    let none = pads.map { _ in false }
    #expect(streamed(lengths.reduce(0, +) * 8, pads) == none)
    // The rings of the streamed voices count; two samples and the beginnings of ten fit beside them.
    let two = PadStreams.byteCount + (450_000 + 451_000 + 10 * 24_000) * 8
    #expect(two < lengths.reduce(0, +) * 8)
    #expect(streamed(two, pads) == lengths.map { $0 > 451_000 })
    #expect(streamed(two - 1, pads) == lengths.map { $0 > 450_000 })
    #expect(streamed(0, pads).allSatisfy { $0 })
    // Over 10 s it is streamed however much memory there is.
    #expect(streamed(1 << 40, pads + [pad("long.wav", number: 13)]) == none + [true])
  }

  @Test func aReplacedProgramIsFreedWithItsThread() throws {
    try kit.write(noise(60_000, seed: 6), to: "a.wav")
    weak var old: PadProgram?
    weak var rings: PadStreams?
    let engine: AudioEngine
    let device: OfflineDevice
    do {
      let program = program([pad("a.wav")], memory: 0)
      (old, rings) = (program, program.streams)
      engine = AudioEngine(sampleRate: .standard, program: program)
      device = OfflineDevice(engine)
      strike(engine, device, 1)
      _ = try render(device, program, 10_000)
      engine.control.setPads(PadProgram(pads: []))
      let out = try render(device, program, 60_000)
      #expect(out[40_000] != .zero, "it rings out")
    }
    _ = device.render(FrameCount(1024))
    while engine.events.next() != nil {}
    #expect(old == nil)
    try Wait.until("the end of the thread") { rings == nil }
  }

  @Test func missingFileEndsTheStreamedVoiceAfterItsBeginning() throws {
    try kit.write(noise(60_000, seed: 7), to: "a.wav")
    let program = program([pad("a.wav")], memory: 0)
    FileBytes.remove(kit.folder.file("a.wav"))
    let engine = AudioEngine(sampleRate: .standard, program: program)
    let device = OfflineDevice(engine)
    strike(engine, device, 1)
    let out = try render(device, program, 40_000)
    #expect(out[latency(512) + 23_999] != .zero && out[latency(512) + 24_000] == .zero)
    #expect(engine.control.soundingPads.isEmpty && engine.control.sampleUnderruns == 0)
  }
}

/// A source whose worker never reads anything.
private struct StillSource: PadSampleSource {
  private final class Worker: PadStreamWorker {
    func stop() {}
  }

  func open() throws(FileError) -> any PadSampleReader { throw FileError(.notFound, "still") }

  func startWorker(for streams: PadStreams) -> any PadStreamWorker { Worker() }
}

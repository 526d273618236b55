import AudioBase
import AudioFiles
import MixEngine
import Synchronization
import SystemBase
import TestSupport
import Testing

@testable import Percussion

/// How the members of a kit reach the engine, and what is decoded for them.
@Suite struct KitMappingTests {
  private let kit: TestKit

  init() throws {
    kit = try TestKit("")
    try kit.write("a.wav", frames: 4800)
    try kit.write("b.wav", frames: 2400, level: Frame(0.5, 0.5))
  }

  private func layer(_ names: [String], _ velocities: ClosedRange<Int> = 1...127) -> SampleLayer {
    SampleLayer(velocities: velocities, samples: names.map(kit.folder.file))
  }

  private func load(_ pads: [Pad], _ loader: KitLoader? = nil) -> (
    program: [PadProgram.Pad], warnings: [KitLoader.Warning]
  ) {
    (loader ?? kit.loader).load(Kit(name: "k", path: kit.folder.path, pads: pads), rate: .standard)
  }

  @Test func everyMemberOfAPadReachesTheEngine() {
    var layer = layer(["a.wav"], 3...90)
    (layer.gain, layer.pan, layer.part, layer.chance) = (Decibels(-2), 0.25, 3, 0.5...0.75)
    layer.loop = .sustain
    (layer.turn, layer.response.track) = (SampleLayer.Turn(position: 2, count: 3), 0)
    var pad = Pad(number: 2, name: "x", layers: [layer])
    (pad.gain, pad.pan, pad.mode, pad.retrigger) = (Decibels(-4), -0.5, .gate, .overlap(limit: 3))
    pad.choke = Pad.Choke(group: 7, silencedBy: 9, fade: 0.01)
    pad.envelope = PadEnvelope(attack: 0.01, decay: 0.02, sustain: 0.5, release: 0.04)
    let result = load([pad]).program
    #expect(result.count == 2 && result[0].layers.isEmpty)
    let engine = result[1]
    #expect(engine.gain == Decibels(-4) && engine.pan == -0.5 && engine.isGate && !engine.isToggle)
    #expect(engine.retrigger == .overlap(limit: 3) && engine.chokeGroup == 7 && engine.silencedBy == 9)
    #expect(engine.chokeFade == FrameCount(480) && engine.envelope.attack == FrameCount(480))
    #expect(engine.envelope.decay == FrameCount(960) && engine.envelope.sustain == 0.5)
    #expect(engine.envelope.release == FrameCount(1920))
    let only = engine.layers[0]
    #expect(only.gain == Decibels(-2) && only.pan == 0.25 && only.part == 3 && only.velocities == 3...90)
    #expect(only.chance == 0.5...0.75 && only.loop == .sustain && only.turn == (1, 3))
    #expect(only.velocityGains == [Float](repeating: 1, count: 127))
  }

  @Test func randomChoiceBecomesEqualChancesInTheSameOrder() {
    var pad = Pad(
      number: 1, name: "x",
      layers: [layer(["a.wav", "b.wav"]), layer(["a.wav", "b.wav"]), layer(["a.wav"], 1...9)])
    pad.choice = .random
    let layers = load([pad]).program[0].layers
    #expect(layers.map(\.chance) == [0...0.25, 0.25...0.5, 0.5...0.75, 0.75...1, 0...1])
    #expect(layers.map { $0.samples[0].count.value } == [4800, 2400, 4800, 2400, 4800])
    pad.choice = .roundRobin
    #expect(load([pad]).program[0].layers.map(\.chance) == [0...1, 0...1, 0...1])
  }

  @Test func velocityCurvesBecomeGains() {
    func gains(_ response: VelocityResponse) -> [Float] {
      var layer = layer(["b.wav"])
      layer.response = response
      return load([Pad(number: 1, name: "x", layers: [layer])]).program[0].layers[0].velocityGains
    }
    #expect(gains(VelocityResponse()).isEmpty)
    let half = gains(VelocityResponse(track: 0.5))
    #expect(half.count == 127 && half[126] == 1 && abs(half[63] - 0.626_976) < 1e-5)
    let inverse = gains(VelocityResponse(track: -1))
    #expect(inverse[126] == 0 && abs(inverse[63] - 0.746_047) < 1e-5)
    // Straight lines from (0, 0) over the points to (127, 1).
    let lines = gains(
      VelocityResponse(curve: [
        VelocityResponse.Point(velocity: 20, level: 0.5), VelocityResponse.Point(velocity: 67, level: 0.25),
      ]))
    let expected: [(velocity: Int, gain: Float)] = [(10, 0.25), (20, 0.5), (67, 0.25), (97, 0.625), (127, 1)]
    for (velocity, gain) in expected { #expect(abs(lines[velocity - 1] - gain) < 1e-6, "\(velocity)") }
  }

  @Test func onlyTheFramesOfASectionAreDecoded() throws {
    let ramp = (0..<100).map { Frame(repeating: Float($0) / 128) }
    try kit.write(ramp, to: "ramp.wav")
    func frames(_ start: Int, _ end: Int?) -> [Frame]? {
      var layer = layer(["ramp.wav"])
      (layer.start, layer.end) = (start, end)
      let result = load([Pad(number: 1, name: "x", layers: [layer])])
      return result.warnings.isEmpty ? result.program[0].layers[0].samples[0].frames : nil
    }
    #expect(frames(0, nil) == ramp && frames(10, 20) == Array(ramp[10..<20]))
    #expect(frames(90, nil) == Array(ramp[90...]) && frames(0, 5) == Array(ramp[..<5]))
    #expect(frames(90, 500) == Array(ramp[90...]) && frames(100, nil) == nil)
  }

  @Test func silentLayerOfAChokeGroupIsStruck() {
    var pad = Pad(number: 1, name: "x", layers: [SampleLayer(samples: [])])
    #expect(load([pad]).program[0].layers[0].samples.isEmpty)
    pad.choke = Pad.Choke(group: 1, fade: 0.01)
    #expect(load([pad]).program[0].layers[0].samples.map(\.frames) == [[.zero]])
    pad.layers.append(layer(["gone.wav"], 2...9))
    #expect(load([pad]).program[0].layers.map(\.samples.count) == [1, 0])
  }

  @Test func aFileIsDecodedOnceForEachTune() {
    let opened = CountingDecoders()
    let loader = KitLoader(decoders: opened, converters: SampleRateConverterMaker())
    var low = layer(["a.wav"], 1...60)
    low.tune = -12
    var pad = Pad(number: 1, name: "x", layers: [layer(["a.wav", "b.wav"]), layer(["a.wav"]), low])
    let layers = load([pad, Pad(number: 2, name: "y", layers: [layer(["b.wav"])])], loader).program[0].layers
    #expect(layers[0].samples[0] === layers[1].samples[0] && layers[2].samples[0] !== layers[0].samples[0])
    #expect(opened.count == 3)
    // The tunes of pad and layer add up.
    pad.tune = 12
    let tuned = load([pad]).program[0].layers
    #expect(
      tuned[2].samples[0].count == FrameCount(4800) && tuned[2].samples[0].frames.first == Frame(0.5, 0.25))
    #expect(abs(tuned[0].samples[0].count.value - 2400) <= 1)
    #expect(abs(layers[2].samples[0].count.value - 9600) <= 1)
  }

  @Test func aTuneRaisesThePitchBySemitones() throws {
    let tone = (0..<24_000).map { index in
      Frame(repeating: 0.5 * Float(index % 96 < 48 ? 1 : -1) * (index % 48 < 46 ? 1 : 0.5))
    }
    try kit.write(tone, to: "tone.wav")
    func period(_ tune: Double) -> Double {
      var pad = Pad(number: 1, name: "x", layers: [layer(["tone.wav"])])
      pad.tune = tune
      let frames = load([pad]).program[0].layers[0].samples[0].frames
      let rises = frames.indices.dropFirst().filter { frames[$0 - 1].x < 0 && frames[$0].x >= 0 }
      return Double((rises.last ?? 0) - rises[0]) / Double(rises.count - 1)
    }
    #expect(abs(period(0) - 96) < 0.01 && abs(period(12) - 48) < 0.02 && abs(period(-12) - 192) < 0.1)
    #expect(abs(period(7) - 96 / 1.498_307) < 0.05)
  }

  @Test func monoSamplesAndSamplesOf16BitsTakeHalfTheMemory() {
    let samples = load([Pad(number: 1, name: "x", layers: [layer(["a.wav", "b.wav"])])]).program[0].layers[0]
      .samples
    #expect(samples.map(\.isMono) == [false, true])
    #expect(samples.map(\.byteCount) == [4800 * 4, 2400 * 2])
  }

  @Test func progressCountsEveryFile() {
    let calls = Mutex<[[Int]]>([])
    let pads = [Pad(number: 1, name: "x", layers: [layer(["a.wav", "b.wav", "gone.wav", "a.wav"])])]
    _ = kit.loader.load(Kit(name: "k", path: kit.folder.path, pads: pads), rate: .standard) { done, total in
      calls.withLock { $0.append([done, total]) }
    }
    #expect(calls.withLock { $0 } == [[1, 3], [2, 3], [3, 3]])
  }

  @Test func lostLayerIsReplacedByALayerOfTheSamePart() {
    var (first, second) = (layer(["gone.wav"]), layer(["b.wav"]))
    (first.part, second.part) = (0, 1)
    let layers = load([Pad(number: 1, name: "x", layers: [first, layer(["a.wav"], 1...5), second])]).program[
      0
    ].layers
    #expect(layers[0].samples.first?.count == FrameCount(4800))
    let alone = load([Pad(number: 1, name: "x", layers: [first, second])])
    #expect(alone.program[0].layers[0].samples.isEmpty && alone.warnings.count == 1)
  }
}

/// Counts the files that are opened.
final class CountingDecoders: DecoderOpening {
  private let opened = Atomic<Int>(0)
  private let seeks = Atomic<Int>(0)
  var count: Int { opened.load(ordering: .relaxed) }
  var seekCount: Int { seeks.load(ordering: .relaxed) }

  func open(_ path: FilePath) throws(FileError) -> sending any AudioDecoder {
    opened.add(1, ordering: .relaxed)
    let decoder = try DecoderRegistry().open(path)
    return CountingDecoder(decoder) { [self] in seeks.add(1, ordering: .relaxed) }
  }

  private final class CountingDecoder: AudioDecoder {
    private let decoder: any AudioDecoder
    private let onSeek: () -> Void

    init(_ decoder: any AudioDecoder, onSeek: @escaping () -> Void) {
      (self.decoder, self.onSeek) = (decoder, onSeek)
    }

    var format: StreamFormat { decoder.format }
    var endedEarly: Bool { decoder.endedEarly }

    func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(FileError) -> Int {
      try decoder.read(into: buffer)
    }

    func seek(to frame: FrameCount) throws(FileError) {
      onSeek()
      try decoder.seek(to: frame)
    }
  }
}

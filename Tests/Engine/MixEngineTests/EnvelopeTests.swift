import AudioBase
import EngineTestSupport
import MixEngine
import Testing

/// Envelopes and repetitions, frame by frame.
@Suite struct EnvelopeTests {
  private let latency = 256 + 14 + 31

  private func pad(
    attack: Int = 0, decay: Int = 0, sustain: Float = 1, release: Int = 0, length: Int = 9600
  ) -> PadProgram.Pad {
    var pad = PadProgram.Pad.sample([Float](repeating: 0.5, count: length))
    pad.envelope.attack = FrameCount(attack)
    pad.envelope.decay = FrameCount(decay)
    pad.envelope.sustain = sustain
    pad.envelope.release = FrameCount(release)
    pad.isGate = true
    return pad
  }

  /// Strikes pad 1, releases it, and renders. Returns the levels from the first frame of the strike on.
  private func levels(
    _ pad: PadProgram.Pad, releasedAfter held: Int? = nil, count: Int, block: Int = 256
  ) -> [Float] {
    let bench = EngineBench(pads: [pad])
    bench.strike(1, atFrame: 0)
    if let held {
      let time = bench.device.now.advanced(bySeconds: Double(held) / 48_000)
      bench.engine.control.port(for: .keys).release(pad: 1, time: time)
    }
    // From the time of a hit to its first frame: a block, a margin, the limiter's look-ahead. Only whole blocks.
    let start = block + 14 + 31
    let frames = (start + count + block - 1) / block * block
    return bench.device.render(FrameCount(frames), block: FrameCount(block))[start..<(start + count)].map(\.x)
  }

  private func isNear(_ levels: [Float], _ expected: [Float]) -> Bool {
    levels.count == expected.count && zip(levels, expected).allSatisfy { abs($0 - $1) < 1e-4 }
  }

  @Test(arguments: [1, 7, 256, 2048]) func envelopeStagesAreExactToTheFrameInAnyBlockSize(block: Int) {
    let pad = pad(attack: 100, decay: 200, sustain: 0.25, release: 400)
    let out = levels(pad, releasedAfter: 1000, count: 2000, block: block)
    var expected: [Float] = (1...100).map { 0.5 * Float($0) / 100 }
    expected += (1...200).map { 0.5 * (1 - 0.75 * Float($0) / 200) }
    expected += [Float](repeating: 0.125, count: 700)
    expected += (1...400).map { 0.125 * (1 - Float($0) / 400) }
    expected += [Float](repeating: 0, count: 600)
    #expect(isNear(out, expected))
  }

  @Test func aReleaseBeginsAtTheLevelThatWasReached() {
    let pad = pad(attack: 100, release: 50)
    let out = levels(pad, releasedAfter: 40, count: 200)
    let release = (1...50).map { 0.2 * (1 - Float($0) / 50) }
    #expect(isNear(Array(out[40..<90]), release) && out[90...].allSatisfy { $0 == 0 })
  }

  @Test func withoutAttackAndDecayTheSustainIsReachedAtOnce() {
    #expect(levels(pad(sustain: 0.5), count: 100).allSatisfy { $0 == 0.25 })
    let stepped = levels(pad(attack: 10, sustain: 0.5), count: 20)
    #expect(stepped[9] == 0.5 && stepped[10] == 0.25)
  }

  @Test func aVoiceEndsWhereItsEnvelopeIsSilent() {
    let bench = EngineBench(pads: [pad(decay: 300, sustain: 0)])
    bench.strike(1, atFrame: 0)
    let out = bench.device.render(FrameCount(1024))
    #expect(out[latency + 298].x > 0 && out[latency + 299].x == 0)
    #expect(bench.engine.control.soundingPads.isEmpty)
  }

  @Test func aSampleThatEndsFirstEndsTheVoice() {
    let out = levels(pad(attack: 1000, length: 500), count: 600)
    #expect(abs(out[499] - 0.25) < 1e-4 && out[500...].allSatisfy { $0 == 0 })
  }

  @Test func aChokeShortensALongRelease() {
    var silenced = pad(release: 40_000, length: 48_000)
    (silenced.silencedBy, silenced.chokeFade) = (1, FrameCount(100))
    let bench = EngineBench(pads: [silenced, .sample([0], group: 1)])
    bench.strike(1, atFrame: 0)
    bench.engine.control.port(for: .keys).release(
      pad: 1, time: bench.device.now.advanced(bySeconds: 500.0 / 48_000))
    bench.strike(2, atFrame: 1000)
    let out = bench.device.render(FrameCount(2048))
    #expect(out[latency + 999].x > 0.49 && out[latency + 1100].x == 0)
  }

  // MARK: Repetitions

  private func looped(_ loop: PadProgram.Loop, isGate: Bool = true, release: Int = 0) -> PadProgram.Pad {
    var pad = PadProgram.Pad.sample([0.1, 0.2, 0.3, 0.4, 0.5])
    pad.layers[0].loop = loop
    pad.isGate = isGate
    pad.envelope.release = FrameCount(release)
    return pad
  }

  /// The sample of `looped` at a frame, if it repeats.
  private func repeated(at frame: Int) -> Float {
    let place = Float(frame % 5 + 1)
    return place / 10
  }

  @Test(arguments: [1, 3, 256]) func aContinuousLoopRepeatsUntilTheVoiceEnds(block: Int) {
    let out = levels(looped(.continuous, release: 4), releasedAfter: 502, count: 600, block: block)
    #expect((0..<502).allSatisfy { out[$0] == repeated(at: $0) })
    // It goes on while it fades.
    #expect(isNear(Array(out[502..<506]), [0.225, 0.2, 0.125, 0]))
    #expect(out[506...].allSatisfy { $0 == 0 })
  }

  @Test(arguments: [1, 3, 256]) func aSustainLoopEndsWithTheRestOfTheSample(block: Int) {
    // A pad that sounds to its end notices the release as well.
    let pad = looped(.sustain, isGate: false)
    let out = levels(pad, releasedAfter: 502, count: 600, block: block)
    #expect((0..<505).allSatisfy { out[$0] == repeated(at: $0) })
    #expect(out[505...].allSatisfy { $0 == 0 })
  }

  /// A pad of the same sample that repeats its frames 2 and 3.
  private func partlyLooped(_ loop: PadProgram.Loop, isGate: Bool) throws -> PadProgram.Pad {
    var writer = PadSampleWriter(capacity: 5)
    let frames: [Frame] = [0.1, 0.2, 0.3, 0.4, 0.5].map { Frame(repeating: $0) }
    try frames.withUnsafeBufferPointer { try writer.append($0) }
    var pad = looped(loop, isGate: isGate)
    pad.layers[0].samples = [writer.sample(at: .standard, loop: 2..<4)]
    return pad
  }

  @Test(arguments: [1, 3, 256]) func loopPointsBoundWhatRepeats(block: Int) throws {
    let repeated: [Float] = [0.1, 0.2] + (0..<250).flatMap { _ in [Float(0.3), 0.4] }
    let endless = levels(try partlyLooped(.continuous, isGate: true), count: 502, block: block)
    #expect(endless == repeated)
    let held = try partlyLooped(.sustain, isGate: false)
    let rests: [(Int, [Float])] = [(502, [0.5, 0]), (501, [0.4, 0.5])]
    for (release, rest) in rests {
      let out = levels(held, releasedAfter: release, count: 504, block: block)
      #expect(Array(out[..<release]) == Array(repeated[..<release]))
      #expect(Array(out[release..<release + 2]) == rest && out[503] == 0)
    }
  }

  @Test func loopStruckByATakeRepeatsExactlyForThePlannedLength() {
    let bench = EngineBench(pads: [looped(.sustain, isGate: false)])
    bench.engine.control.startFree(HitSequence([PlannedHit(frame: 0, pad: 1, length: 33)]))
    let out = bench.device.render(FrameCount(256))[31...].map(\.x)
    #expect((0..<35).allSatisfy { out[$0] == repeated(at: $0) } && out[35...].allSatisfy { $0 == 0 })
  }

  @Test func aKeyReleaseEndsTheLoopOfAReplacedKit() {
    let bench = EngineBench(pads: [looped(.continuous, release: 10)])
    bench.strike(1, atFrame: 0)
    _ = bench.device.render(FrameCount(1024))
    bench.engine.control.setPads(PadProgram(pads: [.sample([0.5])]))
    #expect(bench.device.render(FrameCount(1024)).last != .zero)
    bench.engine.control.port(for: .keys).release(pad: 1, time: bench.device.now)
    #expect(bench.device.render(FrameCount(1024)).suffix(600).allSatisfy { $0 == .zero })
    #expect(bench.engine.control.objectsInUse == 2)
  }
}

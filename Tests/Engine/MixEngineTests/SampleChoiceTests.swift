import AudioBase
import EngineTestSupport
import MixEngine
import Testing

/// Which samples a strike plays: by velocity, by turns, at random, one of each part, and again by their index.
@Suite struct SampleChoiceTests {
  private let latency = 256 + 14 + 31

  /// A layer with samples of one frame each.
  private func layer(
    _ levels: [Float], _ velocities: ClosedRange<Int> = 1...127, part: Int = 0,
    chance: ClosedRange<Double> = 0...1
  ) -> PadProgram.Layer {
    var layer = PadProgram.Layer(
      velocities: velocities,
      samples: levels.map { PCMBuffer(frames: [Frame(repeating: $0)], sampleRate: .standard) })
    (layer.part, layer.chance) = (part, chance)
    return layer
  }

  /// Strikes pads 4 frames apart. Returns the reported indices and the levels that sound.
  private func strike(
    _ bench: EngineBench, _ strikes: [(pad: Int, velocity: Int)]
  ) -> (indices: [Int], levels: [Float]) {
    for (number, strike) in strikes.enumerated() {
      bench.strike(strike.pad, velocity: strike.velocity, atFrame: 4 * number)
    }
    let out = bench.device.render(FrameCount((4 * strikes.count / 256 + 4) * 256))
    // The square of the velocity is taken out again.
    let levels = strikes.enumerated().map { number, strike in
      let relative = Float(strike.velocity) / 127
      return (out[4 * number + latency].x / (relative * relative) * 1000).rounded() / 1000
    }
    return (bench.hits().map(\.sample), levels)
  }

  /// Plays planned hits of pad 1, 4 frames apart. Returns the levels that sound.
  private func replay(_ bench: EngineBench, _ indices: [Int]) -> [Float] {
    bench.engine.control.startFree(
      HitSequence(indices.enumerated().map { PlannedHit(frame: 4 * $0.offset, pad: 1, sample: $0.element) }))
    let out = bench.device.render(FrameCount(4 * indices.count + 1024))
    return indices.indices.map { out[4 * $0 + 31].x }
  }

  @Test func twoPadsInAlternationEachTakeTurnsAmongTheirOwnSamples() {
    let bench = EngineBench(pads: [
      PadProgram.Pad(layers: [layer([0.125, 0.25, 0.5])]), PadProgram.Pad(layers: [layer([0.1, 0.2])]),
    ])
    let struck = strike(bench, (0..<8).map { ($0 % 2 + 1, 127) })
    #expect(struck.indices == [0, 0, 1, 1, 2, 0, 0, 1])
    #expect(struck.levels == [0.125, 0.1, 0.25, 0.2, 0.5, 0.1, 0.125, 0.2])
  }

  @Test func layerIsChosenByVelocityIncludingBothBounds() {
    let bench = EngineBench(pads: [
      PadProgram.Pad(layers: [layer([0.125], 20...63), layer([0.25, 0.5], 64...126)])
    ])
    let struck = strike(bench, [20, 63, 64, 126, 64].map { (1, $0) })
    #expect(struck.levels == [0.125, 0.125, 0.25, 0.5, 0.25] && struck.indices == [0, 0, 1, 2, 1])
    // Velocities without a layer are silent and do not count as turns.
    #expect(strike(bench, [(1, 19), (1, 127), (1, 100)]).levels == [0, 0, 0.5])
  }

  @Test func oneSampleOfEachPartSounds() {
    let bench = EngineBench(pads: [
      PadProgram.Pad(layers: [
        layer([0.1, 0.2], part: 3), layer([0.01], 1...99, part: 7),
        layer([0.02, 0.03, 0.04], 100...127, part: 7),
      ])
    ])
    let struck = strike(bench, [127, 50, 127, 127].map { (1, $0) })
    #expect(struck.levels == [0.12, 0.21, 0.13, 0.24])
    // Three digits for the first part: two samples and none.
    #expect(struck.indices == [0 + 3 * 1, 1 + 3 * 0, 0 + 3 * 2, 1 + 3 * 3])
    let again = replay(bench, struck.indices)
    #expect(again.map { ($0 * 1000).rounded() / 1000 } == [0.12, 0.21, 0.13, 0.24])
  }

  @Test func partWithoutASampleForTheVelocityIsSilentAlsoInReplay() {
    let bench = EngineBench(pads: [
      PadProgram.Pad(layers: [layer([0.125]), layer([0.5], 100...127, part: 1)])
    ])
    let struck = strike(bench, [(1, 64), (1, 127)])
    #expect(struck.levels == [0.125, 0.625] && struck.indices == [0 + 2 * 1, 0])
    // At the full velocity of the sequence, the second part stays silent where it was.
    #expect(replay(bench, struck.indices) == [0.125, 0.625])
  }

  @Test func aRandomNumberIsSharedByTheParts() {
    let bench = EngineBench(pads: [
      PadProgram.Pad(layers: [
        layer([0.1], chance: 0...0.25), layer([0.2], chance: 0.25...1),
        layer([0.01], part: 1, chance: 0...0.25), layer([0.02], part: 1, chance: 0.25...1),
      ])
    ])
    let levels = strike(bench, (0..<200).map { _ in (1, 127) }).levels
    #expect(Set(levels) == [0.11, 0.22])
    let rare = levels.filter { $0 == 0.11 }.count
    #expect((30...70).contains(rare), "a quarter of 200")
  }

  @Test func equalChancesPlayEverySampleWithRandomRepeats() {
    let quarter = (0..<4).map { (index: Int) -> PadProgram.Layer in
      let start = Double(index) / 4
      return layer([Float(index + 1) / 8], chance: start...(start + 0.25))
    }
    let bench = EngineBench(pads: [PadProgram.Pad(layers: quarter)])
    let struck = strike(bench, (0..<250).map { _ in (1, 127) })
    for index in 0..<4 { #expect((40...90).contains(struck.indices.filter { $0 == index }.count)) }
    let repeats = zip(struck.indices, struck.indices.dropFirst()).filter { $0 == $1 }.count
    #expect((30...100).contains(repeats), "turns would never repeat")
    #expect(replay(bench, Array(struck.indices.prefix(20))) == Array(struck.levels.prefix(20)))
  }

  @Test func twoEnginesChooseTheSameSamples() {
    let layers = (0..<5).map { (index: Int) -> PadProgram.Layer in
      let start = Double(index) / 5
      return layer([0.1], chance: start...(start + 0.2))
    }
    let pads = [PadProgram.Pad(layers: layers)]
    let strikes = (0..<100).map { _ in (pad: 1, velocity: 127) }
    #expect(
      strike(EngineBench(pads: pads), strikes).indices == strike(EngineBench(pads: pads), strikes).indices)
  }

  @Test func givenSampleSoundsAtAnyVelocityAndCountsAsATurn() {
    let bench = EngineBench(pads: [
      PadProgram.Pad(layers: [layer([0.125, 0.25, 0.5]), layer([0.75], 1...9)])
    ])
    #expect(replay(bench, [3, 1, 0]) == [0.75, 0.25, 0.125])
    #expect(strike(bench, [(1, 127), (1, 127)]).levels == [0.5, 0.25])
    // An index that the pad does not have leaves the choice to the pad.
    #expect(replay(bench, [4]) == [0.125])
  }

  @Test func moreCombinationsThanAnIndexCanNameStillSound() {
    // 4 to the power of 30 exceeds the largest index: the parts beyond choose anew.
    let layers = (0..<30).map { layer([0.01, 0.01, 0.01], part: $0) }
    let bench = EngineBench(pads: [PadProgram.Pad(layers: layers)])
    let struck = strike(bench, [(1, 127), (1, 127)])
    #expect(struck.levels == [0.3, 0.3] && struck.indices[1] < 1 << 53)
    #expect(replay(bench, struck.indices).map { ($0 * 1000).rounded() / 1000 } == [0.3, 0.3])
  }

  /// The last frame of one of the samples makes all its frames floats.
  @Test(arguments: [false, true]) func aSampleOf16BitsSoundsLikeOneOfFloats(isStereo: Bool) {
    let tone = (0..<301).map { index in
      let sample = Float(index * 7919 % 65_536 - 32_768) / 32_768
      return Frame(sample, isStereo ? Float(index) / 32_768 : sample)
    }
    func pad(_ last: Frame) -> PadProgram.Pad {
      let layer = PadProgram.Layer(samples: [PCMBuffer(frames: tone + [last], sampleRate: .standard)])
      var pad = PadProgram.Pad(layers: [layer], gain: Decibels(-2.5), pan: -0.2)
      // The level moves at first, then it stands.
      pad.envelope.attack = FrameCount(90)
      return pad
    }
    let pads = [pad(.zero), pad(Frame(repeating: 0.1))]
    #expect(pads[0].layers[0].samples[0].byteCount * 2 == pads[1].layers[0].samples[0].byteCount)
    let sounds = sounds(pads)
    #expect(sounds[0][..<350].elementsEqual(sounds[1][..<350]))
    #expect(sounds[0][340] != .zero)
  }

  /// Returns the sound of two hits of each of two pads.
  private func sounds(_ pads: [PadProgram.Pad]) -> [[Frame]] {
    (1...2).map { number in
      let bench = EngineBench(pads: pads)
      bench.strike(number, velocity: 99, atFrame: 3)
      bench.strike(number, velocity: 101, atFrame: 50)
      return bench.device.render(FrameCount(1024))
    }
  }

  @Test func aMonoSampleSoundsLikeOneWithTwoEqualSides() {
    // The last frame differs, so the second sample is stored as stereo.
    let tone = (0..<301).map { Frame(repeating: Float($0 % 17) / 40 - 0.2) }
    func pad(_ last: Frame) -> PadProgram.Pad {
      var layer = PadProgram.Layer(samples: [PCMBuffer(frames: tone + [last], sampleRate: .standard)])
      (layer.gain, layer.pan) = (Decibels(-3), 0.5)
      return PadProgram.Pad(layers: [layer], gain: Decibels(-2.5), pan: -0.2)
    }
    let pads = [pad(.zero), pad(Frame(0, 0.001))]
    #expect(pads.map(\.layers[0].samples[0].isMono) == [true, false])
    #expect(pads[0].layers[0].samples[0].byteCount * 2 == pads[1].layers[0].samples[0].byteCount)
    let sounds = sounds(pads)
    #expect(sounds[0][..<600].elementsEqual(sounds[1][..<600]))
    let level = Decibels(-5.5).factor * (99.0 / 127) * (99.0 / 127)
    #expect(abs(sounds[0][latency + 3 + 10].x - tone[10].x * level * 0.7) < 1e-6)
    #expect(abs(sounds[0][latency + 3 + 10].y - tone[10].y * level) < 1e-6)
  }
}

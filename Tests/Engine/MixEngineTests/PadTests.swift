import AudioBase
import EngineTestSupport
import MixEngine
import Testing

/// What the pads make of hits, against arithmetic.
@Suite struct PadTests {
  /// From the key's time to its frame: one block of 256, a margin of 0.3 ms, the limiter's look-ahead of 0.65 ms.
  private let latency = 256 + 14 + 31

  @Test func aHitSoundsAConstantTimeAfterItsKey() {
    for struck in [0, 1, 100, 255, 256, 700] {
      let bench = EngineBench(pads: [.sample([0.5, 0.25])])
      bench.strike(1, atFrame: struck)
      let out = bench.device.render(FrameCount(2048))
      let expected = struck + latency
      #expect(out.firstIndex { $0 != .zero } == expected)
      #expect(out[expected] == Frame(repeating: 0.5))
      #expect(out[expected + 1] == Frame(repeating: 0.25))
      #expect(out[expected + 2] == .zero)
    }
  }

  @Test func aHitThatComesTooLateSoundsAtOnceAndIsCounted() {
    let bench = EngineBench(pads: [.sample([0.5])])
    _ = bench.device.render(FrameCount(2560))
    bench.strike(1, atFrame: -1000)
    let out = bench.device.render(FrameCount(256))
    #expect(out[31] == Frame(repeating: 0.5))
    #expect(bench.engine.control.lateHits == 1)
    let hits = bench.events().compactMap { event in
      if case .hit(let hit) = event { hit } else { nil }
    }
    #expect(hits.map(\.isLate) == [true] && hits.map(\.outputFrame) == [2560 + 31])
  }

  @Test func hitBeforeAKitIsLoadedIsReportedWithoutASound() {
    let bench = EngineBench(pads: [])
    bench.strike(3, velocity: 90, atFrame: 0)
    let out = bench.device.render(FrameCount(1024))
    #expect(out.allSatisfy { $0 == .zero })
    let hits = bench.hits()
    #expect(hits.map(\.pad) == [3] && hits.map(\.velocity) == [90])
    #expect(hits.map(\.sample) == [StartedHit.unheard])
  }

  @Test func hitsOfOneBlockSoundInTheOrderOfTheirTimes() {
    let bench = EngineBench(pads: [.sample([0.1]), .sample([0.2])])
    bench.strike(2, atFrame: 90)
    bench.strike(1, atFrame: 30)
    let out = bench.device.render(FrameCount(1024))
    #expect(out[30 + latency].x == 0.1)
    #expect(out[90 + latency].x == 0.2)
    #expect(out.filter { $0 != .zero }.count == 2)
  }

  @Test func velocityActsWithItsSquareAndGainAndPanMultiply() {
    let bench = EngineBench(pads: [.sample([0.8], gain: Decibels(-6), pan: 0.5)])
    bench.strike(1, velocity: 100, atFrame: 0)
    let frame = bench.device.render(FrameCount(1024))[latency]
    let level = Float(0.8) * Decibels(-6).factor * (100.0 / 127) * (100.0 / 127)
    #expect(abs(frame.y - level) < 1e-6)
    #expect(abs(frame.x - level / 2) < 1e-6)
  }

  @Test func aLayerMayHaveGainsOfVelocitiesOfItsOwn() {
    var pad = PadProgram.Pad.sample([0.5])
    pad.layers[0].velocityGains = (1...127).map { $0 == 64 ? 0.5 : 1 }
    let bench = EngineBench(pads: [pad])
    bench.strike(1, velocity: 1, atFrame: 0)
    bench.strike(1, velocity: 64, atFrame: 500)
    let out = bench.device.render(FrameCount(1024))
    #expect(out[latency].x == 0.5 && out[500 + latency].x == 0.25)
  }

  @Test func turnsFollowTheStrikesWhateverTheChancesAre() {
    func layer(_ value: Float, turn: Int, _ chance: ClosedRange<Double>) -> PadProgram.Layer {
      var layer = PadProgram.Pad.sample([value]).layers[0]
      (layer.turn, layer.chance) = ((turn, 2), chance)
      return layer
    }
    let pad = PadProgram.Pad(layers: [
      layer(0.125, turn: 0, 0...0.5), layer(0.25, turn: 0, 0.5...1), layer(0.5, turn: 1, 0...0.5),
      layer(0.75, turn: 1, 0.5...1),
    ])
    let bench = EngineBench(pads: [pad])
    for strike in 0..<16 { bench.strike(1, atFrame: strike * 400) }
    let out = bench.device.render(FrameCount(8192))
    let heard = (0..<16).map { out[$0 * 400 + latency].x }
    for (strike, level) in heard.enumerated() {
      #expect((strike % 2 == 0 ? [0.125, 0.25] : [0.5, 0.75]).contains(level), "strike \(strike)")
    }
    #expect(Set(heard).count == 4)
  }

  @Test func strikingAgainFadesTheOldVoiceWithinThreeMilliseconds() {
    let bench = EngineBench(pads: [.sample([Float](repeating: 0.25, count: 4800))])
    bench.strike(1, atFrame: 0)
    bench.strike(1, atFrame: 1000)
    let out = bench.device.render(FrameCount(4096))
    let again = 1000 + latency
    #expect(out[again - 1].x == 0.25)
    #expect(out[again].x > 0.49 && out[again].x < 0.5)
    #expect(out[again + 72].x > 0.36 && out[again + 72].x < 0.38)
    #expect(out[again + 144].x == 0.25)
  }

  @Test func theClosedHatChokesTheOpenOne() {
    let open = [Float](repeating: 0.5, count: 9600)
    let bench = EngineBench(pads: [
      .sample([0.125], group: 1, chokeFade: 480), .sample(open, group: 1, chokeFade: 480), .sample(open),
    ])
    bench.strike(2, atFrame: 0)
    bench.strike(1, atFrame: 500)
    let out = bench.device.render(FrameCount(4096))
    #expect(out[500 + latency - 1].x == 0.5)
    #expect(out[500 + latency + 240].x > 0.24 && out[500 + latency + 240].x < 0.26)
    #expect(out[500 + latency + 480].x == 0)
  }

  @Test func theSixtyFifthVoiceTakesTheQuietestThenOldest() {
    // 65 pads that hold their level; pad 10 is the quietest.
    let pads = (1...65).map { number in
      PadProgram.Pad.sample(
        [Float](repeating: 0.001, count: 96_000), gain: number == 10 ? Decibels(-40) : .unity)
    }
    let bench = EngineBench(pads: pads)
    for pad in 1...64 { bench.strike(pad, atFrame: pad) }
    _ = bench.device.render(FrameCount(4096))
    #expect(bench.engine.control.soundingPads == PadSet(1...64))
    bench.strike(65, atFrame: 0)
    let out = bench.device.render(FrameCount(4096))
    #expect(bench.engine.control.soundingPads == PadSet((1...65).filter { $0 != 10 }))
    #expect(abs(out[4000].x - 0.064) < 1e-5)
  }

  @Test func layersAreChosenByVelocityAndSamplesTakeTurns() {
    func buffer(_ value: Float) -> PCMBuffer {
      PCMBuffer(frames: [Frame(repeating: value)], sampleRate: .standard)
    }
    let pad = PadProgram.Pad(layers: [
      PadProgram.Layer(velocities: 1...64, samples: [buffer(0.1)]),
      PadProgram.Layer(velocities: 65...127, samples: [buffer(0.2), buffer(0.3)]),
    ])
    let bench = EngineBench(pads: [pad])
    bench.strike(1, velocity: 64, atFrame: 0)
    bench.strike(1, velocity: 127, atFrame: 10)
    bench.strike(1, velocity: 127, atFrame: 20)
    let out = bench.device.render(FrameCount(1024))
    #expect(out[latency].x > 0.02 && out[latency].x < 0.03)
    #expect(Set([out[latency + 10].x, out[latency + 20].x]) == [0.2, 0.3])
  }

  /// A pad with samples of these levels for each range of velocities.
  private func layered(_ layers: [(velocities: ClosedRange<Int>, levels: [Float])]) -> PadProgram.Pad {
    PadProgram.Pad(
      layers: layers.map { layer in
        PadProgram.Layer(
          velocities: layer.velocities,
          samples: layer.levels.map {
            PCMBuffer(frames: [Frame(repeating: $0)], sampleRate: .standard)
          })
      })
  }

  /// The samples that were chosen for strikes 10 frames apart.
  private func samples(
    _ bench: EngineBench, _ strikes: [(pad: Int, velocity: Int)]
  ) -> [(pad: Int, sample: Int)] {
    for (index, strike) in strikes.enumerated() {
      bench.strike(strike.pad, velocity: strike.velocity, atFrame: 10 * index)
    }
    _ = bench.device.render(FrameCount(1024))
    return bench.hits().map { ($0.pad, $0.sample) }
  }

  @Test func samplesTakeTurnsWhateverOtherPadsPlay() {
    let bench = EngineBench(pads: [
      layered([(1...127, [0.1, 0.2])]), layered([(1...127, [0.1, 0.2])]), .sample([0.1]),
    ])
    let struck = samples(bench, [1, 2, 1, 2, 1, 3, 3, 2, 1].map { ($0, 100) })
    #expect(struck.filter { $0.pad == 1 }.map(\.sample) == [0, 1, 0, 1])
    #expect(struck.filter { $0.pad == 2 }.map(\.sample) == [0, 1, 0])
  }

  @Test func samplesTakeTurnsWhateverOtherVelocitiesPlay() {
    let bench = EngineBench(pads: [layered([(1...100, [0.1, 0.2]), (101...127, [0.3, 0.4, 0.5])])])
    let struck = samples(bench, [50, 120, 50, 120, 50, 120, 120].map { (1, $0) })
    #expect(struck.map(\.sample) == [0, 2, 1, 3, 0, 4, 2])
  }

  @Test func silencedPadsLeaveNoTailAndHitsThatWaitedAreCounted() {
    let bench = EngineBench(pads: [.sample([Float](repeating: 0.5, count: 48_000))])
    bench.strike(1, atFrame: 0)
    _ = bench.device.render(FrameCount(1024))
    bench.strike(1, atFrame: 0)
    bench.engine.control.silencePads()
    let out = bench.device.render(FrameCount(2048))
    // What was mixed before comes out of the limiter.
    #expect(out[31...].allSatisfy { $0 == .zero })
    #expect(bench.engine.control.lostHits == 1 && bench.engine.control.soundingPads.isEmpty)
    bench.strike(1, atFrame: 0)
    #expect(bench.device.render(FrameCount(1024))[latency].x == 0.5)
  }

  @Test func hitsThatAreRefusedAreCounted() {
    let bench = EngineBench(pads: [.sample([0.5])])
    let port = bench.engine.control.port(for: .keys)
    let taken = (0..<300).filter { _ in port.strike(Hit(pad: 1, velocity: 127, time: bench.device.now)) }
    #expect(taken.count == 256 && bench.engine.control.lostHits == 44)
  }

  @Test func commandsThatAreRefusedAreCounted() {
    let bench = EngineBench()
    let taken = (0..<1030).filter { _ in bench.engine.control.send(.pause) }
    #expect(taken.count == 1024 && bench.engine.control.lostCommands == 6)
  }

  @Test func voicesOfTheFormerKitRingOutAfterAChangeOfKit() {
    let bench = EngineBench(pads: [.sample([Float](repeating: 0.5, count: 4000), group: 1, chokeFade: 100)])
    bench.strike(1, atFrame: 0)
    _ = bench.device.render(FrameCount(1024))
    bench.engine.control.setPads(
      PadProgram(pads: [.sample([0.125], group: 1), .sample([0.25], group: 1)]))
    // Neither the same pad nor the choke group of the new kit ends the old sound.
    bench.strike(1, atFrame: 0)
    bench.strike(2, atFrame: 1000)
    let out = bench.device.render(FrameCount(4096))
    let end = latency + 4000 - 1024
    #expect(out[latency].x == 0.625 && out[latency + 1000].x == 0.75)
    #expect(out[..<end].allSatisfy { $0.x >= 0.5 } && out[end...].allSatisfy { $0 == .zero })
  }

  @Test func changeOfKitEndsAnEndlessLoop() {
    var endless = PadProgram.Pad.sample([0.5, 0.5])
    endless.layers[0].loop = .continuous
    let bench = EngineBench(pads: [endless])
    bench.strike(1, atFrame: 0)
    #expect(bench.device.render(FrameCount(4096)).last?.x == 0.5)
    bench.engine.control.setPads(PadProgram(pads: []))
    // It fades within 3 ms, after the limiter's look-ahead.
    let out = bench.device.render(FrameCount(1024))
    #expect(out[31 + 72].x > 0.2 && out[31 + 72].x < 0.3 && out[31 + 143] == .zero)
  }

  @Test func padsThatDoNotExistAreSilent() {
    let bench = EngineBench(pads: [.sample([0.5])])
    for pad in [-1, 0, 2, 200] { bench.strike(pad, atFrame: 0) }
    #expect(bench.device.render(FrameCount(1024)).allSatisfy { $0 == .zero })
  }
}

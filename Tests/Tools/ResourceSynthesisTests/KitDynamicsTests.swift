import AudioAnalysis
import AudioBase
import AudioFiles
import Glibc
import MixEngine
import Percussion
import SystemBase
import Testing

/// Harder strokes are louder and brighter; repeated strokes differ and are equally loud.
@Suite struct KitDynamicsTests {
  /// A sample of a layer, as it is measured.
  private struct Stroke {
    var samples: [Double]
    /// In LUFS at velocity 127.
    var loudness: Double
    /// In Hz.
    var centroid: Double
  }

  /// The strokes of a pad by layer.
  private func strokes(_ pad: CommittedKit.Pad, in folder: String) throws -> [[Stroke]] {
    try pad.layers.map { layer in
      try layer.samples.map { name in
        let samples = try SoundFile(CommittedKit.path(folder).appending(name)).samples
        return Stroke(
          samples: samples, loudness: try loudness(samples.map(Float.init)),
          centroid: Brightness.centroid(samples))
      }
    }
  }

  /// The momentary loudness of the onset: of the first 0.4 s.
  private func loudness(_ samples: [Float]) throws -> Double {
    let window = Array(samples.prefix(19_200)) + Array(repeating: 0, count: max(0, 19_200 - samples.count))
    let meter = try LoudnessMeter(sampleRate: .standard, channels: 1)
    try window.withUnsafeBufferPointer { try meter.add($0) }
    return try #require(try meter.loudness)
  }

  @Test(arguments: CommittedKit.folders)
  func aCrescendoGetsLouderWithEachVelocityAndBrighterWithEachLayer(folder: String) throws {
    for pad in try CommittedKit(folder).pads {
      let strokes = try strokes(pad, in: folder)
      for (soft, hard) in zip(strokes, strokes.dropFirst()) {
        let (brightest, darkest) = (soft.map(\.centroid).max() ?? 0, hard.map(\.centroid).min() ?? 0)
        #expect(darkest > brightest, "\(pad.name)")
      }
      var loudest = -Double.infinity
      for velocity in 1...127 {
        let layer = try #require(pad.layer(at: velocity))
        // The engine's curve: amplitude grows with the square of the velocity.
        let loudness = strokes[layer].map { $0.loudness + 40 * log10(Double(velocity) / 127) }
        #expect((loudness.min() ?? 0) > loudest, "\(pad.name) at \(velocity)")
        loudest = loudness.max() ?? 0
      }
    }
  }

  @Test(arguments: CommittedKit.folders)
  func repeatedStrokesDifferAndAreEquallyLoud(folder: String) throws {
    for pad in try CommittedKit(folder).pads {
      for layer in try strokes(pad, in: folder) where layer.count > 1 {
        let loudness = layer.map(\.loudness)
        #expect((loudness.max() ?? 0) - (loudness.min() ?? 0) < 1, "\(pad.name)")
        for (index, stroke) in layer.enumerated() {
          for other in layer[..<index] {
            #expect(correlation(stroke.samples, other.samples) < 0.999, "\(pad.name)")
          }
        }
      }
    }
  }

  private func correlation(_ left: [Double], _ right: [Double]) -> Double {
    func product(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }
    return product(left, right) / (product(left, left) * product(right, right)).squareRoot()
  }

  /// The engine itself at the borders of the layers: it takes turns among the samples of the layer.
  @Test(arguments: CommittedKit.folders)
  func theEnginePlaysTheCrescendo(folder: String) throws {
    let loader = KitLoader(decoders: DecoderRegistry(), converters: SampleRateConverterMaker())
    var (program, warnings) = loader.load(try KitReader.read(CommittedKit.path(folder)).kit, rate: .standard)
    #expect(warnings.isEmpty)
    // Below the limiter of the engine.
    for index in program.indices { program[index].gain = Decibels(-12) }
    let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: program))
    let device = OfflineDevice(engine)
    for pad in try CommittedKit(folder).pads where pad.mode == "oneShot" {
      var loudest = -Double.infinity
      for (turn, velocity) in [36, 37, 64, 68, 69, 100, 112, 113, 127].enumerated() {
        let hit = Hit(pad: pad.number, velocity: velocity, time: device.now)
        engine.control.port(for: .keys).strike(hit)
        let sound = device.render(FrameCount(19_200)).map { $0.x + $0.y }
        let loudness = try loudness(sound)
        #expect(loudness > loudest, "\(pad.name) at \(velocity)")
        loudest = loudness
        let layer = try #require(pad.layer(at: velocity))
        let first = pad.layers[..<layer].reduce(0) { $0 + $1.samples.count }
        let played = try #require(startedSample(engine), "\(pad.name), strike \(turn)")
        #expect(
          (first..<first + pad.layers[layer].samples.count).contains(played), "\(pad.name) at \(velocity)")
        // Strokes that ring on would be measured with the next one.
        if pad.retrigger == "overlap" { _ = device.render(FrameCount(240_000)) }
      }
      // Fades out in the time of a retrigger, or ends.
      _ = device.render(FrameCount(120_000))
    }
  }

  // MARK: Cymbals

  private static let cymbals = [("DrumDub", [12, 13, 14]), ("Electronic", [12])]

  /// Strikes a pad with the velocity of a plain key.
  ///
  /// - Parameter ghost: the velocity of a second stroke half a second later; nil for none.
  /// - Returns: the level of the 0.2 s from that moment on in dB.
  private func levelLater(_ program: [PadProgram.Pad], _ pad: Int, ghost: Int?) -> Double {
    let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: program))
    let device = OfflineDevice(engine)
    engine.control.port(for: .keys).strike(Hit(pad: pad, velocity: 100, time: device.now))
    _ = device.render(FrameCount(24_000))
    if let ghost { engine.control.port(for: .keys).strike(Hit(pad: pad, velocity: ghost, time: device.now)) }
    let squares = device.render(FrameCount(9_600)).map { Double($0.x * $0.x + $0.y * $0.y) }
    return 10 * log10(squares.reduce(0, +) / Double(squares.count))
  }

  @Test(arguments: cymbals)
  func ghostNoteAfterACymbalStrokeDoesNotLowerTheLevel(folder: String, pads: [Int]) throws {
    let loader = KitLoader(decoders: DecoderRegistry(), converters: SampleRateConverterMaker())
    let program = loader.load(try KitReader.read(CommittedKit.path(folder)).kit, rate: .standard).program
    for pad in pads {
      let alone = levelLater(program, pad, ghost: nil)
      #expect(levelLater(program, pad, ghost: 20) > alone - 1, "pad \(pad) of \(folder)")
    }
  }

  private func startedSample(_ engine: AudioEngine) -> Int? {
    var sample: Int?
    while let event = engine.events.next() {
      if case .hit(let hit) = event { sample = hit.sample }
    }
    return sample
  }
}

import AudioAnalysis
import AudioBase
import CSndfile
import Glibc
import SystemBase
import Testing

@testable import ResourceSynthesis

/// The kit with overheads and a room: its pads and layers, its samples, and how near they are to recorded drums.
@Suite struct StudioKitTests {
  /// The middle of two recorded kits, The Black Pearl and ColomboAcoustic of Hydrogen, or what one of them has. Where they have
  /// no such drum, or one of them only: the middle of The Black Pearl (clap, cowbell), FluidR3 GM (fluid-soundfont-gm: all
  /// five), AVL Drumkits (avldrums.lv2-soundfont: tambourine) and TimGM6mb (maraca).
  struct Figures: Sendable, CustomTestStringConvertible {
    let pad: String
    /// The energies of the octaves from 63 Hz to 16 kHz, relative to all, in dB.
    let octaves: [Double]
    /// The seconds to -60 dB.
    let decay: Double

    var testDescription: String { pad }
  }

  private let kit: CommittedKit

  init() throws { kit = try CommittedKit(CommittedKit.studio) }

  private func sound(_ name: String) throws -> SoundFile {
    try SoundFile(CommittedKit.path(CommittedKit.studio).appending(name))
  }

  private func strokes(_ pad: CommittedKit.Pad) -> [CommittedKit.Pad.Layer] {
    pad.layers.filter { $0.part == nil }
  }

  // MARK: Pads and layers

  @Test func firstPadsAreThoseOfTheDefaultKit() throws {
    let usual = try CommittedKit("DrumDub").pads
    let own = kit.pads.prefix(usual.count)
    #expect(own.map(\.name) == usual.map(\.name) && own.map(\.midiNote) == usual.map(\.midiNote))
    #expect(own.map(\.colour) == usual.map(\.colour) && own.map(\.choke) == usual.map(\.choke))
    #expect(kit.name == "Studio" && kit.pads.map(\.number) == Array(1...32))
    #expect(
      kit.pads.dropFirst(usual.count).map(\.name) == [
        "floor tom", "rim shot", "ghost snare", "closed hat edge", "open hat edge", "crash 2", "ride edge",
        "splash", "china", "high tom rim", "mid tom rim", "low tom rim", "floor tom rim", "crash edge",
        "crash 2 edge",
      ])
    #expect(Set(kit.pads.map(\.colour)).count == 32 && Set(kit.pads.map(\.midiNote)).count == 32)
  }

  @Test func strokesAndRoomCoverAllVelocities() {
    for pad in kit.pads {
      let tails = pad.layers.filter { $0.part == 2 }
      for layers in [strokes(pad), pad.layers.filter { $0.part == 1 }, tails] where !layers.isEmpty {
        let starts = layers.map { $0.velocity[0] }
        let ends = layers.map { $0.velocity[1] }
        #expect(starts == [1] + ends.dropLast().map { $0 + 1 } && ends.last == 127, "\(pad.name)")
      }
      // The rooms of cymbals sound alike at all velocities.
      let rooms = pad.retrigger == "overlap" ? 1 : 2
      #expect(pad.layers.count { $0.part == 1 } == rooms, "\(pad.name)")
      // Quiet samples need less space.
      #expect(pad.layers.allSatisfy { $0.gain == 24 }, "\(pad.name)")
    }
    #expect(kit.room == -4)
  }

  @Test func allPadsHaveSixLayersOfFourStrokes() {
    for pad in kit.pads {
      #expect(strokes(pad).map(\.samples.count) == [4, 4, 4, 4, 4, 4], "\(pad.name)")
    }
  }

  @Test func eachTailFollowsTheStrokesOfTwoLayers() {
    for pad in kit.pads {
      let tails = pad.layers.filter { $0.part == 2 }
      #expect(tails.isEmpty || tails.map { $0.velocity[1] } == [40, 86, 127], "\(pad.name)")
      #expect(tails.allSatisfy { $0.samples.count == 1 }, "\(pad.name)")
    }
  }

  // MARK: Samples

  @Test func samplesHaveTwoCleanChannels() throws {
    for name in kit.samples {
      let sound = try sound(name)
      #expect(sound.format == SF_FORMAT_FLAC | SF_FORMAT_PCM_16, "\(name)")
      #expect(sound.sampleRate == 48_000 && sound.channels == 2, "\(name)")
      #expect(sound.peak(0..<1) < sound.peak / 20, "\(name) begins without a click")
      #expect(sound.peak(sound.frames - 48..<sound.frames) < 1e-3, "\(name) ends in silence")
    }
  }

  /// The strokes of a pad by layer without the room, with their tails.
  private func wholeStrokes(_ pad: CommittedKit.Pad) throws -> [[HeardStroke]] {
    try strokes(pad).map { layer in
      try layer.samples.indices.map { number in
        try HeardStroke(pad, of: kit, velocity: layer.velocity[1], stroke: number, withRoom: false)
      }
    }
  }

  @Test func samplesTakeLessThanTwelveMegabytes() throws {
    let bytes = try kit.samples.reduce(0) { sum, name in
      let path = CommittedKit.path(CommittedKit.studio).appending(name)
      return sum + (try FileBytes.read(path, limit: 1 << 24).count)
    }
    #expect(bytes < 12_000_000)
  }

  @Test func harderStrokesAreBrighterAndAllAreEquallyLoudWithoutAnOffset() throws {
    for pad in kit.pads {
      let strokes = try wholeStrokes(pad)
      let brightness = strokes.map { layer in
        layer.reduce(0) { $0 + Brightness.centroid(Array($1.sum.prefix(4096))) } / Double(layer.count)
      }
      let loudness = try strokes.joined().map(self.loudness)
      #expect(zip(brightness, brightness.dropFirst()).allSatisfy { $0 < $1 }, "\(pad.name): \(brightness)")
      // The velocity curve of the engine makes them louder.
      #expect((loudness.max() ?? 0) - (loudness.min() ?? 0) < 1, "\(pad.name): \(loudness)")
      for channel in strokes.joined().flatMap({ [$0.left, $0.right] }) {
        #expect(abs(channel.reduce(0, +) / Double(channel.count)) < 1e-4, "\(pad.name)")
      }
    }
  }

  /// The momentary loudness of the onset: of the first 0.4 s.
  private func loudness(_ stroke: HeardStroke) throws -> Double {
    let window = zip(stroke.left, stroke.right).prefix(19_200).flatMap { [Float($0), Float($1)] }
    let meter = try LoudnessMeter(sampleRate: .standard, channels: 2)
    let padded = window + Array(repeating: 0, count: 38_400 - window.count)
    try padded.withUnsafeBufferPointer { try meter.add($0) }
    return try #require(try meter.loudness)
  }

  // MARK: Strokes and tails

  @Test func strokesOfALayerDifferFromTheBeginning() throws {
    for pad in kit.pads {
      for layer in strokes(pad) {
        // Before they fade over to a tail.
        let beginnings = try layer.samples.map { try sound($0).samples.prefix(3840) }
        for (number, beginning) in beginnings.enumerated() {
          let energy = product(beginning, beginning)
          for other in beginnings[..<number] {
            let likeness = product(beginning, other) / (energy * product(other, other)).squareRoot()
            #expect(likeness < 0.998, "\(pad.name): \(likeness)")
          }
        }
      }
    }
  }

  private func product(_ left: ArraySlice<Double>, _ right: ArraySlice<Double>) -> Double {
    zip(left, right).reduce(0) { $0 + $1.0 * $1.1 }
  }

  /// Windows of 20 ms from that before the crossfade to 40 ms after it, against the stroke in one piece.
  @Test(arguments: [1, 3, 4, 6])
  func strokesFadeOverToTheirTailsWithoutAChangeOfLevel(layer: Int) throws {
    for pad in kit.pads where pad.layers.contains(where: { $0.part == 2 }) {
      let own = strokes(pad)[layer - 1]
      let number = layer % 4
      let beginning = try sound(own.samples[number])
      let heard = try HeardStroke(pad, of: kit, velocity: own.velocity[1], stroke: number, withRoom: false)
      let shipped = try #require(ShippedKit.studio.pads.first { $0.number == pad.number })
      let cut = try #require(shipped.cut)
      let whole = shipped.stroke(number, in: layer - 1, seed: ShippedKit.studio.seed)
      let gain = level(heard.left, heard.right, 0..<cut.start) - level(whole[0], whole[1], 0..<cut.start)
      #expect(beginning.seconds <= 0.3, "\(pad.name)")
      for start in stride(from: cut.start - 960, to: beginning.frames + 960, by: 960) {
        let window = start..<start + 960
        let change = level(heard.left, heard.right, window) - level(whole[0], whole[1], window) - gain
        // Noise is only alike on average.
        #expect(abs(change) < (cut.isNoise ? 3 : 1), "\(pad.name) at \(start): \(change)")
      }
    }
  }

  /// The energy of two channels in dB.
  private func level(_ left: [Double], _ right: [Double], _ range: Range<Int>) -> Double {
    10 * log10(product(left[range], left[range]) + product(right[range], right[range]))
  }

  // MARK: What is heard

  @Test func noPadReachesTheLimiterAtTheDefaultLevel() throws {
    for pad in kit.pads {
      // The gain of the pad and its layers, and the default level of the pads.
      let gain: Double = pow(10, (24 + pad.gain - 6) / 20)
      let accent = try HeardStroke(pad, of: kit).peak(pan: pad.pan) * gain
      let plain = try HeardStroke(pad, of: kit, velocity: 100).peak(pan: pad.pan) * gain * 10_000 / 16_129
      #expect(accent < 0.85 && plain < 0.5, "\(pad.name): \(accent), \(plain)")
      #expect(accent > 0.2, "\(pad.name): \(accent)")
    }
  }

  @Test func overheadsHearTheDrumsFromTwoSides() throws {
    for pad in kit.pads {
      let side = try HeardStroke(pad, of: kit).side
      #expect((-19.0 ... -9.0).contains(side), "\(pad.name): \(side)")
    }
  }

  private func heard(_ name: String) throws -> HeardStroke {
    try HeardStroke(try #require(kit.pads.first { $0.name == name }), of: kit)
  }

  @Test(arguments: ["high tom", "mid tom", "low tom", "floor tom"])
  func rimOfATomIsBrighterAndShorterThanItsHead(tom: String) throws {
    let (head, rim) = (try heard(tom), try heard("\(tom) rim"))
    // From 1 kHz on, relative to all.
    let (dull, bright) = (head.level(ofOctavesFrom: 4), rim.level(ofOctavesFrom: 4))
    #expect(bright > dull + 5, "\(dull), \(bright)")
    #expect(rim.decay < 0.6 * head.decay, "\(head.decay), \(rim.decay)")
  }

  @Test(arguments: ["crash", "crash 2"])
  func edgeOfACrashHasMoreEnergyAndBuildsUpLongerThanItsBow(crash: String) throws {
    let (bow, edge) = (try heard(crash), try heard("\(crash) edge"))
    let gains = try [crash, "\(crash) edge"].map { name in
      try #require(kit.pads.first { $0.name == name }).gain
    }
    let (soft, loud) = (bow.energy + gains[0], edge.energy + gains[1])
    #expect(loud > soft + 1, "\(soft), \(loud)")
    #expect(edge.buildUp > 1.15 * bow.buildUp, "\(bow.buildUp), \(edge.buildUp)")
  }

  static let recorded = [
    Figures(pad: "snare", octaves: [-32, -7, -3, -12, -12, -16, -16, -17, -32], decay: 0.46),
    Figures(pad: "bass", octaves: [-2, -7, -15, -26, -30, -30, -29, -36, -60], decay: 0.61),
    Figures(pad: "closed hat", octaves: [-42, -32, -24, -18, -19, -20, -12, -5, -5], decay: 0.24),
    Figures(pad: "open hat", octaves: [-43, -39, -29, -13, -16, -16, -7, -4, -8], decay: 2.44),
    Figures(pad: "high tom", octaves: [-32, -1, -15, -18, -18, -24, -23, -29, -44], decay: 2.37),
    Figures(pad: "mid tom", octaves: [-30, -1, -10, -20, -19, -21, -21, -25, -39], decay: 2.49),
    Figures(pad: "low tom", octaves: [-5, -6, -7, -16, -17, -19, -19, -24, -40], decay: 2.0),
    Figures(pad: "crash", octaves: [-39, -36, -31, -21, -23, -14, -4, -7, -20], decay: 3.16),
    Figures(pad: "ride", octaves: [-42, -39, -29, -18, -23, -14, -8, -4, -8], decay: 3.58),
    Figures(pad: "ride bell", octaves: [-52, -47, -29, -25, -25, -17, -4, -6, -13], decay: 2.65),
    Figures(pad: "pedal hat", octaves: [-18, -19, -14, -14, -17, -17, -13, -11, -1], decay: 0.19),
    Figures(pad: "cross stick", octaves: [-31, -16, -7, -10, -7, -8, -8, -11, -30], decay: 0.26),
    Figures(pad: "half-open hat", octaves: [-39, -34, -24, -15, -16, -18, -9, -4, -6], decay: 0.73),
    Figures(pad: "floor tom", octaves: [-5, -6, -7, -16, -17, -19, -19, -24, -40], decay: 2.0),
    Figures(pad: "rim shot", octaves: [-34, -11, -3, -9, -11, -12, -14, -15, -30], decay: 0.67),
    Figures(pad: "ghost snare", octaves: [-31, -7, -3, -11, -14, -17, -16, -17, -32], decay: 0.45),
    Figures(pad: "closed hat edge", octaves: [-42, -32, -24, -18, -19, -20, -12, -5, -5], decay: 0.25),
    Figures(pad: "crash 2", octaves: [-29, -25, -22, -19, -23, -12, -3, -4, -22], decay: 4.1),
    Figures(pad: "ride edge", octaves: [-28, -23, -20, -15, -18, -11, -4, -5, -15], decay: 4.44),
    Figures(pad: "splash", octaves: [-35, -43, -34, -18, -10, -10, -5, -5, -9], decay: 2.85),
    Figures(pad: "tambourine", octaves: [-38, -40, -44, -45, -35, -27, -7, -3, -5], decay: 0.49),
    Figures(pad: "maraca", octaves: [-45, -47, -49, -45, -38, -34, -18, -1, -8], decay: 0.1),
    Figures(pad: "clap", octaves: [-26, -24, -22, -13, -5, -4, -10, -15, -19], decay: 0.23),
    Figures(pad: "cowbell", octaves: [-43, -46, -41, -1, -19, -14, -15, -15, -26], decay: 0.34),
    Figures(pad: "china", octaves: [-34, -38, -29, -23, -15, -8, -3, -6, -19], decay: 2.17),
  ]

  /// Octaves within 6 dB, as far as they have more than a thousandth of the energy, and decays within 30 %.
  @Test(arguments: recorded)
  func drumIsNearToRecordedOnes(_ figures: Figures) throws {
    let pad = try #require(kit.pads.first { $0.name == figures.pad })
    let stroke = try HeardStroke(pad, of: kit)
    for (octave, (own, wanted)) in zip(stroke.octaves, figures.octaves).enumerated() where wanted > -30 {
      #expect(abs(own - wanted) < 6, "octave \(octave): \(own)")
    }
    #expect((0.7...1.3).contains(stroke.decay / figures.decay), "decay: \(stroke.decay)")
  }
}

import SystemBase

/// A square wave without band limit; its aliases belong to the sound of metal.
enum Square {
  static func add(_ frequency: Double, gain: Double, to sound: inout Mono) {
    var turns = 0.0
    let step = frequency / Signal.rate
    for index in sound.indices {
      sound[index] += turns < 0.5 ? gain : -gain
      turns += step
      if turns >= 1 { turns -= 1 }
    }
  }
}

/// A hi-hat or cymbal of a drum machine: six square waves and noise through a high-pass.
struct MachineCymbal: DrumSound {
  /// The longest duration and the decay to -60 dB, in seconds.
  let ring: Double
  /// The share of the level that decays in that time; the rest decays in a third of it.
  var tail = 0.5
  var seconds: Double { ring * 1.1 }

  private static let squares = [205.3, 304.4, 369.6, 522.7, 540, 800]

  func strike(_ sound: inout Mono, _ stroke: Stroke, _ random: inout SeededGenerator) {
    // The oscillators run freely, so that no two strokes are equal.
    var metal = Signal.silence(seconds + 0.1)
    for frequency in MachineCymbal.squares { Square.add(frequency * 1.9, gain: 0.3, to: &metal) }
    let start = Int(random.unit() * Double(Signal.frames(0.1)))
    sound.mix(Array(metal[start...]))
    sound.mix(Noise.white(sound.count, &random), gain: stroke.between(0.35, 0.6))
    sound.highPass(stroke.frequency(3800, octaves: 0.7))
    sound.highPass(4200)
    sound.multiply(Envelope(attack: 0.0005, (1 - tail, ring * 0.35), (tail, ring)).levels(sound.count))
    sound.lowPass(stroke.frequency(9000, octaves: 1))
  }
}

/// The cowbell of a drum machine: two square waves through a band-pass.
struct MachineCowbell: DrumSound {
  let seconds = 0.45

  func strike(_ sound: inout Mono, _ stroke: Stroke, _ random: inout SeededGenerator) {
    for frequency in [540.0, 800.0] { Square.add(frequency, gain: 0.4, to: &sound) }
    sound.bandPass(stroke.frequency(900, octaves: 1), resonance: 0.9)
    sound.multiply(Envelope(attack: 0.0008, (0.6, 0.06), (0.4, 0.42)).levels(sound.count))
  }
}

/// A shaker: noise that swells and stops.
struct MachineShaker: DrumSound {
  let seconds = 0.14

  func strike(_ sound: inout Mono, _ stroke: Stroke, _ random: inout SeededGenerator) {
    sound = Noise.white(sound.count, &random)
    sound.bandPass(stroke.frequency(5200, octaves: 0.7), resonance: 0.9)
    sound.multiply(Envelope(attack: stroke.between(0.02, 0.008), (1, 0.12)).levels(sound.count))
  }
}

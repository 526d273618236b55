import SystemBase

/// The bass drum of a drum machine: a long sine whose pitch falls, and a click.
struct MachineBass: DrumSound {
  let seconds = 0.9

  func strike(_ sound: inout Mono, _ stroke: Stroke, _ random: inout SeededGenerator) {
    let body = Glide(
      frequency: 47, bend: stroke.between(2.2, 4.2), bendSeconds: stroke.between(0.12, 0.18),
      envelope: Envelope(attack: 0.0006, (0.4, 0.35), (0.6, stroke.between(0.8, 1.1))))
    sound.mix(body.render(sound.count))
    sound.saturate(drive: stroke.between(0.9, 2.2))
    let click = Noise.tick(about: 3000, resonance: 0.6, seconds: 0.003, &random)
    sound.mix(click, gain: stroke.between(0.06, 0.4))
    sound.lowPass(stroke.frequency(900, octaves: 3.5))
  }
}

/// The snare drum of a drum machine: two sines and high-passed noise.
struct MachineSnare: DrumSound {
  let seconds = 0.4

  func strike(_ sound: inout Mono, _ stroke: Stroke, _ random: inout SeededGenerator) {
    for (frequency, level) in [(182.0, 0.7), (331.0, 0.45)] {
      let tone = Glide(
        frequency: frequency, bend: 0.5, bendSeconds: 0.03, envelope: Envelope(attack: 0.0005, (1, 0.16)))
      sound.mix(tone.render(sound.count), gain: level)
    }
    var noise = Noise.white(sound.count, &random)
    noise.highPass(1500)
    noise.multiply(Envelope(attack: 0.0006, (0.7, 0.16), (0.3, 0.32)).levels(noise.count))
    sound.mix(noise, gain: stroke.between(0.5, 1.1))
    sound.saturate(drive: stroke.between(0.9, 1.5))
    sound.lowPass(stroke.frequency(4200, octaves: 2))
  }
}

/// A tom of a drum machine: a sine whose pitch falls, and a little noise.
struct MachineTom: DrumSound {
  /// The final frequency in Hz.
  let frequency: Double
  var seconds: Double { 0.6 }

  func strike(_ sound: inout Mono, _ stroke: Stroke, _ random: inout SeededGenerator) {
    let tone = Glide(
      frequency: frequency, bend: stroke.between(0.4, 0.9), bendSeconds: 0.2,
      envelope: Envelope(attack: 0.0006, (0.4, 0.2), (0.6, 0.6)))
    sound.mix(tone.render(sound.count))
    sound.saturate(drive: stroke.between(0.9, 1.8))
    var noise = Noise.white(Signal.frames(0.15), &random)
    noise.bandPass(frequency * 6, resonance: 0.7)
    noise.multiply(Envelope(attack: 0.0006, (1, 0.1)).levels(noise.count))
    sound.mix(noise, gain: stroke.between(0.1, 0.5))
    sound.lowPass(stroke.frequency(frequency * 10, octaves: 2.5))
  }
}

/// The clap of a drum machine: bursts of band-passed noise and a diffuse tail.
struct MachineClap: DrumSound {
  let seconds = 0.4

  func strike(_ sound: inout Mono, _ stroke: Stroke, _ random: inout SeededGenerator) {
    sound = Noise.white(sound.count, &random)
    var levels = Envelope(attack: 0.02, (0.6, 0.3)).levels(sound.count)
    for burst in 0..<4 {
      let decay = burst == 3 ? 0.09 : 0.016
      levels.mix(
        Envelope(attack: 0.0004, (1, decay)).levels(Signal.frames(decay * 1.5)),
        at: Signal.frames(0.011 * Double(burst)))
    }
    sound.multiply(levels)
    sound.bandPass(1050, resonance: stroke.between(1.8, 1.2))
    sound.peak(3000, resonance: 0.7, decibels: stroke.between(2, 9))
    sound.lowPass(stroke.frequency(3200, octaves: 1.6))
  }
}

/// The clave-like rim of a drum machine: two short modes, clipped.
struct MachineRim: DrumSound {
  let seconds = 0.12

  func strike(_ sound: inout Mono, _ stroke: Stroke, _ random: inout SeededGenerator) {
    for (frequency, level) in [(455.0, 0.6), (1667.0, 1.0), (2410.0, stroke.between(0.2, 0.8))] {
      Mode(frequency: frequency, decay: 0.05, level: level).ring(in: &sound)
    }
    sound.saturate(drive: stroke.between(1.5, 3.5))
    sound.mix(
      Noise.tick(about: 4000, resonance: 0.7, seconds: 0.002, &random), gain: stroke.between(0.1, 0.6))
    sound.highPass(350)
  }
}

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

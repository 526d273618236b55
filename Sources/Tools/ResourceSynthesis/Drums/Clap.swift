import SystemBase

/// Hand claps: four bursts of noise in close succession, the last one with reverb.
struct Clap: DrumSound {
  let seconds = 0.55
  /// The level of the reverb.
  var reverb = 0.3

  private static let bursts: [(time: Double, level: Double)] = [
    (0, 0.72), (0.0095, 0.8), (0.0185, 0.74), (0.0285, 1),
  ]

  func strike(_ sound: inout Mono, _ stroke: Stroke, _ random: inout SeededGenerator) {
    for (number, burst) in Clap.bursts.enumerated() {
      let isLast = number == Clap.bursts.count - 1
      let hands = self.hands(ringing: isLast ? 0.075 : 0.022, &random)
      let late = number == 0 ? 0 : random.bipolar() * 0.0002
      sound.mix(hands, at: Signal.frames(burst.time + late), gain: burst.level * random.gain(within: 0.8))
    }
    let room = Noise.burst(seconds, Envelope(attack: 0.03, (0.7, 0.22), (0.3, 0.5)), &random) {
      $0.bandPass(1350, resonance: 0.75)
      $0.highPass(500)
    }
    sound.mix(room, at: Signal.frames(0.004), gain: reverb)
    sound.saturate(drive: stroke.between(1, 1.6))
    sound.lowPass(stroke.frequency(2900, octaves: 1.8), resonance: 0.6)
  }

  /// Returns the band-passed noise of hollow hands, and a brighter transient.
  private func hands(ringing seconds: Double, _ random: inout SeededGenerator) -> Mono {
    let count = Signal.frames(seconds * 1.5)
    let noise = Noise.white(count, &random)
    var hands = noise
    hands.bandPass(random.within(1080...1200), resonance: 1.9)
    var crack = noise
    crack.bandPass(random.within(2400...2700), resonance: 1.2)
    hands.mix(crack, gain: 0.42)
    hands.highPass(650)
    hands.multiply(Envelope(attack: 0.0004, (1, seconds)).levels(count))
    hands.scale(1 / hands.peak)
    return hands
  }
}

import SystemBase

/// Hand claps: four bursts of noise in close succession, the last one with reverb.
struct Clap: DrumSound {
  let seconds = 0.65

  /// The time in seconds, the level and the pan of each burst.
  private static let bursts: [(time: Double, level: Double, pan: Double)] = [
    (0, 0.72, -0.35), (0.0095, 0.8, 0.3), (0.0185, 0.74, -0.1), (0.0285, 1, 0.05),
  ]

  func strike(_ sound: inout StereoSignal, _ random: inout SeededGenerator) {
    for burst in Clap.bursts {
      let isLast = burst.time == Clap.bursts.last?.time
      let hands = self.hands(ringing: isLast ? 0.075 : 0.022, &random)
      sound.mix(hands, at: Signal.frames(burst.time), gain: burst.level, pan: burst.pan)
    }
    sound.mix(room(&random), at: Signal.frames(0.004), gain: 0.3)
    sound.each { channel in
      channel.saturate(drive: 1.4)
      channel.lowPass(8200, resonance: 0.6)
    }
  }

  /// The band-passed noise of hollow hands, and a brighter transient.
  private func hands(ringing seconds: Double, _ random: inout SeededGenerator) -> Mono {
    let count = Signal.frames(seconds * 1.5)
    let noise = Noise.white(count, &random)
    var hollow = noise
    hollow.bandPass(random.within(1050...1250), resonance: 1.9)
    var crack = noise
    crack.bandPass(random.within(2300...2800), resonance: 1.2)
    var hands = hollow
    hands.mix(crack, gain: 0.42)
    hands.highPass(650)
    hands.multiply(Envelope(attack: 0.0004, (1, seconds)).levels(count))
    hands.scale(1 / hands.peak)
    return hands
  }

  private func room(_ random: inout SeededGenerator) -> StereoSignal {
    var room = Noise.stereo(seconds, shared: 0.15, &random)
    let levels = Envelope(attack: 0.03, (0.7, 0.22), (0.3, 0.5)).levels(room.count)
    room.each { channel in
      channel.bandPass(1350, resonance: 0.75)
      channel.highPass(500)
      channel.multiply(levels)
    }
    room.scale(1 / room.peak)
    return room
  }
}

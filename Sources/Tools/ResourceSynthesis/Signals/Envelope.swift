/// An envelope with a linear attack and a sum of exponential decays.
struct Envelope {
  /// The share of a decay in the level, and its time to -60 dB in seconds.
  struct Decay {
    let share: Double
    let seconds: Double
  }

  let attack: Double
  let decays: [Decay]

  init(attack: Double, _ decays: (share: Double, seconds: Double)...) {
    self.attack = attack
    self.decays = decays.map { Decay(share: $0.share, seconds: $0.seconds) }
  }

  func levels(_ count: Int) -> Mono {
    var levels = Mono(repeating: 0, count: count)
    for decay in decays {
      let factor = Signal.decay(decay.seconds)
      var level = decay.share
      for index in 0..<count {
        levels[index] += level
        level *= factor
      }
    }
    let rise = Signal.frames(attack)
    for index in 0..<min(rise, count) { levels[index] *= Double(index + 1) / Double(rise + 1) }
    return levels
  }
}

/// A sine whose pitch falls after the onset, like that of a drum head.
struct Glide {
  /// The final frequency in Hz.
  var frequency: Double
  /// The initial excess as a fraction of the final frequency, and the seconds in which it falls by 60 dB.
  var bend: Double
  var bendSeconds: Double
  var envelope: Envelope

  func render(_ count: Int) -> Mono {
    var sound = envelope.levels(count)
    let fall = Signal.decay(bendSeconds)
    let step = frequency / Signal.rate
    var above = bend
    var turns = 0.0
    for index in 0..<count {
      sound[index] *= ExactMaths.sine(turns: turns)
      turns += step * (1 + above)
      above *= fall
    }
    return sound
  }
}

/// A rise along a straight line, then a sum of exponential decays: how struck things sound.
struct Envelope {
  /// A decay's part of the level and the seconds in which it loses 60 dB.
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

  /// The levels frame by frame.
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

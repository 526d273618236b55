/// One way in which a struck body rings: a sine that dies away.
struct Mode {
  /// In Hz.
  var frequency: Double
  /// The seconds in which it loses 60 dB.
  var decay: Double
  var level: Double
  /// Where the sine begins, in turns.
  var phase = 0.0

  /// Adds the ringing to a signal, from a frame on, by the recurrence of a damped sine.
  func ring(in sound: inout Mono, at start: Int = 0, strength: Double = 1) {
    let turns = frequency / Signal.rate
    let radius = Signal.decay(decay)
    let first = 2 * radius * ExactMaths.cosine(turns: turns)
    let second = -radius * radius
    let gain = level * strength
    var last = gain / radius * ExactMaths.sine(turns: phase - turns)
    var older = gain / (radius * radius) * ExactMaths.sine(turns: phase - 2 * turns)
    // Past 1.6 decays nothing is left above -96 dB of the mode.
    let end = min(sound.count, start + Signal.frames(decay * 1.6))
    var index = start
    while index < end {
      let value = first * last + second * older
      sound[index] += value
      older = last
      last = value
      index += 1
    }
  }

  /// Adds what the mode makes of a force on it.
  func respond(to force: Mono, in sound: inout Mono, gain: Double = 1) {
    let turns = frequency / Signal.rate
    let radius = Signal.decay(decay)
    let first = 2 * radius * ExactMaths.cosine(turns: turns)
    let second = -radius * radius
    let input = level * gain * ExactMaths.sine(turns: turns)
    var last = 0.0
    var older = 0.0
    for index in 0..<min(force.count, sound.count) {
      let value = force[index] * input + first * last + second * older
      sound[index] += value
      older = last
      last = value
    }
  }
}

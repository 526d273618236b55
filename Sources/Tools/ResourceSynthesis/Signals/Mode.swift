/// A mode of a struck body: a decaying sine.
struct Mode {
  /// The frequency in Hz.
  var frequency: Double
  /// The time to -60 dB in seconds.
  var decay: Double
  var level: Double
  /// The initial phase in turns.
  var phase = 0.0

  /// Adds the mode to a signal, by the recurrence of a damped sine.
  func ring(in sound: inout Mono) {
    let turns = frequency / Signal.rate
    let radius = Signal.decay(decay)
    let first = 2 * radius * ExactMaths.cosine(turns: turns)
    let second = -radius * radius
    var last = level / radius * ExactMaths.sine(turns: phase - turns)
    var older = level / (radius * radius) * ExactMaths.sine(turns: phase - 2 * turns)
    // After 1.6 decay times the mode is below -96 dB.
    let end = min(sound.count, Signal.frames(decay * 1.6))
    var index = 0
    while index < end {
      let value = first * last + second * older
      sound[index] += value
      older = last
      last = value
      index += 1
    }
  }

  /// Adds the response of the mode to an excitation signal.
  func respond(to force: Mono, in sound: inout Mono) {
    let turns = frequency / Signal.rate
    let radius = Signal.decay(decay)
    let first = 2 * radius * ExactMaths.cosine(turns: turns)
    let second = -radius * radius
    let input = level * ExactMaths.sine(turns: turns)
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

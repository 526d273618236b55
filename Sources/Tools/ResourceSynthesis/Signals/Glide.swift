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

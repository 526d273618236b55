/// A sine whose pitch falls after the stroke, as of a skin that was stretched by it.
struct Glide {
  /// In Hz, where the pitch comes to rest.
  var frequency: Double
  /// How far above it begins, as a part of it, and the seconds in which that falls by 60 dB.
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

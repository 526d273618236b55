/// How the level of a layer depends on the velocity of a strike. Source: sfzformat.com, `amp_veltrack` and
/// `amp_velcurve_N`.
package struct VelocityResponse: Hashable, Sendable {
  package struct Point: Hashable, Sendable {
    /// From 0 to 127.
    package var velocity: Int
    /// The level, linear, 0…1.
    package var level: Double

    package init(velocity: Int, level: Double) { (self.velocity, self.level) = (velocity, level) }
  }

  /// How far the velocity changes the level: 1 as the curve says, 0 not at all, below 0 the other way round.
  package var track = 1.0
  /// Levels by ascending velocities, with straight lines between them, from (0, 0) to (127, 1); empty for the square of the
  /// velocity.
  package var curve: [Point] = []

  package init(track: Double = 1, curve: [Point] = []) { (self.track, self.curve) = (track, curve) }

  /// The levels of the velocities 1–127, linear; empty for the usual curve.
  var levels: [Float] { self == VelocityResponse() ? [] : (1...127).map { Float(level(of: $0)) } }

  private func level(of velocity: Int) -> Double {
    let loss = abs(track) * (1 - curveLevel(of: velocity))
    return track < 0 ? loss : 1 - loss
  }

  private func curveLevel(of velocity: Int) -> Double {
    if curve.isEmpty { return Double(velocity * velocity) / (127 * 127) }
    let below = curve.last { $0.velocity <= velocity } ?? Point(velocity: 0, level: 0)
    let above = curve.first { $0.velocity >= velocity } ?? Point(velocity: 127, level: 1)
    let width = above.velocity - below.velocity
    if width <= 0 { return below.level }
    return below.level + (above.level - below.level) * Double(velocity - below.velocity) / Double(width)
  }
}

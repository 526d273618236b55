/// A pad as it is shown.
package struct PadContent: Hashable, Sendable {
  /// The key that strikes it: `a`.
  package var key: String
  package var name: String
  /// Pads of one group end each other.
  package var chokeGroup: Int?
  /// Whether it sounds, or has just been struck.
  package var isLit: Bool
  /// Of the last strike, 1…127.
  package var velocity: Int
  /// How much of the strike is left to be seen, 0…1.
  package var glow: Float

  package init(
    key: String, name: String, chokeGroup: Int? = nil, isLit: Bool = false, velocity: Int = 0, glow: Float = 0
  ) {
    self.key = key
    self.name = name
    self.chokeGroup = chokeGroup
    self.isLit = isLit
    self.velocity = velocity
    self.glow = glow
  }
}

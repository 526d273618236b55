/// A pad as it is shown.
package struct PadContent: Hashable, Sendable {
  /// The key that strikes it: `a`.
  package var key: String
  package var name: String
  /// Whether it sounds, or has just been struck.
  package var isLit: Bool
  /// Of the last strike, 1…127.
  package var velocity: Int

  package init(key: String, name: String, isLit: Bool = false, velocity: Int = 0) {
    self.key = key
    self.name = name
    self.isLit = isLit
    self.velocity = velocity
  }
}

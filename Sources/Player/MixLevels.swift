import AudioBase

/// The levels of music and pads, and what the balance makes of them.
package struct MixLevels: Hashable, Sendable {
  package static let balanceSteps = 12
  private static let decibelsPerStep = 2.0

  package var music: Decibels
  package var pads: Decibels

  package init(music: Decibels = .unity, pads: Decibels = Decibels(-6)) {
    self.music = music
    self.pads = pads
  }

  /// The balance takes away from one side and adds nothing to the other: turning it never clips.
  package func music(balance: Int) -> Decibels { lowered(music, by: balance) }
  package func pads(balance: Int) -> Decibels { lowered(pads, by: -balance) }

  private func lowered(_ level: Decibels, by steps: Int) -> Decibels {
    if steps >= MixLevels.balanceSteps { return .silence }
    return level - Decibels(Double(max(0, steps)) * MixLevels.decibelsPerStep)
  }
}

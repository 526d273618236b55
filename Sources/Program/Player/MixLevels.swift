import AudioBase
import MixEngine

/// The levels of music and pads, and their values at a balance.
package struct MixLevels: Hashable, Sendable {
  /// The number of steps to each side; the last one silences the other side.
  package static let balanceSteps = 12
  private static let decibelsPerStep = 2.0

  package var music: Decibels
  package var pads: Decibels

  package init(music: Decibels = .unity, pads: Decibels = Decibels(-6)) {
    (self.music, self.pads) = (music, pads)
  }

  /// Returns the level of the music. The balance lowers one side and never raises the other, so it cannot
  /// cause clipping.
  package func music(balance: Int) -> Decibels { lowered(music, by: balance) }
  package func pads(balance: Int) -> Decibels { lowered(pads, by: -balance) }

  private func lowered(_ level: Decibels, by steps: Int) -> Decibels {
    if steps >= MixLevels.balanceSteps { return .silence }
    return level - Decibels(Double(max(0, steps)) * MixLevels.decibelsPerStep)
  }
}

/// The engine's levels, as the player sets them.
@MainActor
package protocol MixerControl: AnyObject {
  func set(_ level: EngineCommand.Level, to gain: Decibels)
  /// Fades a level to silence within this many seconds; `set` ends the fade.
  func fadeOut(_ level: EngineCommand.Level, seconds: Double)
  /// Selects the gains that equalise the loudness of tracks.
  func evenLoudness(by choice: GainChoice)
  /// Stops the sounds of the pads and drops pending hits.
  func silencePads()
}

extension EngineControl: MixerControl {}

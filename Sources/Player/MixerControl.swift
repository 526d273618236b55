import AudioBase
import MixEngine

/// Where the player sets its levels.
@MainActor
package protocol MixerControl: AnyObject {
  func set(_ level: EngineCommand.Level, to gain: Decibels)
  /// Evens out the loudness of the tracks.
  func evenLoudness(by choice: GainChoice)
  /// Ends what the pads play and drops the hits that wait.
  func silencePads()
}

extension EngineControl: MixerControl {}

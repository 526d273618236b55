import AudioBase
import MixEngine

/// Where the player sets its levels.
@MainActor
package protocol MixerControl: AnyObject {
  func set(_ level: EngineCommand.Level, to gain: Decibels)
}

extension AudioEngine: MixerControl {}

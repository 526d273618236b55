import AudioBase
import Dubbing
import MixEngine
import Player

/// Sets the levels of the player. Those that the user changes are reported as values of the mixer, so that they are recorded.
/// Main thread.
@MainActor
package final class LevelMixer: MixerControl {
  private let engine: EngineControl
  /// The mixer that names the levels; nil before it is known.
  package weak var mixer: (any LaneMixer)?
  /// Returns whether a lane moves a level.
  package var isMoved: (EngineCommand.Level) -> Bool = { _ in false }
  /// The levels that were set last; a level that was faded out since has none.
  private var gains: [EngineCommand.Level: Decibels] = [:]

  package init(_ engine: EngineControl) { self.engine = engine }

  package func set(_ level: EngineCommand.Level, to gain: Decibels) {
    let former = gains.updateValue(gain, forKey: level)
    guard let former, let mixer, let name = LevelMixer.names[level] else {
      return engine.set(level, to: gain)
    }
    // All levels are set with each change of one; a lane moves this one.
    if former == gain { return isMoved(level) ? () : engine.set(level, to: gain) }
    let isMute = level == .master && (gain == .silence) != (former == .silence)
    let address = isMute ? "\(name)/mute" : "\(name)/gain"
    engine.set(
      AutomationTarget(level), to: Double(gain.factor).bitPattern, address: mixer.number(of: address),
      value: isMute ? (gain == .silence ? 1 : 0) : max(gain.value, MixerLanes.silence))
  }

  private static let names: [EngineCommand.Level: String] = [
    .music: "music", .pads: "pads", .click: "click", .master: "master",
  ]

  package func fadeOut(_ level: EngineCommand.Level, seconds: Double) {
    gains[level] = nil
    engine.fadeOut(level, seconds: seconds)
  }

  package func evenLoudness(by choice: GainChoice) { engine.evenLoudness(by: choice) }

  package func silencePads() { engine.silencePads() }
}

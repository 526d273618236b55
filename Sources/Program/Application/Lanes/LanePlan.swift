import AudioBase
import Dubbing
import MixEngine
import Studio
import SystemBase

/// The lanes of a take as they are played.
struct LanePlan {
  /// The lanes of the layers that sound, of which it was made.
  let lanes: [Lane]
  /// The patterns that repeat them, by their layers.
  let patterns: [Int: [HitPattern]]
  /// The mixer of the take, with whose values they begin.
  let mixer: TakeMixer
  /// The number of changes of modes and of the mixer before it was made.
  let revision: Int
  /// The number of the plan, which no other one has.
  let number: Int
  /// The course of each value that is played, by its address.
  let values: [String: Lane]
  /// What the user had set of values that move faders.
  let initial: [String: Double]
  /// The strips with such values.
  let strips: Set<MixGraph.Bus>
  /// In frames of the take.
  let courses: [AutomationCourse]
  /// The addresses that the mixer does not have.
  let unknown: Set<String>
}

/// A value that a hand holds.
struct LaneTouch {
  var value = 0.0
  /// When it was changed or recorded last.
  var time: HostTime
  /// Whether a button or a key is down that holds it.
  var isHeld = false
  /// Whether it is held to the end of the recording.
  var isLatched = false

  /// The time at which it is released, or recorded again if it is held: before `Lane.touchGap` at any speed.
  var due: HostTime { time.advanced(bySeconds: LaneController.releaseDelay) }
}

extension TakeMixer {
  /// Returns the value with which a lane begins; nil if the mixer of the take does not have it. Moves begin released.
  func value(at text: String) -> Double? {
    guard let address = MixGraph.Address(text) else { return nil }
    switch address.part {
    case .move, .throw, .sweep: return 0
    case .gain where !address.bus.hasOwnGain:
      let level: Decibels? =
        switch address.bus {
        case .music: gains?.heard.music
        case .pads: gains?.heard.pads
        case .master: gains?.volume
        case .pad, .instrument, .click, .input, .returns: nil
        }
      return level.map { max($0.value, MixerLanes.silence) }
    case .gain, .pan, .mute, .solo, .send, .parameter: return graph?.value(at: address)
    }
  }
}

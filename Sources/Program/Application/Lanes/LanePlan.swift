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
  /// What is heard of the lanes of each address, also of those that the mixer does not have.
  let heard: [String: HeardLane]
  /// What the courses were compiled from.
  let compiled: CompiledLanes
  /// The course of each value that is played, by its address.
  let values: [String: Lane]
  /// What the user had set of values that move faders.
  let initial: [String: Double]
  /// The strips with such values.
  let strips: Set<MixGraph.Bus>
  /// In frames of the take.
  let courses: [AutomationCourse]
  /// The lanes that move parts of the song; nil if none does.
  let songParts: SongPartLanes?
  /// The addresses that the mixer does not have.
  let unknown: Set<String>
}

/// What is heard of the lanes of one address.
struct HeardLane {
  /// The lanes, that of the take first, and the patterns that repeat each.
  let lanes: [Lane]
  let patterns: [[HitPattern]]
  /// The value with which the course begins; nil if the mixer of the take does not have it.
  let initial: Double?
  let course: Lane
  /// Whether it moves a fader.
  let isOfFader: Bool
  let strip: MixGraph.Bus?

  init(_ lanes: [Lane], _ patterns: [[HitPattern]], initial: Double?, _ course: Lane) {
    (self.lanes, self.patterns, self.initial, self.course) = (lanes, patterns, initial, course)
    (isOfFader, strip) = (course.id.isOfFader, course.id.strip)
  }
}

extension LanePlan {
  /// Returns what is heard of lanes of a take, by their addresses. What a former plan has of the same lanes is used again.
  ///
  /// - Parameter mixer: that of the take, with what is known of its plug-ins.
  static func heard(
    _ lanes: [Lane], of take: Take, with mixer: TakeMixer, after former: LanePlan?
  ) -> [String: HeardLane] {
    let known = former?.heard ?? [:]
    let isSameMixer = former?.mixer == mixer
    var heard: [String: HeardLane] = [:]
    for (address, lanes) in Dictionary(grouping: lanes, by: { $0.id.address }) {
      let patterns = lanes.map { lane in
        lane.id.layer.flatMap { take.layer($0) }?.settings.patterns ?? []
      }
      let own = known[address]
      let initial: Double? =
        if isSameMixer, let own { own.initial } else { mixer.value(at: address) }
      if let own, own.initial == initial, own.patterns == patterns, own.lanes == lanes {
        heard[address] = own
      } else if let course = Lane.heard(lanes.map(take.played), rate: take.frameRate)[address] {
        heard[address] = HeardLane(lanes, patterns, initial: initial, course.beginning(with: initial))
      }
    }
    return heard
  }
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
    case .song: return songValue(at: text)
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

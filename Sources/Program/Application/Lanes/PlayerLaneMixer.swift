import AudioBase
import Dubbing
import MixEngine
import Studio

/// The values of the mixer and of the levels of the player, as lanes move them. Main thread.
@MainActor
final class PlayerLaneMixer: LaneMixer {
  private static let mute = "master/mute"

  private let owner: MixOwner
  /// Returns a level as the user has set it.
  private let level: (EngineCommand.Level) -> Decibels
  /// Returns whether the output is muted.
  private let isMuted: () -> Bool
  /// What courses depend on.
  private var compiled: MixGraph

  init(
    _ owner: MixOwner, level: @escaping (EngineCommand.Level) -> Decibels, isMuted: @escaping () -> Bool
  ) {
    (self.owner, self.level, self.isMuted) = (owner, level, isMuted)
    compiled = owner.graph.withoutValuesOfUnits
  }

  var isComplete: Bool { owner.awaited.isEmpty }

  /// Returns whether courses that were compiled before differ from those of the mixer now.
  func courseDependenciesChanged() -> Bool {
    let now = owner.graph.withoutValuesOfUnits
    defer { compiled = now }
    return now != compiled
  }

  func courses(of lanes: [Lane]) -> (courses: [AutomationCourse], unknown: Set<String>) {
    var unknown: Set<String> = []
    var known: [MixLane] = []
    for lane in lanes where lane.id.address != PlayerLaneMixer.mute {
      guard let address = MixGraph.Address(lane.id.address) else {
        unknown.insert(lane.id.address)
        continue
      }
      known.append(MixLane(address, isLine: lane.shape == .lines, frames: lane.frames, values: lane.values))
    }
    var (courses, missing) = owner.courses(of: known) { [level] in
      $1.map { $0 <= LevelMixer.silence ? .silence : Decibels($0) } ?? level($0)
    }
    unknown.formUnion(missing.map(\.text))
    if let mute = lanes.first(where: { $0.id.address == PlayerLaneMixer.mute }) {
      let target = AutomationTarget(.master)
      let volume = courses.firstIndex { $0.target == target }.map { courses.remove(at: $0) }
      courses.append(course(of: mute, volume))
    }
    return (courses, unknown)
  }

  /// Returns the course of the volume of the output, which a lane mutes.
  private func course(of mute: Lane, _ volume: AutomationCourse?) -> AutomationCourse {
    var course = AutomationCourse(AutomationTarget(.master), owner: nil)
    var (bits, muted) = (Double(level(.master).factor).bitPattern, isMuted())
    typealias Change = (frame: Int, bits: UInt64?, isMuted: Bool?)
    let volumes = volume.map { zip($0.frames, $0.bits).map { Change($0, $1, nil) } } ?? []
    let changes = volumes + mute.points.map { Change($0.frame, nil, $0.value >= 0.5) }
    for change in changes.sorted(by: { $0.frame < $1.frame }) {
      (bits, muted) = (change.bits ?? bits, change.isMuted ?? muted)
      if course.frames.last == change.frame {
        course.bits.removeLast()
      } else {
        course.frames.append(change.frame)
      }
      course.bits.append(muted ? 0.0.bitPattern : bits)
    }
    return course
  }

  func value(at address: String) -> Double? {
    guard let address = MixGraph.Address(address) else { return nil }
    if address.part == .gain, let own = address.bus.level { return max(level(own).value, LevelMixer.silence) }
    if address.text == PlayerLaneMixer.mute { return isMuted() ? 1 : 0 }
    return owner.heardValue(at: address)
  }

  func number(of address: String) -> Int { owner.number(of: address) }

  func address(number: Int) -> String? { owner.address(number: number) }
}

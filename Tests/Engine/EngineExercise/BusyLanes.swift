import MixEngine
import Synchronization
import SystemBase

/// Lanes of a level, of effects and of a value that nothing else moves.
struct BusyLanes {
  private final class Value: Sendable {
    let memory = PinnedValue(Atomic<UInt64>(0))
  }

  private static let step = 1000

  private let value = Value()
  private var last: UInt64 = 0

  /// Returns courses that move at the same frames up to a limit.
  func courses(_ effects: BusyEffects, to limit: Int) -> [AutomationCourse] {
    let frames = Array(stride(from: 0, to: limit, by: BusyLanes.step))
    func course(
      _ target: AutomationTarget, _ owner: (any AnyObject & Sendable)?, _ bits: (Int) -> UInt64
    ) -> AutomationCourse {
      AutomationCourse(target, frames: frames, bits: frames.indices.map(bits), owner: owner)
    }
    let own = course(AutomationTarget(value.memory.pointer), value) { UInt64($0) }
    let level = course(AutomationTarget(.pads), nil) { (1 + Double($0 % 3) / 2).bitPattern }
    return [own, level]
      + effects.parameters.map { target, parameter, unit in
        course(target, unit) { parameter.value(at: Double($0 % 5) / 4).bitPattern }
      }
  }

  /// Has tracks move values. Each fifth time, hands hold the effects.
  func send(to engine: AudioEngine, of streams: [StreamID], _ effects: BusyEffects, number: Int) {
    let courses = courses(effects, to: BusySession.trackFrames)
    engine.control.setLanes(streams.map { ($0, courses) })
    engine.control.setOverridden(number % 5 == 0 ? courses.dropFirst(2).map(\.target) : [])
    engine.control.set(AutomationTarget(.music), to: Double(1.5).bitPattern, address: 0, value: 0)
  }

  /// Returns whether the value was moved since the last call.
  mutating func hasMoved() -> Bool {
    let now = value.memory.pointee.load(ordering: .relaxed)
    defer { last = now }
    return now != last
  }
}

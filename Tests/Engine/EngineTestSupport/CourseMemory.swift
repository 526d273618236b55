import MixEngine
import Synchronization
import SystemBase

/// Memory that courses and commands set, as that of a parameter.
package final class CourseMemory: Sendable {
  private let memory = PinnedValue(Atomic<UInt64>(0))

  package init() {}

  /// What was set last.
  package var value: UInt64 { memory.pointee.load(ordering: .relaxed) }

  package var target: AutomationTarget { AutomationTarget(memory.pointer) }

  /// Returns a course that sets the memory to values at frames.
  package func course(_ points: KeyValuePairs<Int, UInt64>) -> AutomationCourse {
    AutomationCourse(target, frames: points.map(\.key), bits: points.map(\.value), owner: self)
  }
}

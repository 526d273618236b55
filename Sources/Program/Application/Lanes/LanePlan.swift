import Dubbing
import MixEngine
import Studio
import SystemBase

/// The lanes of a take as they are played.
struct LanePlan {
  /// The lanes of the layers that sound, of which it was made.
  let lanes: [Lane]
  /// The number of changes of modes and of the mixer before it was made.
  let revision: Int
  /// The number of the plan, which no other one has.
  let number: Int
  /// The course of each value that is played, by its address.
  let values: [String: Lane]
  /// The strips with such values.
  let strips: Set<MixGraph.Bus>
  /// In frames of the take.
  let courses: [AutomationCourse]
  /// The addresses that the mixer does not have.
  let unknown: Set<String>
}

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

extension AutomationCourse {
  /// Returns the course of a take without a track, whose frames count from the beginning of its free sequence.
  ///
  /// - Parameters:
  ///   - frame: the frame of the take with which it begins. The value that holds there begins with it.
  ///   - lead: the output frame of that frame.
  ///   - ratio: output frames for each frame of the take.
  func moved(from frame: Int, to lead: Int, ratio: Double) -> AutomationCourse {
    let next = frames.firstIndex { $0 > frame } ?? frames.count
    var moved = self
    moved.frames = frames[next...].map { lead + Int(saturating: (Double($0 - frame) * ratio).rounded()) }
    moved.bits = Array(bits[next...])
    if next > 0 {
      moved.frames.insert(lead, at: 0)
      moved.bits.insert(bits[next - 1], at: 0)
    }
    return moved
  }
}

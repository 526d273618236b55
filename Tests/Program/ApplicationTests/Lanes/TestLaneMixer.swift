import Dubbing
import MixEngine
import Studio

@testable import Application

/// A mixer that has the levels of the music, the pads and the output alone, and numbers of the drums of the song.
@MainActor final class TestLaneMixer: LaneMixer {
  static let levels: [(address: String, level: EngineCommand.Level)] = [
    ("music/gain", .music), ("pads/gain", .pads), ("master/mute", .master),
    ("master/gain", .master),
  ]
  private static let addresses = levels.map(\.address) + ["song/drums/gain", "song/drums/mute"]
  /// The values that have numbers.
  var count = TestLaneMixer.addresses.count
  var isComplete = true
  var onNumber: () -> Void = {}
  /// The lanes of each call, by their addresses.
  private(set) var compiled: [[String]] = []

  func courses(
    of lanes: [Lane], reusing _: CompiledLanes
  ) -> (courses: [AutomationCourse], unknown: Set<String>) {
    compiled.append(lanes.map(\.id.address).sorted())
    var unknown: Set<String> = []
    var courses: [AutomationCourse] = []
    for lane in lanes {
      guard let level = Self.levels.first(where: { $0.address == lane.id.address })?.level else {
        unknown.insert(lane.id.address)
        continue
      }
      courses.append(
        AutomationCourse(
          AutomationTarget(level), frames: lane.frames, bits: lane.values.map(\.bitPattern), owner: nil))
    }
    return (courses, unknown)
  }

  func described(_ mixer: TakeMixer) -> TakeMixer { mixer }

  func value(at address: String) -> Double? { number(of: address) < 0 ? nil : 0 }

  func number(of address: String) -> Int { Self.addresses.firstIndex(of: address) ?? -2 }

  func address(number: Int) -> String? {
    (0..<count).contains(number) ? Self.addresses[number] : nil
  }
}

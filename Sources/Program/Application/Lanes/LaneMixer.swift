import Dubbing
import MixEngine

/// The values of the mixer that lanes move, by the addresses of lanes. Main thread.
@MainActor
package protocol LaneMixer: AnyObject {
  /// Compiles lanes to courses, in the frames of the lanes. Each address occurs once. Those that the mixer does not have are
  /// returned as unknown.
  func courses(of lanes: [Lane]) -> (courses: [AutomationCourse], unknown: Set<String>)
  /// Returns the value at an address as the user has set it; nil if the mixer does not have it.
  func value(at address: String) -> Double?
  /// Returns the number by which changes of a value are reported. Numbers count from 0.
  func number(of address: String) -> Int
  /// Returns the address that has a number; nil if none has.
  func address(number: Int) -> String?
  /// Called after a value has got its number, before a change is sent with it.
  var onNumber: () -> Void { get set }
  /// Whether no plug-in is awaited, so that addresses that are unknown now stay unknown.
  var isComplete: Bool { get }
}

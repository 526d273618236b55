import AudioBase
import Dubbing
import MixEngine
import Studio

/// The values of the mixer that lanes move, by the addresses of lanes. Main thread.
@MainActor
package protocol LaneMixer: AnyObject {
  /// Compiles lanes to courses, in the frames of the lanes. Each address occurs once. Those that the mixer does not have are
  /// returned as unknown. What was compiled before of what has not changed is used again.
  func courses(
    of lanes: [Lane], reusing compiled: CompiledLanes
  ) -> (courses: [AutomationCourse], unknown: Set<String>)
  /// Returns the mixer of a take with what is known of its plug-ins.
  func described(_ mixer: TakeMixer) -> TakeMixer
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

/// The values of the mixer and of the levels of the player, as lanes move them. Main thread.
@MainActor
final class PlayerLaneMixer: LaneMixer {
  private static let mute = "master/mute"

  private let owner: MixOwner
  /// Returns a level as the user has set it.
  private let level: (EngineCommand.Level) -> Decibels
  /// Returns whether the output is muted.
  private let isMuted: () -> Bool
  /// What courses depend on: the mixer, and its units, as plug-ins come later than it.
  private var compiled: (graph: MixGraph, units: Int)

  init(
    _ owner: MixOwner, level: @escaping (EngineCommand.Level) -> Decibels, isMuted: @escaping () -> Bool
  ) {
    (self.owner, self.level, self.isMuted) = (owner, level, isMuted)
    compiled = (owner.graph.withoutValuesOfUnits, owner.unitsMade)
  }

  var isComplete: Bool { owner.awaited.isEmpty }

  /// Returns whether courses that were compiled before differ from those of the mixer now.
  func courseDependenciesChanged() -> Bool {
    let now = (graph: owner.graph.withoutValuesOfUnits, units: owner.unitsMade)
    defer { compiled = now }
    return now != compiled
  }

  func courses(
    of lanes: [Lane], reusing compiled: CompiledLanes
  ) -> (courses: [AutomationCourse], unknown: Set<String>) {
    MixerLanes(lanes).courses(volume: level(.master), isMuted: isMuted()) { [owner, level] lanes in
      owner.courses(of: lanes, reusing: compiled) { $1.map(MixerLanes.gain) ?? level($0) }
    }
  }

  func described(_ mixer: TakeMixer) -> TakeMixer {
    var mixer = mixer
    mixer.graph = mixer.graph.map(owner.described)
    return mixer
  }

  func value(at address: String) -> Double? {
    guard let address = MixGraph.Address(address) else { return nil }
    if address.part == .gain, let own = address.bus.level { return max(level(own).value, MixerLanes.silence) }
    if address.text == PlayerLaneMixer.mute { return isMuted() ? 1 : 0 }
    return owner.heardValue(at: address)
  }

  func number(of address: String) -> Int { owner.number(of: address) }

  func address(number: Int) -> String? { owner.address(number: number) }

  var onNumber: () -> Void {
    get { owner.onNumber }
    set { owner.onNumber = newValue }
  }
}

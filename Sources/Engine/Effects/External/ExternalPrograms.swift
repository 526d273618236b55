import AudioBase
import Synchronization

/// Other programs as units of one role: their names, and the descriptions that mixers have of them.
package final class ExternalPrograms: Sendable {
  /// The name of an effect with ports that the user connects.
  private static let ports = "jack"
  /// The beginning of the name of a unit that is connected to a program.
  private static let prefix = "jack:"

  package static let effects = ExternalPrograms(.effect) { LoopUnit($0, $1) }

  private let role: ExternalLoop.Role
  private let makeUnit: @Sendable (UnitSetup, ExternalLoop) -> any EffectUnit
  private let descriptions = Mutex<[String: UnitDescription]>([:])

  package init(
    _ role: ExternalLoop.Role, _ makeUnit: @escaping @Sendable (UnitSetup, ExternalLoop) -> any EffectUnit
  ) {
    (self.role, self.makeUnit) = (role, makeUnit)
  }

  /// Returns the description of a unit, `jack:PROGRAM`; nil if its name is not that of a program. There need not be such a
  /// program.
  package func description(of unit: String) -> UnitDescription? {
    let isPorts = role == .effect && unit == ExternalPrograms.ports
    let prefix = ExternalPrograms.prefix
    guard isPorts || (unit.hasPrefix(prefix) && unit != prefix) else { return nil }
    return descriptions.withLock { known in
      let found = known[unit] ?? describe(String(unit.dropFirst(prefix.count)), category: nil)
      known[unit] = found
      return found
    }
  }

  /// Describes a program that was found.
  ///
  /// - Parameters:
  ///   - program: its name; empty for ports that the user connects.
  ///   - category: what it is listed as.
  package func describe(_ program: String, category: String?) -> UnitDescription {
    UnitDescription(
      name: program.isEmpty ? ExternalPrograms.ports : ExternalPrograms.prefix + program,
      title: program.isEmpty ? "JACK ports" : program, kind: .jack, parameters: [],
      isInstrument: role == .instrument, category: category,
      make: { [role, makeUnit] in makeUnit($0, ExternalLoop(program: program, role: role)) })
  }
}

import AudioBase
import Synchronization

/// Other programs as effects: their names, and the descriptions that mixers have of them.
package enum ExternalProgram {
  /// The name of a unit with ports that the user connects.
  private static let ports = "jack"
  /// The beginning of the name of a unit that is connected to a program.
  private static let prefix = "jack:"
  private static let descriptions = Mutex<[String: UnitDescription]>([:])

  /// Returns the description of a unit; nil if its name is not that of a program. There need not be such a program.
  package static func description(of unit: String) -> UnitDescription? {
    guard unit == ports || (unit.hasPrefix(prefix) && unit != prefix) else { return nil }
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
  package static func describe(_ program: String, category: String?) -> UnitDescription {
    UnitDescription(
      name: program.isEmpty ? ports : prefix + program, title: program.isEmpty ? "JACK ports" : program,
      kind: .jack, parameters: [], category: category,
      make: { LoopUnit($0, ExternalLoop(program: program)) })
  }
}

import AudioDevices
import Effects

extension JACKProgram {
  /// The programs of the running JACK server as units, and ports that the user connects; none if there is no server. Waits
  /// for the server.
  package static var units: [UnitDescription] {
    let programs = list()
    if programs.isEmpty { return [] }
    return [ExternalProgram.describe("", category: "JACK effect")]
      + programs.map { ExternalProgram.describe($0.name, category: "JACK \($0.kind.rawValue)") }
  }
}

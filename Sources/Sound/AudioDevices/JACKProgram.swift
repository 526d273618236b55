import CJACK

/// Another program on a JACK server, with its ports of sound.
package struct JACKProgram: Hashable, Sendable {
  /// What its ports are good for.
  package enum Kind: String, Sendable {
    /// Sound in and out.
    case effect
    /// MIDI in, sound out.
    case instrument
    /// Sound out alone.
    case generator
  }

  package let name: String
  package let kind: Kind
  /// The ports of sound, and the inputs of MIDI.
  let inputs: [String]
  let outputs: [String]
  let notes: [String]

  /// Lists the programs of the running server; none if there is no server. Waits for the server.
  package static func list() -> [JACKProgram] {
    guard let connection = try? JACKConnection("drumdub-list") else { return [] }
    return list(connection)
  }

  /// Lists the programs that return sound, except this one and the server's own devices.
  static func list(_ connection: borrowing JACKConnection) -> [JACKProgram] {
    let (input, output) = (UInt(DRUMDUB_JACK_PORT_IS_INPUT), UInt(DRUMDUB_JACK_PORT_IS_OUTPUT))
    let physical = UInt(DRUMDUB_JACK_PORT_IS_PHYSICAL)
    let inputs = byClient(connection.ports(DRUMDUB_JACK_AUDIO, flags: input))
    let outputs = byClient(connection.ports(DRUMDUB_JACK_AUDIO, flags: output))
    let notes = byClient(connection.ports(DRUMDUB_JACK_MIDI, flags: input))
    let devices = Set(byClient(connection.ports(DRUMDUB_JACK_AUDIO, flags: physical)).keys)
    return outputs.keys.sorted().compactMap { name in
      guard !devices.contains(name), !name.hasPrefix("drumdub") else { return nil }
      let kind: Kind = inputs[name] != nil ? .effect : notes[name] != nil ? .instrument : .generator
      return JACKProgram(
        name: name, kind: kind, inputs: inputs[name] ?? [], outputs: outputs[name] ?? [],
        notes: notes[name] ?? [])
    }
  }

  /// Returns the ports of each client, in their order: names of clients contain no colon.
  private static func byClient(_ ports: [String]) -> [String: [String]] {
    Dictionary(grouping: ports) { String($0.prefix { $0 != ":" }) }
  }
}

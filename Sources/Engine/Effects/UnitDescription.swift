import AudioBase

/// A unit that strips can have, as it is listed, stored and made: an effect of the program, an instrument, or a plug-in.
///
/// There is one object for each unit, so that graphs compare it by identity.
package final class UnitDescription: Sendable {
  package enum Kind: String, Sendable {
    case effect, instrument, lv2, jack
  }

  /// The name under which files store it.
  package let name: String
  /// The name that is shown.
  package let title: String
  package let kind: Kind
  /// The parameters, in the order of their indices.
  package let parameters: [EffectParameter]
  /// Whether it makes sound of notes: only the bus of the instrument can have it, as its source.
  package let isInstrument: Bool
  /// Whether it follows the level of another bus.
  package let hasSidechain: Bool
  package let author: String?
  /// What it does, such as `Reverb`; nil for an effect of the program.
  package let category: String?
  package let presets: [UnitPreset]
  /// The reason why it cannot be used; nil if it can be.
  package let refusal: UnitRefusal?
  private let make: @Sendable (UnitSetup) throws(UnitRefusal) -> any EffectUnit

  package init(
    name: String, title: String, kind: Kind, parameters: [EffectParameter],
    isInstrument: Bool = false, hasSidechain: Bool = false, author: String? = nil, category: String? = nil,
    presets: [UnitPreset] = [], refusal: UnitRefusal? = nil,
    make: @escaping @Sendable (UnitSetup) throws(UnitRefusal) -> any EffectUnit
  ) {
    (self.name, self.title, self.kind, self.parameters) = (name, title, kind, parameters)
    (self.author, self.category, self.presets, self.refusal) = (author, category, presets, refusal)
    (self.isInstrument, self.hasSidechain, self.make) = (isInstrument, hasSidechain, make)
  }

  /// Creates a unit for a bus. Control side.
  package func makeUnit(_ setup: UnitSetup) throws(UnitRefusal) -> any EffectUnit { try make(setup) }
}

extension UnitDescription: Hashable {
  package static func == (one: UnitDescription, other: UnitDescription) -> Bool { one === other }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// What a new unit begins with.
package struct UnitSetup: Sendable {
  package var rate: SampleRate
  /// In the order of the parameters; those that are missing are initial ones.
  package var values: [Double]
  package var isBypassed = false
  /// Whether it is heard while it runs, and not rendered as fast as possible.
  package var isRealtime = true
  /// What the unit has saved beside its parameters.
  package var state: UnitState?
  /// The level of another bus; nil if the unit follows none.
  package var sidechain: LevelCell?

  package init(rate: SampleRate, values: [Double], isBypassed: Bool = false, sidechain: LevelCell? = nil) {
    (self.rate, self.values, self.isBypassed, self.sidechain) = (rate, values, isBypassed, sidechain)
  }
}

/// Values of all parameters of a unit, and its state, that have a name.
package struct UnitPreset: Hashable, Sendable {
  package let name: String
  /// In the order of the parameters.
  package let values: [Double]
  /// What the unit begins with beside them; nil if it keeps its state.
  package let state: UnitState?

  package init(name: String, values: [Double], state: UnitState? = nil) {
    (self.name, self.values, self.state) = (name, values, state)
  }
}

/// The reason why a unit cannot be used, as the end of a sentence that begins with its name.
package struct UnitRefusal: Error, Hashable, Sendable {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

/// What a unit keeps beside its parameters, such as the path of a sample: values that it has named and typed itself.
package struct UnitState: Hashable, Sendable {
  package struct Property: Hashable, Sendable {
    /// A URI.
    package var key: String
    /// The URI of the type of the value.
    package var type: String
    package var bytes: [UInt8]

    package init(key: String, type: String, bytes: [UInt8]) {
      (self.key, self.type, self.bytes) = (key, type, bytes)
    }
  }

  package var properties: [Property]

  package init(properties: [Property]) { self.properties = properties }
}

extension UnitState.Property {
  /// The sizes of the types that are stored; nil for one that varies. Others may hold what is of use in one process alone.
  private static let sizes: [String: Int?] = {
    let atom = "http://lv2plug.in/ns/ext/atom#"
    return [
      atom + "Int": 4, atom + "Bool": 4, atom + "Float": 4, atom + "Long": 8, atom + "Double": 8,
      atom + "String": nil, atom + "Path": nil, atom + "URI": nil, atom + "Chunk": nil,
    ]
  }()

  /// Whether the value has the size of its type, so that a plug-in that trusts it reads no other memory.
  package var isValid: Bool {
    guard let size = UnitState.Property.sizes[type] else { return false }
    if let size { return bytes.count == size }
    return type.hasSuffix("#Chunk") || bytes.last == 0
  }
}

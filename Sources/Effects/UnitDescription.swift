import AudioBase

/// A unit that strips can have, as it is listed, stored and made: an effect of the program, an instrument, or a plug-in.
///
/// There is one object for each unit, so that graphs compare it by identity.
package final class UnitDescription: Sendable {
  package enum Kind: String, Sendable {
    case effect, instrument, lv2
  }

  /// The name under which files store it.
  package let name: String
  /// The name that is shown.
  package let title: String
  package let kind: Kind
  /// The parameters, in the order of their indices.
  package let parameters: [EffectParameter]
  /// Whether it follows the level of another bus.
  package let hasSidechain: Bool
  private let make: @Sendable (UnitSetup) -> any EffectUnit

  package init(
    name: String, title: String, kind: Kind, parameters: [EffectParameter], hasSidechain: Bool = false,
    make: @escaping @Sendable (UnitSetup) -> any EffectUnit
  ) {
    (self.name, self.title, self.kind, self.parameters) = (name, title, kind, parameters)
    (self.hasSidechain, self.make) = (hasSidechain, make)
  }

  /// Creates a unit for a bus. Control side.
  package func makeUnit(_ setup: UnitSetup) -> any EffectUnit { make(setup) }
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
  /// The level of another bus; nil if the unit follows none.
  package var sidechain: LevelCell?

  package init(rate: SampleRate, values: [Double], isBypassed: Bool = false, sidechain: LevelCell? = nil) {
    (self.rate, self.values, self.isBypassed, self.sidechain) = (rate, values, isBypassed, sidechain)
  }
}

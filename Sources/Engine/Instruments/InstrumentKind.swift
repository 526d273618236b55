import Effects
import MixEngine

/// The kinds of instruments, by the names under which they are stored.
package enum InstrumentKind: String, CaseIterable, Sendable {
  case guitar

  /// The parameters, in the order of their indices.
  package var parameters: [EffectParameter] {
    switch self {
    case .guitar: GuitarSettings.parameters
    }
  }

  private static let descriptions = Dictionary(
    uniqueKeysWithValues: allCases.map { kind in
      (
        kind.rawValue,
        UnitDescription(
          name: kind.rawValue, title: kind.rawValue, kind: .instrument, parameters: kind.parameters,
          isInstrument: true, make: { kind.makeUnit($0) })
      )
    })

  /// The descriptions of all instruments, in the order of the kinds.
  package static var all: [UnitDescription] { allCases.compactMap(\.description) }

  /// Returns the description of an instrument; nil if none has this name.
  package static func description(of name: String) -> UnitDescription? { descriptions[name] }

  package var description: UnitDescription? { InstrumentKind.descriptions[rawValue] }

  /// Creates the source of the instrument's bus.
  package func makeUnit(_ setup: UnitSetup) -> any InstrumentUnit {
    switch self {
    case .guitar: GuitarUnit(setup)
    }
  }
}

/// A source of notes with parameters. Bypassed, it fades to silence within 10 ms, and begins no notes.
package protocol InstrumentUnit: EffectUnit, NoteSource {}

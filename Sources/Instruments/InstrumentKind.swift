import AudioBase
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

  /// Creates the source of the instrument's bus.
  ///
  /// - Parameter values: in the order of `parameters`; those that are missing are initial ones.
  package func makeUnit(rate: SampleRate, values: [Double] = []) -> any InstrumentUnit {
    switch self {
    case .guitar: GuitarUnit(rate: rate, values: values)
    }
  }
}

/// A source of notes with parameters that any thread may set.
package protocol InstrumentUnit: NoteSource {
  var kind: InstrumentKind { get }

  /// Moves a parameter to a value within some 20 ms.
  ///
  /// - Parameters:
  ///   - parameter: the index in `kind.parameters`.
  ///   - value: limited to the range of the parameter.
  func set(_ parameter: Int, to value: Double)
}

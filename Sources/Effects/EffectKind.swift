import AudioBase
import MixEngine

/// The kinds of effects, by the names under which they are stored.
package enum EffectKind: String, CaseIterable, Sendable {
  case filter, equalizer, delay

  /// The one place that names the implementation of each kind.
  private var implementation: EffectImplementation {
    switch self {
    case .filter: .filter
    case .equalizer: .equalizer
    case .delay: .delay
    }
  }

  /// The parameters, in the order of their indices.
  package var parameters: [EffectParameter] { implementation.parameters }

  /// Creates a unit for a bus.
  ///
  /// - Parameter values: in the order of `parameters`; those that are missing are initial ones.
  package func makeUnit(
    rate: SampleRate, values: [Double], isBypassed: Bool = false
  ) -> any EffectUnit {
    implementation.make(self, rate, values, isBypassed)
  }
}

/// What a kind of effect is made of. Each effect declares its own one as a static member, beside its kernel.
struct EffectImplementation {
  let parameters: [EffectParameter]
  let make: (EffectKind, SampleRate, [Double], Bool) -> any EffectUnit

  /// Describes an effect.
  ///
  /// - Parameter process: calls `EffectState<Kernel>.process`.
  init<Kernel: EffectKernel>(_: Kernel.Type, process: @escaping RenderUnit.Process) {
    parameters = Kernel.parameters
    make = { kind, rate, values, isBypassed in
      KernelUnit<Kernel>(kind, rate: rate, values: values, isBypassed: isBypassed, process: process)
    }
  }
}

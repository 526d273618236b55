import AudioBase
import MixEngine

/// The kinds of effects, by the names under which they are stored.
package enum EffectKind: String, CaseIterable, Sendable {
  case filter, equalizer, delay, reverb, compressor, distortion, transient

  /// The one place that names the implementation of each kind.
  private var implementation: EffectImplementation {
    switch self {
    case .filter: .filter
    case .equalizer: .equalizer
    case .delay: .delay
    case .reverb: .reverb
    case .compressor: .compressor
    case .distortion: .distortion
    case .transient: .transient
    }
  }

  /// The parameters, in the order of their indices.
  package var parameters: [EffectParameter] { implementation.parameters }

  /// Creates a unit for a bus.
  ///
  /// - Parameters:
  ///   - values: in the order of `parameters`; those that are missing are initial ones.
  ///   - sidechain: the level of another bus, which a compressor can follow.
  package func makeUnit(
    rate: SampleRate, values: [Double], isBypassed: Bool = false, sidechain: LevelCell? = nil
  ) -> any EffectUnit {
    implementation.make(self, rate, values, isBypassed, sidechain)
  }
}

/// What a kind of effect is made of. Each effect declares its own one as a static member, beside its kernel.
struct EffectImplementation {
  let parameters: [EffectParameter]
  let make: (EffectKind, SampleRate, [Double], Bool, LevelCell?) -> any EffectUnit

  /// Describes an effect.
  ///
  /// - Parameter process: calls `EffectState<Kernel>.process`.
  init<Kernel: EffectKernel>(_: Kernel.Type, process: @escaping RenderUnit.Process) {
    parameters = Kernel.parameters
    make = { kind, rate, values, isBypassed, sidechain in
      KernelUnit<Kernel>(
        kind, rate: rate, values: values, isBypassed: isBypassed, sidechain: sidechain, process: process)
    }
  }
}

import MixEngine

/// The kinds of effects, by the names under which they are stored.
package enum EffectKind: String, CaseIterable, Sendable {
  case filter, equalizer, delay, reverb, compressor, distortion, transient, sweep, stutter, brake

  /// The one place that names the implementation of each kind.
  private var implementation: EffectImplementation {
    switch self {
    case .filter: .init(FilterKernel.self, process: unitProcessFilter)
    case .equalizer: .init(EqualizerKernel.self, process: unitProcessEqualizer)
    case .delay: .init(DelayKernel.self, process: unitProcessDelayEffect)
    case .reverb: .init(ReverbKernel.self, process: unitProcessReverb)
    case .compressor: .init(CompressorKernel.self, process: unitProcessCompressor)
    case .distortion: .init(DistortionKernel.self, process: unitProcessDistortion)
    case .transient: .init(TransientKernel.self, process: unitProcessTransient)
    case .sweep: .init(SweepKernel.self, process: unitProcessSweep)
    case .stutter: .init(StutterKernel.self, process: unitProcessStutter)
    case .brake: .init(BrakeKernel.self, process: unitProcessBrake)
    }
  }

  private static let descriptions = Dictionary(
    uniqueKeysWithValues: allCases.map { kind in
      let implementation = kind.implementation
      return (
        kind.rawValue,
        UnitDescription(
          name: kind.rawValue, title: kind.rawValue, kind: .effect, parameters: implementation.parameters,
          hasSidechain: kind == .compressor, make: implementation.make)
      )
    })

  /// The descriptions of all effects, in the order of the kinds.
  package static var all: [UnitDescription] { allCases.compactMap { description(of: $0.rawValue) } }

  /// Returns the description of an effect; nil if none has this name.
  package static func description(of name: String) -> UnitDescription? { descriptions[name] }

  /// The parameters, in the order of their indices.
  package var parameters: [EffectParameter] { implementation.parameters }

  /// Creates a unit for a bus.
  package func makeUnit(_ setup: UnitSetup) -> any EffectUnit { implementation.make(setup) }
}

/// What a kind of effect is made of.
struct EffectImplementation {
  let parameters: [EffectParameter]
  let make: @Sendable (UnitSetup) -> any EffectUnit

  /// Describes an effect.
  ///
  /// - Parameter process: calls `EffectState<Kernel>.process`.
  init<Kernel: EffectKernel>(_: Kernel.Type, process: @escaping RenderUnit.Process) {
    parameters = Kernel.parameters
    make = { KernelUnit<Kernel>($0, process: process) }
  }
}

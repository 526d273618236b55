import MixEngine
import Synchronization
import SystemBase

/// A unit of a bus with parameters that any thread may set.
package protocol EffectUnit: PlanUnit {
  /// The parameters, in the order of their indices.
  var parameters: [EffectParameter] { get }

  /// Moves a parameter to a value within some 20 ms; a choice changes at once.
  ///
  /// - Parameters:
  ///   - parameter: the index in `parameters`.
  ///   - value: limited to the range of the parameter.
  func set(_ parameter: Int, to value: Double)

  /// Returns the value that a parameter has or moves to.
  func value(_ parameter: Int) -> Double

  /// Fades to the input within 10 ms, or back to the effect.
  func bypass(_ isBypassed: Bool)

  /// Returns what moves a parameter at a frame, by the bits of a `Double` in its range; nil if nothing does. It lives as
  /// long as the unit.
  func target(_ parameter: Int) -> AutomationTarget?

  /// What bypasses the unit at a frame, by the bits of 0 or 1 as a `Double`; nil if nothing does.
  var bypassTarget: AutomationTarget? { get }

  /// The dB by which a compressor lowers the level now; nil for another effect.
  var reduction: Float? { get }
}

extension EffectUnit {
  package func target(_ parameter: Int) -> AutomationTarget? { nil }
  package var bypassTarget: AutomationTarget? { nil }
  package var reduction: Float? { nil }
}

/// A unit whose parameters are those of a `ParameterSmoother`.
package protocol SmoothedUnit: EffectUnit {
  /// Returns the memory of the target of a parameter, as that of the smoother. It lives as long as the unit.
  func memory(of parameter: Int) -> UnsafeMutablePointer<Atomic<UInt64>>
}

extension SmoothedUnit {
  package func set(_ parameter: Int, to value: Double) {
    memory(of: parameter).pointee.store(parameters[parameter].clamped(value).bitPattern, ordering: .relaxed)
  }

  package func value(_ parameter: Int) -> Double {
    Double(bitPattern: memory(of: parameter).pointee.load(ordering: .relaxed))
  }

  package func target(_ parameter: Int) -> AutomationTarget? { AutomationTarget(memory(of: parameter)) }
}

/// Owns the state of an effect.
package final class KernelUnit<Kernel: EffectProcessor>: SmoothedUnit, @unchecked Sendable {
  /// Only the audio thread uses it once the unit is in a plan, except the targets of the parameters, which are atomic.
  private let state: PinnedValue<EffectState<Kernel>>
  /// The bits of a `Double`: 0 unless the input passes unchanged. Any thread.
  private let bypassBits: PinnedValue<Atomic<UInt64>>
  /// Kept for the audio thread, which reads its memory.
  private let sidechain: LevelCell?
  private let process: RenderUnit.Process
  /// Belongs to the kernel.
  private let shownReduction: UnsafePointer<Atomic<Float>>?

  package let parameters: [EffectParameter]

  init(
    _ kernel: Kernel, _ parameters: [EffectParameter], _ setup: UnitSetup,
    process: @escaping RenderUnit.Process
  ) {
    self.parameters = parameters
    sidechain = setup.sidechain
    self.process = process
    shownReduction = kernel.shownReduction
    bypassBits = PinnedValue(Atomic((setup.isBypassed ? 1.0 : 0).bitPattern))
    state = PinnedValue(
      EffectState(kernel, parameters, setup, bypass: bypassBits.pointer, sidechain: sidechain?.level))
  }

  deinit { state.pointee.deallocateKernel() }

  package var unit: RenderUnit { RenderUnit(context: state.pointer, process: process) }

  package func bypass(_ isBypassed: Bool) {
    bypassBits.pointee.store((isBypassed ? 1.0 : 0).bitPattern, ordering: .relaxed)
  }

  package func memory(of parameter: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    state.pointee.parameters.memory(of: parameter)
  }

  package var bypassTarget: AutomationTarget? { AutomationTarget(bypassBits.pointer) }

  package var reduction: Float? { shownReduction?.pointee.load(ordering: .relaxed) }
}

extension KernelUnit where Kernel: EffectKernel {
  package convenience init(_ setup: UnitSetup, process: @escaping RenderUnit.Process) {
    self.init(
      Kernel(rate: setup.rate), Kernel.parameters + Kernel.moveParameters, setup, process: process)
  }
}

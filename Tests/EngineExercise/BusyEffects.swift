import AudioBase
import Effects
import MixEngine
import SystemBase

/// Effects on all buses of a session, which are changed, bypassed and replaced while they sound.
struct BusyEffects {
  private var units: [any EffectUnit] = []

  /// Builds a plan with other units, of all kinds.
  mutating func replace(in engine: AudioEngine, using random: inout SeededGenerator) {
    units = EffectKind.allCases.shuffled(using: &random).map { kind in
      kind.makeUnit(
        UnitSetup(rate: engine.sampleRate, values: [], isBypassed: Bool.random(using: &random)))
    }
    var chains = engine.control.standardChains
    chains.returns = [units]
    for bus in [RenderPlan.Bus.music, .pads, .click] {
      chains.sends.append(RenderPlan.Send(from: bus, to: 0, gain: Decibels(-12)))
    }
    engine.control.setChains(chains)
  }

  /// Sets a parameter of each unit, and whether it is bypassed.
  func change(using random: inout SeededGenerator) {
    for unit in units {
      let parameter = Int.random(in: unit.parameters.indices, using: &random)
      let position = Double.random(in: 0...1, using: &random)
      unit.set(parameter, to: unit.parameters[parameter].value(at: position))
      unit.bypass(Int.random(in: 0...4, using: &random) == 0)
    }
  }
}

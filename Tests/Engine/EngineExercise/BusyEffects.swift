import AudioBase
import Effects
import Instruments
import MixEngine
import SystemBase

/// Effects on all buses of a session and an instrument, which are changed, bypassed and replaced while they sound.
struct BusyEffects {
  private var units: [any EffectUnit] = []
  var lanes = BusyLanes()
  private var instrument: (any InstrumentUnit)?
  /// The number of plans so far. Each second one has a SoundFont as its instrument, if Debian's timgm6mb-soundfont is
  /// installed; the others have a guitar.
  private var replacements = 0
  private static let soundFont = SoundFontPreset(
    FilePath("/usr/share/sounds/sf2/TimGM6mb.sf2"), bank: 0, program: 0
  ).unit.flatMap { try? SoundFontCatalog([]).load($0, rate: .standard) }
  /// Its own random numbers, so that notes change nothing else of a session.
  private var random = SeededGenerator(seed: 6)

  /// Builds a plan with other units, of all kinds.
  mutating func replace(in engine: AudioEngine, using random: inout SeededGenerator) {
    units = EffectKind.allCases.shuffled(using: &random).map { kind in
      kind.makeUnit(
        UnitSetup(rate: engine.sampleRate, values: [], isBypassed: Bool.random(using: &random)))
    }
    var chains = engine.control.standardChains
    chains.returns = [units]
    let setup = UnitSetup(rate: engine.sampleRate, values: [])
    replacements += 1
    let soundFont = replacements % 2 == 0 ? try? BusyEffects.soundFont?.makeUnit(setup) : nil
    instrument = soundFont as? any InstrumentUnit ?? InstrumentKind.guitar.makeUnit(setup)
    chains.source = instrument
    for bus in [RenderPlan.Bus.music, .pads, .instrument, .click] {
      chains.sends.append(RenderPlan.Send(from: bus, to: 0, gain: Decibels(-12)))
    }
    engine.control.setChains(chains)
  }

  /// What lanes move: the parameters of the units, each with its unit.
  var parameters: [(AutomationTarget, EffectParameter, any EffectUnit)] {
    units.flatMap { unit in
      unit.parameters.enumerated().compactMap { index, parameter in
        unit.target(index).map { ($0, parameter, unit) }
      }
    }
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

  /// Plays the instrument, and sets one of its parameters.
  mutating func play(on engine: AudioEngine, at now: HostTime) {
    if let instrument, let index = instrument.parameters.indices.randomElement(using: &random) {
      instrument.set(index, to: instrument.parameters[index].value(at: .random(in: 0...1, using: &random)))
    }
    let kinds: [NoteEvent.Kind] = [.on, .on, .off, .bend, .control]
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      engine.control.notePort(for: .midi).send(
        NoteEvent(
          kinds.randomElement(using: &random) ?? .on, key: .random(in: 30...123, using: &random),
          value: .random(in: 0...127, using: &random),
          time: now.advanced(bySeconds: .random(in: -0.01...0.005, using: &random))))
    }
  }
}

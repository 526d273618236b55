import AudioBase
import Effects
import MixEngine

/// The values of the units, faders, sends and moves.
extension UnitRack {
  /// Returns what differs from what was set before, so that the chains sound as a graph, and counts it as set. What lanes have
  /// set since then stays.
  func changes(to graph: MixGraph) -> [TargetChange] {
    var changes: [TargetChange] = []
    /// - Parameter initial: what the target has had from its beginning.
    func set(_ target: MixTarget, _ bits: UInt64, initial: UInt64) {
      if (targets.updateValue(bits, forKey: target) ?? initial) == bits { return }
      changes.append(TargetChange(target: target, bits: bits))
    }
    for slot in units where slot.removed == nil {
      guard let insert = graph.insert(slot.id), let description = insert.description else { continue }
      for (index, value) in values(of: insert, description).enumerated() {
        set(.parameter(index, ofInsert: slot.id), value.bitPattern, initial: value.bitPattern)
      }
      let bypass = (insert.isBypassed ? 1.0 : 0).bitPattern
      set(.bypass(ofInsert: slot.id), bypass, initial: bypass)
    }
    let soloed = graph.soloed
    for bus in faders.keys {
      let (gain, pan) = position(of: bus, graph, soloed)
      let bits = FaderUnit.bits(gain, pan: pan)
      set(.fader(bus), bits, initial: fadesIn ? FaderUnit.bits(.unity, pan: 0) : bits)
    }
    for (bus, number, gain) in sends.gains(of: graph) {
      let bits = SendLevel.bits(gain)
      set(.send(bus, to: number), bits, initial: fadesIn ? SendLevel.bits(.silence) : bits)
    }
    if let moves {
      for move in [Move.stutter, .brake] {
        set(.hold(move), (moves.held.contains(move) ? 1.0 : 0).bitPattern, initial: 0.0.bitPattern)
      }
      for sweep in Sweep.allCases {
        set(.sweep(sweep), moves.position(of: sweep).bitPattern, initial: 0.0.bitPattern)
      }
      // Another echo may have been held before.
      let echo = MixTarget.feedback(ofInsert: graph.echo?.id)
      for target in Set(targets.keys.filter(\.isFeedback)).union([echo]) {
        let isHeld = target == echo && moves.held.contains(.feedback)
        set(target, (isHeld ? 1.0 : 0).bitPattern, initial: 0.0.bitPattern)
      }
    }
    return changes
  }

  /// Sets a target at once. Levels are the player's.
  func apply(_ change: TargetChange) {
    let value = Double(bitPattern: change.bits)
    switch change.target {
    case .parameter(let index, let id):
      for slot in units where slot.id == id { slot.unit.set(index, to: value) }
    case .bypass(let id): for slot in units where slot.id == id { slot.unit.bypass(value != 0) }
    case .fader(let bus): faders[bus]?.set(change.bits)
    case .send(let bus, let number): sends.level(of: bus, to: number)?.set(change.bits)
    case .level: break
    case .hold(let move): moves?.unit(of: move)?.set("hold", to: value)
    case .feedback(let id): echo(id)?.set("held", to: value)
    case .sweep(let sweep): moves?.unit(of: sweep).set("position", to: value)
    }
  }

  /// Returns what the audio thread sets, and the object that owns it; nil if the chains have no such target, or it cannot be
  /// set at a frame.
  func automationTarget(_ target: MixTarget) -> (
    target: AutomationTarget, owner: (any AnyObject & Sendable)?
  )? {
    func unit(_ id: Int) -> (any EffectUnit)? { units.first { $0.id == id && $0.removed == nil }?.unit }
    func found(
      _ owner: (any EffectUnit)?, _ target: AutomationTarget?
    ) -> (target: AutomationTarget, owner: (any AnyObject & Sendable)?)? { target.map { ($0, owner) } }
    switch target {
    case .parameter(let index, let id): return found(unit(id), unit(id)?.target(index))
    case .bypass(let id): return found(unit(id), unit(id)?.bypassTarget)
    case .fader(let bus): return faders[bus].map { ($0.target, $0) }
    case .send(let bus, let number): return sends.level(of: bus, to: number).map { ($0.target, $0) }
    case .level(let level): return (AutomationTarget(level), nil)
    case .hold(let move): return found(moves?.unit(of: move), moves?.unit(of: move)?.target("hold"))
    case .feedback(let id): return found(echo(id), echo(id)?.target("held"))
    case .sweep(let sweep): return found(moves?.unit(of: sweep), moves?.unit(of: sweep).target("position"))
    }
  }

  /// Returns an echo by its number; with nil, that of the moves.
  private func echo(_ id: Int?) -> (any EffectUnit)? {
    guard let id else { return moves?.echo }
    return units.first { $0.id == id && $0.removed == nil }?.unit
  }

  // MARK: Faders

  /// Returns the fader of a strip; nil if it has always been at its initial position and is not needed.
  func fader(of bus: MixGraph.Bus, _ graph: MixGraph) -> FaderUnit? {
    let position = position(of: bus, graph, graph.soloed)
    if faders[bus] == nil, position.gain == .unity, position.pan == 0, !neededFaders.contains(bus) {
      return nil
    }
    let fader = faders[bus] ?? FaderUnit(rate: rate, startsAt: fadesIn ? nil : position)
    faders[bus] = fader
    return fader
  }

  /// - Parameter soloed: the buses of the graph that are soloed.
  private func position(
    of bus: MixGraph.Bus, _ graph: MixGraph, _ soloed: Set<MixGraph.Bus>
  ) -> (gain: Decibels, pan: Double) {
    let strip = graph[bus]
    let isAudible = !strip.isMuted && !bus.isSilenced(by: soloed)
    return (isAudible ? (bus.hasOwnGain ? strip.gain : .unity) : .silence, strip.pan)
  }

  /// Returns whether a graph needs other chains than those of an earlier one: they differ in more than faders and sends, or
  /// a fader or a send is missing.
  func needsChains(for graph: MixGraph, after old: MixGraph) -> Bool {
    guard graph.returnCount == old.returnCount, !graph.differsInUnits(from: old), sends.hasAll(of: graph)
    else { return true }
    let soloed = graph.soloed
    return MixGraph.Bus.all.contains { bus in
      if faders[bus] != nil { return false }
      let (gain, pan) = position(of: bus, graph, soloed)
      return gain != .unity || pan != 0 || neededFaders.contains(bus)
    }
  }

  // MARK: Lanes

  /// Has the next chains have the faders and the sends of throws that targets need. Returns whether the present ones lack any.
  func prepare(for needed: [MixTarget], _ graph: MixGraph) -> Bool {
    for target in needed {
      switch target {
      case .fader(let bus): neededFaders.insert(bus)
      case .send(let bus, let number):
        if !graph[bus].sends.contains(where: { $0.target == number }) { moves?.prepare(bus, to: number) }
      case .parameter, .bypass, .level, .hold, .feedback, .sweep: break
      }
    }
    return needsChains(for: graph, after: graph)
  }
}

extension EffectUnit {
  /// Returns what moves the parameter of a name at a frame; nil if the effect has none of that name.
  fileprivate func target(_ name: String) -> AutomationTarget? {
    parameters.firstIndex { $0.name == name }.flatMap { target($0) }
  }
}

extension MixGraph {
  /// Returns whether strips have other effects or sends than those of another graph, at whatever levels.
  fileprivate func differsInUnits(from other: MixGraph) -> Bool {
    buses(changedFrom: other).contains { self[$0].withoutLevels != other[$0].withoutLevels }
  }
}

extension MixGraph.Strip {
  /// The same strip with its fader and its sends at their initial positions.
  fileprivate var withoutLevels: MixGraph.Strip {
    var copy = self
    (copy.gain, copy.pan, copy.isMuted, copy.isSoloed) = (.unity, 0, false, false)
    for index in copy.sends.indices { copy.sends[index].gain = .unity }
    return copy
  }
}

import AudioBase
import Effects
import MixEngine
import Plugins
import Synchronization
import SystemBase

/// The units of a mixer, and the one builder of its chains.
///
/// Units keep their state from one graph to the next. What is new fades in, and what is removed fades out within 10 ms: it
/// stays in the chains, without cost, until a later graph.
package final class UnitRack {
  /// An effect in its strip, or the instrument.
  struct Slot {
    let id: Int
    let unit: any EffectUnit
    /// The bus whose level the unit follows; nil if it follows none. Another one needs another unit.
    let sidechain: MixGraph.Bus?
    /// The time at which the unit was removed from the graph.
    var removed: HostTime?
  }

  /// Seconds after which a removed unit has faded out.
  static let fadeTime = 0.1

  let rate: SampleRate
  /// Whether the units fade in. Those of an export are heard from the first frame, as in a mixer that runs already.
  let fadesIn: Bool
  private var slots: [MixGraph.Bus: [Slot]] = [:]
  private var source: Slot?
  /// Counts the units of effects and instruments that were made. Courses act on those that were there when they were compiled.
  private(set) var unitsMade = 0
  /// Instruments that others have replaced, until they have faded out.
  private var formerSources: [(unit: FormerSource, removed: HostTime)] = []
  var faders: [MixGraph.Bus: FaderUnit] = [:]
  /// The strips that have a fader though it is at its initial position.
  var neededFaders: Set<MixGraph.Bus> = []
  var sends: SendRack
  /// The bits that the graph has set targets to.
  var targets: [MixTarget: UInt64] = [:]
  /// The levels that compressors follow, with the units that measure them.
  private var levels: [MixGraph.Bus: (cell: LevelCell, tap: LevelTap)] = [:]
  /// The meters of the buses that the engine does not measure; none in an export.
  private var meters: [MixGraph.Bus: MeterUnit] = [:]
  /// The plug-ins that could not be made. They are not tried again.
  private var refused: [Int: UnitRefusal] = [:]
  /// Has another thread make a plug-in; nil if the rack makes it itself. A bypassed one is then made when it is switched on.
  var orderPlugin: ((PluginOrder) -> Void)?
  /// The plug-ins that were ordered, and those that have come and are not in the chains yet.
  private var ordered: Set<Int> = []
  private var made: [Int: any EffectUnit] = [:]
  /// The tempo that effects follow, in beats per minute; nil before it is set.
  private(set) var tempo: Double?
  /// The units of the moves; nil in the mixer of an export without moves.
  let moves: MoveUnits?

  package convenience init(rate: SampleRate, fadesIn: Bool = true, hasMoves: Bool = false) {
    self.init(rate: rate, fadesIn: fadesIn, moves: hasMoves ? MoveUnits(rate: rate) : nil)
  }

  /// Creates a rack with units of moves.
  init(rate: SampleRate, fadesIn: Bool = true, moves: MoveUnits?) {
    (self.rate, self.fadesIn, self.moves) = (rate, fadesIn, moves)
    sends = SendRack(rate: rate, fadesIn: fadesIn, moves: moves)
  }

  /// Builds the chains of a graph around those that the engine begins with: levels, meters, limiter.
  package func chains(of graph: MixGraph, around standard: RenderPlan.Chains, at now: HostTime = .now)
    -> RenderPlan.Chains
  {
    let chains = newChains(of: graph, around: standard, at: now)
    for change in changes(to: graph) { apply(change) }
    return chains
  }

  /// Builds chains without a change of the values of units that are in the former ones; `changes(to:)` returns these.
  func newChains(of graph: MixGraph, around standard: RenderPlan.Chains, at now: HostTime = .now)
    -> RenderPlan.Chains
  {
    var chains = standard
    chains.music = units(of: .music, graph, at: now, moves: moves?.music ?? []) + standard.music
    chains.pads = units(of: .pads, graph, at: now) + standard.pads
    chains.source = updateSource(graph.source, at: now)
    chains.instrument =
      formerSources.map(\.unit) + units(of: .instrument, graph, at: now) + standard.instrument
    chains.click = units(of: .click, graph, at: now) + standard.click
    chains.input = units(of: .input, graph, at: now) + standard.input
    chains.master = units(of: .master, graph, at: now) + standard.master
    for pad in 1...128 {
      let units = units(of: .pad(pad), graph, at: now)
      if !units.isEmpty { chains.padBuses[pad] = units }
    }
    let wanted = Set(graph.strips.values.flatMap(\.units).filter { !$0.isBypassed }.map(\.id))
    ordered.formIntersection(wanted)
    made = made.filter { wanted.contains($0.key) }
    chains.sends = sends.update(graph, at: now)
    chains.returns = (0..<sends.returnCount).map { index in
      let filters = moves?.units(ofReturn: index + 1, graph) ?? []
      return units(of: .returns(index + 1), graph, at: now, moves: filters)
    }
    if let moves, moves.needsEcho {
      chains.returns.append([moves.echo] + moves.units(ofReturn: MoveUnits.throwReturn, graph))
    }
    return chains
  }

  /// The units of all effects and of the instrument.
  var units: [Slot] { slots.values.joined() + (source.map { [$0] } ?? []) }

  /// Sets the tempo that effects follow, in beats per minute.
  package func setTempo(_ bpm: Double) { for change in tempoChanges(bpm) { apply(change) } }

  /// Notes the tempo that effects follow, and sets that of the moves. Returns what it changes in the effects.
  func tempoChanges(_ bpm: Double) -> [TargetChange] {
    tempo = bpm
    for unit in moves?.all ?? [] { unit.set("tempo", to: bpm) }
    return slots.values.joined().compactMap { slot in
      guard !(slot.unit is PluginUnit),
        let index = slot.unit.parameters.firstIndex(where: { $0.name == "tempo" })
      else { return nil }
      let value = slot.unit.parameters[index].clamped(bpm)
      let change = TargetChange(target: .parameter(index, ofInsert: slot.id), bits: value.bitPattern)
      targets[change.target] = change.bits
      return change
    }
  }

  /// Returns the values of an effect, with the tempo that it follows: the audio thread must not see another one in between.
  func values(of insert: MixGraph.Insert, _ description: UnitDescription) -> [Double] {
    var values = insert.values
    if description.kind != .lv2, let tempo,
      let index = description.parameters.firstIndex(where: { $0.name == "tempo" })
    {
      values[index] = tempo
    }
    return values
  }

  // MARK: Other programs

  /// The loops through other programs, with the beginnings of the names of their ports.
  package var loops: [(name: String, loop: ExternalLoop)] {
    func named(_ bus: MixGraph.Bus, _ slots: [Slot]) -> [(name: String, loop: ExternalLoop)] {
      slots.filter { $0.removed == nil }.compactMap { ($0.unit as? any ExternalUnit)?.loop }.enumerated()
        .map { ($0 == 0 ? bus.name : "\(bus.name) \($0 + 1)", $1) }
    }
    let effects = slots.sorted { $0.key.order < $1.key.order }.flatMap { named($0.key, $0.value) }
    return effects + (source.map { named(.instrument, [$0]) } ?? [])
  }

  /// Returns whether an effect or instrument is in the chains and runs, and its program, if it is one, answers.
  package func runs(insert id: Int) -> Bool {
    guard let slot = units.first(where: { $0.id == id }), slot.removed == nil else { return false }
    if let plugin = slot.unit as? PluginUnit { return plugin.failure == nil }
    guard let unit = slot.unit as? any ExternalUnit else { return true }
    let state = unit.loop.state
    return state.pointee.period.load(ordering: .relaxed) > 0
      && state.pointee.isAnswered.load(ordering: .relaxed)
  }

  // MARK: Plug-ins

  /// The plug-ins that have stopped or could not be made, with the reasons.
  package var refusals: [Int: UnitRefusal] {
    var all = refused
    for slot in units {
      if let reason = (slot.unit as? PluginUnit)?.failure?.refusal { all[slot.id] = reason }
    }
    return all
  }

  /// Counts longer latencies of plug-ins. Returns whether a new plan is needed.
  package func acceptLongerLatencies() -> Bool {
    units.filter { $0.removed == nil }
      .reduce(false) { ($1.unit as? PluginUnit)?.acceptLongerLatency() ?? false || $0 }
  }

  /// Returns whether another thread makes the plug-in of an effect or instrument.
  package func isOrdered(insert id: Int) -> Bool { ordered.contains(id) }

  /// Receives a plug-in that was ordered, for the next chains. One that is no longer ordered is released.
  package func receive(_ result: Result<any EffectUnit, UnitRefusal>, for id: Int) {
    guard ordered.remove(id) != nil else { return }
    switch result {
    case .success(let unit): made[id] = unit
    case .failure(let refusal): refused[id] = refusal
    }
  }

  /// Returns the value that a parameter of an effect or instrument has or moves to; nil if there is no unit yet.
  package func value(_ parameter: Int, ofInsert id: Int) -> Double? {
    guard let slot = units.first(where: { $0.id == id && $0.removed == nil }) else { return nil }
    // What was sent to the engine may not have been set yet.
    return targets[.parameter(parameter, ofInsert: id)].map(Double.init(bitPattern:))
      ?? slot.unit.value(parameter)
  }

  /// Returns what the plug-in of an effect keeps now; nil if nothing.
  package func state(ofInsert id: Int) -> UnitState? {
    units.first { $0.id == id }.flatMap { ($0.unit as? PluginUnit)?.state }
  }

  // MARK: Units

  private func units(
    of bus: MixGraph.Bus, _ graph: MixGraph, at now: HostTime, moves: [any EffectUnit] = []
  ) -> [any PlanUnit] {
    let effects: [any PlanUnit] = updateSlots(of: bus, graph[bus].inserts, at: now).map(\.unit) + moves
    let tap = graph.sidechains.contains(bus) ? [level(of: bus).tap] : []
    let fader = fader(of: bus, graph)
    return effects + tap + (fader.map { [$0] } ?? []) + (meter(of: bus, graph).map { [$0] } ?? [])
  }

  /// Returns the meter after the fader of a strip; nil if the strip has none.
  private func meter(of bus: MixGraph.Bus, _ graph: MixGraph) -> MeterUnit? {
    switch bus {
    case .input, .returns: break
    case .instrument where graph.source != nil: break
    case .music, .pads, .pad, .instrument, .click, .master: return nil
    }
    if moves == nil || !fadesIn { return nil }
    let meter = meters[bus] ?? MeterUnit(rate: rate)
    meters[bus] = meter
    return meter
  }

  /// Returns the recent peaks of a bus, linear; nil if the rack does not measure it.
  package func peak(of bus: MixGraph.Bus) -> Frame? { meters[bus]?.peak }

  /// Returns the largest sample of a bus since `clearPeaks`, linear; nil if the rack does not measure it.
  func heldPeak(of bus: MixGraph.Bus) -> Float? { meters[bus]?.held }

  func clearPeaks() { for meter in meters.values { meter.clear() } }

  /// Returns the dB by which a compressor lowers its level now; nil for another effect.
  package func reduction(ofInsert id: Int) -> Double? {
    units.first { $0.id == id && $0.removed == nil }?.unit.reduction.map(Double.init)
  }

  /// Makes the units of new effects, and keeps those of removed ones behind the same unit as before.
  private func updateSlots(of bus: MixGraph.Bus, _ inserts: [MixGraph.Insert], at now: HostTime) -> [Slot] {
    let old = slots[bus] ?? []
    var new = inserts.compactMap { slot($0, old) }
    for (index, slot) in old.enumerated() where !new.contains(where: { $0.unit === slot.unit }) {
      var leaving = slot
      if leaving.removed == nil {
        leaving.removed = now
        bypass(leaving)
        (leaving.unit as? PluginUnit)?.dropLatency()
        (leaving.unit as? LoopUnit)?.setLeaving(true)
      }
      if let removed = leaving.removed, now.seconds(since: removed) > UnitRack.fadeTime { continue }
      let before = index > 0 ? new.firstIndex { $0.id == old[index - 1].id } : nil
      new.insert(leaving, at: before.map { $0 + 1 } ?? 0)
    }
    slots[bus] = new.isEmpty ? nil : new
    return new
  }

  private func slot(_ insert: MixGraph.Insert, _ old: [Slot]) -> Slot? {
    guard let description = insert.description else { return nil }
    let values = values(of: insert, description)
    let sidechain = description.hasSidechain ? insert.sidechain : nil
    let former = old.first { $0.id == insert.id && $0.sidechain == sidechain && !isStopped($0, insert) }
    if var slot = former {
      if slot.removed != nil { _ = (slot.unit as? PluginUnit)?.acceptLongerLatency() }
      (slot.unit as? LoopUnit)?.setLeaving(false)
      slot.removed = nil
      return slot
    }
    if refused[insert.id] != nil { return nil }
    var setup = UnitSetup(
      rate: rate, values: values, isBypassed: insert.isBypassed,
      sidechain: sidechain.map { level(of: $0).cell })
    (setup.isRealtime, setup.state) = (fadesIn, insert.state)
    do throws(UnitRefusal) {
      guard let unit = try unit(insert.id, description, setup) else { return nil }
      // A unit that is in no plan yet has faded in after a silent frame.
      var frame = Frame.zero
      if !fadesIn { _ = unit.unit.run(&frame, 1, isSilent: true) }
      unitsMade += 1
      return Slot(id: insert.id, unit: unit, sidechain: sidechain)
    } catch {
      refused[insert.id] = error
      return nil
    }
  }

  /// Returns a new unit; nil for a plug-in that another thread has to make.
  private func unit(
    _ id: Int, _ description: UnitDescription, _ setup: UnitSetup
  ) throws(UnitRefusal) -> (any EffectUnit)? {
    guard description.kind == .lv2, let orderPlugin else { return try description.makeUnit(setup) }
    if let unit = made.removeValue(forKey: id) {
      // They may have moved meanwhile.
      for (index, value) in setup.values.enumerated() { unit.set(index, to: value) }
      return unit
    }
    if !setup.isBypassed, ordered.insert(id).inserted {
      orderPlugin(PluginOrder(id: id, description: description, setup: setup))
    }
    return nil
  }

  /// Fades out the unit of a slot that was removed.
  private func bypass(_ slot: Slot) {
    slot.unit.bypass(true)
    targets[.bypass(ofInsert: slot.id)] = 1.0.bitPattern
  }

  /// Returns whether the plug-in of a slot has stopped and is to be replaced by a new one.
  private func isStopped(_ slot: Slot, _ insert: MixGraph.Insert) -> Bool {
    !insert.isBypassed && (slot.unit as? PluginUnit)?.failure != nil
  }

  /// Makes the source of a new instrument, and keeps those of removed ones, whose sound fades out.
  private func updateSource(_ insert: MixGraph.Insert?, at now: HostTime) -> (any NoteSource)? {
    formerSources.removeAll { now.seconds(since: $0.removed) > UnitRack.fadeTime }
    if let insert, let new = slot(insert, source.map { [$0] } ?? []) {
      if let old = source?.unit, old !== new.unit, let former = old as? any NoteSource {
        old.bypass(true)
        formerSources.append((FormerSource(former), now))
      }
      source = new
    } else if let removed = source?.removed {
      if now.seconds(since: removed) > UnitRack.fadeTime { source = nil }
    } else {
      source.map(bypass)
      source?.removed = now
    }
    return source?.unit as? any NoteSource
  }

  /// Returns the level of a bus before its fader.
  private func level(of bus: MixGraph.Bus) -> (cell: LevelCell, tap: LevelTap) {
    if let level = levels[bus] { return level }
    let cell = LevelCell()
    let level = (cell, LevelTap(cell))
    levels[bus] = level
    return level
  }
}

/// A plug-in that another thread makes for a mixer.
package struct PluginOrder: Sendable {
  /// The number of the effect or the instrument.
  package let id: Int
  package let description: UnitDescription
  let setup: UnitSetup

  /// Makes the plug-in, which takes as long as the plug-in likes.
  package func make() -> Result<any EffectUnit, UnitRefusal> {
    Result { () throws(UnitRefusal) in try description.makeUnit(setup) }
  }
}

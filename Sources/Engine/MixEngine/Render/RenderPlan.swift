import AudioBase
import SystemBase

/// What the audio thread renders: buses for the music, the pads, the instrument, the metronome and the input, return buses
/// that they send to, and a master chain.
///
/// A plan is built on the control side and does not change. Its units and delay lines may be in several plans, of which
/// one at a time is rendered: they keep their state from one plan to the next.
///
/// Latencies are aligned where paths meet: at the input of a return bus, at the sum of the pads and at the input of
/// the master chain, shorter paths are delayed to the longest one. Frames that are mixed at the same time therefore
/// come out at the same time, `latency` frames later, whichever way they took. A path is source, bus, master chain,
/// or source, bus up to the send, return bus, master chain. The bus of the input is an exception: what is heard live is
/// never delayed, and delays no other path.
package final class RenderPlan: @unchecked Sendable {
  /// A bus that can send to a return bus.
  package enum Bus: Hashable, Sendable {
    case music
    /// A single pad, from 1 to 128.
    case pad(Int)
    /// The sum of all pads.
    case pads
    case instrument
    case click
    case input
  }

  /// Adds the frames of a bus, times a level, to the input of a return bus.
  package struct Send: Sendable {
    package var bus: Bus
    /// The index of the return bus.
    package var target: Int
    package var level: SendLevel
    /// Whether frames are sent before the level of the bus, its first `GainUnit`; else, or if it has none, after all
    /// of its units.
    package var isPreFader: Bool

    package init(from bus: Bus, to target: Int, gain: Decibels = .unity, isPreFader: Bool = false) {
      self.init(from: bus, to: target, level: SendLevel(gain), isPreFader: isPreFader)
    }

    package init(from bus: Bus, to target: Int, level: SendLevel, isPreFader: Bool = false) {
      (self.bus, self.target, self.level, self.isPreFader) = (bus, target, level, isPreFader)
    }
  }

  /// The units of each bus in their order, and the sends.
  package struct Chains: Sendable {
    package var music: [any PlanUnit] = []
    /// The buses of single pads, from 1 to 128.
    package var padBuses: [Int: [any PlanUnit]] = [:]
    /// The bus of the sum of all pads.
    package var pads: [any PlanUnit] = []
    /// The source of the bus of the instrument; nil for none: notes are then ignored.
    package var source: (any NoteSource)?
    /// The units behind the source.
    package var instrument: [any PlanUnit] = []
    package var click: [any PlanUnit] = []
    /// The first unit adds the input to silence.
    package var input: [any PlanUnit] = []
    /// The return buses. They send to none.
    package var returns: [[any PlanUnit]] = []
    package var sends: [Send] = []
    package var master: [any PlanUnit] = []
    /// Whether the device renders silence too, instead of resting.
    package var neverRests = false

    package init() {}

    /// All units of the bus of the instrument.
    fileprivate var sourceAndInstrument: [any PlanUnit] { (source.map { [$0] } ?? []) + instrument }
  }

  /// Frames between what is mixed and what comes out: the sum along the longest path.
  package let latency: FrameCount
  /// Keep the units alive.
  private let chains: Chains
  private let sendDelays: [DelayUnit]
  private let table: PinnedValue<RenderPlanTable>
  private let memory = TableMemory()

  /// Builds a plan from chains of units.
  ///
  /// - Parameter delays: the delay lines of all plans of an engine.
  /// - Precondition: sends name pads from 1 to 128 and return buses that there are.
  init(_ chains: Chains, delays: PathDelays) {
    let alignment = PlanAlignment(chains, delays)
    let aligned = alignment.chains
    self.chains = aligned
    sendDelays = alignment.taps.compactMap(\.delay)
    latency = FrameCount(alignment.longestPath + chains.master.latency)
    let memory = memory
    let inputs = chains.returns.map { _ in memory.list([ReturnInput(memory.buffer())]) }
    func sends(_ bus: Bus) -> [SendTable] {
      alignment.taps.filter { $0.send.bus == bus }.map { tap in
        SendTable(
          unitsBefore: tap.unitsBefore, level: tap.send.level.pointer, delay: tap.delay?.pathDelay,
          target: inputs[tap.send.target])
      }
    }
    let pads = aligned.padBuses.sorted { $0.key < $1.key }
    let returns = zip(aligned.returns, inputs).map { units, input in
      ReturnTable(table: memory.bus(units, hasBuffer: false), input: input)
    }
    table = PinnedValue(
      RenderPlanTable(
        music: memory.bus(aligned.music, sends: sends(.music), hasBuffer: false),
        pads: memory.bus(aligned.pads, sends: sends(.pads)),
        instrument: memory.bus(aligned.sourceAndInstrument, sends: sends(.instrument)),
        inbox: chains.source?.inbox,
        click: memory.bus(aligned.click, sends: sends(.click)),
        input: memory.bus(aligned.input, sends: sends(.input)),
        master: memory.bus(aligned.master, hasBuffer: false),
        padBuses: memory.list(pads.map { memory.bus($0.value, sends: sends(.pad($0.key))) }),
        padBusCount: pads.count,
        padBusIndices: memory.list(
          (1...RenderPlanTable.padCount).map { pad in pads.firstIndex { $0.key == pad } ?? -1 }),
        returns: memory.list(returns), returnCount: returns.count, latency: latency.value,
        neverRests: chains.neverRests))
  }

  var pointer: RenderPlanPointer { RenderPlanPointer(table: table.pointer) }
}

/// Aligns the latencies of all paths of a plan, as `RenderPlan` states the rule.
private struct PlanAlignment {
  /// The place of a send in its bus.
  struct Tap {
    let send: RenderPlan.Send
    let unitsBefore: Int
    /// Frames from the sources to the tap.
    let latency: Int
    /// Delays the tap to the latest one of the same return bus; nil if it is one of the latest.
    var delay: DelayUnit?
  }

  /// The chains with delays at the ends of the shorter paths.
  private(set) var chains: RenderPlan.Chains
  private(set) var taps: [Tap] = []
  /// Frames from the sources to the master chain.
  private(set) var longestPath = 0
  private let delays: PathDelays

  init(_ original: RenderPlan.Chains, _ delays: PathDelays) {
    (chains, self.delays) = (original, delays)
    for case .pad(let pad) in chains.sends.map(\.bus) where chains.padBuses[pad] == nil {
      precondition((1...RenderPlanTable.padCount).contains(pad))
      chains.padBuses[pad] = []
    }
    let longestPad = chains.padBuses.values.map(\.latency).max() ?? 0
    findTaps(longestPad: longestPad)
    let arrivals = chains.returns.indices.map { index in
      taps.filter { $0.send.target == index && $0.send.bus != .input }.map(\.latency).max() ?? 0
    }
    for (index, tap) in taps.enumerated() {
      let frames = max(arrivals[tap.send.target] - tap.latency, 0)
      taps[index].delay = delays.unit(.send(tap.send.bus, target: tap.send.target), frames: frames)
    }
    let returns = zip(arrivals, chains.returns).map { $0 + $1.latency }
    let direct = [
      chains.music.latency, chains.sourceAndInstrument.latency, chains.click.latency,
      longestPad + chains.pads.latency,
    ]
    longestPath = (direct + returns).max() ?? 0
    delayBuses(longestPad: longestPad)
    for (index, latency) in returns.enumerated() {
      chains.returns[index] += delay(.returns(index), by: longestPath - latency)
    }
  }

  private mutating func findTaps(longestPad: Int) {
    taps = chains.sends.map { send in
      precondition(chains.returns.indices.contains(send.target))
      let units = units(of: send.bus)
      let level = send.isPreFader ? units.firstIndex { $0 is GainUnit } : nil
      let before = units[..<(level ?? units.count)]
      let start = send.bus == .pads ? longestPad : 0
      return Tap(send: send, unitsBefore: before.count, latency: start + Array(before).latency)
    }
  }

  private func units(of bus: RenderPlan.Bus) -> [any PlanUnit] {
    switch bus {
    case .music: chains.music
    case .pad(let pad): chains.padBuses[pad] ?? []
    case .pads: chains.pads
    case .instrument: chains.sourceAndInstrument
    case .click: chains.click
    case .input: chains.input
    }
  }

  private mutating func delayBuses(longestPad: Int) {
    for pad in 1...RenderPlanTable.padCount {
      let units = chains.padBuses[pad] ?? []
      let delay = delay(.bus(.pad(pad)), by: longestPad - units.latency)
      if !delay.isEmpty { chains.padBuses[pad] = units + delay }
    }
    chains.music += delay(.bus(.music), by: longestPath - chains.music.latency)
    chains.instrument += delay(.bus(.instrument), by: longestPath - chains.sourceAndInstrument.latency)
    chains.click += delay(.bus(.click), by: longestPath - chains.click.latency)
    chains.pads += delay(.bus(.pads), by: longestPath - longestPad - chains.pads.latency)
  }

  /// Returns the unit at the end of a shorter path; none if the path was never delayed.
  private func delay(_ path: PathDelays.Path, by frames: Int) -> [any PlanUnit] {
    delays.unit(path, frames: frames).map { [$0] } ?? []
  }
}

extension [any PlanUnit] {
  /// Frames from the input of the first unit to the output of the last one.
  fileprivate var latency: Int { reduce(0) { $0 + $1.unit.latency } }
}

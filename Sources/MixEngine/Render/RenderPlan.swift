import AudioBase

/// A plan as the audio thread finds it.
struct RenderPlanTable: BitwiseCopyable {
  static var padCount: Int {
    @_noLocks @_noAllocation get { 64 }
  }

  let music: BusTable
  /// The sum of the pads.
  let pads: BusTable
  let click: BusTable
  let master: BusTable
  /// The buses of single pads. A pad without one is mixed into the sum directly.
  let padBuses: UnsafePointer<BusTable>
  let padBusCount: Int
  /// For each pad, from 0, the index of its bus; −1 if it has none.
  let padBusIndices: UnsafePointer<Int>
  /// Frames between what is mixed and what comes out.
  let latency: Int

  /// The memory that a pad's voices are mixed into, from 0; nil if it is that of the sum.
  @_noLocks @_noAllocation
  func buffer(ofPad pad: Int) -> UnsafeMutablePointer<Frame>? {
    if padBusCount == 0 || pad < 0 || pad >= RenderPlanTable.padCount { return nil }
    let index = padBusIndices[pad]
    return index < 0 ? nil : padBuses[index].buffer
  }
}

/// A plan's memory, as a command carries it.
public struct RenderPlanPointer: @unchecked Sendable, BitwiseCopyable {
  let table: UnsafePointer<RenderPlanTable>
}

/// What the audio thread renders: buses for the music, the pads and the metronome, which end in a master chain.
///
/// A plan is built on the control side and does not change. Its units may be in several plans, of which one at a time is
/// rendered: they keep their state from one plan to the next. Paths that are shorter than the longest one are delayed, so
/// that everything comes out `latency` frames after it was mixed.
package final class RenderPlan: @unchecked Sendable {
  /// Units in their order, for each bus.
  package struct Chains: Sendable {
    package var music: [any PlanUnit] = []
    /// Of single pads, from 1 to 64.
    package var padBuses: [Int: [any PlanUnit]] = [:]
    /// Of the sum of all pads.
    package var pads: [any PlanUnit] = []
    package var click: [any PlanUnit] = []
    package var master: [any PlanUnit] = []

    package init() {}
  }

  /// Frames between what is mixed and what comes out: the sum along the longest path.
  package let latency: FrameCount
  private let chains: Chains
  private let table: UnsafeMutablePointer<RenderPlanTable>
  private let memory: RenderPlanMemory

  package init(_ chains: Chains) {
    let chains = chains.aligned()
    let memory = RenderPlanMemory()
    self.chains = chains
    self.memory = memory
    let pads = chains.padBuses.keys.sorted()
    latency = FrameCount(chains.longestPath + chains.master.latency)
    table = .allocate(capacity: 1)
    table.initialize(
      to: RenderPlanTable(
        music: memory.bus(chains.music, hasBuffer: false), pads: memory.bus(chains.pads),
        click: memory.bus(chains.click), master: memory.bus(chains.master, hasBuffer: false),
        padBuses: memory.list(pads.compactMap { chains.padBuses[$0] }.map { memory.bus($0) }),
        padBusCount: pads.count,
        padBusIndices: memory.list(
          (1...RenderPlanTable.padCount).map { pads.firstIndex(of: $0) ?? -1 }), latency: latency.value))
  }

  deinit { table.deallocate() }

  var pointer: RenderPlanPointer { RenderPlanPointer(table: table) }
}

extension [any PlanUnit] {
  fileprivate var latency: Int { reduce(0) { $0 + $1.unit.latency } }

  fileprivate func delayed(by frames: Int) -> [any PlanUnit] {
    frames > 0 ? self + [DelayUnit(FrameCount(frames))] : self
  }
}

extension RenderPlan.Chains {
  /// Frames from the sources to the master chain.
  fileprivate var longestPath: Int {
    max(music.latency, click.latency, longestPad + pads.latency)
  }

  private var longestPad: Int { padBuses.values.map(\.latency).max() ?? 0 }

  /// The same with delays at the ends of the shorter paths.
  fileprivate func aligned() -> Self {
    var new = self
    if longestPad > 0 {
      for pad in 1...RenderPlanTable.padCount {
        let units = padBuses[pad] ?? []
        new.padBuses[pad] = units.delayed(by: longestPad - units.latency)
      }
    }
    new.music = music.delayed(by: longestPath - music.latency)
    new.click = click.delayed(by: longestPath - click.latency)
    new.pads = pads.delayed(by: longestPath - longestPad - pads.latency)
    return new
  }
}

/// The memory of a plan, freed with it.
private final class RenderPlanMemory {
  private var blocks: [UnsafeMutableRawPointer] = []

  deinit { for block in blocks { block.deallocate() } }

  func list<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafePointer<Element> {
    let start = UnsafeMutablePointer<Element>.allocate(capacity: Swift.max(elements.count, 1))
    for (index, element) in elements.enumerated() { (start + index).initialize(to: element) }
    blocks.append(UnsafeMutableRawPointer(start))
    return UnsafePointer(start)
  }

  func bus(_ units: [any PlanUnit], hasBuffer: Bool = true) -> BusTable {
    BusTable(
      units: list(units.map(\.unit)), unitCount: units.count, buffer: hasBuffer ? buffer() : nil)
  }

  private func buffer() -> UnsafeMutablePointer<Frame> {
    let start = UnsafeMutablePointer<Frame>.allocate(capacity: Renderer.largestBlock)
    start.initialize(repeating: .zero, count: Renderer.largestBlock)
    blocks.append(UnsafeMutableRawPointer(start))
    return start
  }
}

/// The units that the engine's levels, meters and displays work with, in the order of the usual plan.
struct StandardUnits: Sendable {
  let musicLevel = GainUnit()
  let padsLevel = GainUnit()
  let masterLevel = GainUnit()
  let musicMeter: MeterUnit
  let padsMeter: MeterUnit
  let masterMeter: MeterUnit
  let limiter: LimiterUnit
  let tap = TapUnit()

  init(rate: SampleRate) {
    musicMeter = MeterUnit(rate: rate)
    padsMeter = MeterUnit(rate: rate)
    masterMeter = MeterUnit(rate: rate)
    limiter = LimiterUnit(rate: rate)
  }

  var chains: RenderPlan.Chains {
    var chains = RenderPlan.Chains()
    chains.music = [musicLevel, musicMeter]
    chains.pads = [padsLevel, padsMeter]
    chains.master = [masterLevel, limiter, masterMeter, tap]
    return chains
  }

  var pointers: StandardUnitPointers {
    StandardUnitPointers(
      musicLevel: musicLevel.ramp, padsLevel: padsLevel.ramp, masterLevel: masterLevel.ramp,
      musicMeter: musicMeter.meter, padsMeter: padsMeter.meter, masterMeter: masterMeter.meter)
  }
}

/// The levels that commands move and the meters that are reported, as the audio thread finds them.
struct StandardUnitPointers: BitwiseCopyable {
  let musicLevel: UnsafeMutablePointer<GainRamp>
  let padsLevel: UnsafeMutablePointer<GainRamp>
  let masterLevel: UnsafeMutablePointer<GainRamp>
  let musicMeter: UnsafeMutablePointer<Meter>
  let padsMeter: UnsafeMutablePointer<Meter>
  let masterMeter: UnsafeMutablePointer<Meter>
}

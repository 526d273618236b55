import AudioBase
import MixEngine
import SystemBase

/// The sends of a mixer: levels from buses to returns. A new one fades in; a removed one fades out and stays in the chains
/// until a later graph.
struct SendRack {
  private struct Key: Hashable {
    let bus: MixGraph.Bus
    let target: Int
  }

  private struct Slot {
    let level: SendLevel
    /// The time at which the send was removed from the graph.
    var removed: HostTime?
  }

  private let rate: SampleRate
  /// Whether the levels fade in.
  private let fadesIn: Bool
  /// The units of the moves; nil in a mixer without live control.
  private let moves: MoveUnits?
  private var slots: [Key: Slot] = [:]
  /// The most returns that a graph had.
  private(set) var returnCount = 0

  init(rate: SampleRate, fadesIn: Bool, moves: MoveUnits?) {
    (self.rate, self.fadesIn, self.moves) = (rate, fadesIn, moves)
  }

  /// Makes the sends of a graph. Returns those of its chains, in a fixed order.
  mutating func update(_ graph: MixGraph, at now: HostTime) -> [RenderPlan.Send] {
    returnCount = max(returnCount, graph.returnCount)
    let wanted = levels(of: graph)
    for (key, gain) in wanted {
      slots[key] = Slot(level: slots[key]?.level ?? SendLevel(fadesIn ? .silence : gain, rate: rate))
    }
    for (key, slot) in slots where wanted[key] == nil {
      guard let removed = slot.removed else {
        slots[key]?.removed = now
        continue
      }
      if now.seconds(since: removed) > UnitRack.fadeTime { slots[key] = nil }
    }
    // A fixed order makes the rounding of sums equal in each plan.
    return slots.sorted { ($0.key.target, $0.key.bus.name) < ($1.key.target, $1.key.bus.name) }.compactMap {
      key, slot in
      let index = key.target == MoveUnits.throwReturn ? returnCount : key.target - 1
      return key.bus.planBus.map { RenderPlan.Send(from: $0, to: index, level: slot.level) }
    }
  }

  /// Returns whether the chains have all sends of a graph.
  func hasAll(of graph: MixGraph) -> Bool { levels(of: graph).keys.allSatisfy { slots[$0] != nil } }

  /// Returns the level of a send of the chains; nil if they do not have it.
  func level(of bus: MixGraph.Bus, to target: Int) -> SendLevel? {
    slots[Key(bus: bus, target: target)]?.level
  }

  /// Returns the gains of all sends of the chains. Those that the graph does not have are silent.
  func gains(of graph: MixGraph) -> [(bus: MixGraph.Bus, target: Int, gain: Decibels)] {
    let wanted = levels(of: graph)
    return slots.keys.map { ($0.bus, $0.target, wanted[$0] ?? .silence) }
  }

  /// Returns the levels of all sends. While something is thrown, what the pads play goes to an echo at 0 dB, by the bus
  /// of all pads instead of their own sends.
  private func levels(of graph: MixGraph) -> [Key: Decibels] {
    var wanted: [Key: Decibels] = [:]
    for (bus, strip) in graph.strips where bus.canSend {
      for send in strip.sends where send.target <= returnCount {
        wanted[Key(bus: bus, target: send.target)] = send.gain
      }
    }
    guard let moves, moves.hasThrown else { return wanted }
    let target = graph.throwReturn
    let isThrown = moves.held.contains(.throw)
    for key in wanted.keys where isThrown && key.target == target && key.bus.isPad { wanted[key] = .silence }
    let all = Key(bus: .pads, target: target)
    wanted[all] = isThrown ? .unity : wanted[all] ?? .silence
    for number in moves.throwReturns where number <= returnCount || number == MoveUnits.throwReturn {
      let key = Key(bus: .pads, target: number)
      wanted[key] = wanted[key] ?? .silence
    }
    return wanted
  }
}

extension MixGraph.Bus {
  /// Whether the bus can send to returns.
  package var canSend: Bool { planBus != nil }

  fileprivate var planBus: RenderPlan.Bus? {
    switch self {
    case .music: .music
    case .pad(let number): .pad(number)
    case .pads: .pads
    case .instrument: .instrument
    case .click: .click
    case .input: .input
    case .returns, .master: nil
    }
  }
}

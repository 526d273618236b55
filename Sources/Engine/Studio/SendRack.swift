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

  /// Returns the levels of all sends. What is thrown goes to its return at 0 dB; all pads go by their bus instead of their own
  /// sends.
  private func levels(of graph: MixGraph) -> [Key: Decibels] {
    var wanted: [Key: Decibels] = [:]
    for (bus, strip) in graph.strips where bus.canSend {
      for send in strip.sends where send.target <= returnCount {
        wanted[Key(bus: bus, target: send.target)] = send.gain
      }
    }
    guard let moves else { return wanted }
    for item in moves.prepared {
      guard let key = key(of: item, graph) else { continue }
      wanted[key] = wanted[key] ?? .silence
    }
    guard let thrown = moves.thrown.flatMap({ key(of: $0, graph) }) else { return wanted }
    for key in wanted.keys where thrown.bus == .pads && key.target == thrown.target && key.bus.isPad {
      wanted[key] = .silence
    }
    wanted[thrown] = .unity
    return wanted
  }

  /// Returns the send of a throw; nil if its return does not exist any more.
  private func key(of thrown: Throw, _ graph: MixGraph) -> Key? {
    let target = thrown.target ?? graph.throwReturn
    let exists = target == MoveUnits.throwReturn || target <= returnCount
    return exists ? Key(bus: thrown.bus, target: target) : nil
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

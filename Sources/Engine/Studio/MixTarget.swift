import MixEngine

/// What a value of the mixer moves on the audio thread.
enum MixTarget: Hashable, Sendable {
  /// A parameter by its index, of an effect or the instrument by its number.
  case parameter(Int, ofInsert: Int)
  case bypass(ofInsert: Int)
  /// The gains of both sides of a strip, by its gain, pan, mute and the solos of all strips.
  case fader(MixGraph.Bus)
  /// The send to a return. That of throws, if the mixer has no echo, is `MoveUnits.throwReturn`.
  case send(MixGraph.Bus, to: Int)
  case level(EngineCommand.Level)
  /// A unit of the music that acts while it is held.
  case hold(Move)
  /// The feedback of the echo with a number, or of that of the moves, which acts while it is held.
  case feedback(ofInsert: Int?)
  case sweep(Sweep)

  /// Creates the target that a value moves: for a solo that of its own strip, for a throw the send of what is thrown. Nil if the
  /// graph has no such effect.
  init?(_ address: MixGraph.Address, in graph: MixGraph) {
    switch address.part {
    case .gain: self = address.bus.level.map { .level($0) } ?? .fader(address.bus)
    case .pan, .mute, .solo: self = .fader(address.bus)
    case .send(let number): self = .send(address.bus, to: number)
    case .parameter:
      guard let (insert, index) = graph.insert(at: address) else { return nil }
      self = index.map { .parameter($0, ofInsert: insert.id) } ?? .bypass(ofInsert: insert.id)
    case .throw(let number):
      guard (number ?? 0) <= graph.returnCount else { return nil }
      self = .send(address.bus, to: number ?? graph.throwReturn)
    case .move(.throw): self = .send(.pads, to: graph.throwReturn)
    case .move(.feedback): self = .feedback(ofInsert: graph.echo?.id)
    case .move(let move): self = .hold(move)
    case .sweep(let sweep): self = .sweep(sweep)
    case .song: return nil
    }
  }
}

extension MixTarget {
  var isFeedback: Bool { if case .feedback = self { true } else { false } }
}

/// A target and the bits that it is set to.
struct TargetChange: Hashable, Sendable {
  let target: MixTarget
  let bits: UInt64
}

extension MixGraph.Bus {
  /// The level of the player that is the gain of the strip; nil if the gain is its own.
  package var level: EngineCommand.Level? {
    switch self {
    case .music: .music
    case .pads: .pads
    case .click: .click
    case .master: .master
    case .pad, .instrument, .input, .returns: nil
    }
  }

  /// Whether the gain of the strip is its own, and not a level of the player.
  package var hasOwnGain: Bool { level == nil }

  /// Whether it is the bus of a single pad.
  var isPad: Bool { if case .pad = self { true } else { false } }

  static let all: [MixGraph.Bus] =
    [.music, .pads, .instrument, .click, .input, .master] + (1...128).map { .pad($0) }
    + (1...MixGraph.mostReturns).map { .returns($0) }

  /// Returns whether solos silence the bus.
  func isSilenced(by soloed: Set<MixGraph.Bus>) -> Bool {
    if soloed.isEmpty { return false }
    switch self {
    case .master, .returns: return false
    case .music, .instrument, .click, .input: return !soloed.contains(self)
    case .pads: return !soloed.contains { $0 == .pads || $0.isPad }
    case .pad: return !soloed.contains(self) && !soloed.contains(.pads)
    }
  }
}

extension MixGraph {
  /// The buses whose strips are soloed.
  var soloed: Set<Bus> { Set(strips.filter(\.value.isSoloed).keys) }

  /// The return to which throws are sent.
  var throwReturn: Int { echoReturn ?? MoveUnits.throwReturn }

  /// Returns the values outside of the levels of the player that differ from those of an earlier graph, of strips, sends
  /// and effects that both have.
  func changes(from old: MixGraph) -> [(address: Address, value: Double)] {
    var addresses: [Address] = []
    for bus in buses(changedFrom: old) {
      let (strip, former) = (self[bus], old[bus])
      if strip.gain != former.gain && bus.hasOwnGain { addresses.append(Address(bus, .gain)) }
      if strip.pan != former.pan { addresses.append(Address(bus, .pan)) }
      if strip.isMuted != former.isMuted { addresses.append(Address(bus, .mute)) }
      if strip.isSoloed != former.isSoloed { addresses.append(Address(bus, .solo)) }
      for send in strip.sends where former.sends.contains(where: { $0.target == send.target && $0 != send }) {
        addresses.append(Address(bus, .send(send.target)))
      }
      for insert in strip.units { addresses += changes(of: insert, from: former) }
    }
    return addresses.compactMap { address in value(at: address).map { (address, $0) } }
  }

  /// Returns the buses whose strips differ from those of an earlier graph.
  func buses(changedFrom old: MixGraph) -> [Bus] {
    strips.compactMap { old.strips[$0.key] == $0.value ? nil : $0.key }
      + old.strips.keys.filter { strips[$0] == nil }
  }

  private func changes(of insert: Insert, from strip: Strip) -> [Address] {
    guard let former = strip.units.first(where: { $0.id == insert.id }) else { return [] }
    let count = min(insert.values.count, former.values.count)
    let values = (0..<count).filter { insert.values[$0] != former.values[$0] }.compactMap {
      address(ofInsert: insert.id, parameter: $0)
    }
    let bypass = insert.isBypassed == former.isBypassed ? nil : bypassAddress(ofInsert: insert.id)
    return values + (bypass.map { [$0] } ?? [])
  }
}

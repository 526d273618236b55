import AudioBase
import Effects

extension MixGraph {
  /// The name of a value of the mixer: `music/gain`, `pads/send 1`, `pad 3/filter/cutoff`, `music/delay 2/feedback`.
  package struct Address: Hashable, Sendable {
    /// What is addressed in a strip.
    package enum Part: Hashable, Sendable {
      case gain, pan, mute, solo
      /// The level of the send to a return.
      case send(Int)
      /// A parameter of the effect or the instrument with the name of a unit; the number counts those of this name in the
      /// strip, from 1.
      case parameter(unit: String, number: Int, name: String)
    }

    package let bus: Bus
    package let part: Part

    package init(_ bus: Bus, _ part: Part) { (self.bus, self.part) = (bus, part) }

    /// Reads an address; nil if it cannot be one. Whether a mixer has the value is said by `MixGraph.parameter(at:)`.
    package init?(_ text: some StringProtocol) {
      guard let first = text.firstIndex(of: "/"), let bus = Bus(String(text[..<first])) else { return nil }
      let rest = text[text.index(after: first)...]
      let part =
        if let last = rest.lastIndex(of: "/") {
          Part(unit: rest[..<last], name: rest[rest.index(after: last)...])
        } else {
          Part(rest)
        }
      guard let part else { return nil }
      self.init(bus, part)
    }

    package var text: String { "\(bus.name)/\(part.text)" }
  }

  /// Returns the addresses of all values of a strip.
  package func addresses(of bus: Bus) -> [Address] {
    let strip = self[bus]
    let mixing: [Address.Part] = bus.canSend ? [.gain, .pan, .mute, .solo] : [.gain, .pan, .mute]
    let sends = strip.sends.map { Address.Part.send($0.target) }
    let inserts = strip.units.flatMap { insert in
      (insert.description?.parameters ?? []).indices.compactMap {
        address(ofInsert: insert.id, parameter: $0)
      }
    }
    return (mixing + sends).map { Address(bus, $0) } + inserts
  }

  /// Returns the address of a parameter of an effect; nil if there is none.
  package func address(ofInsert id: Int, parameter: Int) -> Address? {
    guard let bus = source?.id == id ? .instrument : place(ofInsert: id)?.bus, let insert = insert(id),
      let parameters = insert.description?.parameters, parameters.indices.contains(parameter)
    else { return nil }
    let alike = self[bus].units.filter { $0.unit == insert.unit }
    let number = (alike.firstIndex { $0.id == id } ?? 0) + 1
    return Address(bus, .parameter(unit: insert.unit, number: number, name: parameters[parameter].name))
  }

  /// Returns the effect and the index of its parameter at an address; nil if there is none.
  func insert(at address: Address) -> (insert: Insert, parameter: Int)? {
    guard case .parameter(let unit, let number, let name) = address.part else { return nil }
    let alike = self[address.bus].units.filter { $0.unit == unit }
    guard alike.indices.contains(number - 1), let description = alike[number - 1].description,
      let index = description.parameters.firstIndex(where: { $0.name == name })
    else { return nil }
    return (alike[number - 1], index)
  }

  /// Returns the unit, range, initial value and scale of the value at an address; nil if the mixer does not have it.
  package func parameter(at address: Address) -> EffectParameter? {
    switch address.part {
    case .gain: EffectParameter("gain", .decibels, MixGraph.gains, initial: 0)
    case .pan: EffectParameter("pan", .percent, -100...100, initial: 0)
    case .mute: EffectParameter("mute", choices: ["off", "on"])
    case .solo: address.bus.canSend ? EffectParameter("solo", choices: ["off", "on"]) : nil
    case .send(let target): send(to: target, of: address.bus).map(MixGraph.parameter(of:))
    case .parameter: insert(at: address).flatMap { $0.insert.description?.parameters[$0.parameter] }
    }
  }

  private static func parameter(of send: Send) -> EffectParameter {
    EffectParameter("send \(send.target)", .decibels, gains, initial: 0)
  }

  private func send(to target: Int, of bus: Bus) -> Send? { self[bus].sends.first { $0.target == target } }

  /// Returns the value at an address, in the unit of its parameter; nil if the mixer does not have it.
  package func value(at address: Address) -> Double? {
    let strip = self[address.bus]
    return switch address.part {
    case .gain: strip.gain.value
    case .pan: strip.pan * 100
    case .mute: strip.isMuted ? 1 : 0
    case .solo: strip.isSoloed ? 1 : 0
    case .send(let target): send(to: target, of: address.bus)?.gain.value
    case .parameter: insert(at: address).map { $0.insert.values[$0.parameter] }
    }
  }

  /// Sets a value outside of effects; does nothing if the mixer does not have it.
  mutating func set(_ value: Double, at address: Address) {
    switch address.part {
    case .gain: self[address.bus].gain = Decibels(value)
    case .pan: self[address.bus].pan = value / 100
    case .mute: self[address.bus].isMuted = value >= 0.5
    case .solo: self[address.bus].isSoloed = value >= 0.5
    case .send(let target):
      for index in self[address.bus].sends.indices where self[address.bus].sends[index].target == target {
        self[address.bus].sends[index].gain = Decibels(value)
      }
    case .parameter: break
    }
  }
}

extension MixGraph.Address.Part {
  fileprivate init?(_ text: some StringProtocol) {
    switch text {
    case "gain": self = .gain
    case "pan": self = .pan
    case "mute": self = .mute
    case "solo": self = .solo
    default:
      guard text.hasPrefix("send "), let target = Int(text.dropFirst(5)),
        (1...MixGraph.mostReturns).contains(target)
      else { return nil }
      self = .send(target)
    }
  }

  /// Reads `delay 2` and the name of a parameter.
  fileprivate init?(unit: some StringProtocol, name: some StringProtocol) {
    if unit.isEmpty || name.isEmpty { return nil }
    var (text, number) = (String(unit), 1)
    if let space = unit.lastIndex(of: " "), let count = Int(unit[unit.index(after: space)...]) {
      if !(1...MixGraph.mostInserts).contains(count) { return nil }
      (text, number) = (String(unit[..<space]), count)
    }
    self = .parameter(unit: text, number: number, name: String(name))
  }

  fileprivate var text: String {
    switch self {
    case .gain: "gain"
    case .pan: "pan"
    case .mute: "mute"
    case .solo: "solo"
    case .send(let target): "send \(target)"
    case .parameter(let unit, 1, let name): "\(unit)/\(name)"
    case .parameter(let unit, let number, let name): "\(unit) \(number)/\(name)"
    }
  }
}

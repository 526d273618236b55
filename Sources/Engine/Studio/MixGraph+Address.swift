import AudioBase
import Effects

extension MixGraph {
  /// The name of a value of the mixer: `music/gain`, `pads/send 1` or `pads/send/1`, `pad 3/filter/cutoff`, `music/delay 2/feedback`,
  /// `music/delay/bypass`, `move/throw`. Or that of a level of the song: `song/drums/gain`.
  package struct Address: Hashable, Sendable {
    /// What is addressed in a strip.
    package enum Part: Hashable, Sendable {
      case gain, pan, mute, solo
      /// The level of the send to a return.
      case send(Int)
      /// A throw into a return; nil for the echo. That of all pads into the echo is a move.
      case `throw`(Int?)
      /// A parameter of the effect or the instrument with the name of a unit; the number counts those of this name in the
      /// strip, from 1. `bypass` is the bypass of the unit, unless it has a parameter of that name.
      case parameter(unit: String, number: Int, name: String)
      /// A move, and a filter that is played. They are in no mixer and in each one.
      case move(Move), sweep(Sweep)
      /// A value of a part of the song, which has this name. No mixer has it.
      case song(part: String, SongValue)
    }

    package enum SongValue: String, Hashable, Sendable, CaseIterable { case gain, mute, solo }

    package let bus: Bus
    package let part: Part

    package init(_ bus: Bus, _ part: Part) { (self.bus, self.part) = (bus, part) }

    /// Creates the address of a move, in the strip whose sound it changes.
    package init(_ move: Move) { self.init(move.bus, .move(move)) }

    package init(_ sweep: Sweep) { self.init(sweep.bus, .sweep(sweep)) }

    /// Creates the address of a value of a part of the song, in the strip of the music.
    package init(songPart name: String, _ value: SongValue) { self.init(.music, .song(part: name, value)) }

    static let bypass = "bypass"
    private static let song = "song/"
    /// The filter of the music.
    package static let sweep = Address(Sweep.music)
    /// The moves and the sweeps.
    package static let moves = Move.allCases.map { Address($0) } + Sweep.allCases.map { Address($0) }

    /// Reads an address; nil if it cannot be one. Whether a mixer has the value is said by `MixGraph.parameter(at:)`.
    package init?(_ text: some StringProtocol) {
      if text.hasPrefix("move/") {
        guard let move = Address.moves.first(where: { $0.text == text }) else { return nil }
        self = move
        return
      }
      if text.hasPrefix(Address.song) {
        let rest = text.dropFirst(Address.song.count)
        guard let last = rest.lastIndex(of: "/"), last > rest.startIndex,
          let value = SongValue(rawValue: String(rest[rest.index(after: last)...]))
        else { return nil }
        self.init(songPart: String(rest[..<last]), value)
        return
      }
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
      if self == Address(.pads, .throw(nil)) { self = Address(Move.throw) }
    }

    package var text: String {
      switch part {
      case .move, .sweep: "move/\(part.text)"
      case .song: Address.song + part.text
      case .gain, .pan, .mute, .solo, .send, .throw, .parameter: "\(bus.name)/\(part.text)"
      }
    }
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
        + [
          sourceAddress(of: insert, in: bus),
          insert.description == nil ? nil : bypassAddress(ofInsert: insert.id),
        ].compactMap(\.self)
    }
    return (mixing + sends).map { Address(bus, $0) } + inserts
  }

  /// Returns the address of the bus whose level an effect follows; nil if it can follow none.
  private func sourceAddress(of insert: Insert, in bus: Bus) -> Address? {
    guard insert.description?.hasSidechain == true else { return nil }
    let number = self[bus].inserts.filter { $0.unit == insert.unit }.firstIndex { $0.id == insert.id } ?? 0
    return Address(bus, .parameter(unit: insert.unit, number: number + 1, name: "source"))
  }

  /// Returns the effect at an address that is the bus whose level it follows; nil for another address.
  private func follower(at address: Address) -> Insert? {
    guard case .parameter(let unit, let number, "source") = address.part, insert(at: address) == nil else {
      return nil
    }
    let alike = self[address.bus].inserts.filter { $0.unit == unit }
    guard alike.indices.contains(number - 1) else { return nil }
    return alike[number - 1].description?.hasSidechain == true ? alike[number - 1] : nil
  }

  /// The buses that an effect can follow, in a fixed order: the value at its address is an index of them.
  private static let followedBuses: [Bus] =
    [.pads, .music, .instrument, .click, .input] + (1...128).map { .pad($0) }

  /// Returns the address of a parameter of an effect; nil if there is none.
  package func address(ofInsert id: Int, parameter: Int) -> Address? {
    guard let parameters = insert(id)?.description?.parameters, parameters.indices.contains(parameter) else {
      return nil
    }
    return address(ofInsert: id, parameters[parameter].name)
  }

  /// Returns the address of the bypass of an effect or the instrument; nil if it has a parameter of that name.
  package func bypassAddress(ofInsert id: Int) -> Address? {
    let parameters = insert(id)?.description?.parameters ?? []
    return parameters.contains { $0.name == Address.bypass } ? nil : address(ofInsert: id, Address.bypass)
  }

  private func address(ofInsert id: Int, _ name: String) -> Address? {
    guard let bus = source?.id == id ? .instrument : place(ofInsert: id)?.bus, let insert = insert(id) else {
      return nil
    }
    let alike = self[bus].units.filter { $0.unit == insert.unit }
    let number = (alike.firstIndex { $0.id == id } ?? 0) + 1
    return Address(bus, .parameter(unit: insert.unit, number: number, name: name))
  }

  /// Returns the effect and the index of its parameter, or nil for its bypass, at an address; nil if there is none.
  func insert(at address: Address) -> (insert: Insert, parameter: Int?)? {
    guard case .parameter(let unit, let number, let name) = address.part else { return nil }
    let alike = self[address.bus].units.filter { $0.unit == unit }
    guard alike.indices.contains(number - 1), let description = alike[number - 1].description else {
      return nil
    }
    let index = description.parameters.firstIndex { $0.name == name }
    return index == nil && name != Address.bypass ? nil : (alike[number - 1], index)
  }

  /// Returns the unit, range, initial value and scale of the value at an address; nil if the mixer does not have it.
  package func parameter(at address: Address) -> EffectParameter? {
    switch address.part {
    case .gain: EffectParameter("gain", .decibels, MixGraph.gains, initial: 0)
    case .pan: EffectParameter("pan", .percent, -100...100, initial: 0)
    case .mute: EffectParameter("mute", choices: ["off", "on"])
    case .solo: address.bus.canSend ? EffectParameter("solo", choices: ["off", "on"]) : nil
    case .send(let target): send(to: target, of: address.bus).map(MixGraph.parameter(of:))
    case .throw(let target):
      address.bus.canSend && (target ?? 0) <= returnCount ? MixGraph.throwParameter : nil
    case .parameter:
      if follower(at: address) != nil {
        EffectParameter("source", choices: MixGraph.followedBuses.map(\.name))
      } else {
        insert(at: address).flatMap { insert, index in
          guard let index else { return MixGraph.bypassParameter }
          return insert.description?.parameters[index]
        }
      }
    case .move(let move): EffectParameter(move.rawValue, choices: ["off", "on"])
    case .sweep(let sweep): EffectParameter(sweep.rawValue, .percent, -100...100, initial: 0)
    case .song(_, .gain): EffectParameter("gain", .decibels, MixGraph.gains, initial: 0)
    case .song(_, let value): EffectParameter(value.rawValue, choices: ["off", "on"])
    }
  }

  private static let bypassParameter = EffectParameter(Address.bypass, choices: ["off", "on"])

  private static let throwParameter = EffectParameter("throw", choices: ["off", "on"])

  private static func parameter(of send: Send) -> EffectParameter {
    EffectParameter("send \(send.target)", .decibels, gains, initial: 0)
  }

  private func send(to target: Int, of bus: Bus) -> Send? { self[bus].sends.first { $0.target == target } }

  /// Returns the value at an address, in the unit of its parameter; nil if the mixer does not have it. It has no moves.
  package func value(at address: Address) -> Double? {
    let strip = self[address.bus]
    return switch address.part {
    case .gain: strip.gain.value
    case .pan: strip.pan * 100
    case .mute: strip.isMuted ? 1 : 0
    case .solo: strip.isSoloed ? 1 : 0
    case .send(let target): send(to: target, of: address.bus)?.gain.value
    case .parameter:
      if let insert = follower(at: address) {
        MixGraph.followedBuses.firstIndex(of: insert.sidechain).map(Double.init)
      } else {
        insert(at: address).map { insert, index in
          index.map { insert.values[$0] } ?? (insert.isBypassed ? 1 : 0)
        }
      }
    case .throw, .move, .sweep, .song: nil
    }
  }

  /// Sets a value outside of the parameters of effects; does nothing if the mixer does not have it.
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
    case .parameter:
      if let effect = follower(at: address) {
        let buses = MixGraph.followedBuses
        guard buses.indices.contains(Int(value)) else { return }
        changeInsert(effect.id) { $0.sidechain = buses[Int(value)] }
      } else if let (insert, index) = insert(at: address), index == nil {
        changeInsert(insert.id) { $0.isBypassed = value >= 0.5 }
      }
    case .throw, .move, .sweep, .song: break
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
    case "throw": self = .throw(nil)
    default:
      if text.hasPrefix("throw "), let target = Int(text.dropFirst(6)),
        (1...MixGraph.mostReturns).contains(target)
      {
        self = .throw(target)
        return
      }
      guard text.hasPrefix("send "), let target = Int(text.dropFirst(5)),
        (1...MixGraph.mostReturns).contains(target)
      else { return nil }
      self = .send(target)
    }
  }

  /// Reads `delay 2` and the name of a parameter.
  fileprivate init?(unit: some StringProtocol, name: some StringProtocol) {
    if unit.isEmpty || name.isEmpty { return nil }
    // What follows the name of a unit is behind a slash, so sends are typed that way, too.
    if unit == "send" {
      self.init("send \(name)")
      return
    }
    var (text, number) = (String(unit), 1)
    if let (name, count) = Self.number(behind: unit) {
      // No unit is called as a send.
      if name.isEmpty || name == "send" || !(1...MixGraph.mostInserts).contains(count) { return nil }
      (text, number) = (name, count)
    }
    self = .parameter(unit: text, number: number, name: String(name))
  }

  /// Returns the number that a text ends with behind a space, and what is before it; nil if there is none.
  private static func number(behind text: some StringProtocol) -> (name: String, number: Int)? {
    guard let space = text.lastIndex(of: " "), let number = Int(text[text.index(after: space)...]) else {
      return nil
    }
    return (String(text[..<space]), number)
  }

  fileprivate var text: String {
    switch self {
    case .gain: "gain"
    case .pan: "pan"
    case .mute: "mute"
    case .solo: "solo"
    case .send(let target): "send \(target)"
    case .throw(let target): "throw" + (target.map { " \($0)" } ?? "")
    case .parameter(let unit, 1, let name) where Self.number(behind: unit) == nil: "\(unit)/\(name)"
    case .parameter(let unit, let number, let name): "\(unit) \(number)/\(name)"
    case .move(let move): move.rawValue
    case .sweep(let sweep): sweep.rawValue
    case .song(let name, let value): "\(name)/\(value.rawValue)"
    }
  }
}

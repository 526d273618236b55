import AudioBase
import Effects
import Plugins
import Studio

/// A value of the mixer as text.
package struct MixReading: Hashable, Sendable {
  package let address: MixGraph.Address
  package let text: String

  package init(_ address: MixGraph.Address, _ text: String) { (self.address, self.text) = (address, text) }
}

/// What a command has done to an effect, the instrument or a send.
package enum MixEdit: Hashable, Sendable {
  case added, removed
  /// To a place in the strip, from 1.
  case moved(to: Int)
  /// It was at this place already.
  case stays(at: Int)
  /// A send was added with a level.
  case sends(String)
}

extension Notice {
  /// The notices that a program receives a line each of.
  package var each: [Notice] {
    if case .mixer(.values(let values)) = self {
      values.map { .mixer(.value($0.address, $0.text)) }
    } else {
      [self]
    }
  }
}

/// Changes of effects and sends by the text of `mix`: `music add delay at 2`, `music/delay move 1`, `music/delay remove`,
/// `music/send 2 -6`, `music/send 2 remove`, `instrument set guitar`.
extension Application {
  /// Throws a strip into a return until the throw is released.
  func hold(_ thrown: Throw, _ owner: MixOwner) -> Outcome {
    if let refusal = refusal(of: thrown, owner) { return refusal }
    owner.hold(thrown, true)
    return .notice(.mixer(.thrown(thrown)))
  }

  /// Returns what is said of a throw whose return does not exist, or not any more; nil if it does.
  func refusal(of thrown: Throw, _ owner: MixOwner) -> Outcome? {
    guard let target = thrown.target, target > owner.graph.returnCount else { return nil }
    return .notice(.mixer(.badAddress(.noReturn(target, count: owner.graph.returnCount))))
  }

  /// Makes the change that a text describes. Returns nil if it is the address of a value.
  func mixChange(_ text: String) throws(MixAddressError) -> Outcome? {
    guard let mixer else { return nil }
    if text == "list" { return .notice(.mixer(.values(readings(mixer)))) }
    let words = text.split(separator: " ").map(String.init)
    for count in 1...2 where words.count > count && words[count] == "add" {
      guard let bus = MixGraph.Bus(words[..<count].joined(separator: " ")) else { continue }
      return try mixer.add(Array(words[(count + 1)...]), to: bus).map { Outcome.notice(.mixer($0)) }
        ?? Outcome.value.awaits(.notice)
    }
    if words.count > 2, words[0] == "instrument", words[1] == "set" {
      let former = mixer.graph.source?.id
      mixer.setInstrument(words[2...].joined(separator: " "))
      guard let new = mixer.graph.source, new.id != former else { return Outcome.value.awaits(.notice) }
      return .notice(.mixer(.edited(mixer.name(of: new, in: .instrument), .added)))
    }
    if words.count > 1, words.last == "remove" {
      return try .notice(.mixer(mixer.remove(words.dropLast().joined(separator: " "))))
    }
    if words.count > 2, words[words.count - 2] == "move" {
      let name = words.dropLast(2).joined(separator: " ")
      return try .notice(.mixer(mixer.move(name, to: words[words.count - 1])))
    }
    return try mixer.send(text).map { .notice(.mixer($0)) }
  }

  private func readings(_ mixer: MixerController) -> [MixReading] {
    let strips = mixer.buses.flatMap { mixer.graph.addresses(of: $0) }
    let chosen = mixer.owner.chosenThrow
    let moves = MixGraph.Address.moves + (chosen == .pads ? [] : [chosen.address])
    return (strips + moves).compactMap { address in
      guard let parameter = parameter(at: address), let value = value(at: address) else { return nil }
      return MixReading(address, parameter.text(value))
    }
  }
}

extension MixerController {
  /// Returns the address of an effect or the instrument: `music/delay 2`.
  func name(of insert: MixGraph.Insert, in bus: MixGraph.Bus) -> String {
    let alike = units(of: bus).filter { $0.unit == insert.unit }
    let number = (alike.firstIndex { $0.id == insert.id } ?? 0) + 1
    return "\(bus.name)/\(insert.unit)" + (number == 1 ? "" : " \(number)")
  }

  private func units(of bus: MixGraph.Bus) -> [MixGraph.Insert] {
    (graph[bus].source.map { [$0] } ?? []) + graph[bus].inserts
  }

  /// Returns the effect or instrument with an address, or with a title instead of the name of its unit.
  private func unit(_ text: String) throws(MixAddressError) -> (insert: MixGraph.Insert, bus: MixGraph.Bus) {
    guard let slash = text.firstIndex(of: "/"), let bus = MixGraph.Bus(String(text[..<slash])) else {
      throw .unknown(text, known: buses.map { "\($0.name)/" })
    }
    let units = units(of: bus)
    let title = text[slash...].dropFirst().lowercased()
    let found =
      units.first { name(of: $0, in: bus) == text || "\(name(of: $0, in: bus)) 1" == text }
      ?? units.first { self.title(of: $0).lowercased() == title }
    guard let found else { throw .noUnit(text, known: units.map { name(of: $0, in: bus) }) }
    return (found, bus)
  }

  /// The effects that can be added to strips, as far as they are known.
  private var effects: [UnitDescription] {
    EffectKind.all + (plugins + programs).filter { !$0.isInstrument }
  }

  /// Adds the effect of a name, a title or a URI, behind which `at` and a place may follow. Returns nil if it is added when
  /// the plug-ins are listed, since a title is known then.
  fileprivate func add(_ words: [String], to bus: MixGraph.Bus) throws(MixAddressError) -> MixerNotice? {
    let change = ([bus.name, "add"] + words).joined(separator: " ")
    let count = graph[bus].inserts.count
    if count >= MixGraph.mostInserts { throw .full(bus) }
    var (words, place) = (words, count + 1)
    if words.count > 2, words[words.count - 2] == "at" {
      let text = words.removeLast()
      words.removeLast()
      guard let wanted = Int(text), (1...(count + 1)).contains(wanted) else {
        throw .badPlace(text, bus, last: count + 1)
      }
      place = wanted
    }
    let wanted = words.joined(separator: " ")
    let known = effects
    let found =
      known.first { $0.name == wanted || $0.name == PluginInfo.prefix + wanted }
      ?? known.first { $0.title.lowercased() == wanted.lowercased() }
    let isURI = wanted.contains(":") && !wanted.contains(" ")
    guard found != nil || isURI else {
      if !wanted.isEmpty, awaitPlugins(for: change) { return nil }
      throw .unknownUnit(wanted, known: EffectKind.all.map(\.name))
    }
    let uri = wanted.hasPrefix(PluginInfo.prefix) ? wanted : PluginInfo.prefix + wanted
    var id: Int?
    owner.change { graph in
      if let found {
        id = graph.add(found, to: bus, at: place - 1)
      } else {
        id = graph.add(uri, nil, [], to: bus, at: place - 1)
      }
    }
    guard let insert = id.flatMap({ graph.insert($0) }) else { throw .full(bus) }
    return .edited(name(of: insert, in: bus), .added)
  }

  /// Removes the effect, the instrument or the send with an address.
  fileprivate func remove(_ text: String) throws(MixAddressError) -> MixerNotice {
    if let address = MixGraph.Address(text), case .send(let target) = address.part {
      guard graph.value(at: address) != nil else {
        throw .noUnit(text, known: graph[address.bus].sends.map { "\(address.bus.name)/send \($0.target)" })
      }
      owner.change { $0[address.bus].sends.removeAll { $0.target == target } }
      return .edited(address.text, .removed)
    }
    let (insert, bus) = try unit(text)
    let name = name(of: insert, in: bus)
    owner.change { $0.removeInsert(insert.id) }
    return .edited(name, .removed)
  }

  /// Moves an effect to a place in its strip, from 1.
  fileprivate func move(_ text: String, to place: String) throws(MixAddressError) -> MixerNotice {
    let (insert, bus) = try unit(text)
    let inserts = graph[bus].inserts
    guard let index = inserts.firstIndex(where: { $0.id == insert.id }) else {
      throw .noUnit(text, known: inserts.map { name(of: $0, in: bus) })
    }
    guard let wanted = Int(place), (1...inserts.count).contains(wanted) else {
      throw .badPlace(place, bus, last: inserts.count)
    }
    if wanted == index + 1 { return .edited(name(of: insert, in: bus), .stays(at: wanted)) }
    var id: Int?
    owner.change { id = $0.moveInsert(insert.id, by: wanted - 1 - index) }
    let moved = id.flatMap { graph.insert($0) } ?? insert
    return .edited(name(of: moved, in: bus), .moved(to: wanted))
  }

  /// Adds a send that the mixer does not have: `music/send 2 -6`. Returns nil if the text is another one.
  fileprivate func send(_ text: String) throws(MixAddressError) -> MixerNotice? {
    let spaces = text.indices.filter { text[$0] == " " }
    let ends = spaces.map { (address: MixGraph.Address(text[..<$0]), rest: text[$0...].drop { $0 == " " }) }
    guard case (let address?, let rest)? = ends.first(where: { $0.address != nil }),
      case .send(let target) = address.part,
      !rest.isEmpty, graph.value(at: address) == nil
    else { return nil }
    let bus = address.bus
    if !bus.canSend { throw .cannotSend(bus) }
    let level = EffectParameter("level", .decibels, MixGraph.gains, initial: 0)
    guard let value = level.value(of: String(rest)) else {
      let (lowest, highest) = (MixGraph.gains.lowerBound, MixGraph.gains.upperBound)
      throw .badValue(address, String(rest), lowest: level.text(lowest), highest: level.text(highest))
    }
    owner.change { $0[bus].sends.append(MixGraph.Send(to: target, Decibels(value))) }
    return .edited(address.text, .sends(level.text(value)))
  }

  /// Returns the changes that complete a typed text.
  func changeCompletions(_ text: String) -> [String] {
    let additions = buses.flatMap { bus -> [String] in
      let change = "\(bus.name) add"
      guard text.hasPrefix("\(change) ") else { return [change] }
      requestPlugins()
      return effects.map { "\(change) \($0.title)" }
    }
    let changes = buses.flatMap { bus in
      graph[bus].sends.map { "\(bus.name)/send \($0.target)" } + units(of: bus).map { name(of: $0, in: bus) }
    }.filter { text.hasPrefix("\($0) ") }.flatMap { ["\($0) remove", "\($0) move"] }
    return additions + changes
  }
}

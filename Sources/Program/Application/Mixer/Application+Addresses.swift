import AudioBase
import Effects
import Studio

package enum MixAddressError: Error, Hashable, Sendable {
  /// The mixer has no such value; with the names of those that it has there.
  case unknown(String, known: [String])
  /// The text is not a value of the parameter at the address; with the ends of its range.
  case badValue(MixGraph.Address, String, lowest: String, highest: String)
  /// No effect of a strip has this address.
  case noUnit(String, known: [String])
  /// Nothing of this name can be added to a strip; with the names of the effects.
  case unknownUnit(String, known: [String])
  /// The strip has as many effects as possible.
  case full(MixGraph.Bus)
  /// The mixer has no return of this number; with how many it has.
  case noReturn(Int, count: Int)
  /// The strip cannot send to returns.
  case cannotSend(MixGraph.Bus)
  /// The text is not a place in the strip; with the last one.
  case badPlace(String, MixGraph.Bus, last: Int)
}

/// The values of the mixer by their addresses. The levels of music, pads, metronome and output are those of the player.
extension Application {
  /// Returns the unit, the range and the scale of a value; nil if the mixer does not have it.
  package func parameter(at address: MixGraph.Address) -> EffectParameter? {
    if address.part == .gain, let range = playerLevel(of: address.bus)?.range {
      return EffectParameter("gain", .decibels, range, initial: 0)
    }
    return mixer?.graph.parameter(at: address)
  }

  /// Returns a value in the unit of its parameter, to which a lane of a take may have moved it; nil if the mixer does not have
  /// it.
  package func value(at address: MixGraph.Address) -> Double? {
    guard let owner = mixer?.owner else { return nil }
    if let value = lanes?.value(at: address.text) { return value }
    if address.part == .gain, let level = playerLevel(of: address.bus)?.level { return level.value }
    if address == MixGraph.Address(.master, .mute) { return isMuted(.master) ? 1 : 0 }
    if case .song(let name, let value) = address.part {
      return takes?.songs.song.level(of: name).value(value)
    }
    return owner.heardValue(at: address)
  }

  /// Sets a value in the unit of its parameter, which limits it.
  package func set(_ value: Double, at address: MixGraph.Address) {
    guard let parameter = parameter(at: address) else { return }
    let value = parameter.clamped(value)
    switch (address.part, address.bus) {
    case (.gain, .music): program.set("music-level", "\(value)")
    case (.gain, .pads): program.set("pads-level", "\(value)")
    case (.gain, .click): takes?.tempo.setClickLevel(Decibels(value))
    case (.gain, .master): model.setVolume(Decibels(value))
    case (.song(let name, let part), _): takes?.songs.set(value, part, ofPart: name)
    case (.mute, .master): if isMuted(.master) != (value == 1) { model.toggleMute() }
    default: mixer?.owner.set(value, at: address)
    }
  }

  /// Moves a value to a place in its range, 0…1; levels are rounded to tenths of a decibel.
  func turn(_ address: MixGraph.Address, to place: Double) {
    guard let parameter = parameter(at: address) else { return }
    let value = parameter.value(at: place)
    set(parameter.unit == .decibels ? (value * 10).rounded() / 10 : value, at: address)
  }

  /// Sets the value that a text begins with the address of, or states it if no value follows; or changes the effects and
  /// sends of a strip.
  func mix(_ text: String) -> Outcome {
    if let outcome = mixSong(text) { return outcome }
    do throws(MixAddressError) {
      if let outcome = try mixChange(text) { return outcome }
      let (address, parameter, value) = try request(text)
      if let value { set(value, at: address) }
      return .notice(
        .mixer(.value(address, said(value ?? self.value(at: address) ?? 0, parameter, at: address))))
    } catch {
      return .notice(.mixer(.badAddress(error)))
    }
  }

  /// Returns a value as it is said: a length in beats that is none of a note has its milliseconds, too.
  private func said(_ value: Double, _ parameter: EffectParameter, at address: MixGraph.Address) -> String {
    let text = parameter.text(value)
    guard parameter.unit == .beats, let tempo = tempo(at: address),
      !parameter.noteLengths.contains(where: { abs($0 - value) < 0.000_5 })
    else { return text }
    let milliseconds = EffectParameter("time", .milliseconds, 0...60_000, initial: 0)
    return "\(text) (\(milliseconds.text(value * 60_000 / tempo)))"
  }

  /// Returns the tempo of the effect with a parameter, in beats a minute; nil if it has none.
  private func tempo(at address: MixGraph.Address) -> Double? {
    guard case .parameter(let unit, let number, _) = address.part else { return nil }
    return value(at: MixGraph.Address(address.bus, .parameter(unit: unit, number: number, name: "tempo")))
  }

  /// Reads `pad 3/filter/cutoff 1.2 kHz`. The value is nil if none is given.
  package func request(
    _ text: String
  ) throws(MixAddressError) -> (MixGraph.Address, EffectParameter, value: Double?) {
    guard let (address, parameter, rest) = address(in: text) else { throw unknown(text) }
    if rest.isEmpty { return (address, parameter, nil) }
    guard let value = parameter.value(of: rest, tempo: tempo(at: address)) else {
      let range = parameter.range
      throw .badValue(
        address, rest, lowest: parameter.text(range.lowerBound), highest: parameter.text(range.upperBound))
    }
    return (address, parameter, value)
  }

  /// Returns the address that a text begins with, and the text behind it; nil if it begins with none.
  private func address(in text: String) -> (MixGraph.Address, EffectParameter, rest: String)? {
    let ends = [text.endIndex] + text.indices.reversed().filter { text[$0] == " " }
    for end in ends {
      guard let address = MixGraph.Address(text[..<end]), let parameter = parameter(at: address) else {
        continue
      }
      return (address, parameter, String(text[end...].drop { $0 == " " }))
    }
    return nil
  }

  /// Returns the value at the address that a text begins with; nil if it begins with none.
  package func mixValue(of text: String) -> String? {
    guard let (address, parameter, _) = address(in: text) else { return nil }
    return value(at: address).map(parameter.text)
  }

  private func unknown(_ text: String) -> MixAddressError {
    let name = text.prefix { $0 != "/" }
    let last = text.lastIndex(of: "/") ?? text.startIndex
    let end = text[last...].firstIndex(of: " ") ?? text.endIndex
    guard text.contains("/"), let bus = MixGraph.Bus(String(name)), let graph = mixer?.graph else {
      return .unknown(String(text[..<end]), known: mixer?.buses.map { "\($0.name)/" } ?? [])
    }
    return .unknown(
      String(text[..<end]),
      known: graph.addresses(of: bus).map { String($0.text.dropFirst(bus.name.count + 1)) })
  }

  /// Returns what completes a typed text to addresses, and to the names of choices behind them.
  package func addressCompletions(_ text: String) -> [String] {
    guard let mixer else { return [] }
    let addresses = mixer.buses.flatMap { mixer.graph.addresses(of: $0) }
    let choices = addresses.filter { text.hasPrefix("\($0.text) ") }.flatMap { address -> [String] in
      guard case .choice(let names)? = parameter(at: address)?.unit else { return [] }
      return names.map { "\(address.text) \($0)" }
    }
    return MixerController.completions(
      of: text, among: addresses.map(\.text) + songAddresses + choices + mixer.changeCompletions(text))
  }
}

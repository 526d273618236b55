import AudioBase
import Effects
import Instruments
import Plugins
import SystemBase

/// The mixer as a value: the strips of its buses with gain, pan, mute, solo, effects and sends.
///
/// The levels of the music, the pads, the metronome and the output belong to the player, so the gain of a strip counts only
/// for single pads, the instrument, the input and returns.
package struct MixGraph: Hashable, Sendable {
  /// A bus with a strip of its own.
  package enum Bus: Hashable, Sendable {
    case music
    /// A single pad, from 1 to 128.
    case pad(Int)
    /// The sum of all pads.
    case pads
    /// What the instrument plays.
    case instrument
    case click
    /// What is played into an input and heard.
    case input
    /// A bus that others send to, from 1.
    case returns(Int)
    case master
  }

  /// An effect of a strip, or the instrument.
  package struct Insert: Hashable, Sendable {
    /// The number of the unit in this graph.
    package fileprivate(set) var id: Int
    /// The name of the unit, as files store it.
    package let unit: String
    /// What the unit is; nil if this program does not have it. It is then kept and not heard.
    package fileprivate(set) var description: UnitDescription?
    /// The values of the parameters, in the order of the description; empty for a unit that is missing.
    package var values: [Double]
    /// What the unit has saved beside its parameters.
    package var state: UnitState?
    package var isBypassed = false
    /// The bus whose level a compressor follows if its side chain is on.
    package var sidechain = Bus.pads
    /// Members of the file that this program does not know.
    package var unknown = JSONObject()

    /// Whether the effect changes the sound.
    package var isHeard: Bool { description != nil && !isBypassed }

    /// Returns a copy with another number.
    fileprivate func numbered(_ id: Int) -> Insert {
      var copy = self
      copy.id = id
      return copy
    }
  }

  /// Sends the sound of a bus to a return, behind its fader.
  package struct Send: Hashable, Sendable {
    /// The number of the return, from 1.
    package var target: Int
    package var gain: Decibels

    package init(to target: Int, _ gain: Decibels) { (self.target, self.gain) = (target, gain) }
  }

  /// The settings of a bus.
  package struct Strip: Hashable, Sendable {
    package var gain = Decibels.unity
    /// −1 left, 0 middle, 1 right.
    package var pan = 0.0
    package var isMuted = false
    package var isSoloed = false
    /// The effects in their order, before the fader.
    package var inserts: [Insert] = []
    /// The instrument; only in the strip of its bus.
    package internal(set) var source: Insert?
    package var sends: [Send] = []
    /// Members of the file that this program does not know.
    package var unknown = JSONObject()

    package init() {}

    /// The instrument and the effects.
    var units: [Insert] { source.map { [$0] + inserts } ?? inserts }
  }

  package static let mostReturns = 4
  /// The most effects of a strip.
  package static let mostInserts = 16
  package static let gains = -60.0...12.0

  /// The strips that differ from a new one.
  package private(set) var strips: [Bus: Strip] = [:]
  /// The snapshots of its values, by their numbers from 1.
  package var scenes: [Int: MixScene] = [:]
  /// Members of the file that this program does not know.
  package var unknown = JSONObject()
  private var lastID = 0

  package init() {}

  package subscript(bus: Bus) -> Strip {
    get { strips[bus] ?? Strip() }
    set { strips[bus] = newValue == Strip() ? nil : newValue }
  }

  /// The number of returns: up to the last one that has a strip or receives a send.
  package var returnCount: Int {
    let own = strips.keys.map { if case .returns(let number) = $0 { number } else { 0 } }
    let targets = strips.values.flatMap { $0.sends.map(\.target) }
    return min((own + targets).max() ?? 0, MixGraph.mostReturns)
  }

  /// The pads that have a strip, in ascending order.
  package var pads: [Int] {
    strips.keys.compactMap { if case .pad(let pad) = $0 { pad } else { nil } }.sorted()
  }

  /// The buses whose levels compressors follow.
  package var sidechains: Set<Bus> {
    Set(
      strips.values.flatMap(\.inserts).filter { $0.description?.hasSidechain == true }.map(\.sidechain))
  }

  // MARK: Effects

  /// Adds an effect with its initial values to a strip. Returns its number; nil if the strip has as many effects as
  /// possible.
  @discardableResult
  package mutating func add(_ kind: EffectKind, to bus: Bus, at index: Int? = nil) -> Int? {
    EffectKind.description(of: kind.rawValue).flatMap { add($0, to: bus, at: index) }
  }

  /// Adds a unit with its initial values to a strip.
  @discardableResult
  package mutating func add(_ unit: UnitDescription, to bus: Bus, at index: Int? = nil) -> Int? {
    // A plug-in is heard when it is found again, and tried.
    if unit.kind == .lv2 { return add(unit.name, nil, [], to: bus, at: index) }
    return add(unit.name, unit, unit.parameters.map(\.initial), to: bus, at: index)
  }

  /// Adds an effect by the name of its unit. `description` is nil for a unit that is missing.
  @discardableResult
  package mutating func add(
    _ unit: String, _ description: UnitDescription?, _ values: [Double], isBypassed: Bool = false,
    unknown: JSONObject = JSONObject(), to bus: Bus, at index: Int? = nil
  ) -> Int? {
    var strip = self[bus]
    guard strip.inserts.count < MixGraph.mostInserts else { return nil }
    lastID += 1
    let place = min(max(index ?? strip.inserts.count, 0), strip.inserts.count)
    strip.inserts.insert(
      Insert(
        id: lastID, unit: unit, description: description, values: values, isBypassed: isBypassed,
        unknown: unknown),
      at: place)
    self[bus] = strip
    return lastID
  }

  /// The plug-ins that are not known yet, with their initial states.
  package var unknownPlugins: Set<PluginRequest> {
    Set(strips.values.flatMap(\.units).compactMap(\.pluginRequest))
  }

  /// Gives plug-ins that were found their descriptions, and the values that the file has of their parameters.
  package mutating func describe(_ found: [PluginRequest: UnitDescription]) {
    if found.isEmpty { return }
    for insert in strips.values.flatMap(\.units) {
      guard let unit = insert.pluginRequest.flatMap({ found[$0] }) else { continue }
      changeInsert(insert.id) { $0.describe(unit) }
    }
  }

  /// Returns the place of an effect; nil if there is none of this number.
  package func place(ofInsert id: Int) -> (bus: Bus, index: Int)? {
    for (bus, strip) in strips {
      if let index = strip.inserts.firstIndex(where: { $0.id == id }) { return (bus, index) }
    }
    return nil
  }

  /// Returns the effect or the instrument of a number.
  package func insert(_ id: Int) -> Insert? {
    if let source, source.id == id { return source }
    return place(ofInsert: id).map { self[$0.bus].inserts[$0.index] }
  }

  /// Changes an effect or the instrument; does nothing if there is none of this number.
  package mutating func changeInsert(_ id: Int, _ change: (inout Insert) -> Void) {
    if var source, source.id == id {
      change(&source)
      return self[.instrument].source = source
    }
    guard let place = place(ofInsert: id) else { return }
    change(&self[place.bus].inserts[place.index])
  }

  /// Moves an effect within its strip, up to the first or last place. At its new place it begins without sound of its
  /// own: its number changes. Returns the new number; nil if it stays where it is.
  package mutating func moveInsert(_ id: Int, by steps: Int) -> Int? {
    guard let (bus, index) = place(ofInsert: id) else { return nil }
    let goal = min(max(index + steps, 0), self[bus].inserts.count - 1)
    if goal == index { return nil }
    let insert = self[bus].inserts.remove(at: index)
    lastID += 1
    self[bus].inserts.insert(insert.numbered(lastID), at: goal)
    return lastID
  }

  /// Restarts a plug-in with values and a state, which have to be tried: its number changes. Returns the new number;
  /// nil if there is no effect or instrument of the former one.
  package mutating func restart(_ id: Int, with values: [Double], _ state: UnitState) -> Int? {
    guard let former = insert(id) else { return nil }
    lastID += 1
    var new = former.numbered(lastID)
    (new.values, new.state) = (values, state)
    new.unknown.append("parameters", MixFile.parameters(of: new))
    (new.description, new.values) = (nil, [])
    if let place = place(ofInsert: id) {
      self[place.bus].inserts[place.index] = new
    } else {
      self[.instrument].source = new
    }
    return lastID
  }

  package mutating func removeInsert(_ id: Int) {
    if source?.id == id { return self[.instrument].source = nil }
    guard let place = place(ofInsert: id) else { return }
    self[place.bus].inserts.remove(at: place.index)
  }

  /// Sets the value of a parameter within its range. Does nothing if there is no such effect or parameter.
  package mutating func set(_ value: Double, parameter: Int, ofInsert id: Int) {
    changeInsert(id) { insert in
      guard let unit = insert.description, insert.values.indices.contains(parameter), value.isFinite
      else { return }
      let range = unit.parameters[parameter].range
      insert.values[parameter] = min(max(value, range.lowerBound), range.upperBound)
    }
  }

  /// Gives the effects numbers after those of another graph, so that no unit of the other one is mistaken for theirs.
  package func renumbered(after other: MixGraph) -> MixGraph {
    var copy = self
    let offset = other.lastID
    for (bus, strip) in strips {
      copy.strips[bus]?.inserts = strip.inserts.map { $0.numbered($0.id + offset) }
      copy.strips[bus]?.source = strip.source.map { $0.numbered($0.id + offset) }
    }
    copy.lastID += offset
    return copy
  }
}

// MARK: The instrument

extension MixGraph {
  /// The instrument; nil if the mixer has none.
  package var source: Insert? { self[.instrument].source }

  /// Replaces the instrument by another one with its initial values. Returns its number.
  @discardableResult
  package mutating func setInstrument(_ kind: InstrumentKind) -> Int {
    setInstrument(kind.rawValue, kind.description, kind.parameters.map(\.initial))
  }

  /// Replaces the instrument by a unit with its initial values. Returns its number.
  @discardableResult
  package mutating func setInstrument(_ unit: UnitDescription) -> Int {
    // A plug-in is heard when it is found again, and tried; a preset of a SoundFont when it is loaded.
    if unit.kind == .lv2 || SoundFontPreset(unit: unit.name) != nil {
      return setInstrument(unit.name, nil, [])
    }
    return setInstrument(unit.name, unit, unit.parameters.map(\.initial))
  }

  /// Replaces the instrument by the name of its unit. `description` is nil for a unit that is missing.
  @discardableResult
  mutating func setInstrument(
    _ unit: String, _ description: UnitDescription?, _ values: [Double], isBypassed: Bool = false,
    state: UnitState? = nil, unknown: JSONObject = JSONObject()
  ) -> Int {
    lastID += 1
    self[.instrument].source = Insert(
      id: lastID, unit: unit, description: description, values: values, state: state, isBypassed: isBypassed,
      unknown: unknown)
    return lastID
  }
}

extension MixGraph.Bus {
  /// The buses of which there is one, by their names.
  private static let named: KeyValuePairs<String, MixGraph.Bus> = [
    "music": .music, "pads": .pads, "instrument": .instrument, "click": .click, "input": .input,
    "master": .master,
  ]

  /// The name, as files and commands write it.
  package var name: String {
    switch self {
    case .pad(let number): "pad \(number)"
    case .returns(let number): "return \(number)"
    case .music, .pads, .instrument, .click, .input, .master:
      MixGraph.Bus.named.first { $0.value == self }?.key ?? ""
    }
  }

  /// Reads a name; nil if it is not that of a bus.
  package init?(_ name: String) {
    let parts = name.split(separator: " ", omittingEmptySubsequences: false)
    switch (parts.first, parts.count == 2 ? Int(parts[1]) : nil) {
    case ("pad", let number?) where (1...128).contains(number): self = .pad(number)
    case ("return", let number?) where (1...MixGraph.mostReturns).contains(number): self = .returns(number)
    default:
      guard let bus = MixGraph.Bus.named.first(where: { $0.key == name })?.value else { return nil }
      self = bus
    }
  }
}

/// A plug-in or a preset of a SoundFont that a graph has: the name of its unit, and its initial state.
package struct PluginRequest: Hashable, Sendable {
  package let unit: String
  package let state: UnitState?

  package init(unit: String, state: UnitState?) { (self.unit, self.state) = (unit, state) }
}

extension MixGraph.Insert {
  /// What has to be found before the unit can be heard; nil if it is known, or is neither a plug-in nor a preset of a
  /// SoundFont.
  package var pluginRequest: PluginRequest? {
    let isForeign = unit.hasPrefix(PluginInfo.prefix) || unit.hasPrefix(SoundFontPreset.prefix)
    return description == nil && isForeign ? PluginRequest(unit: unit, state: state) : nil
  }

  fileprivate mutating func describe(_ found: UnitDescription) {
    description = found
    let stored: JSONObject =
      if case .object(let object)? = unknown.remove("parameters") { object } else { JSONObject() }
    values = found.parameters.map { parameter in
      guard case .number(let digits)? = stored[parameter.name], let value = Double(digits) else {
        return parameter.initial
      }
      return parameter.clamped(value)
    }
  }
}
